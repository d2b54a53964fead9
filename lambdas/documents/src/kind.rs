//! What a file is, told by its bytes; its name is asked only where bytes do not tell.

use unpack::Archive;

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A picture of any kind, also one that is not read (HEIC, SVG).
    Picture,
    /// `%PDF-` stands in its first kilobyte.
    Pdf,
    /// A document of Word since 2007.
    Docx,
    /// A text document of LibreOffice and others.
    Odt,
    /// A ZIP archive that says so in its first member: chapters in XHTML.
    Epub,
    /// Starts with `{\rtf`: text with control words, in code pages or Unicode escapes.
    Rtf,
    /// A saved web page.
    Html,
    /// Text with the marks of Markdown, as its name says.
    Markdown,
    /// Text in any encoding, without markup that we know; blank lines and wrapping are all its layout.
    Plain,
    /// An archive, or a compressed file, of something else.
    Archive,
    /// Neither its bytes nor its name tell a format that is read here.
    Unknown,
}

/// PDF readers accept its mark anywhere in the first kilobyte.
const PDF_MARK_WITHIN: usize = 1024;
const SAMPLE_BYTES: usize = 8 * 1024;
/// Beyond this share of control characters it is no text.
const CONTROLS_IN_TEXT: f64 = 0.02;

/// Tells what a file is. `name` is the file's own, if it has one.
#[must_use]
pub fn kind(name: Option<&str>, bytes: &[u8]) -> Kind {
    let start = &bytes[..bytes.len().min(SAMPLE_BYTES)];
    let ending = ending(name.unwrap_or_default());
    if is_picture(start) {
        return Kind::Picture;
    }
    if start[..start.len().min(PDF_MARK_WITHIN)].windows(5).any(|window| window == b"%PDF-") {
        return Kind::Pdf;
    }
    if start.starts_with(b"PK") {
        return of_archive(bytes).unwrap_or(match ending.as_str() {
            "docx" => Kind::Docx,
            "odt" => Kind::Odt,
            "epub" => Kind::Epub,
            _ => Kind::Archive,
        });
    }
    const OTHER_ARCHIVES: [&[u8]; 4] = [b"\x1f\x8b", b"Rar!", b"7z\xbc\xaf", b"\xd0\xcf\x11\xe0"];
    if OTHER_ARCHIVES.iter().any(|mark| start.starts_with(mark)) {
        return Kind::Archive;
    }
    if start.trim_ascii_start().starts_with(b"{\\rtf") {
        return Kind::Rtf;
    }
    if !is_text(start) {
        return Kind::Unknown;
    }
    of_text(start, &ending)
}

/// What a text is.
fn of_text(start: &[u8], ending: &str) -> Kind {
    let text = unpack::decode(start);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with('<') {
        let head: String = text.chars().take(2000).collect::<String>().to_lowercase();
        const OF_PAGES: [&str; 6] = ["<!doctype html", "<html", "<head", "<body", "<meta", "<title"];
        if !OF_PAGES.iter().any(|mark| head.contains(mark)) && head.contains("<svg") {
            return Kind::Picture;
        }
        return Kind::Html;
    }
    match ending {
        "html" | "htm" | "xhtml" => Kind::Html,
        "md" | "markdown" => Kind::Markdown,
        _ if text.is_empty() => Kind::Unknown,
        _ => Kind::Plain,
    }
}

fn of_archive(bytes: &[u8]) -> Option<Kind> {
    // Only the index is read; a broken or overfull one is told by who unpacks it.
    const INDEX_ONLY: unpack::ArchiveLimits = unpack::ArchiveLimits { members: 10_000, total_bytes: 4096 };
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

fn is_picture(start: &[u8]) -> bool {
    const MARKS: [&[u8]; 7] =
        [b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*", b"\0\0\x01\0", b"\xff\x0a"];
    let is_bmp = start.starts_with(b"BM") && start.get(6..10) == Some(&[0; 4]);
    let is_webp = start.starts_with(b"RIFF") && start.get(8..12) == Some(b"WEBP");
    // The container of HEIC and AVIF, but of films too.
    let is_heif = start.get(4..8) == Some(b"ftyp")
        && start.get(8..12).is_some_and(|brand| {
            [b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"avif", b"avis"]
                .contains(&&[brand[0], brand[1], brand[2], brand[3]])
        });
    is_bmp || is_webp || is_heif || MARKS.iter().any(|mark| start.starts_with(mark))
}

/// Whether bytes may be text in some encoding.
fn is_text(start: &[u8]) -> bool {
    if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
        return true;
    }
    let is_control = |byte: &&u8| **byte < 0x20 && !b"\t\n\r\x0c\x1a".contains(*byte);
    let controls = start.iter().filter(is_control).count();
    controls as f64 <= CONTROLS_IN_TEXT * start.len() as f64
}

/// What follows the last point of a name, in lower case.
fn ending(name: &str) -> String {
    name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_tell_what_a_file_is_before_its_name() {
        for (name, bytes, expected) in [
            ("photo.pdf", b"\xff\xd8\xff\xe0\0\x10JFIF".as_slice(), Kind::Picture),
            ("photo.jpg", b"\0\0\0\x18ftypheic", Kind::Picture),
            ("film.heic", b"\0\0\0\x18ftypisom\0\0\0\0\0\0\0\0", Kind::Unknown),
            ("a.png", b"<?xml version=\"1.0\"?>\n<svg xmlns=\"x\"></svg>", Kind::Picture),
            ("a.html", b"<!DOCTYPE html><html><body><svg></svg>", Kind::Html),
            ("a.txt", b"\r\n<html><title>Pie</title>", Kind::Html),
            ("a.txt", b"junk before it\n%PDF-1.4\n", Kind::Pdf),
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
