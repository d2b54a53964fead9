//! Detects the kind of a file by its bytes, then by its name.

use crate::unpack::Archive;
use zest_core::sniff::FileKind;

/// Kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An image, including unsupported ones (HEIC, SVG).
    Picture,
    /// PDF: `%PDF-` within the first kilobyte.
    Pdf,
    /// Word document (Office Open XML).
    Docx,
    /// OpenDocument text.
    Odt,
    /// EPUB book.
    Epub,
    /// Rich text; starts with `{\rtf`.
    Rtf,
    /// A saved web page.
    Html,
    /// Markdown, detected by the file name.
    Markdown,
    /// Plain text in any encoding.
    Plain,
    /// Another archive or compressed file.
    Archive,
    /// Unknown.
    Unknown,
}

const SAMPLE_BYTES: usize = 8 * 1024;

/// Detects the kind of a file; `name` is the file name.
#[must_use]
pub fn kind(name: Option<&str>, bytes: &[u8]) -> Kind {
    let ending = ending(name.unwrap_or_default());
    match zest_core::sniff::sniff(bytes) {
        Some(FileKind::Picture(_)) => Kind::Picture,
        Some(FileKind::Pdf) => Kind::Pdf,
        Some(FileKind::Zip) => of_archive(bytes).unwrap_or(match ending.as_str() {
            "docx" => Kind::Docx,
            "odt" => Kind::Odt,
            "epub" => Kind::Epub,
            _ => Kind::Archive,
        }),
        Some(FileKind::Gzip | FileKind::Container) => Kind::Archive,
        Some(FileKind::Rtf) => Kind::Rtf,
        Some(FileKind::Media) => Kind::Unknown,
        None if zest_core::sniff::is_text(bytes) => {
            of_text(bytes.get(..SAMPLE_BYTES).unwrap_or(bytes), &ending)
        }
        None => Kind::Unknown,
    }
}

fn of_text(start: &[u8], ending: &str) -> Kind {
    let text = crate::unpack::decode(start);
    if zest_core::sniff::is_svg(&text) {
        return Kind::Picture;
    }
    let text = text.trim_start_matches('\u{feff}').trim_start();
    match ending {
        _ if text.starts_with('<') => Kind::Html,
        "html" | "htm" | "xhtml" => Kind::Html,
        "md" | "markdown" => Kind::Markdown,
        _ if text.is_empty() => Kind::Unknown,
        _ => Kind::Plain,
    }
}

fn of_archive(bytes: &[u8]) -> Option<Kind> {
    // Only the index and `mimetype` are read here; unpacking reports damaged and oversized archives.
    const INDEX_ONLY: crate::unpack::ArchiveLimits =
        crate::unpack::ArchiveLimits { members: 10_000, total_bytes: 4096 };
    let mut archive = Archive::open(bytes, INDEX_ONLY).ok()?;
    if archive.has("word/document.xml") {
        return Some(Kind::Docx);
    }
    let declared = archive.read_named("mimetype", 200).unwrap_or_default();
    match declared.trim_ascii() {
        b"application/epub+zip" => Some(Kind::Epub),
        b"application/vnd.oasis.opendocument.text" => Some(Kind::Odt),
        _ if archive.has("META-INF/container.xml") => Some(Kind::Epub),
        _ if archive.has("content.xml") => Some(Kind::Odt),
        _ => None,
    }
}

fn ending(name: &str) -> String {
    name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kind_is_detected_by_bytes_before_name() {
        for (name, bytes, expected) in [
            ("photo.pdf", b"\xff\xd8\xff\xe0\0\x10JFIF".as_slice(), Kind::Picture),
            ("photo.jpg", b"\0\0\0\x18ftypheic", Kind::Picture),
            ("film.heic", b"\0\0\0\x18ftypisom\0\0\0\0\0\0\0\0", Kind::Unknown),
            ("a.png", b"<?xml version=\"1.0\"?>\n<svg xmlns=\"x\"></svg>", Kind::Picture),
            ("a.html", b"<!DOCTYPE html><html><body><svg></svg>", Kind::Html),
            ("a.txt", b"\r\n<html><title>Pie</title>", Kind::Html),
            ("a.txt", b"junk before it\n%PDF-1.4\n", Kind::Pdf),
            ("a.html", b"<p>How to read %PDF-1.4</p>", Kind::Html),
            ("a.svg", b"<svg><title>A pie</title></svg>", Kind::Picture),
            ("a.txt", b"PK's own pie", Kind::Plain),
            ("a.txt", b"GIF8 is no year", Kind::Plain),
            ("a.zip", b"PK\x03\x04 stored: %PDF-1.4", Kind::Archive),
            ("a.doc", b"{\\rtf1\\ansi Pie}", Kind::Rtf),
            ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Kind::Archive),
            ("a.md", b"# Pie", Kind::Markdown),
            ("a.txt", b"# Pie", Kind::Plain),
            ("a", b"\xff\xfeP\0i\0e\0", Kind::Plain),
            ("a.txt", b"Cr\xe8me br\xfbl\xe9e", Kind::Plain),
            ("a.docx", b"PK\x03\x04 cut off", Kind::Docx),
            ("a.bin", b"\x01\x02\x03\x04\x05\x06\x07", Kind::Unknown),
            ("a.pdf", b"", Kind::Unknown),
        ] {
            assert_eq!(kind(Some(name), bytes), expected, "{name}: {bytes:?}");
        }
    }
}
