//! Sign-in: Cognito operations, the hosted UI, and the stand-in for Google.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};

use crate::context::Context;

pub mod form;
pub mod google;
pub mod hosted_ui;
pub mod one_time;
pub mod proxy;

const MAX_BODY_BYTES: usize = 64 * 1024;

/// Routes of the sign-in.
pub fn router(context: &Arc<Context>) -> Router {
    let small = DefaultBodyLimit::max(MAX_BODY_BYTES);
    let operations = post(proxy::operation).layer(small);
    let of_cognito = Router::new()
        .route("/", operations.clone())
        .route("/cognito-identity/", operations.clone())
        .route("/cognito-idp/", operations)
        .with_state(Arc::new(proxy::Proxy::new(Arc::clone(context))));
    let of_hosted_ui = Router::new()
        .route("/oauth2/authorize", get(hosted_ui::authorize))
        .route("/oauth2/idpresponse", get(hosted_ui::idp_response))
        .route("/oauth2/token", post(hosted_ui::token).layer(small))
        .route("/logout", get(hosted_ui::logout))
        .with_state(Arc::new(hosted_ui::HostedUi::new(Arc::clone(context))));
    let of_google = Router::new()
        .route("/local/google/authorize", get(google::authorize_page).post(google::authorize).layer(small))
        .route("/local/google/token", post(google::token).layer(small))
        .with_state(Arc::new(google::Google::new(Arc::clone(context))));
    of_cognito.merge(of_hosted_ui).merge(of_google)
}
