//! A credit is taken before the import or the question that it is for is stored.

use std::collections::BTreeMap;
use std::time::Duration;

use billing::ledger::{
    Credits as Amount, Failure, Hold, HoldId, HoldState, Moment, Needs, Note, Refusal, UserId, perform,
};

use crate::error::AppError;
use crate::holds::{Credits, member_of};
use crate::ids::{OwnerId, RecipeId};
use crate::job::Job;
use crate::model::Charge;
use crate::timestamp::Timestamp;

/// What the names of conversations' holds begin with; no recipe's id does.
const CONVERSATION_PREFIX: &str = "c-";
/// From when on the sweep looks what has become of an import or a conversation: longer than a call takes that holds a credit and stores the
/// recipe, so that until then a hold without a recipe is one whose recipe is still to come.
const LOOKED_AFTER: Duration = Duration::from_secs(15 * 60);
/// How often one import may be begun anew whose hold has ended before its recipe was stored.
const BEGINNINGS: u32 = 20;

/// Holds a member's credit for a try of an import. The same again is the same hold as long as that has not ended.
///
/// # Errors
/// [`AppError::NoCredits`]; [`AppError::Unauthorized`] where another member's import has this id; [`AppError::Busy`].
pub async fn hold(
    ledger: &impl Credits,
    user: &OwnerId,
    job: &Job,
    now: Timestamp,
) -> Result<Charge, AppError> {
    let about = About { note: "Import of pictures or a file", kind: "recipe", id: job.id.as_str() };
    let name = job.execution_name();
    let (charge, _) = hold_first(ledger, user, &about, |beginning| hold_id(&name, beginning), now).await?;
    Ok(charge)
}

/// Holds a member's credit for a try of an import that the assistant may read. The same again is the same hold as long as that has not
/// ended.
///
/// # Errors
/// As [`hold`] has them.
pub async fn hold_for_assistant(
    ledger: &impl Credits,
    user: &OwnerId,
    job: &Job,
    now: Timestamp,
) -> Result<Charge, AppError> {
    let about = About { note: "Import read by the assistant", kind: "recipe", id: job.id.as_str() };
    let name = assistant_name(job);
    let (charge, _) = hold_first(ledger, user, &about, |beginning| hold_id(&name, beginning), now).await?;
    Ok(charge)
}

/// Holds a member's credit for a conversation, as the hold of this number or the first behind it that has not ended, whose number is
/// answered too. The same again is the same hold as long as that has not ended.
///
/// # Errors
/// [`AppError::NoCredits`]; [`AppError::Unauthorized`] where another member's conversation has this id; [`AppError::Busy`].
pub async fn hold_for_conversation(
    ledger: &impl Credits,
    user: &OwnerId,
    conversation: &str,
    number: u32,
    now: Timestamp,
) -> Result<(Charge, u32), AppError> {
    let about = About { note: "Conversation with the assistant", kind: "conversation", id: conversation };
    let numbered = |beginning: u32| number.saturating_add(beginning - 1);
    let name = |beginning| {
        let name = format!("{CONVERSATION_PREFIX}{conversation}-{}", numbered(beginning));
        HoldId::new(name).map_err(|_| malformed())
    };
    let (charge, beginning) = hold_first(ledger, user, &about, name, now).await?;
    Ok((charge, numbered(beginning)))
}

/// What a hold is for, as its transaction tells.
struct About<'a> {
    note: &'static str,
    kind: &'static str,
    id: &'a str,
}

/// The first of the names, from 1 on, under which a credit can be held or is held already.
async fn hold_first(
    ledger: &impl Credits,
    user: &OwnerId,
    about: &About<'_>,
    name: impl Fn(u32) -> Result<HoldId, AppError> + Send,
    now: Timestamp,
) -> Result<(Charge, u32), AppError> {
    let member = member_of(user)?;
    let at = Moment::from(now);
    for beginning in 1..=BEGINNINGS {
        let id = name(beginning)?;
        let operation = Hold {
            member: member.clone(),
            id: id.clone(),
            credits: Amount::ONE,
            deadline: at.plus(LOOKED_AFTER),
            note: Note::new(about.note).map_err(|_| malformed())?,
            metadata: BTreeMap::from([(about.kind.to_owned(), about.id.to_owned())]),
        };
        let applied = match perform(ledger, &operation, at, &mut ledger.retry_policy()).await {
            Err(Failure::Refused(Refusal::OtherBody)) => return Err(AppError::Unauthorized),
            applied => applied?,
        };
        // Of a request that is sent again long after the first: what was held then was given back meanwhile.
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

/// `<recipe id>-<attempt>-a`: another name than that of a try without the assistant, which may have begun and failed beside it.
fn assistant_name(job: &Job) -> String {
    format!("{}-a", job.execution_name())
}

/// `<recipe id>-<attempt>`, with the assistant `<recipe id>-<attempt>-a`, and what is begun anew `<recipe id>-<attempt>-2` and so on.
fn hold_id(name: &str, beginning: u32) -> Result<HoldId, AppError> {
    let name = if beginning == 1 { name.to_owned() } else { format!("{name}-{beginning}") };
    HoldId::new(name).map_err(|_| malformed())
}

fn malformed() -> AppError {
    AppError::Internal("the name of a hold is malformed".to_owned())
}

/// The recipe whose import a hold is for; `None` for a hold of something else.
#[must_use]
pub fn recipe_of(hold: &HoldId) -> Option<RecipeId> {
    RecipeId::parse(hold.as_str().split_once('-')?.0).ok()
}

/// The conversation that a hold is for; `None` for a hold of something else.
#[must_use]
pub fn conversation_of(hold: &HoldId) -> Option<&str> {
    let (id, _) = hold.as_str().strip_prefix(CONVERSATION_PREFIX)?.rsplit_once('-')?;
    Some(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Attempt;

    #[test]
    fn the_recipe_is_read_back_from_the_name_of_its_hold() {
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
