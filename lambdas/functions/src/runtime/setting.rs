//! Configuration from the environment, read once when a function starts.

use app::AppError;

/// A setting without which the function cannot work.
///
/// # Errors
/// [`AppError::Internal`], naming the setting.
pub fn required(name: &'static str) -> Result<String, AppError> {
    optional(name).ok_or_else(|| AppError::Internal(format!("the setting {name} is missing")))
}

/// A setting that may be absent; an empty one is.
#[must_use]
pub fn optional(name: &'static str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}
