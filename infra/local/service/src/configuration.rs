//! JSON configuration file written by the launcher.

use std::path::Path;

use serde::de::DeserializeOwned;

/// Reads a configuration file.
///
/// # Errors
///
/// The file is unreadable or invalid.
pub fn read_configuration<T: DeserializeOwned>(path: &Path) -> Result<T, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("The configuration {} can't be read: {error}", path.display()))?;
    serde_json::from_str(&text)
        .map_err(|error| format!("The configuration {} is not valid: {error}", path.display()))
}
