//! The Lambda authorizer: asked once per token and time to live.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::access::Mode;
use crate::auth::Presented;
use crate::caller::Caller;
use crate::cloud::{AUTHORIZER_TIMEOUT, CloudError, Invocation};
use crate::error::Refusal;
use crate::gateway::Gateway;

/// AppSync refuses longer tokens without asking.
const MAX_TOKEN_LENGTH: usize = 2048;
const MAX_TTL_SECONDS: u64 = 3600;
/// More tokens than this are not remembered, so that made-up ones can't fill the memory.
const MAX_REMEMBERED: usize = 10_000;

/// What the authorizer said about a token.
struct Verdict {
    authorized: bool,
    context: Map<String, Value>,
    denied: HashSet<String>,
}

/// The authorizer's answers that still hold.
#[derive(Default)]
pub struct Authorizer {
    remembered: Mutex<HashMap<String, (Duration, Arc<Verdict>)>>,
}

impl Authorizer {
    /// Asks about a token, or remembers what was said about it.
    pub async fn authorize(
        &self,
        gateway: &Gateway,
        presented: &Presented<'_>,
        token: &str,
    ) -> Result<Caller, Refusal> {
        let refused = || Refusal::unauthorized("You are not authorized to make this call.");
        let config = gateway.api.authorizer.as_ref().ok_or_else(refused)?;
        let misshapen = config.expression.as_ref().is_some_and(|expression| !expression.is_match(token));
        if token.len() > MAX_TOKEN_LENGTH || misshapen {
            return Err(refused());
        }
        let now = gateway.now();
        let verdict = match self.recall(token, now) {
            Some(verdict) => verdict,
            None => {
                let event = event(gateway, presented, token);
                let answer = gateway.cloud.invoke(&config.function, &event, AUTHORIZER_TIMEOUT).await;
                let answer = match answer {
                    Ok(Invocation::Returned(answer)) => answer,
                    Ok(Invocation::Failed(_)) | Err(CloudError::TimedOut) => return Err(refused()),
                    // Nobody was asked: a client may try again, which after a 401 it would not.
                    Err(error) => return Err(error.into()),
                };
                let (verdict, ttl) = read(&answer).ok_or_else(refused)?;
                let verdict = Arc::new(verdict);
                let ttl = ttl.unwrap_or(config.ttl_seconds).min(MAX_TTL_SECONDS);
                self.remember(token, Arc::clone(&verdict), now, Duration::from_secs(ttl));
                verdict
            }
        };
        if !verdict.authorized {
            return Err(refused());
        }
        Ok(Caller {
            mode: Mode::Lambda,
            groups: Vec::new(),
            identity: json!({ "resolverContext": verdict.context }),
            denied: verdict.denied.clone(),
        })
    }

    fn recall(&self, token: &str, now: Duration) -> Option<Arc<Verdict>> {
        let remembered = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        remembered.get(token).filter(|(until, _)| now < *until).map(|(_, verdict)| Arc::clone(verdict))
    }

    fn remember(&self, token: &str, verdict: Arc<Verdict>, now: Duration, ttl: Duration) {
        if ttl.is_zero() {
            return;
        }
        let mut remembered = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        if remembered.len() >= MAX_REMEMBERED {
            remembered.retain(|_, (until, _)| now < *until);
        }
        if remembered.len() < MAX_REMEMBERED {
            remembered.insert(token.to_owned(), (now + ttl, verdict));
        }
    }
}

fn event(gateway: &Gateway, presented: &Presented<'_>, token: &str) -> Value {
    json!({
        "authorizationToken": token,
        "requestContext": {
            "apiId": gateway.config.api_id,
            "accountId": gateway.config.account_id,
            "requestId": gateway.request_id(),
            "queryString": presented.operation.query,
            "operationName": presented.operation.name,
            "variables": presented.operation.variables,
        },
        "requestHeaders": presented.headers,
    })
}

/// The verdict and its own time to live in seconds; `None` for an answer that is not in AppSync's form.
fn read(answer: &Value) -> Option<(Verdict, Option<u64>)> {
    let authorized = answer.get("isAuthorized")?.as_bool()?;
    let context = match answer.get("resolverContext") {
        None | Some(Value::Null) => Map::new(),
        Some(context) => context.as_object()?.iter().map(text).collect::<Option<_>>()?,
    };
    let denied = match answer.get("deniedFields") {
        None | Some(Value::Null) => HashSet::new(),
        Some(list) => {
            list.as_array()?.iter().map(|name| name.as_str().map(str::to_owned)).collect::<Option<_>>()?
        }
    };
    let ttl = match answer.get("ttlOverride") {
        None | Some(Value::Null) => None,
        Some(seconds) => Some(seconds.as_u64()?),
    };
    Some((Verdict { authorized, context, denied }, ttl))
}

/// One entry of resolverContext: keys and texts only, nothing nested.
fn text((key, value): (&String, &Value)) -> Option<(String, Value)> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(_) | Value::Bool(_) => value.to_string(),
        Value::Null | Value::Array(_) | Value::Object(_) => return None,
    };
    Some((key.clone(), Value::String(text)))
}
