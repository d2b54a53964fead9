//! The proxy of Cognito: the operations that a browser calls, and no others.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::context::Context;
use crate::response::{text, unavailable};

const IDENTITY_POOLS: &str = "AWSCognitoIdentityService.";
const USER_POOLS: &str = "AWSCognitoIdentityProviderService.";

/// What a signed-out or signed-in browser calls; everything else is an administrator's business.
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
            "DeleteUser",
            "UpdateUserAttributes",
            "GetUserAttributeVerificationCode",
            "VerifyUserAttribute",
        ],
    ),
];

/// Cognito's request and response headers that matter to a browser client.
const PASSED_HEADERS: [&str; 4] = ["content-type", "x-amz-target", "x-amzn-errortype", "x-amzn-requestid"];

/// `POST` of a Cognito operation.
pub async fn operation(State(context): State<Arc<Context>>, headers: HeaderMap, body: Bytes) -> Response {
    let target = headers.get("x-amz-target").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let allowed = OPERATIONS.iter().any(|(service, operations)| {
        target.strip_prefix(service).is_some_and(|operation| operations.contains(&operation))
    });
    if !allowed {
        return text(StatusCode::BAD_REQUEST, "This operation is not one that a browser calls.");
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

fn passed(headers: &HeaderMap) -> HeaderMap {
    let picked =
        |name: &&'static str| Some((header::HeaderName::from_static(name), headers.get(*name)?.clone()));
    PASSED_HEADERS.iter().filter_map(picked).collect()
}
