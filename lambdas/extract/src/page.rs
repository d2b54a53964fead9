//! What comes in: an address, a header and bytes.

use serde::{Deserialize, Serialize};
use url::Url;

/// A page as it was fetched or sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The address after all redirects; relative addresses of the page start here.
    pub url: Url,
    /// The `Content-Type` header, if there was one. Only its charset is believed.
    pub content_type: Option<String>,
    /// The body without its content encoding (gzip, br), in the charset in which it was sent.
    pub bytes: Vec<u8>,
}

/// What stands behind an address that is no page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Detected {
    /// Its first bytes are those of a PDF document.
    Pdf,
    /// A picture of any kind, SVG not included.
    Picture,
    /// Any other binary file: an archive, an office document, sound, film.
    Other,
}

/// PDF readers accept their mark anywhere in the first kilobyte, and some servers write a line before it.
const PDF_MARK_WITHIN: usize = 1024;
const BINARY_SAMPLE: usize = 2048;

/// Tells by its first bytes what is certainly no page. `Content-Type` is not asked: it lies too often.
pub(crate) fn detect(bytes: &[u8]) -> Option<Detected> {
    let start = &bytes[..bytes.len().min(PDF_MARK_WITHIN)];
    let is_markup = start.iter().find(|b| !b.is_ascii_whitespace()) == Some(&b'<');
    if !is_markup && start.windows(5).any(|window| window == b"%PDF-") {
        return Some(Detected::Pdf);
    }
    if is_picture(bytes) {
        return Some(Detected::Picture);
    }
    const FILES: [&[u8]; 8] =
        [b"PK\x03\x04", b"\x1f\x8b", b"Rar!", b"7z\xbc\xaf", b"{\\rtf", b"\xd0\xcf\x11\xe0", b"ID3", b"OggS"];
    if FILES.iter().any(|mark| bytes.starts_with(mark)) || bytes.get(4..8) == Some(b"ftyp") {
        return Some(Detected::Other);
    }
    let has_utf16_mark = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    let sample = &bytes[..bytes.len().min(BINARY_SAMPLE)];
    let zeros = sample.iter().filter(|b| **b == 0).count();
    // Text has no zero bytes at all, but a page with one stray zero among words is still a page.
    (!has_utf16_mark && zeros * 20 > sample.len()).then_some(Detected::Other)
}

fn is_picture(bytes: &[u8]) -> bool {
    const MARKS: [&[u8]; 7] =
        [b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*", b"\0\0\x01\0", b"\xff\x0a"];
    let is_bmp = bytes.starts_with(b"BM") && bytes.get(6..10) == Some(&[0; 4]);
    let is_webp = bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP");
    let is_heif = bytes.get(4..8) == Some(b"ftyp")
        && bytes.get(8..12).is_some_and(|brand| {
            [b"avif", b"avis", b"heic", b"heix", b"hevc", b"mif1", b"msf1"]
                .contains(&brand.try_into().unwrap_or(b"    "))
        });
    is_bmp || is_webp || is_heif || MARKS.iter().any(|mark| bytes.starts_with(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_by_their_first_bytes() {
        let rows: [(&[u8], Option<Detected>); 20] = [
            (b"%PDF-1.7\n%\xe2", Some(Detected::Pdf)),
            (b"\r\n\r\n%PDF-1.4", Some(Detected::Pdf)),
            (b"<p>A page about %PDF-1.4</p>", None),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", Some(Detected::Picture)),
            (b"\xff\xd8\xff\xe0\0\x10JFIF", Some(Detected::Picture)),
            (b"GIF89a\x01\0", Some(Detected::Picture)),
            (b"RIFF\x24\0\0\0WEBPVP8 ", Some(Detected::Picture)),
            (b"RIFF\x24\0\0\0WAVEfmt \0\0\0\0", Some(Detected::Other)),
            (b"\0\0\0\x20ftypavif\0\0", Some(Detected::Picture)),
            (b"\0\0\0\x20ftypheic\0\0", Some(Detected::Picture)),
            (b"\0\0\0\x20ftypisom\0\0", Some(Detected::Other)),
            (b"BM\x36\0\0\0\0\0\0\0", Some(Detected::Picture)),
            (b"BMI and you, a page", None),
            (b"PK\x03\x04\x14\0", Some(Detected::Other)),
            (b"\x1f\x8b\x08\0", Some(Detected::Other)),
            (b"\xd0\xcf\x11\xe0\xa1\xb1", Some(Detected::Other)),
            (b"\0\x01\0\x02\0\x03\0\x04", Some(Detected::Other)),
            (b"\xff\xfe<\0h\0t\0m\0l\0>\0", None),
            (b"<!doctype html><title>x</title>", None),
            (b"", None),
        ];
        for (bytes, expected) in rows {
            assert_eq!(detect(bytes), expected, "{:?}", String::from_utf8_lossy(bytes));
        }
    }
}
