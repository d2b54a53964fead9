//! What recognises the print of a picture.

use std::future::Future;

use app::error::PortError;
use ocr::{Sheet, Word};
use recipe::Language;
use thiserror::Error;

/// Why a sheet was not recognised.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RecognitionError {
    /// It took longer than is waited for.
    #[error("recognition took too long")]
    TimedOut,
    /// What recognises is not installed.
    #[error("text recognition is not installed")]
    Missing,
    /// See [`PortError`].
    #[error(transparent)]
    Port(#[from] PortError),
}

/// Recognises print in pictures: tesseract, or Amazon Textract.
pub trait Recogniser: Send + Sync {
    /// The words of a sheet, by region and line in reading order. `hint` is a language that the text may well be in.
    fn recognise(
        &self,
        sheet: &Sheet,
        hint: Option<Language>,
    ) -> impl Future<Output = Result<Vec<Word>, RecognitionError>> + Send;
}
