//! Pure: a document becomes text with its layout, a page, or the pictures on its pages; [`kind`] tells what a file is.
//!
//! Parsers of other people's formats may panic or grow without end on hostile input, so whoever calls this crate runs it in
//! a process of its own with limits (`reading`).

#![cfg_attr(not(test), deny(clippy::string_slice, clippy::indexing_slicing, clippy::arithmetic_side_effects))]

mod container;
mod docx;
mod epub;
mod kind;
mod markdown;
mod odt;
mod paragraphs;
mod pdf;
mod plain;
mod rtf;
mod xhtml;

pub use docx::read_docx;
pub use epub::read_epub;
pub use kind::{Kind, kind};
pub use markdown::read_markdown;
pub use odt::read_odt;
pub use pdf::read_pdf;
pub use plain::read_plain;
pub use rtf::read_rtf;

use extract::Text;
use thiserror::Error;

/// Why a document cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DocumentError {
    /// Broken, cut off, or not what its name says.
    #[error("the file is broken")]
    Unreadable,
    /// A kind of file that is not read.
    #[error("this kind of file is not read")]
    Unsupported,
    /// It needs a password.
    #[error("the file is encrypted")]
    Encrypted,
    /// It is, or becomes when it is unpacked, larger than is read.
    #[error("the file is too large")]
    TooLarge,
}

/// What a document holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Document {
    /// Texts, each of which may hold recipes: a document, or the chapters of a book.
    Texts(Vec<Text>),
    /// A saved web page.
    Page {
        /// The bytes as the browser saved them, in an encoding that is still to be found out.
        html: Vec<u8>,
    },
    /// Pages without text: one encoded picture (PNG or JPEG) each, in order.
    Scans(Vec<Vec<u8>>),
}

/// Reads a document of a kind that [`kind()`] told. `name` is the file's own.
///
/// # Errors
/// See [`DocumentError`]; `Unsupported` for what is no document.
pub fn read(kind: Kind, name: Option<&str>, bytes: &[u8]) -> Result<Document, DocumentError> {
    match kind {
        Kind::Markdown => read_markdown(bytes, name).map(|text| Document::Texts(vec![text])),
        Kind::Pdf => read_pdf(bytes, name),
        Kind::Plain => read_plain(bytes, name).map(|text| Document::Texts(vec![text])),
        Kind::Docx => read_docx(bytes, name).map(|text| Document::Texts(vec![text])),
        Kind::Odt => read_odt(bytes, name).map(|text| Document::Texts(vec![text])),
        Kind::Rtf => read_rtf(bytes, name).map(|text| Document::Texts(vec![text])),
        Kind::Epub => read_epub(bytes).map(Document::Texts),
        Kind::Html => Ok(Document::Page { html: bytes.to_vec() }),
        Kind::Unknown => Err(DocumentError::Unreadable),
        _ => Err(DocumentError::Unsupported),
    }
}
