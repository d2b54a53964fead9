//! Security headers of the distribution's response headers policy.

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;

/// Headers to add to responses.
#[derive(Clone)]
pub struct SecurityHeaders(Vec<(HeaderName, HeaderValue)>);

impl SecurityHeaders {
    /// Headers with an optional content security policy; the error reports an invalid value.
    pub fn new(policy: Option<&str>) -> Result<Self, String> {
        let mut headers = vec![
            (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
            (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
            (header::REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin")),
        ];
        if let Some(policy) = policy {
            let value = HeaderValue::from_str(policy).map_err(|_| {
                "The configured contentSecurityPolicy is not the value of a header.".to_owned()
            })?;
            headers.push((header::CONTENT_SECURITY_POLICY, value));
        }
        Ok(Self(headers))
    }

    /// Sets the headers on a response.
    pub fn added_to(&self, mut response: Response) -> Response {
        response.headers_mut().extend(self.0.iter().cloned());
        response
    }
}
