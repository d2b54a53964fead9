//! What the browser reaches of the cloud through the one origin: Cognito and the pictures.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::cloud::CloudError;
use crate::files;
use crate::gateway::Gateway;

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
        ],
    ),
];

/// Cognito's request and response headers that matter to a browser client.
const PASSED_HEADERS: [&str; 4] = ["content-type", "x-amz-target", "x-amzn-errortype", "x-amzn-requestid"];

/// `POST` of a Cognito operation.
pub async fn cognito(State(gateway): State<Arc<Gateway>>, headers: HeaderMap, body: Bytes) -> Response {
    let target = headers.get("x-amz-target").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let allowed = OPERATIONS.iter().any(|(service, operations)| {
        target.strip_prefix(service).is_some_and(|operation| operations.contains(&operation))
    });
    if !allowed {
        return files::text(StatusCode::BAD_REQUEST, "This operation is not one that a browser calls.");
    }
    match gateway.cloud.pass_on(passed(&headers), body).await {
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

/// `GET /media/<recipe id>/<hash>`: a picture of the media bucket, if it is one.
pub async fn media(
    State(gateway): State<Arc<Gateway>>,
    Path((recipe, hash)): Path<(String, String)>,
) -> Response {
    let is_hex =
        |text: &str| !text.is_empty() && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    let missing = || files::text(StatusCode::NOT_FOUND, "Not found.");
    if recipe.len() != 32 || hash.len() > 128 || !is_hex(&recipe) || !is_hex(&hash) {
        return missing();
    }
    let path = format!("/{}/media/{recipe}/{hash}", gateway.config.media_bucket);
    let reply = match gateway.cloud.get("s3", &path).await {
        Ok(reply) => reply,
        Err(error) => return unavailable(&error),
    };
    let kind = reply.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"]
        .into_iter()
        .find(|picture| reply.status == StatusCode::OK && kind == Some(picture));
    let Some(kind) = kind else { return missing() };
    let mut response = files::typed(StatusCode::OK, kind, reply.body.to_vec());
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
    headers.insert(header::CACHE_CONTROL, forever);
    response
}

fn passed(headers: &HeaderMap) -> HeaderMap {
    let picked =
        |name: &&'static str| Some((header::HeaderName::from_static(name), headers.get(*name)?.clone()));
    PASSED_HEADERS.iter().filter_map(picked).collect()
}

/// 504 for a cloud that is slow, 502 for one that is away.
pub(crate) fn unavailable(error: &CloudError) -> Response {
    let status = match error {
        CloudError::TimedOut => StatusCode::GATEWAY_TIMEOUT,
        CloudError::Unavailable(_) => StatusCode::BAD_GATEWAY,
    };
    files::text(status, &error.to_string())
}
