//! Reads export files of other recipe apps, without side effects; an unreadable entry does not affect the
//! others.
//!
//! [`format`] detects the format, [`read`] reads all recipes. Limits are in `limits`; declared sizes in files
//! are not trusted (`unpack`).

#![cfg_attr(not(test), deny(clippy::string_slice, clippy::indexing_slicing, clippy::arithmetic_side_effects))]

mod archive;
mod cooklang;
mod entries;
mod fields;
mod format;
mod json;
mod limits;
mod marks;
mod meal_master;
mod mealie;
mod own;
mod packed;
mod paprika;
mod recipe_keeper;
mod recipe_sage;

use extract::Extraction;
use thiserror::Error;

pub use format::{Format, format};
pub use marks::ExportedMarks;

use entries::Entries;

/// Why an export cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ExportError {
    /// Broken, truncated, or without any readable recipe.
    #[error("the file is broken")]
    Unreadable,
    /// The file or its unpacked content exceeds a limit.
    #[error("the file is too large")]
    TooLarge,
}

/// One recipe of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Title for the summary, if known.
    pub title: Option<String>,
    /// The recipe; `None` if unreadable.
    pub recipe: Option<Box<Extraction>>,
    /// Photo as exported, not validated.
    pub picture: Option<Vec<u8>>,
    /// The owner's marks; empty without a recipe.
    pub marks: ExportedMarks,
}

/// Reads all recipes of an export, in order. `name` is the file name, the title of a recipe without one.
///
/// # Errors
/// `Unreadable` without any readable recipe, `TooLarge` above 2,000 recipes or 200 MB unpacked.
pub fn read(format: Format, name: Option<&str>, bytes: &[u8]) -> Result<Vec<Entry>, ExportError> {
    let mut entries = Entries::default();
    match format {
        Format::Json => json::read(bytes, &mut entries)?,
        Format::Paprika => packed::read(bytes, &mut entries)?,
        Format::RecipeKeeper => recipe_keeper::read(bytes, |_| None, &mut entries)?,
        Format::Cooklang => cooklang::read(name, bytes, &mut entries)?,
        Format::MealMaster => meal_master::read(bytes, &mut entries)?,
        Format::Archive => archive::read(bytes, &mut entries)?,
    }
    entries.finish()
}
