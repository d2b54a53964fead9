//! The user pool authorizer of REST APIs; accepts ID tokens only.

use axum::http::{HeaderValue, StatusCode};
use serde_json::{Map, Value};

use crate::appsync::api::UserPool;
use crate::appsync::user_pool::KeySet;
use crate::context::Context;

const UNAUTHORIZED: &str = "Unauthorized";
const EXPIRED: &str = "The incoming token has expired";

pub(super) struct Members {
    pool: UserPool,
    keys: KeySet,
}

impl Members {
    pub(super) fn new(user_pool: &str) -> Self {
        let pool = UserPool { id: user_pool.to_owned(), client_expression: None, denies_by_default: false };
        Self { pool, keys: KeySet::default() }
    }

    /// Claims as text, with lists joined by commas. The error is a status and a message.
    pub(super) async fn claims(
        &self,
        context: &Context,
        header: Option<&HeaderValue>,
    ) -> Result<Map<String, Value>, (StatusCode, String)> {
        let unauthorized = || (StatusCode::UNAUTHORIZED, UNAUTHORIZED.to_owned());
        let token = header.and_then(|value| value.to_str().ok()).ok_or_else(unauthorized)?;
        let token = token.strip_prefix("Bearer ").unwrap_or(token);
        let claims = self.keys.verify(context, &self.pool, token).await.map_err(|refusal| {
            match (refusal.status, refusal.message.contains("expired")) {
                (StatusCode::UNAUTHORIZED, true) => (StatusCode::UNAUTHORIZED, EXPIRED.to_owned()),
                (StatusCode::UNAUTHORIZED, false) => unauthorized(),
                (status, _) => (status, "Service Unavailable".to_owned()),
            }
        })?;
        // Without scopes an authorizer accepts only ID tokens.
        if claims["token_use"] != "id" {
            return Err(unauthorized());
        }
        Ok(claims
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, claim)| (name.clone(), text(claim)))
            .collect())
    }
}

fn text(claim: &Value) -> Value {
    Value::String(match claim {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    })
}
