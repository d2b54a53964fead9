//! Configuration from environment variables, read at function start.

use app::AppError;

/// A required setting.
pub fn required(name: &'static str) -> Result<String, AppError> {
    optional(name).ok_or_else(|| AppError::Internal(format!("the setting {name} is missing")))
}

/// An optional setting; empty counts as absent.
#[must_use]
pub fn optional(name: &'static str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}
