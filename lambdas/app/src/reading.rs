//! What an upload holds, and the two ports through which it is read: [`Opener`] makes recipes, texts or sheets of its bytes,
//! [`Recogniser`] reads the words of a sheet.

use std::future::Future;

use extract::{Extraction, Page, Text, TextLine};
use futures_util::future::try_join_all;
use pictures::{Sheet, Word};
use recipe::Language;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use url::Url;

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

impl UploadKind {
    /// What is said where an upload could be read, but holds no recipe.
    #[must_use]
    pub fn without_recipe(self) -> ErrorCode {
        match self {
            Self::Picture => ErrorCode::NoRecipeInPicture,
            Self::File => ErrorCode::NoRecipeInFile,
        }
    }
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

/// Opens uploads. Whatever the bytes are, each file takes at most 8 seconds of
/// processor time and 512 MB, and leaves nothing behind.
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

/// So many sheets are recognised at once.
const SHEETS_AT_ONCE: usize = 2;

/// Opens an upload and recognises what is in pictures: all up to where `extract` reads. The sheets are those that were
/// recognised, in order, none where nothing had to be; places of a recognised text count them from 0.
///
/// # Errors
/// The reason for the person, as an [`ErrorCode`]. An entry that cannot be read is no error but [`Found::Unreadable`].
pub async fn entries(
    opener: &impl Opener,
    recogniser: &impl Recogniser,
    kind: UploadKind,
    files: Vec<Uploaded>,
    hint: Option<Language>,
) -> Result<(Vec<Entry>, Vec<Sheet>), ErrorCode> {
    let sheets = match opener.open(kind, files).await? {
        Opened::Entries(entries) => return Ok((entries, Vec::new())),
        Opened::Sheets(sheets) => sheets,
    };
    let mut pages = Vec::with_capacity(sheets.len());
    for (some, first) in sheets.chunks(SHEETS_AT_ONCE).zip((0u16..).step_by(SHEETS_AT_ONCE)) {
        let recognising =
            some.iter().zip(first..).map(|(sheet, page)| page_text(recogniser, sheet, page, hint));
        pages.extend(try_join_all(recognising).await?);
    }
    let text = one_text(pages);
    if text.lines.is_empty() {
        return Err(match kind {
            UploadKind::Picture => ErrorCode::NoTextInPicture,
            UploadKind::File => kind.without_recipe(),
        });
    }
    Ok((vec![Entry { title: None, found: Found::Text(text), picture: None }], sheets))
}

async fn page_text(
    recogniser: &impl Recogniser,
    sheet: &Sheet,
    page: u16,
    hint: Option<Language>,
) -> Result<Text, ErrorCode> {
    let words = recogniser.recognise(sheet, hint).await.map_err(|error| match error {
        RecognitionError::TimedOut => ErrorCode::ReadingTimedOut,
        RecognitionError::Missing => ErrorCode::NoTextRecognition,
        RecognitionError::Port(_) => ErrorCode::Internal,
    })?;
    Ok(pictures::lines(sheet, &words, page))
}

/// The pages of one recipe as one text; their blocks stay apart.
fn one_text(pages: Vec<Text>) -> Text {
    let mut whole = Text { is_recognised: true, ..Text::default() };
    let mut first_block = 0;
    for (number, page) in pages.into_iter().enumerate() {
        if number == 0 {
            whole.wrapping = page.wrapping;
        }
        whole.language = whole.language.or(page.language);
        let blocks = page.lines.iter().map(|line| line.block + 1).max().unwrap_or(0);
        whole
            .lines
            .extend(page.lines.into_iter().map(|line| TextLine { block: first_block + line.block, ..line }));
        first_block += blocks;
    }
    whole
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
                let url = Url::parse(NOWHERE).map_err(|_| ErrorCode::Internal)?;
                // The text is decoded: whatever the page says of its own encoding does not count any more.
                let content_type = Some(String::from("text/html; charset=utf-8"));
                Ok(vec![extract::read(&Page { url, content_type, bytes: html.into_bytes() })])
            }
            Self::Recipe(extraction) => Ok(vec![*extraction]),
            Self::Unreadable(code) => Err(code),
        }
    }
}

/// Where a saved page came from when it does not say so itself.
const NOWHERE: &str = "http://localhost/";
