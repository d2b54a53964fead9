//! AppSync's Lambda authorizer: authenticates owner tokens. Authorization is decided in `app`.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::runtime::Subject;
use app::AppError;
use app::owner_token::{self, Verified};
use aws::{Clients, TokenKeys};
use serde::{Deserialize, Serialize};

const TIMEOUT: Duration = Duration::from_secs(5);

/// Lifetime of the answer for anonymous callers, which is always the same.
const ANONYMOUS_TTL_SECONDS: u64 = 300;

/// Fields denied to anonymous callers; `app` checks again.
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

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve(crate::runtime::graphql_failure, |event| function.handle(event)).await
}

/// State shared by invocations.
pub struct Function {
    keys: TokenKeys,
}

/// The authorizer event; other fields are ignored.
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

/// The authorizer's answer, with context for resolvers.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    is_authorized: bool,
    resolver_context: BTreeMap<&'static str, String>,
    denied_fields: Vec<&'static str>,
    /// Cache time in seconds; at most the token's remaining lifetime.
    ttl_override: u64,
}

impl Function {
    /// Reads `TOKEN_SECRET`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::within(TIMEOUT).await;
        Ok(Self {
            keys: TokenKeys::new(clients.secrets_manager(), crate::runtime::required("TOKEN_SECRET")?),
        })
    }

    /// Decides on a token.
    ///
    /// # Errors
    /// Only if the keys are unavailable; an invalid token gives a decision.
    pub async fn handle(&self, event: AuthorizerEvent) -> Result<Decision, AppError> {
        let ring = self.keys.for_verifying(&event.authorization_token).await?;
        Ok(decide(owner_token::verify(&ring, &event.authorization_token, crate::runtime::now())))
    }
}

fn decide(verified: Result<Verified, AppError>) -> Decision {
    match verified {
        Ok(Verified::Owner { identity, user, source, remaining }) => {
            let user = user.map(|user| ("userName", user.secret().to_owned()));
            let source = source.map(|source| ("source", source.as_str().to_owned()));
            let identity = [("purpose", "owner".to_owned()), ("identityId", identity.secret().to_owned())];
            Decision {
                is_authorized: true,
                resolver_context: identity.into_iter().chain(user).chain(source).collect(),
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
    use app::source_address::SourceAddress;

    use super::*;

    #[test]
    fn decision_is_cached_at_most_for_the_tokens_lifetime() {
        let decision = decide(Ok(Verified::Owner {
            identity: OwnerId::new("identity"),
            user: None,
            source: SourceAddress::parse("192.0.2.1"),
            remaining: Duration::from_secs(7),
        }));
        assert!(decision.is_authorized && decision.denied_fields.is_empty());
        assert_eq!(decision.ttl_override, 7);
        assert_eq!(decision.resolver_context["identityId"], "identity");
        assert_eq!(decision.resolver_context["source"], "192.0.2.1");
    }

    #[test]
    fn anonymous_is_read_only_and_invalid_token_is_denied() {
        let anonymous = decide(Ok(Verified::Anonymous));
        assert!(anonymous.is_authorized);
        assert_eq!(anonymous.denied_fields, DENIED_TO_ANONYMOUS);
        assert!(!decide(Err(AppError::Unauthorized)).is_authorized);
    }
}
