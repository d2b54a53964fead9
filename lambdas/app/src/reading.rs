//! What an upload holds, and the port through which it is read.

use std::future::Future;

use extract::{Extraction, Page, Text};
use recipe::Language;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::error::AppError;
use crate::failure::ErrorCode;
use crate::model::Marks;
use crate::upload::{PageSize, ReadAs, Uploaded};

/// One recipe of an upload, or what may become one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// What it is called, as far as that can be told; for the summary.
    pub title: Option<String>,
    /// What the entry holds, or why it cannot be read.
    pub found: Found,
    /// A picture of the dish, as JPEG made by us. Among the artifacts it lies beside the reading.
    #[serde(skip)]
    pub picture: Option<Vec<u8>>,
    /// What its owner had put on it in the app that has exported it; not within our bounds yet. It lies beside the recipe and
    /// never in its extraction, which is told to whoever looks into a wrong reading.
    #[serde(default, skip_serializing_if = "Marks::is_empty")]
    pub marks: Marks,
}

/// What an entry of an upload is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Found {
    /// A text, which `extract` reads.
    Text(Text),
    /// A saved page, which `extract` reads.
    Page {
        /// The HTML as text: its bytes are decoded, whatever encoding it declares.
        html: String,
    },
    /// A recipe whose fields were marked as what they are.
    Recipe(Box<Extraction>),
    /// Nothing that can be read, and why.
    Unreadable(ErrorCode),
}

/// An upright page of an upload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UprightPage {
    /// A JPEG made by us.
    pub jpeg: Vec<u8>,
    /// Width and height of the JPEG in pixels.
    pub size: PageSize,
}

/// What was read from an upload.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadUpload {
    /// In order, at least one.
    pub entries: Vec<Entry>,
    /// Those that were recognised, in order; none where nothing had to be. Places of a recognised text count them from 0.
    pub pages: Vec<UprightPage>,
}

/// Reads uploads: all up to where `extract` reads.
pub trait UploadReader: Send + Sync {
    /// Reads the pictures of one recipe in order, or one file; as [`ReadAs::PlainText`] a file is never recognised, nor
    /// opened as anything but text. `hint` is a language that the text may well be in.
    ///
    /// # Errors
    /// [`AppError::ImportFailed`] with the reason for the person; [`AppError::Busy`] where what recognises print is busy, so
    /// that a later try may succeed. An entry that cannot be read is no error but [`Found::Unreadable`].
    fn read(
        &self,
        read_as: ReadAs,
        files: Vec<Uploaded>,
        hint: Option<Language>,
    ) -> impl Future<Output = Result<ReadUpload, AppError>> + Send;
}

impl Entry {
    /// An entry of which nothing is known but what it holds.
    #[must_use]
    pub fn of(found: Found) -> Self {
        Self { title: None, found, picture: None, marks: Marks::default() }
    }
}

impl Found {
    /// The recipes of an entry, in order. Those of a text or page without a recipe say so in their verdict.
    ///
    /// # Errors
    /// What an unreadable entry says of itself.
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

/// Where a saved page came from when it does not say so itself.
const NOWHERE: &str = "http://localhost/";

/// A saved page as one that was fetched.
pub(crate) fn saved_page(html: String) -> Option<Page> {
    let url = Url::parse(NOWHERE).ok()?;
    // The text is decoded: whatever the page says of its own encoding does not count any more.
    let content_type = Some(String::from("text/html; charset=utf-8"));
    Some(Page { url, content_type, bytes: html.into_bytes() })
}
