//! API Gateway's REST APIs below `/api/`: routes, ID tokens, limits and errors.

mod answer;
mod event;
mod members;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::to_bytes;
use axum::extract::{ConnectInfo, RawPathParams, Request};
use axum::http::{Method, StatusCode, header};
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::{MethodFilter, MethodRouter, any};
use serde_json::Value;

use crate::appsync::caller::Account;
use crate::appsync::fair_queue::FairQueue;
use crate::cloud::{CloudError, Invocation};
use crate::config::RestRoute;
use crate::context::Context;
use crate::front_door::security_headers::SecurityHeaders;
use crate::log;
use crate::rates::Rates;
use answer::{refused, response_of};
use members::Members;

const MAX_BYTES: usize = 10 * 1024 * 1024;
const TIMEOUT: Duration = Duration::from_secs(29);
/// Stage name of all REST APIs, which is CloudFront's path prefix.
const STAGE: &str = "api";

struct Rest {
    context: Arc<Context>,
    functions: Arc<FairQueue>,
    members: Members,
}

#[derive(Clone)]
struct Served {
    rest: Arc<Rest>,
    route: Arc<RestRoute>,
    rates: Arc<Rates>,
}

/// The configured routes; 404 for other paths below `/api/`. The error names an invalid setting.
pub fn router(context: &Arc<Context>, functions: Arc<FairQueue>) -> Result<Router, String> {
    let members = Members::new(&context.config.user_pool_id);
    let rest = Arc::new(Rest { context: Arc::clone(context), functions, members });
    let mut router = Router::new().route(&format!("/{STAGE}/{{*path}}"), any(missing));
    let mut by_path: Vec<(String, MethodRouter)> = Vec::new();
    for route in &context.config.rest {
        let method = Method::from_bytes(route.method.as_bytes()).ok();
        let filter = method.and_then(|method| MethodFilter::try_from(method).ok());
        let filter = filter.ok_or_else(|| format!("The configured method {} is none.", route.method))?;
        let served = Served {
            rest: Arc::clone(&rest),
            route: Arc::new(route.clone()),
            rates: Arc::new(Rates::new(route.requests_per_second, route.requests_at_once)),
        };
        let handler = move |address: ConnectInfo<SocketAddr>, parameters: RawPathParams, request: Request| {
            let served = served.clone();
            async move { served.answer(address.0, &parameters, request).await }
        };
        let path = format!("/{STAGE}{}", route.path);
        match by_path.iter_mut().find(|(known, _)| *known == path) {
            Some((_, methods)) => *methods = std::mem::take(methods).on(filter, handler),
            None => by_path.push((path, MethodRouter::new().fallback(missing).on(filter, handler))),
        }
    }
    for (path, methods) in by_path {
        router = router.route(&path, methods);
    }
    let headers = SecurityHeaders::new(context.config.content_security_policy.as_deref())?;
    Ok(router.layer(map_response(move |response: Response| std::future::ready(headers.added_to(response)))))
}

/// API Gateway answers 403, which CloudFront replaces with its not-found page.
async fn missing() -> Response {
    crate::response::text(StatusCode::NOT_FOUND, "Not found.")
}

impl Served {
    async fn answer(&self, address: SocketAddr, parameters: &RawPathParams, request: Request) -> Response {
        let now = self.rest.context.now();
        if !self.rates.take("all", 1, now) {
            return refused(StatusCode::TOO_MANY_REQUESTS, "Too Many Requests");
        }
        let (parts, body) = request.into_parts();
        let claims = if self.route.members_only {
            let token = parts.headers.get(header::AUTHORIZATION);
            match self.rest.members.claims(&self.rest.context, token).await {
                Ok(claims) => Some(claims),
                Err((status, message)) => return refused(status, &message),
            }
        } else {
            None
        };
        let Ok(body) = to_bytes(body, MAX_BYTES).await else {
            return refused(StatusCode::PAYLOAD_TOO_LARGE, "Request Too Long");
        };
        let account = match claims.as_ref().and_then(|claims| claims.get("sub")).and_then(Value::as_str) {
            Some(sub) => Account { name: format!("caller:{sub}"), is_ours: false },
            None => Account::of_address(address.ip()),
        };
        let event = event::proxy(&self.route, &parts, parameters, claims, address.ip(), &body, now);
        let Ok(turn) = self.rest.functions.enter(&account).await else {
            return refused(StatusCode::TOO_MANY_REQUESTS, "Too Many Requests");
        };
        let invoked = self.rest.context.cloud.invoke(&self.route.function, &event, TIMEOUT).await;
        drop(turn);
        match invoked {
            Ok(Invocation::Returned(value)) => response_of(&value),
            Ok(Invocation::Failed(_)) => refused(StatusCode::BAD_GATEWAY, answer::BROKEN),
            Err(CloudError::TimedOut) => refused(StatusCode::GATEWAY_TIMEOUT, "Endpoint request timed out"),
            Err(error) => {
                log::line(&error.to_string());
                refused(StatusCode::BAD_GATEWAY, answer::BROKEN)
            }
        }
    }
}
