//! What AppSync holds between requests.

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

/// One API with its open subscriptions, its limits and what is known of its callers.
pub struct AppSync {
    /// The configuration, the local cloud and the clock that the service works with.
    pub context: Arc<Context>,
    /// The API that is served.
    pub api: Api,
    /// The open WebSockets and their subscriptions.
    pub hub: Hub,
    /// Permits for GraphQL requests over all callers, `requests_per_second` of the configuration.
    pub requests: TokenBucket,
    /// Permits for new WebSockets of each address, `connects_per_second` of the configuration.
    pub connects: Rates,
    /// Places of WebSockets that are not authorized, until they have been told.
    pub unauthorized: Semaphore,
    /// The turns in which functions run.
    pub functions: Arc<FairQueue>,
    admission: Admission,
    authentication: Authentication,
}

impl AppSync {
    /// Serves an API that was read from the context's cloud.
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

    /// Counts a request of so many bytes for the credential that it shows, before anything of it is read.
    pub fn present(
        &self,
        headers: &Map<String, Value>,
        address: IpAddr,
        bytes: usize,
    ) -> Result<(), Refusal> {
        self.admission.present(request::credential(headers), address, bytes, self.context.now())
    }

    /// Who makes a request that was counted by [`present`](Self::present).
    pub async fn authenticate(&self, presented: &Presented<'_>) -> Result<Caller, Refusal> {
        let functions = &self.functions;
        let caller = self.authentication.authenticate(&self.context, &self.api, functions, presented).await?;
        self.admission.verified(request::credential(presented.headers), &caller, self.context.now());
        Ok(caller)
    }

    /// Counts what a request costs, for its caller and for the address that it comes from; refuses what is too much, and
    /// what would find no place among the calls that wait. Our own functions' calls are not counted.
    pub fn admit(&self, caller: &Caller, address: IpAddr, cost: u32) -> Result<(), Refusal> {
        self.admission.spend(caller, address, cost, self.context.now())?;
        if self.functions.is_full_for(&caller.account(address).name) {
            return Err(Refusal::throttled());
        }
        Ok(())
    }

    /// Sends a mutation's result, keyed by field name, to every subscription that it concerns.
    pub async fn publish(&self, mutation: &str, payload: &Value) {
        let limit = self.context.config.limits.event_bytes;
        self.hub.publish(&self.api, limit, mutation, payload).await;
    }
}
