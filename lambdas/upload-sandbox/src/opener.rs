use std::future::Future;

use app::ErrorCode;
use app::reading::Entry;
use app::upload::{ReadAs, Uploaded};
use ocr::Sheet;

/// Content of an upload.
#[derive(Clone, Debug, PartialEq)]
pub enum Opened {
    /// Recipes or texts; at least one.
    Entries(Vec<Entry>),
    /// Page images of one recipe, from photos or from a document without text; at least one.
    Sheets(Vec<Sheet>),
}

/// Opens uploads with at most 8 seconds of CPU time and 512 MiB per file.
pub trait Opener: Send + Sync {
    /// Opens the photos of one recipe in order, or one file. [`ReadAs::PlainText`] gives entries only.
    ///
    /// # Errors
    /// The [`ErrorCode`] for the user.
    fn open(
        &self,
        read_as: ReadAs,
        files: Vec<Uploaded>,
    ) -> impl Future<Output = Result<Opened, ErrorCode>> + Send;
}
