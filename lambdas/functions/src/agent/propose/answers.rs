use crate::runtime::{RestAnswer, RestError};
use agent::{Failure, Patch, Proposed};
use app::Language;
use serde_json::json;

/// Returns `{patch, words, reckoned}`: the changes, the model's text, and whether the patch was calculated
/// without the model.
pub(crate) fn answer_of(proposed: Proposed, language: Language) -> Result<RestAnswer, RestError> {
    match proposed {
        Proposed::Calculated(patch) => Ok(answer(patch.as_ref(), None, true)),
        Proposed::Answered { patch, words } => Ok(answer(patch.as_ref(), Some(&words), false)),
        Proposed::NoServings => Err(RestError::new(
            422,
            "AGENT_NO_SERVINGS",
            "The recipe does not say for how many it is. Write that into it first.",
        )),
        Proposed::NoRecipe => Err(RestError::new(404, "NO_RECIPE", "You have no such recipe.")),
        Proposed::Refused(refused) => Err(RestError::new(400, refused.code(), refused.to_string())),
        Proposed::Failed(failure) => Err(failed(failure, language)),
    }
}

fn answer(patch: Option<&Patch>, words: Option<&str>, is_calculated: bool) -> RestAnswer {
    RestAnswer::json(&json!({ "patch": patch, "words": words, "reckoned": is_calculated }))
}

/// Error in the user's language: 503 if busy, 429 at a limit, otherwise 502.
pub(crate) fn failed(failure: Failure, language: Language) -> RestError {
    let status = match failure {
        Failure::Throttled | Failure::Library => 503,
        Failure::DayUsedUp | Failure::TurnsUsedUp => 429,
        Failure::Refused
        | Failure::Broken
        | Failure::Invalid
        | Failure::TooSlow
        | Failure::Endless
        | Failure::Nonsense
        | Failure::TooLong
        | Failure::Died => 502,
    };
    RestError::new(status, failure.code(), failure.sentence(language))
}

/// 422: the request needs a model, and none is configured.
pub(crate) fn off() -> RestError {
    RestError::new(
        422,
        "AGENT_OFF",
        "There is no assistant here, so only what needs none can be wished: for so many people, metric or US \
         units, vegan, vegetarian, less gluten.",
    )
}

/// 401: the owner token is missing or invalid. Guests need one, too.
pub(crate) fn no_token() -> RestError {
    RestError::new(401, "Unauthorized", "Send an owner token that is in force: issueOwnerToken answers one.")
}
