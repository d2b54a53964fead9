//! What comes in: an address, a header and bytes.

use serde::{Deserialize, Serialize};
use sniff::FileKind;
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

/// Tells by its first bytes what is certainly no page. `Content-Type` is not asked: it lies too often.
pub(crate) fn detect(bytes: &[u8]) -> Option<Detected> {
    match sniff::sniff(bytes) {
        Some(FileKind::Pdf) => Some(Detected::Pdf),
        Some(FileKind::Picture(_)) => Some(Detected::Picture),
        Some(FileKind::Zip | FileKind::Gzip | FileKind::Rtf | FileKind::Container | FileKind::Media) => {
            Some(Detected::Other)
        }
        None => (!sniff::is_text(bytes)).then_some(Detected::Other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_page_is_told_by_its_first_bytes() {
        let rows: [(&[u8], Option<Detected>); 10] = [
            (b"%PDF-1.7\n%\xe2", Some(Detected::Pdf)),
            (b"<p>A page about %PDF-1.4</p>", None),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", Some(Detected::Picture)),
            (b"RIFF\x24\0\0\0WAVEfmt \0\0\0\0", Some(Detected::Other)),
            (b"\0\0\0\x20ftypisom\0\0", Some(Detected::Other)),
            (b"PK\x03\x04\x14\0", Some(Detected::Other)),
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
