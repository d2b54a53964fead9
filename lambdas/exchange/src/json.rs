//! Recipes in JSON.

use extract::read_json_ld;
use serde_json::Value;

use crate::ExportError;
use crate::entries::Entries;
use crate::limits::{MAX_RECIPES, can_be_held};

/// Reads every recipe of a JSON text.
pub(crate) fn read(bytes: &[u8], entries: &mut Entries) -> Result<(), ExportError> {
    let value = parse(bytes)?;
    for extraction in read_json_ld(&value, MAX_RECIPES + 1) {
        entries.add(extraction, None)?;
    }
    Ok(())
}

/// Reads a JSON text, however broken, if it can be held in memory.
pub(crate) fn parse(bytes: &[u8]) -> Result<Value, ExportError> {
    let text = unpack::decode(bytes);
    if !can_be_held(&text) {
        return Err(ExportError::TooLarge);
    }
    extract::read_json(&text).ok_or(ExportError::Unreadable)
}
