//! Pure: the exports of other recipe apps become recipes, each by itself, so that a bad one does not stop the rest.
//!
//! [`format`] tells an export by what it holds, [`read`] reads all its recipes. What is bounded and how much stands in
//! `limits`; a file's claims of its own size are never believed (`unpack`).

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

/// Why an export cannot be read at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ExportError {
    /// Broken, cut off, not what its name says, or without a single recipe that can be read.
    #[error("the file is broken")]
    Unreadable,
    /// It is, or becomes when it is unpacked, larger than is read.
    #[error("the file is too large")]
    TooLarge,
}

/// One recipe of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is called, as far as that can be told; for the summary.
    pub title: Option<String>,
    /// The recipe; `None` where this entry could not be read.
    pub recipe: Option<Box<Extraction>>,
    /// Its picture as the export holds it, not looked at yet.
    pub picture: Option<Vec<u8>>,
    /// What its owner had put on it; none where there is no recipe.
    pub marks: ExportedMarks,
}

/// Reads all recipes of an export, in its order; at least one of them can be read. `name` is the file's own name, which
/// is the title of a recipe that has none.
///
/// # Errors
/// `Unreadable` when there is no recipe that can be read, `TooLarge` beyond 2,000 recipes or 200 MB unpacked.
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
