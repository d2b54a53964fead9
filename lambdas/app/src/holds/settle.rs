use std::future::Future;

use billing::ledger::{Due, DueKind, Failure, HoldId, Lookups, Refusal, Release, Settle, UserId, perform};
use serde::Serialize;
use zest_core::{PortError, Timestamp};

use crate::error::AppError;
use crate::holds::outcome::{HoldOutcome, outcome_of_charge, outcome_of_hold};
use crate::holds::{Credits, conversation_of, member_of, recipe_of};
use crate::model::{Charge, CreditState};
use crate::recipe_store::RecipeStore;

/// Charge of a recipe or conversation before and after a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChargeChange {
    /// Charge before the change.
    pub before: Charge,
    /// Charge after; `None` if absent or deleted.
    pub after: Option<Charge>,
}

/// Port that reads the charges of conversations.
pub trait ConversationCharges: Send + Sync {
    /// Current charge of a conversation, if any. Marks an abandoned answer as failed first.
    fn charge(
        &self,
        conversation: &str,
        now: Timestamp,
    ) -> impl Future<Output = Result<Option<Charge>, PortError>> + Send;
}

/// Counts of processed holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SettledHolds {
    /// Holds processed.
    pub seen: u32,
    /// Holds whose credits were used.
    pub settled: u32,
    /// Holds whose credits were returned.
    pub released: u32,
    /// Holds that are missing or ended differently. Unexpected, so the caller logs it.
    pub odd: u32,
}

/// Ends the holds of changed recipes and conversations. Idempotent.
///
/// # Errors
/// The first error; the changes are then delivered again. Refused operations are only counted.
pub async fn follow(
    ledger: &impl Credits,
    changes: Vec<ChargeChange>,
    now: Timestamp,
) -> Result<SettledHolds, AppError> {
    let mut report = SettledHolds::default();
    for ChargeChange { before, after } in changes {
        // For other states, the hold has already ended.
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

/// Ends due holds without a stored recipe or question, and those that the stream missed. Checks at most
/// `limit`.
pub async fn settle_due_holds(
    ledger: &(impl Credits + Lookups),
    recipes: &impl RecipeStore,
    conversations: &impl ConversationCharges,
    now: Timestamp,
    limit: u32,
) -> Result<SettledHolds, AppError> {
    let mut report = SettledHolds::default();
    let mut first_error = None;
    let until = now;
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
            // A newer version wrote this and will process it.
            Err(PortError::Unreadable(_)) => Ok(()),
            Err(error) => Err(error.into()),
        };
        if let Err(error) = ended {
            first_error.get_or_insert(error);
        }
    }
    first_error.map_or(Ok(report), Err)
}

/// Settles or releases a hold whose work is done. Idempotent.
pub async fn end_at_once(
    ledger: &impl Credits,
    charge: &Charge,
    is_used: bool,
    now: Timestamp,
) -> Result<(), AppError> {
    let outcome = if is_used { HoldOutcome::Settle } else { HoldOutcome::Release };
    let member = member_of(&charge.member)?;
    end(ledger, &member, &charge.hold, outcome, now, &mut SettledHolds::default()).await
}

async fn end(
    ledger: &impl Credits,
    member: &UserId,
    hold: &HoldId,
    outcome: HoldOutcome,
    now: Timestamp,
    report: &mut SettledHolds,
) -> Result<(), AppError> {
    let (member, id, at) = (member.clone(), hold.clone(), now);
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
