//! What AppSync holds between requests.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::Semaphore;

use super::api::Api;
use super::authentication::Authentication;
use super::caller::Caller;
use super::error::Refusal;
use super::fair_queue::{FairQueue, Room};
use super::hub::Hub;
use super::request::Presented;
use super::token_bucket::TokenBucket;
use crate::context::Context;
use crate::rates::{Rates, household};

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
    callers: Rates,
    addresses: Rates,
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
                patience: Duration::from_millis(limits.function_wait_ms),
            }),
            unauthorized: Semaphore::new(limits.unauthorized_connections),
            callers: Rates::new(limits.caller_per_second, limits.caller_at_once),
            addresses: Rates::new(limits.address_per_second, limits.address_at_once),
            hub: Hub::default(),
            authentication: Authentication::default(),
            api,
            context,
        }
    }

    /// Who makes a request. What strangers ask is counted for their address before anybody is asked who they are.
    pub async fn authenticate(&self, presented: &Presented<'_>) -> Result<Caller, Refusal> {
        if !presented.is_signed() {
            self.spend_of_address(presented.source_ip, 1)?;
        }
        self.authentication.authenticate(&self.context, &self.api, &self.functions, presented).await
    }

    /// Counts what a request costs, for its caller and for the address that it comes from; refuses what is too much, and
    /// what would find no place among the calls that wait. Our own functions' calls are not counted.
    pub fn admit(&self, caller: &Caller, address: IpAddr, cost: u32) -> Result<(), Refusal> {
        let account = caller.account(address);
        if !caller.is_ours() {
            if !self.callers.take(&account, cost, self.context.now()) {
                return Err(Refusal::throttled());
            }
            self.spend_of_address(address, cost)?;
        }
        if self.functions.is_full_for(&account) {
            return Err(Refusal::throttled());
        }
        Ok(())
    }

    fn spend_of_address(&self, address: IpAddr, cost: u32) -> Result<(), Refusal> {
        let is_left = self.addresses.take(&household(address), cost, self.context.now());
        if is_left { Ok(()) } else { Err(Refusal::throttled()) }
    }

    /// Sends a mutation's result, keyed by field name, to every subscription that it concerns.
    pub async fn publish(&self, mutation: &str, payload: &Value) {
        let limit = self.context.config.limits.event_bytes;
        self.hub.publish(&self.api, limit, mutation, payload).await;
    }
}
