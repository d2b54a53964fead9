//! Pure: the exports of other recipe apps become recipes, each by itself, so that a bad one does not stop the rest.

use extract::Extraction;
use thiserror::Error;

/// Why an export cannot be read at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ExportError {
    /// Broken, cut off, or not what its name says.
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
}
