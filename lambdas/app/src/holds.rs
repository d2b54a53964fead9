//! What imports and conversations cost: one credit of a member's for pictures or a file, however many recipes come of them, one for what
//! the assistant reads where our readers find no recipe, and one for a conversation.
//!
//! A credit is held before anything of the import is stored ([`hold`]), or the conversation's first question
//! ([`hold_for_conversation`]). The row of the recipe or the conversation then says what is to become of it
//! ([`Charge`](crate::model::Charge)), and the ledger follows: [`follow`] by the tables' streams, [`settle_due_holds`] by the
//! schedule, for what a stream has not brought and for holds of what was never stored.

mod hold;
mod outcome;
mod settle;

pub use hold::{conversation_of, hold, hold_for_assistant, hold_for_conversation, recipe_of};
pub use outcome::{HoldOutcome, outcome_of_charge, outcome_of_hold};
pub use settle::{ChargeChange, ConversationCharges, SettledHolds, follow, settle_due_holds};

use billing::ledger::{Failure, Refusal, RetryPolicy, Store, StoreError, UserId};

use crate::error::AppError;
use crate::ids::OwnerId;

/// The ledger, and how whoever was too slow waits before the next try.
pub trait Credits: Store + Send {
    /// How one operation waits.
    fn retry_policy(&self) -> impl RetryPolicy;
}

/// The member as the ledger names them.
fn member_of(user: &OwnerId) -> Result<UserId, AppError> {
    UserId::new(user.secret()).map_err(|_| AppError::Internal("a member's name is none".to_owned()))
}

impl From<Failure> for AppError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(Refusal::Insufficient { .. }) => Self::NoCredits,
            Failure::Store(StoreError::Busy(_)) => Self::Busy,
            other => Self::Internal(format!("credits: {other}")),
        }
    }
}
