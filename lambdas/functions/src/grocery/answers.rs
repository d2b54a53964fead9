use crate::runtime::{RestAnswer, RestError};
use app::groceries::{GroceryError, GroceryLink};
use app::grocery::{BadRequest, PartnerError, RecipePage};
use serde_json::json;

/// `{url, ingredients, expiresAt}`, with the ingredients as sent.
pub(crate) fn link(link: &GroceryLink, page: &RecipePage) -> RestAnswer {
    RestAnswer::json(&json!({ "url": link.url, "ingredients": page.lines, "expiresAt": link.expires_at }))
}

/// 404: groceries are disabled, or no API key is stored.
pub(crate) fn off() -> RestError {
    RestError::new(404, "GROCERIES_OFF", "Groceries can't be ordered here.")
}

/// 401: there is no valid owner token. Guests have owner tokens, too.
pub(crate) fn no_token() -> RestError {
    RestError::new(401, "Unauthorized", "Send an owner token that is in force: issueOwnerToken answers one.")
}

pub(crate) fn refused(error: BadRequest) -> RestError {
    let code = match error {
        BadRequest::NoIngredients => "NO_INGREDIENTS",
        BadRequest::TooManyIngredients => "TOO_MANY_INGREDIENTS",
        BadRequest::LongIngredient { .. } => "INGREDIENT_TOO_LONG",
        BadRequest::Servings => "INVALID_INPUT",
    };
    RestError::new(400, code, error.to_string())
}

pub(crate) fn failed(error: GroceryError) -> RestError {
    let error = match error {
        GroceryError::App(error) => return error.into(),
        GroceryError::Partner(error) => error,
    };
    let refusal = match &error {
        PartnerError::Busy { .. } | PartnerError::Unavailable(_) => RestError::new(
            503,
            "GROCERY_UNAVAILABLE",
            "The grocery partner does not answer just now. Nothing is lost: try again in a moment.",
        ),
        PartnerError::KeyRefused { .. } | PartnerError::Refused { .. } | PartnerError::Unreadable => {
            RestError::new(502, "INVALID_API_RESPONSE", "Invalid API response")
        }
        PartnerError::NoLink => RestError::new(502, "INVALID_API_FORMAT", "Invalid response format from API"),
    };
    refusal.with_cause(error)
}

#[cfg(test)]
mod tests {
    use app::AppError;
    use app::grocery::LinkRequest;
    use zest_core::Timestamp;

    use super::*;

    #[test]
    fn answer_has_link_and_sent_ingredients() {
        let wanted = json!({ "ingredients": [{ "name": " Salt ", "quantity": "0", "unit": "tsp", "displayText": "Salt!" }] });
        let page = serde_json::from_value::<LinkRequest>(wanted).unwrap().page(None).unwrap();
        let made = GroceryLink {
            url: "https://www.instacart.com/store/recipes/1".to_owned(),
            expires_at: Timestamp::from_millis(1_795_246_680_000),
        };
        let answer = serde_json::to_value(link(&made, &page)).unwrap();
        let body: serde_json::Value = serde_json::from_str(answer["body"].as_str().unwrap()).unwrap();
        assert_eq!(
            body,
            json!({
                "url": "https://www.instacart.com/store/recipes/1",
                "ingredients": [{ "name": "salt", "quantity": "", "unit": "tsp" }],
                "expiresAt": "2026-11-21T07:38:00.000Z",
            })
        );
    }

    #[test]
    fn every_error_has_its_specified_status_and_message() {
        let again = Timestamp::from_millis(1_795_246_680_000);
        for (error, status, code, words) in [
            (PartnerError::Busy { status: 429 }.into(), 503, "GROCERY_UNAVAILABLE", "try again"),
            (PartnerError::Unavailable("down").into(), 503, "GROCERY_UNAVAILABLE", "try again"),
            (PartnerError::Unreadable.into(), 502, "INVALID_API_RESPONSE", "Invalid API response"),
            (
                PartnerError::KeyRefused { status: 403 }.into(),
                502,
                "INVALID_API_RESPONSE",
                "Invalid API response",
            ),
            (
                PartnerError::Refused { status: 400, code: 1001 }.into(),
                502,
                "INVALID_API_RESPONSE",
                "Invalid API response",
            ),
            (PartnerError::NoLink.into(), 502, "INVALID_API_FORMAT", "Invalid response format from API"),
            (AppError::LimitReached { again }.into(), 429, "LIMIT_REACHED", "2026-11-21T07:38:00.000Z"),
            (AppError::AuthenticationRequired.into(), 401, "Unauthorized", "Sign in"),
        ] {
            let refusal = failed(error);
            assert_eq!((refusal.status, refusal.code), (status, code));
            assert!(refusal.message.contains(words), "{}", refusal.message);
            assert!(!refusal.message.contains("1001"), "the partner's own words are for the log");
        }
    }
}
