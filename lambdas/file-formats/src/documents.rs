//! Reads documents, without side effects: text with its layout, a web page, or page images.
//!
//! Parsers may panic or use excessive memory on hostile input, so callers run this crate in a sandboxed child
//! process (crate `upload-sandbox`).

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
    /// Broken, truncated, or not of the detected kind.
    #[error("the file is broken")]
    Unreadable,
    /// Unsupported kind of file.
    #[error("this kind of file is not read")]
    Unsupported,
    /// A password is required, or the book has copy protection.
    #[error("the file is encrypted")]
    Encrypted,
    /// The file or its unpacked content exceeds a limit.
    #[error("the file is too large")]
    TooLarge,
}

/// Content of a document.
#[derive(Clone, Debug, PartialEq)]
pub enum Document {
    /// Texts that may contain recipes: one document, or the chapters of a book.
    Texts(Vec<Text>),
    /// A saved web page.
    Page {
        /// Raw bytes in an undetected encoding.
        html: Vec<u8>,
    },
    /// Page images in order, as PNG, of a document without text.
    Scans(Vec<Vec<u8>>),
}

pub(crate) fn read_fragment(name: Option<&str>, fragment: &str) -> Result<Text, DocumentError> {
    let text = xhtml::read(fragment)?;
    Ok(Text { name: name.map(str::to_owned).or(text.name), ..text })
}

/// Reads a document of a detected kind; `name` is the file name.
///
/// # Errors
/// See [`DocumentError`]; `Unsupported` for images and archives, `Unreadable` for unknown kinds.
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
