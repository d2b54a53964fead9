//! Paprika files: `.paprikarecipe` is a gzipped JSON recipe, `.paprikarecipes` a ZIP archive of them.

use crate::unpack::{UnpackError, gunzip};

use crate::exchange::entries::Entries;
use crate::exchange::limits::MAX_PACKED_RECIPE_BYTES;
use crate::exchange::{ExportError, json};

pub(crate) fn read(packed: &[u8], entries: &mut Entries) -> Result<(), ExportError> {
    let unpacked = gunzip(packed, MAX_PACKED_RECIPE_BYTES).map_err(|error| match error {
        UnpackError::TooLarge => ExportError::TooLarge,
        _ => ExportError::Unreadable,
    })?;
    let before = entries.len();
    json::read(&unpacked, &mut |_| None, entries)?;
    if entries.len() == before { Err(ExportError::Unreadable) } else { Ok(()) }
}
