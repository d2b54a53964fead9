//! The ledger follows what recipes and conversations say of their credits.

use std::future::Future;

use billing::ledger::{
    Due, DueKind, Failure, HoldId, Lookups, Moment, Refusal, Release, Settle, UserId, perform,
};
use serde::Serialize;

use crate::error::{AppError, PortError};
use crate::holds::outcome::{HoldOutcome, outcome_of_charge, outcome_of_hold};
use crate::holds::{Credits, conversation_of, member_of, recipe_of};
use crate::model::{Charge, CreditState};
use crate::recipe_store::RecipeStore;
use crate::timestamp::Timestamp;

/// What a recipe or a conversation bore before a change, and what it bears now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChargeChange {
    /// What it bore.
    pub before: Charge,
    /// What it bears; `None` where it was deleted as well.
    pub after: Option<Charge>,
}

/// The port to what conversations say of their credits.
pub trait ConversationCharges: Send + Sync {
    /// The credit that a conversation bears now; `None` where it bears none, or is gone. One whose answer nobody makes any more gives it
    /// back first.
    fn charge(
        &self,
        conversation: &str,
        now: Timestamp,
    ) -> impl Future<Output = Result<Option<Charge>, PortError>> + Send;
}

/// What has become of the holds that were looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SettledHolds {
    /// How many were looked at.
    pub seen: u32,
    /// How many are used for good.
    pub settled: u32,
    /// How many went back.
    pub released: u32,
    /// How many had ended otherwise, or were not there, which must not be: whoever asks logs it.
    pub odd: u32,
}

/// Ends the holds of recipes and conversations that have changed. Again it is harmless.
///
/// # Errors
/// The first that happens: the changes are then told again. What the ledger refuses is no error, for it always would.
pub async fn follow(
    ledger: &impl Credits,
    changes: Vec<ChargeChange>,
    now: Timestamp,
) -> Result<SettledHolds, AppError> {
    let mut report = SettledHolds::default();
    for ChargeChange { before, after } in changes {
        // What had ended before was told when it ended.
        if before.state != CreditState::Held {
            continue;
        }
        report.seen += 1;
        let member = member_of(&before.member)?;
        end(ledger, &member, &before.hold, outcome_of_charge(after.as_ref(), &before.hold), now, &mut report)
            .await?;
    }
    Ok(report)
}

/// Looks at the holds whose deadline is past, at most so many: what the stream has not brought, and what was held for a
/// recipe or a question that was never stored. Holds of something else are left alone.
///
/// # Errors
/// The first that happens; one hold that cannot be ended does not stop the others.
pub async fn settle_due_holds(
    ledger: &(impl Credits + Lookups),
    recipes: &impl RecipeStore,
    conversations: &impl ConversationCharges,
    now: Timestamp,
    limit: u32,
) -> Result<SettledHolds, AppError> {
    let mut report = SettledHolds::default();
    let mut first_error = None;
    let until = Moment::from(now);
    for due in ledger.due(DueKind::Holds, until, limit).await.map_err(Failure::from)? {
        let Due::Hold(member, hold) = due else { continue };
        let outcome = match (recipe_of(&hold), conversation_of(&hold)) {
            (Some(recipe), _) => {
                recipes.get(&recipe).await.map(|recipe| outcome_of_hold(recipe.as_ref(), &hold))
            }
            (None, Some(conversation)) => {
                let charge = conversations.charge(conversation, now).await;
                charge.map(|charge| outcome_of_charge(charge.as_ref(), &hold))
            }
            (None, None) => continue,
        };
        report.seen += 1;
        let ended = match outcome {
            Ok(outcome) => end(ledger, &member, &hold, outcome, now, &mut report).await,
            // A newer version has written it: that one will know.
            Err(PortError::Unreadable(_)) => Ok(()),
            Err(error) => Err(error.into()),
        };
        if let Err(error) = ended {
            first_error.get_or_insert(error);
        }
    }
    first_error.map_or(Ok(report), Err)
}

async fn end(
    ledger: &impl Credits,
    member: &UserId,
    hold: &HoldId,
    outcome: HoldOutcome,
    now: Timestamp,
    report: &mut SettledHolds,
) -> Result<(), AppError> {
    let (member, id, at) = (member.clone(), hold.clone(), Moment::from(now));
    let mut retry = ledger.retry_policy();
    let (count, ended) = match outcome {
        HoldOutcome::Wait => return Ok(()),
        HoldOutcome::Settle => {
            (&mut report.settled, perform(ledger, &Settle { member, id }, at, &mut retry).await)
        }
        HoldOutcome::Release => {
            let released = perform(ledger, &Release { member, id }, at, &mut retry).await;
            (&mut report.released, released.map(drop))
        }
    };
    match ended {
        Ok(()) => {
            *count += 1;
            Ok(())
        }
        Err(Failure::Refused(Refusal::AlreadySettled | Refusal::AlreadyReleased | Refusal::UnknownHold)) => {
            report.odd += 1;
            Ok(())
        }
        Err(failure) => Err(failure.into()),
    }
}
