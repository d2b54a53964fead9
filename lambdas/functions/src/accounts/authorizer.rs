//! AppSync's Lambda authorizer. It proves who the bearer of an owner token is; whose recipe it is, is decided by
//! `app` alone.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::runtime::Subject;
use app::AppError;
use app::owner_token::{self, Verified};
use aws::{Clients, TokenKeys};
use serde::{Deserialize, Serialize};

/// This function's own time-out in template.yaml.
const TIMEOUT: Duration = Duration::from_secs(5);

/// A bare timestamp is the same for everyone: its answer may be kept this long.
const ANONYMOUS_TTL_SECONDS: u64 = 300;

/// What an anonymous caller may not even ask for; the rest is refused by `app` too.
const DENIED_TO_ANONYMOUS: [&str; 9] = [
    "Mutation.deleteAccount",
    "Mutation.deleteUpload",
    "Mutation.updateRecipe",
    "Mutation.deleteRecipe",
    "Mutation.deleteRecipes",
    "Mutation.deleteAllRecipes",
    "Mutation.retryRecipe",
    "Mutation.readAgain",
    "Mutation.setRecipePicture",
];

/// What the function holds between invocations.
pub struct Function {
    keys: TokenKeys,
}

/// What AppSync sends; the rest of it is not looked at.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AuthorizerEvent {
    authorization_token: String,
}

impl Subject for AuthorizerEvent {
    fn subject(&self) -> String {
        "token".to_owned()
    }
}

/// The answer of an authorizer as AppSync expects it, with what later resolvers read.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    is_authorized: bool,
    resolver_context: BTreeMap<&'static str, String>,
    denied_fields: Vec<&'static str>,
    /// Seconds; never longer than the token lives.
    ttl_override: u64,
}

impl Function {
    /// Reads `TOKEN_SECRET`.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a missing setting.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::within(TIMEOUT).await;
        Ok(Self {
            keys: TokenKeys::new(clients.secrets_manager(), crate::runtime::required("TOKEN_SECRET")?),
        })
    }

    /// Decides on one token.
    ///
    /// # Errors
    /// Only when the keys cannot be had; a bad token is a decision.
    pub async fn handle(&self, event: AuthorizerEvent) -> Result<Decision, AppError> {
        let ring = self.keys.for_verifying(&event.authorization_token).await?;
        Ok(decide(owner_token::verify(&ring, &event.authorization_token, crate::runtime::now())))
    }
}

fn decide(verified: Result<Verified, AppError>) -> Decision {
    match verified {
        Ok(Verified::Owner { identity, user, remaining }) => {
            let user = user.map(|user| ("userName", user.secret().to_owned()));
            let identity = [("purpose", "owner".to_owned()), ("identityId", identity.secret().to_owned())];
            Decision {
                is_authorized: true,
                resolver_context: identity.into_iter().chain(user).collect(),
                denied_fields: Vec::new(),
                ttl_override: remaining.as_secs(),
            }
        }
        Ok(Verified::Anonymous) => Decision {
            is_authorized: true,
            resolver_context: BTreeMap::from([("purpose", "anonymous".to_owned())]),
            denied_fields: DENIED_TO_ANONYMOUS.to_vec(),
            ttl_override: ANONYMOUS_TTL_SECONDS,
        },
        Err(_) => Decision {
            is_authorized: false,
            resolver_context: BTreeMap::new(),
            denied_fields: Vec::new(),
            ttl_override: 0,
        },
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use app::OwnerId;

    use super::*;

    #[test]
    fn a_decision_is_kept_no_longer_than_the_token_lives() {
        let decision = decide(Ok(Verified::Owner {
            identity: OwnerId::new("identity"),
            user: None,
            remaining: Duration::from_secs(7),
        }));
        assert!(decision.is_authorized && decision.denied_fields.is_empty());
        assert_eq!(decision.ttl_override, 7);
        assert_eq!(decision.resolver_context["identityId"], "identity");
    }

    #[test]
    fn an_anonymous_caller_may_change_nothing_and_a_bad_token_nothing_at_all() {
        let anonymous = decide(Ok(Verified::Anonymous));
        assert!(anonymous.is_authorized);
        assert_eq!(anonymous.denied_fields, DENIED_TO_ANONYMOUS);
        assert!(!decide(Err(AppError::Unauthorized)).is_authorized);
    }
}
