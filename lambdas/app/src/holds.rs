//! Credit holds: one credit per import of photos or a file, import with the assistant, conversation, or extraction of
//! a file by a program.
//!
//! [`hold`] and [`hold_for_conversation`] hold a credit before anything is stored. The stored
//! [`Charge`](crate::model::Charge) determines the outcome. The streams of the tables ([`follow`]) and a
//! schedule ([`settle_due_holds`]) update the ledger.

mod hold;
mod outcome;
mod settle;

pub use hold::{
    conversation_of, hold, hold_for_assistant, hold_for_conversation, hold_for_program, recipe_of,
};
pub use outcome::{HoldOutcome, outcome_of_charge, outcome_of_hold};
pub use settle::{ChargeChange, ConversationCharges, SettledHolds, end_at_once, follow, settle_due_holds};

use billing::ledger::{Failure, Refusal, RetryPolicy, Store, UserId};
use zest_core::PortError;

use crate::error::AppError;
use crate::ids::OwnerId;

/// Ledger with a retry policy.
pub trait Credits: Store + Send {
    /// Creates the retry policy of one operation.
    fn retry_policy(&self) -> impl RetryPolicy;
}

fn member_of(user: &OwnerId) -> Result<UserId, AppError> {
    UserId::new(user.secret()).map_err(|_| AppError::Internal("a member's name is none".to_owned()))
}

impl From<Failure> for AppError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(Refusal::Insufficient { .. }) => Self::NoCredits,
            Failure::Store(PortError::Busy(detail)) => Self::ServiceBusy(detail),
            other => Self::Internal(format!("credits: {other}")),
        }
    }
}
