//! What opens an upload.

use std::future::Future;

use app::ErrorCode;
use app::reading::Entry;
use app::upload::{ReadAs, Uploaded};
use ocr::Sheet;

/// What an upload turned out to be.
#[derive(Clone, Debug, PartialEq)]
pub enum Opened {
    /// Recipes or texts, at least one.
    Entries(Vec<Entry>),
    /// Pictures, or a document's pages without text: one sheet each, at least one, all of one recipe.
    Sheets(Vec<Sheet>),
}

/// Opens uploads. Whatever the bytes are, each file takes at most 8 seconds of
/// processor time and 512 MB, and leaves nothing behind.
pub trait Opener: Send + Sync {
    /// Opens the pictures of one recipe in order, or one file. As [`ReadAs::PlainText`] a file is entries or an error.
    ///
    /// # Errors
    /// The reason for the person, as an [`ErrorCode`].
    fn open(
        &self,
        read_as: ReadAs,
        files: Vec<Uploaded>,
    ) -> impl Future<Output = Result<Opened, ErrorCode>> + Send;
}
