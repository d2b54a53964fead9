//! Proxy for the Cognito operations that browsers call.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::context::Context;
use crate::rates::{Rates, household};
use crate::response::{text, typed, unavailable};

const IDENTITY_POOLS: &str = "AWSCognitoIdentityService.";
const USER_POOLS: &str = "AWSCognitoIdentityProviderService.";

/// Allowed operations. As on AWS, DeleteUser is blocked; clients use `deleteAccount`.
const OPERATIONS: [(&str, &[&str]); 2] = [
    (IDENTITY_POOLS, &["GetId", "GetCredentialsForIdentity", "GetOpenIdToken"]),
    (
        USER_POOLS,
        &[
            "InitiateAuth",
            "GetTokensFromRefreshToken",
            "RespondToAuthChallenge",
            "SignUp",
            "ConfirmSignUp",
            "ResendConfirmationCode",
            "ForgotPassword",
            "ConfirmForgotPassword",
            "GetUser",
            "GlobalSignOut",
            "RevokeToken",
            "ChangePassword",
            "UpdateUserAttributes",
            "GetUserAttributeVerificationCode",
            "VerifyUserAttribute",
        ],
    ),
];

const PASSED_HEADERS: [&str; 4] = ["content-type", "x-amz-target", "x-amzn-errortype", "x-amzn-requestid"];

const NEW_IDENTITY: &str = "AWSCognitoIdentityService.GetId";

/// State of the proxy.
pub struct Proxy {
    context: Arc<Context>,
    /// New identities per address; on AWS a Cognito quota.
    identities: Rates,
}

impl Proxy {
    /// A proxy with full limits.
    pub fn new(context: Arc<Context>) -> Self {
        let per_hour = context.config.limits.identities_per_hour;
        Self { identities: Rates::new(f64::from(per_hour) / 3600.0, per_hour), context }
    }
}

/// Handles a Cognito operation.
pub async fn operation(
    State(proxy): State<Arc<Proxy>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let context = &proxy.context;
    let target = headers.get("x-amz-target").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let allowed = OPERATIONS.iter().any(|(service, operations)| {
        target.strip_prefix(service).is_some_and(|operation| operations.contains(&operation))
    });
    if !allowed {
        return text(StatusCode::BAD_REQUEST, "This operation is not one that a browser calls.");
    }
    if target == NEW_IDENTITY && !proxy.identities.take(&household(address.ip()), 1, context.now()) {
        return too_many_requests();
    }
    match context.cloud.pass_on(passed(&headers), body).await {
        Ok(reply) => {
            let mut response = Response::new(Body::from(reply.body));
            *response.status_mut() = reply.status;
            *response.headers_mut() = passed(&reply.headers);
            response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            response
        }
        Err(error) => unavailable(&error),
    }
}

/// Cognito's throttling error, which clients retry.
fn too_many_requests() -> Response {
    let refusal = b"{\"__type\":\"TooManyRequestsException\",\"message\":\"Rate exceeded\"}".to_vec();
    typed(StatusCode::TOO_MANY_REQUESTS, "application/x-amz-json-1.1", refusal)
}

fn passed(headers: &HeaderMap) -> HeaderMap {
    let picked =
        |name: &&'static str| Some((header::HeaderName::from_static(name), headers.get(*name)?.clone()));
    PASSED_HEADERS.iter().filter_map(picked).collect()
}
