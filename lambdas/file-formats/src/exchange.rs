//! Reads export files of other recipe apps, without side effects; an unreadable entry does not affect the
//! others.
//!
//! [`format`] detects the format, [`read`] reads all recipes. JSON, XML, YAML, tables and keyed texts become
//! trees of fields (`field`), which one reader (`mapped`) turns into recipes by their names (`names`). Limits
//! are in `limits`; declared sizes in files are not trusted (`unpack`).

#![cfg_attr(not(test), deny(clippy::string_slice, clippy::indexing_slicing, clippy::arithmetic_side_effects))]

mod archive;
mod cooklang;
mod entries;
mod evernote;
mod field;
mod fields;
mod format;
mod json;
mod keyed;
mod limits;
mod mapped;
mod marks;
mod master_cook;
mod meal_master;
mod mealie;
mod names;
mod own;
mod packed;
mod page;
mod recipe_md;
mod rez_konv;
mod table;
mod xml;
mod yaml;

use extract::Extraction;
use thiserror::Error;

pub use format::{Format, format};
pub use marks::ExportedMarks;

use entries::Entries;

/// Why an export or one of its entries cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ExportError {
    /// The file is broken or truncated.
    #[error("the file is broken")]
    Unreadable,
    /// The file or its unpacked content exceeds a limit.
    #[error("the file is too large")]
    TooLarge,
    /// Readable, but without ingredients and steps.
    #[error("there is no recipe")]
    NoRecipe,
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
    /// Why there is no recipe.
    pub problem: Option<Problem>,
}

/// Why an entry has no recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Why the entry cannot be read.
    pub error: ExportError,
    /// The entry's own text for its owner to copy, at most 4,000 characters.
    pub text: Option<String>,
}

impl Entry {
    fn error(&self) -> Option<ExportError> {
        self.problem.as_ref().map(|problem| problem.error)
    }
}

/// Reads all recipes of an export, in order. `name` is the file name, the title of a recipe without one.
///
/// # Errors
/// `Unreadable` if it is broken, `NoRecipe` without any recipe, `TooLarge` above 2,000 recipes or 200 MB
/// unpacked.
pub fn read(format: Format, name: Option<&str>, bytes: &[u8]) -> Result<Vec<Entry>, ExportError> {
    let mut entries = Entries::default();
    match format {
        Format::Archive => archive::read(bytes, &mut entries)?,
        Format::Paprika => packed::read(bytes, &mut entries)?,
        text => read_text(text, name, bytes, &mut |_| None, &mut entries)?,
    }
    entries.finish()
}

/// Reads a file that is not packed; `file` finds a photo beside it by name.
fn read_text(
    format: Format,
    name: Option<&str>,
    bytes: &[u8],
    file: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    entries: &mut Entries,
) -> Result<(), ExportError> {
    if bytes.len() as u64 > limits::MAX_LIBRARY_BYTES {
        return Err(ExportError::TooLarge);
    }
    match format {
        Format::Json => json::read(bytes, file, entries),
        Format::Xml => xml::read(bytes, file, entries),
        Format::Yaml => yaml::read(bytes, file, entries),
        Format::Table => table::read(bytes, file, entries),
        Format::Keyed => keyed::read(bytes, file, entries),
        Format::Page => page::read(bytes, file, entries),
        Format::RecipeMd => recipe_md::read(name, bytes, entries),
        Format::Cooklang => cooklang::read(name, bytes, entries),
        Format::MealMaster => meal_master::read(bytes, entries),
        Format::RezKonv => rez_konv::read(bytes, entries),
        Format::MasterCook => master_cook::read(bytes, entries),
        // Packed formats are read before.
        Format::Archive | Format::Paprika => Err(ExportError::Unreadable),
    }
}
