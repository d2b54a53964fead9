use std::collections::BTreeMap;
use std::time::Duration;

use billing::ledger::{
    Credits as Amount, Failure, Hold, HoldId, HoldState, Needs, Note, Refusal, UserId, perform,
};
use zest_core::{RecipeId, Timestamp};

use crate::error::AppError;
use crate::holds::{Credits, member_of};
use crate::ids::OwnerId;
use crate::job::{Attempt, Job};
use crate::model::Charge;

/// Prefix of conversations' holds. No recipe id starts with it.
const CONVERSATION_PREFIX: &str = "c-";
/// Time after which a hold is due, longer than storing the recipe takes.
const HOLD_CHECK_DELAY: Duration = Duration::from_secs(15 * 60);
/// Maximum holds per attempt. A new one is needed if the last ended before the recipe was stored.
const MAX_HOLDS_PER_ATTEMPT: u32 = 20;

/// Holds a member's credit for an import attempt. Idempotent until the hold ends.
///
/// # Errors
/// [`AppError::NoCredits`]; [`AppError::Unauthorized`] if the id belongs to another owner;
/// [`AppError::Busy`].
pub async fn hold(
    ledger: &impl Credits,
    user: &OwnerId,
    job: &Job,
    now: Timestamp,
) -> Result<Charge, AppError> {
    let about = HoldDescription { note: "Import of pictures or a file", kind: "recipe", id: job.id.as_str() };
    let name = job.execution_name();
    let (charge, _) =
        hold_first_available(ledger, user, &about, |beginning| hold_id(&name, beginning), now).await?;
    Ok(charge)
}

/// Like [`hold`], for an attempt with the assistant.
pub async fn hold_for_assistant(
    ledger: &impl Credits,
    user: &OwnerId,
    job: &Job,
    now: Timestamp,
) -> Result<Charge, AppError> {
    let about = HoldDescription { note: "Import read by the assistant", kind: "recipe", id: job.id.as_str() };
    let name = assistant_name(job);
    let (charge, _) =
        hold_first_available(ledger, user, &about, |beginning| hold_id(&name, beginning), now).await?;
    Ok(charge)
}

/// Holds a credit for an extraction by a program. No recipe ever has this id, so a hold that is not ended is
/// released when it is due.
pub async fn hold_for_program(
    ledger: &impl Credits,
    user: &OwnerId,
    id: &RecipeId,
    now: Timestamp,
) -> Result<Charge, AppError> {
    let job = Job { id: id.clone(), attempt: Attempt::FIRST };
    let about = HoldDescription { note: "Extraction by a program", kind: "extraction", id: id.as_str() };
    let name = job.execution_name();
    let (charge, _) =
        hold_first_available(ledger, user, &about, |beginning| hold_id(&name, beginning), now).await?;
    Ok(charge)
}

/// Holds a credit for a conversation. Returns the number of the hold: the first unused number, starting at
/// `number`. Same errors as [`hold`].
pub async fn hold_for_conversation(
    ledger: &impl Credits,
    user: &OwnerId,
    conversation: &str,
    number: u32,
    now: Timestamp,
) -> Result<(Charge, u32), AppError> {
    let about =
        HoldDescription { note: "Conversation with the assistant", kind: "conversation", id: conversation };
    let numbered = |beginning: u32| number.saturating_add(beginning - 1);
    let name = |beginning| {
        let name = format!("{CONVERSATION_PREFIX}{conversation}-{}", numbered(beginning));
        HoldId::new(name).map_err(|_| malformed())
    };
    let (charge, beginning) = hold_first_available(ledger, user, &about, name, now).await?;
    Ok((charge, numbered(beginning)))
}

struct HoldDescription<'a> {
    note: &'static str,
    kind: &'static str,
    id: &'a str,
}

/// Holds a credit under the first name, numbered from 1, without an ended hold.
async fn hold_first_available(
    ledger: &impl Credits,
    user: &OwnerId,
    about: &HoldDescription<'_>,
    name: impl Fn(u32) -> Result<HoldId, AppError> + Send,
    now: Timestamp,
) -> Result<(Charge, u32), AppError> {
    let member = member_of(user)?;
    let at = now;
    for beginning in 1..=MAX_HOLDS_PER_ATTEMPT {
        let id = name(beginning)?;
        let operation = Hold {
            member: member.clone(),
            id: id.clone(),
            credits: Amount::ONE,
            deadline: at.plus(HOLD_CHECK_DELAY),
            note: Note::new(about.note).map_err(|_| malformed())?,
            metadata: BTreeMap::from([(about.kind.to_owned(), about.id.to_owned())]),
        };
        let applied = match perform(ledger, &operation, at, &mut ledger.retry_policy()).await {
            Err(Failure::Refused(Refusal::OtherBody)) => return Err(AppError::Unauthorized),
            applied => applied?,
        };
        // A repeated request may refer to a hold that has ended since.
        if !applied.is_replay || is_held(ledger, &member, &id).await? {
            return Ok((Charge::held(user.clone(), id), beginning));
        }
    }
    Err(AppError::Busy)
}

async fn is_held(ledger: &impl Credits, member: &UserId, id: &HoldId) -> Result<bool, AppError> {
    let needs =
        Needs { member: member.clone(), account: false, key: None, hold: Some(id.clone()), purchase: None };
    let state = ledger.read(&needs).await.map_err(Failure::from)?;
    Ok(state.hold.is_some_and(|hold| hold.state == HoldState::Held))
}

/// Name of the hold of an attempt with the assistant: `<recipe id>-<attempt>-a`.
fn assistant_name(job: &Job) -> String {
    format!("{}-a", job.execution_name())
}

/// `name`, or `<name>-<number>` for the second hold and later ones.
fn hold_id(name: &str, beginning: u32) -> Result<HoldId, AppError> {
    let name = if beginning == 1 { name.to_owned() } else { format!("{name}-{beginning}") };
    HoldId::new(name).map_err(|_| malformed())
}

fn malformed() -> AppError {
    AppError::Internal("the name of a hold is malformed".to_owned())
}

/// Recipe id of an import or a program's extraction; `None` for holds of conversations.
#[must_use]
pub fn recipe_of(hold: &HoldId) -> Option<RecipeId> {
    RecipeId::parse(hold.as_str().split_once('-')?.0).ok()
}

/// Conversation of a hold; `None` for other holds.
#[must_use]
pub fn conversation_of(hold: &HoldId) -> Option<&str> {
    let (id, _) = hold.as_str().strip_prefix(CONVERSATION_PREFIX)?.rsplit_once('-')?;
    Some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipe_and_conversation_parse_back_from_the_hold_id() {
        let id = RecipeId::parse(&"a".repeat(32)).unwrap();
        let job = Job { id: id.clone(), attempt: Attempt(3) };
        let (plain, assisted) = (job.execution_name(), assistant_name(&job));
        let mut names = std::collections::BTreeSet::new();
        for name in [&plain, &assisted] {
            for beginning in [1, 2, 20] {
                let hold = hold_id(name, beginning).unwrap();
                assert_eq!(recipe_of(&hold), Some(id.clone()), "{name} {beginning}");
                names.insert(hold.to_string());
            }
        }
        assert_eq!(names.len(), 6, "{names:?}");
        for other in ["c-conversation-1", "aaaa"] {
            assert_eq!(recipe_of(&HoldId::new(other).unwrap()), None, "{other}");
        }
        for (hold, conversation) in [
            ("c-conversation-1", Some("conversation")),
            ("c-a-b-12", Some("a-b")),
            ("c-1", None),
            ("cc-a-1", None),
            (hold_id(&plain, 2).unwrap().as_str(), None),
            (hold_id(&assisted, 2).unwrap().as_str(), None),
        ] {
            assert_eq!(conversation_of(&HoldId::new(hold).unwrap()), conversation, "{hold}");
        }
    }
}
