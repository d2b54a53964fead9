//! Request bodies and error responses in Stripe's format.

use axum::body::{Body, Bytes};
use axum::response::Response;
use local_service::{json_answer, read_body};

use crate::error::ApiError;

const LARGEST: usize = 64 * 1024;

pub(crate) async fn read(body: Body) -> Result<Bytes, ApiError> {
    read_body(body, LARGEST).await.ok_or_else(ApiError::too_large)
}

pub(crate) fn refused(error: &ApiError) -> Response {
    json_answer(error.status, &error.body())
}
