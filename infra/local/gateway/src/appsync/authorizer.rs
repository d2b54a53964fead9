//! The Lambda authorizer, with results cached per token for their TTL.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::api::Api;
use super::caller::{Account, Caller};
use super::error::Refusal;
use super::fair_queue::FairQueue;
use super::modes::Mode;
use super::request::Presented;
use crate::cloud::{AUTHORIZER_TIMEOUT, CloudError, Invocation};
use crate::context::Context;

/// AppSync rejects longer tokens without calling the authorizer.
const MAX_TOKEN_LENGTH: usize = 2048;
const MAX_TTL_SECONDS: u64 = 3600;
const MAX_CACHED: usize = 10_000;

struct Verdict {
    authorized: bool,
    context: Map<String, Value>,
    denied: HashSet<String>,
}

/// Cache of authorizer results.
#[derive(Default)]
pub struct Authorizer {
    cached: Mutex<HashMap<String, (Duration, Arc<Verdict>)>>,
    request_count: AtomicU64,
}

impl Authorizer {
    /// Calls the authorizer, unless a result for the token is cached.
    pub async fn authorize(
        &self,
        context: &Context,
        api: &Api,
        functions: &Arc<FairQueue>,
        presented: &Presented<'_>,
        token: &str,
    ) -> Result<Caller, Refusal> {
        let refused = || Refusal::unauthorized("You are not authorized to make this call.");
        let config = api.authorizer.as_ref().ok_or_else(refused)?;
        let misshapen = config.expression.as_ref().is_some_and(|expression| !expression.is_match(token));
        if token.len() > MAX_TOKEN_LENGTH || misshapen {
            return Err(refused());
        }
        let now = context.now();
        let verdict = match self.cached(token, now) {
            Some(verdict) => verdict,
            None => {
                let event = self.event(context, presented, token);
                let turn = functions
                    .enter(&Account::of_address(presented.source_ip))
                    .await
                    .map_err(|_| Refusal::throttled())?;
                let answer = context.cloud.invoke(&config.function, &event, AUTHORIZER_TIMEOUT).await;
                drop(turn);
                let answer = match answer {
                    Ok(Invocation::Returned(answer)) => answer,
                    Ok(Invocation::Failed(_)) | Err(CloudError::TimedOut) => return Err(refused()),
                    // A failed call is retryable: clients do not retry after a 401.
                    Err(error) => return Err(error.into()),
                };
                let (verdict, ttl) = read(&answer).ok_or_else(refused)?;
                let verdict = Arc::new(verdict);
                let ttl = ttl.unwrap_or(config.ttl_seconds).min(MAX_TTL_SECONDS);
                self.cache(token, Arc::clone(&verdict), now, Duration::from_secs(ttl));
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

    fn event(&self, context: &Context, presented: &Presented<'_>, token: &str) -> Value {
        json!({
            "authorizationToken": token,
            "requestContext": {
                "apiId": context.config.api_id,
                "accountId": context.config.account_id,
                "requestId": self.request_id(),
                "queryString": presented.operation.query,
                "operationName": presented.operation.name,
                "variables": presented.operation.variables,
            },
            "requestHeaders": presented.headers,
        })
    }

    fn request_id(&self) -> String {
        let count = self.request_count.fetch_add(1, Ordering::Relaxed);
        format!("00000000-0000-4000-8000-{count:012x}")
    }

    fn cached(&self, token: &str, now: Duration) -> Option<Arc<Verdict>> {
        let cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        cached.get(token).filter(|(until, _)| now < *until).map(|(_, verdict)| Arc::clone(verdict))
    }

    fn cache(&self, token: &str, verdict: Arc<Verdict>, now: Duration, ttl: Duration) {
        if ttl.is_zero() {
            return;
        }
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        if cached.len() >= MAX_CACHED {
            cached.retain(|_, (until, _)| now < *until);
        }
        if cached.len() < MAX_CACHED {
            cached.insert(token.to_owned(), (now + ttl, verdict));
        }
    }
}

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

fn text((key, value): (&String, &Value)) -> Option<(String, Value)> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(_) | Value::Bool(_) => value.to_string(),
        Value::Null | Value::Array(_) | Value::Object(_) => return None,
    };
    Some((key.clone(), Value::String(text)))
}
