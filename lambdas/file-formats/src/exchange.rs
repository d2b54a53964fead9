//! Reads export files of other recipe apps, without side effects. An unreadable entry does not affect the
//! others.
//!
//! [`format`] detects the format, [`read`] reads all recipes. JSON, XML, YAML, tables and key-value texts are
//! parsed to a tree of fields (`field`). One reader (`mapped`) converts the tree to recipes by the fields'
//! names (`names`). Declared sizes in files are not trusted (`unpack`); limits are in `limits`.

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
mod links;
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
pub use links::ExportedLink;
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
    /// Readable, but not a recipe.
    #[error("there is no recipe")]
    NoRecipe,
}

/// One recipe of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Title to show in the import summary, if known.
    pub title: Option<String>,
    /// The recipe; `None` if unreadable.
    pub recipe: Option<Box<Extraction>>,
    /// Photo bytes from the export, not validated.
    pub picture: Option<Vec<u8>>,
    /// The owner's marks; empty if there is no recipe.
    pub marks: ExportedMarks,
    /// The recipe's id in the exporting app, if other recipes may link to it.
    pub id: Option<String>,
    /// The lines that other recipes make; empty if there is no recipe.
    pub links: Vec<ExportedLink>,
    /// Why there is no recipe.
    pub problem: Option<Problem>,
}

/// Why an entry has no recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Why the entry cannot be read.
    pub error: ExportError,
    /// The entry's text, at most 4,000 characters, so that the user can copy it.
    pub text: Option<String>,
}

impl Entry {
    fn error(&self) -> Option<ExportError> {
        self.problem.as_ref().map(|problem| problem.error)
    }
}

/// Reads all recipes of an export, in order. `name` is the file name, the fallback title.
///
/// # Errors
/// `Unreadable` if it is broken, `NoRecipe` if it contains no recipe, `TooLarge` above 2,000 recipes, 60 MiB,
/// or 200 MiB unpacked.
pub fn read(format: Format, name: Option<&str>, bytes: &[u8]) -> Result<Vec<Entry>, ExportError> {
    let mut entries = Entries::default();
    match format {
        Format::Archive => archive::read(bytes, &mut entries)?,
        Format::Paprika => packed::read(bytes, &mut entries)?,
        text => read_text(text, name, bytes, &mut |_| None, &mut entries)?,
    }
    entries.finish()
}

/// Reads an uncompressed file; `file` looks up a photo by its file name.
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
        Format::Archive | Format::Paprika => Err(ExportError::Unreadable),
    }
}
