//! AppSync's state across requests.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};
use tokio::sync::Semaphore;

use super::admission::Admission;
use super::api::Api;
use super::authentication::Authentication;
use super::caller::Caller;
use super::error::Refusal;
use super::fair_queue::{FairQueue, Room};
use super::hub::Hub;
use super::request::{self, Presented};
use super::token_bucket::TokenBucket;
use crate::context::Context;
use crate::rates::Rates;

/// An API with its subscriptions, limits and known callers.
pub struct AppSync {
    /// Configuration, local cloud and clock.
    pub context: Arc<Context>,
    /// The served API.
    pub api: Api,
    /// Open WebSockets and subscriptions.
    pub hub: Hub,
    /// Limit of GraphQL requests per second over all callers.
    pub requests: TokenBucket,
    /// Limit of new WebSockets per second and address.
    pub connects: Rates,
    /// Limit of WebSockets that wait for their rejection.
    pub unauthorized: Semaphore,
    /// Queue that schedules functions.
    pub functions: Arc<FairQueue>,
    admission: Admission,
    authentication: Authentication,
}

impl AppSync {
    /// Creates the service of an API.
    pub fn new(context: Arc<Context>, api: Api) -> Self {
        let (limits, now) = (&context.config.limits, context.now());
        Self {
            requests: TokenBucket::new(limits.requests_per_second, now),
            connects: Rates::new(limits.connects_per_second, limits.connects_per_second),
            functions: FairQueue::new(Room {
                running: limits.functions_at_once,
                running_each: limits.functions_at_once_each,
                waiting: limits.functions_waiting,
                waiting_each: limits.functions_waiting_each,
                timeout: Duration::from_millis(limits.function_wait_ms),
            }),
            unauthorized: Semaphore::new(limits.unauthorized_connections),
            admission: Admission::new(limits),
            hub: Hub::default(),
            authentication: Authentication::default(),
            api,
            context,
        }
    }

    /// Charges an unverified request of `bytes` bytes to its credential or address.
    pub fn present(
        &self,
        headers: &Map<String, Value>,
        address: IpAddr,
        bytes: usize,
    ) -> Result<(), Refusal> {
        self.admission.present(request::credential(headers), address, bytes, self.context.now())
    }

    /// Authenticates a request that [`present`](Self::present) has charged.
    pub async fn authenticate(&self, presented: &Presented<'_>) -> Result<Caller, Refusal> {
        let functions = &self.functions;
        let caller = self.authentication.authenticate(&self.context, &self.api, functions, presented).await?;
        self.admission.verified(request::credential(presented.headers), &caller, self.context.now());
        Ok(caller)
    }

    /// Charges a request; rejects it if a limit or the queue is exhausted.
    pub fn admit(&self, caller: &Caller, address: IpAddr, cost: u32) -> Result<(), Refusal> {
        self.admission.spend(caller, address, cost, self.context.now())?;
        if self.functions.is_full_for(&caller.account(address).name) {
            return Err(Refusal::throttled());
        }
        Ok(())
    }

    /// Publishes a mutation result to matching subscriptions.
    pub async fn publish(&self, mutation: &str, payload: &Value) {
        let limit = self.context.config.limits.event_bytes;
        self.hub.publish(&self.api, limit, mutation, payload).await;
    }
}
