//! What every address of the stand-in speaks, with Stripe's errors.

use axum::body::{Body, Bytes};
use axum::response::Response;
use local_service::{json_answer, read_body};

use crate::error::ApiError;

/// Largest body that is read, in bytes.
const LARGEST: usize = 64 * 1024;

/// A body of at most 64 KiB.
pub(crate) async fn read(body: Body) -> Result<Bytes, ApiError> {
    read_body(body, LARGEST).await.ok_or_else(ApiError::too_large)
}

/// An error as Stripe answers it.
pub(crate) fn refused(error: &ApiError) -> Response {
    json_answer(error.status, &error.body())
}
