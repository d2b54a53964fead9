//! PDF: glyphs become lines in reading order. If no page has text, the pages become images.
//!
//! `glyphs` collects positioned glyphs, `bullets` adds drawn bullets, `rows` joins glyphs into lines, and
//! `scans` renders a file without text.

mod bullets;
mod glyphs;
mod rows;
mod scans;

use extract::page_layout::{PrintedPage, lines_in_reading_order};
use extract::{Text, Wrapping};
use hayro::hayro_interpret::InterpreterCache;
use hayro::hayro_syntax::page::Page;
use hayro::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use crate::documents::{Document, DocumentError};
use glyphs::Letters;

const MAX_PAGES: usize = 600;
/// Maximum letters in a file; a printed page has about 3,000.
const MAX_LETTERS: usize = 1_500_000;
const MIN_LETTERS_OF_TEXT_PAGE: usize = 40;
/// Maximum ratio of unreadable to readable letters of a page with text.
const MAX_UNKNOWN: f64 = 0.1;

/// Reads a PDF; `name` is the file name.
///
/// # Errors
/// `Encrypted` if it needs a password; `TooLarge` above 600 pages, 1,500,000 letters or 10 scanned pages;
/// `Unreadable` if it is not a PDF or has no pages.
pub fn read_pdf(bytes: &[u8], name: Option<&str>) -> Result<Document, DocumentError> {
    let pdf = Pdf::new(bytes.to_vec()).map_err(|error| match error {
        LoadPdfError::Decryption(
            DecryptionError::PasswordProtected | DecryptionError::UnsupportedAlgorithm,
        ) => DocumentError::Encrypted,
        LoadPdfError::Decryption(_) | LoadPdfError::Invalid => DocumentError::Unreadable,
    })?;
    let pages = pdf.pages();
    if pages.is_empty() {
        return Err(DocumentError::Unreadable);
    }
    if pages.len() > MAX_PAGES {
        return Err(DocumentError::TooLarge);
    }
    let letters = letters(pages)?;
    let with_text: usize = letters.iter().map(|page| usize::from(page.has_text())).sum();
    if with_text == 0 {
        return scans::draw(pages, &letters).map(Document::Scans);
    }
    let pages = (0..).zip(&letters).map(|(number, page)| PrintedPage {
        number,
        width: page.width,
        height: page.height,
        rows: rows::of(page),
    });
    let text = Text {
        lines: lines_in_reading_order(pages.collect()),
        wrapping: Wrapping::Printed,
        name: title(&pdf).or_else(|| crate::documents::plain::stem(name)),
        ..Text::default()
    };
    Ok(Document::Texts(vec![text]))
}

fn letters(pages: &[Page<'_>]) -> Result<Vec<Letters>, DocumentError> {
    let cache = InterpreterCache::new();
    let mut count = 0_usize;
    let mut all = Vec::new();
    for page in pages {
        let mut letters = glyphs::collect(page, &cache, MAX_LETTERS.saturating_sub(count))
            .ok_or(DocumentError::TooLarge)?;
        count = count.saturating_add(letters.glyphs.len());
        bullets::add(&mut letters);
        all.push(letters);
    }
    Ok(all)
}

impl Letters {
    fn has_text(&self) -> bool {
        let known = self.glyphs.iter().filter(|glyph| !glyph.text.trim().is_empty()).count();
        // A scan with an OCR text layer has invisible letters over an image.
        let is_scan = self.invisible > known / 2 && self.largest_picture.is_some();
        known >= MIN_LETTERS_OF_TEXT_PAGE && self.unknown as f64 <= MAX_UNKNOWN * known as f64 && !is_scan
    }
}

/// The title, unless it is a program's default or a file name.
fn title(pdf: &Pdf) -> Option<String> {
    let bytes = pdf.metadata().title.as_deref()?;
    let title = match bytes {
        [0xfe, 0xff, rest @ ..] => {
            let units = rest.as_chunks::<2>().0.iter().map(|pair| u16::from_be_bytes(*pair));
            char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
        }
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        // For common titles, PDFDocEncoding matches Latin-1.
        latin => latin.iter().map(|byte| char::from(*byte)).collect::<String>(),
    };
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let lower = title.to_lowercase();
    let is_made_up = ["untitled", "microsoft word", "document", "unknown", "anonymous"]
        .iter()
        .any(|start| lower.starts_with(start))
        || [".doc", ".docx", ".pdf", ".indd", ".odt", ".html"].iter().any(|ending| lower.ends_with(ending));
    (title.chars().any(char::is_alphabetic) && !is_made_up).then_some(title)
}
