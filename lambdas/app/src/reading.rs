//! What an upload holds, and the two ports through which it is read: [`Opener`] makes recipes, texts or sheets of its bytes,
//! [`Recogniser`] reads the words of a sheet.

use std::future::Future;

use extract::{Extraction, Text};
use pictures::{Sheet, Word};
use recipe::Language;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::failure::ErrorCode;
use crate::ports::PortError;

/// What a person uploads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum UploadKind {
    /// One or more pictures of one recipe, in order.
    Picture,
    /// One file, which may hold many recipes.
    File,
}

/// One uploaded file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uploaded {
    /// The file's own name, where it is known; it may hint at what the file is.
    pub name: Option<String>,
    /// As it came.
    pub bytes: Vec<u8>,
}

/// One recipe of an upload, or what may become one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// What it is called, as far as that can be told; for the summary.
    pub title: Option<String>,
    /// What was found.
    pub found: Found,
    /// A picture of the dish, as JPEG made by us. On the workbench it lies beside the reading.
    #[serde(skip)]
    pub picture: Option<Vec<u8>>,
}

/// What an entry of an upload is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Found {
    /// A text, which `extract` reads.
    Text(Text),
    /// A saved page, which `extract` reads.
    Page {
        /// Decoded.
        html: String,
    },
    /// A recipe whose fields were marked as what they are.
    Recipe(Box<Extraction>),
    /// Nothing that can be read, and why.
    Unreadable(ErrorCode),
}

/// What an upload turned out to be.
#[derive(Clone, Debug, PartialEq)]
pub enum Opened {
    /// Recipes or texts, at least one.
    Entries(Vec<Entry>),
    /// Pictures, or a document's pages without text: one sheet each, at least one, all of one recipe.
    Sheets(Vec<Sheet>),
}

/// Opens uploads. Whatever the bytes are, it ends within 10 seconds, takes at most 512 MB and leaves nothing behind.
pub trait Opener: Send + Sync {
    /// Opens the pictures of one recipe in order, or one file.
    ///
    /// # Errors
    /// The reason for the person, as an [`ErrorCode`].
    fn open(
        &self,
        kind: UploadKind,
        files: Vec<Uploaded>,
    ) -> impl Future<Output = Result<Opened, ErrorCode>> + Send;
}

/// Why a sheet was not recognised.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RecognitionError {
    /// It took longer than is waited for.
    #[error("recognition took too long")]
    TimedOut,
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
