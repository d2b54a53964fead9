//! Selects the OCR engine by `TEXT_RECOGNITION`.

use app::{AppError, Language};
use aws::{Clients, Textract};
use ocr::{Sheet, Word};
use upload_sandbox::{Recogniser, RecognitionError, Tesseract};

#[derive(Debug)]
pub(crate) enum OcrEngine {
    Tesseract(Tesseract),
    Textract(Textract),
}

impl OcrEngine {
    /// Reads `TEXT_RECOGNITION`: `tesseract` or `textract`.
    pub(crate) fn from_env(clients: &Clients) -> Result<Self, AppError> {
        match crate::runtime::required("TEXT_RECOGNITION")?.as_str() {
            "tesseract" => Ok(Self::Tesseract(Tesseract::from_environment())),
            "textract" => Textract::new(clients)
                .map(Self::Textract)
                .ok_or_else(|| AppError::Internal("no credentials or region".to_owned())),
            other => Err(AppError::Internal(format!("TEXT_RECOGNITION is {other}"))),
        }
    }
}

impl Recogniser for OcrEngine {
    async fn recognise(&self, sheet: &Sheet, hint: Option<Language>) -> Result<Vec<Word>, RecognitionError> {
        match self {
            // Tesseract is optional in the local stage.
            Self::Tesseract(tesseract) if !tesseract.is_installed() => {
                tracing::warn!("tesseract is missing; install tesseract-ocr to read photos");
                Err(RecognitionError::Missing)
            }
            Self::Tesseract(tesseract) => tesseract.recognise(sheet, hint).await,
            Self::Textract(textract) => textract.recognise(sheet, hint).await,
        }
    }
}
