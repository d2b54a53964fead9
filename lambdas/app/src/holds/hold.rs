//! A credit is taken before the import that it is for is stored.

use std::collections::BTreeMap;
use std::time::Duration;

use ledger::{
    Credits as Amount, Failure, Hold, HoldId, HoldState, Moment, Needs, Note, Refusal, UserId, perform,
};

use crate::error::AppError;
use crate::holds::{Credits, member_of};
use crate::ids::{OwnerId, RecipeId};
use crate::job::Job;
use crate::model::Charge;
use crate::timestamp::Timestamp;

/// From when on the sweep looks what has become of an import: longer than a call takes that holds a credit and stores the
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
    let member = member_of(user)?;
    let at = Moment::from(now);
    for beginning in 1..=BEGINNINGS {
        let id = hold_id(job, beginning)?;
        let operation = Hold {
            member: member.clone(),
            id: id.clone(),
            credits: Amount::ONE,
            deadline: at.plus(LOOKED_AFTER),
            note: Note::new("Import of pictures or a file").map_err(|_| malformed())?,
            metadata: BTreeMap::from([("recipe".to_owned(), job.id.to_string())]),
        };
        let applied = match perform(ledger, &operation, at, &mut ledger.retry_policy()).await {
            Err(Failure::Refused(Refusal::OtherBody)) => return Err(AppError::Unauthorized),
            applied => applied?,
        };
        // Of a request that is sent again long after the first: what was held then was given back meanwhile.
        if !applied.is_replay || is_held(ledger, &member, &id).await? {
            return Ok(Charge::held(user.clone(), id));
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

/// `<recipe id>-<attempt>`, and what is begun anew `<recipe id>-<attempt>-2` and so on.
fn hold_id(job: &Job, beginning: u32) -> Result<HoldId, AppError> {
    let name = job.execution_name();
    let name = if beginning == 1 { name } else { format!("{name}-{beginning}") };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Attempt;

    #[test]
    fn the_recipe_is_read_back_from_the_name_of_its_hold() {
        let id = RecipeId::parse(&"a".repeat(32)).unwrap();
        let job = Job { id: id.clone(), attempt: Attempt(3) };
        for beginning in [1, 2, 20] {
            assert_eq!(recipe_of(&hold_id(&job, beginning).unwrap()), Some(id.clone()), "{beginning}");
        }
        assert_ne!(hold_id(&job, 1).unwrap(), hold_id(&job, 2).unwrap());
        for other in ["conversation-1", "aaaa"] {
            assert_eq!(recipe_of(&HoldId::new(other).unwrap()), None, "{other}");
        }
    }
}
