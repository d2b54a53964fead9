//! Content of an upload, and port of the upload reader.

use std::future::Future;

use extract::{Extraction, Page, Text};
use recipe::Language;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::error::AppError;
use crate::failure::ErrorCode;
use crate::model::Marks;
use crate::upload::{PageSize, ReadAs, Uploaded};

/// One entry of an upload: a recipe, or a text that may be one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// Title for the import summary, if known.
    pub title: Option<String>,
    /// Content, or why it cannot be read.
    pub found: Found,
    /// JPEG photo of the dish; stored after the entries.
    #[serde(skip)]
    pub picture: Option<Vec<u8>>,
    /// Text of an unreadable entry, for the user to copy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The owner's marks in the exporting app, not limited yet. They are not part of the extraction, because
    /// that may be shared.
    #[serde(default, skip_serializing_if = "Marks::is_empty")]
    pub marks: Marks,
    /// Id in the exporting app, which links of other entries name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Lines that other recipes make.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<LinkedLine>,
}

/// A line that another recipe makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkedLine {
    /// Index of the line.
    pub line: usize,
    /// Id of the other recipe in the exporting app.
    pub recipe: String,
}

/// Content of an entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Found {
    /// Text that may contain recipes; `extract` parses it.
    Text(Text),
    /// Saved page; `extract` parses its HTML.
    Page {
        /// Decoded HTML.
        html: String,
    },
    /// Recipe with known fields.
    Recipe(Box<Extraction>),
    /// Unreadable entry, with the reason.
    Unreadable(ErrorCode),
}

/// Upright page image of an upload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UprightPage {
    /// JPEG encoded by us.
    pub jpeg: Vec<u8>,
    /// Size in pixels.
    pub size: PageSize,
}

/// Result of reading an upload.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadUpload {
    /// Entries in order, at least one.
    pub entries: Vec<Entry>,
    /// Page images after OCR, in order. Recognized text refers to them by index.
    pub pages: Vec<UprightPage>,
}

/// Port of the upload reader.
pub trait UploadReader: Send + Sync {
    /// Reads the photos of a recipe, or a file. [`ReadAs::PlainText`] allows neither OCR nor other formats.
    /// `hint` is the probable language.
    ///
    /// # Errors
    /// [`AppError::ImportFailed`]; [`AppError::Busy`] if OCR is busy. Unreadable entries are
    /// [`Found::Unreadable`].
    fn read(
        &self,
        read_as: ReadAs,
        files: Vec<Uploaded>,
        hint: Option<Language>,
    ) -> impl Future<Output = Result<ReadUpload, AppError>> + Send;
}

impl Entry {
    /// An entry without title, photo, marks and links.
    #[must_use]
    pub fn of(found: Found) -> Self {
        let (marks, links) = (Marks::default(), Vec::new());
        Self { title: None, found, picture: None, text: None, marks, id: None, links }
    }
}

impl Found {
    /// Extracts the recipes of an entry in order. For a text without a recipe, the verdict says so.
    pub fn read(self) -> Result<Vec<Extraction>, ErrorCode> {
        match self {
            Self::Text(text) => Ok(extract::read_text(&text)),
            Self::Page { html } => {
                let page = saved_page(html).ok_or(ErrorCode::Internal)?;
                Ok(vec![extract::read(&page)])
            }
            Self::Recipe(extraction) => Ok(vec![*extraction]),
            Self::Unreadable(code) => Err(code),
        }
    }
}

/// Address of a saved page that does not state its own.
const FALLBACK_BASE_URL: &str = "http://localhost/";

pub(crate) fn saved_page(html: String) -> Option<Page> {
    let url = Url::parse(FALLBACK_BASE_URL).ok()?;
    // The HTML is already decoded, so its declared encoding must be ignored.
    let content_type = Some(String::from("text/html; charset=utf-8"));
    Some(Page { url, content_type, bytes: html.into_bytes() })
}
