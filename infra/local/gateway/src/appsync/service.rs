//! What AppSync holds between requests.

use std::sync::Arc;

use serde_json::Value;

use super::api::Api;
use super::authentication::Authentication;
use super::caller::Caller;
use super::error::Refusal;
use super::hub::Hub;
use super::request::Presented;
use super::token_bucket::TokenBucket;
use crate::context::Context;

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
    /// Permits for new WebSockets over all callers, `connects_per_second` of the configuration.
    pub connects: TokenBucket,
    authentication: Authentication,
}

impl AppSync {
    /// Serves an API that was read from the context's cloud.
    pub fn new(context: Arc<Context>, api: Api) -> Self {
        let (limits, now) = (&context.config.limits, context.now());
        Self {
            requests: TokenBucket::new(limits.requests_per_second, now),
            connects: TokenBucket::new(limits.connects_per_second, now),
            hub: Hub::default(),
            authentication: Authentication::default(),
            api,
            context,
        }
    }

    /// Tells who makes a request, from the credentials that it presents.
    pub async fn authenticate(&self, presented: &Presented<'_>) -> Result<Caller, Refusal> {
        self.authentication.authenticate(&self.context, &self.api, presented).await
    }

    /// Sends a mutation's result, keyed by field name, to every subscription that it concerns.
    pub async fn publish(&self, mutation: &str, payload: &Value) {
        let limit = self.context.config.limits.event_bytes;
        self.hub.publish(&self.api, limit, mutation, payload).await;
    }
}
