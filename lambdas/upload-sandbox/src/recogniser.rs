use std::future::Future;

use ocr::{Sheet, Word};
use recipe::Language;
use thiserror::Error;
use zest_core::PortError;

/// Why recognition failed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RecognitionError {
    /// Timeout.
    #[error("recognition took too long")]
    TimedOut,
    /// The OCR program is not installed.
    #[error("text recognition is not installed")]
    Missing,
    /// See [`PortError`].
    #[error(transparent)]
    Port(#[from] PortError),
}

/// OCR engine: tesseract or Amazon Textract.
pub trait Recogniser: Send + Sync {
    /// Recognised words of a sheet, by region and line in reading order. `hint` is the likely language.
    fn recognise(
        &self,
        sheet: &Sheet,
        hint: Option<Language>,
    ) -> impl Future<Output = Result<Vec<Word>, RecognitionError>> + Send;
}
