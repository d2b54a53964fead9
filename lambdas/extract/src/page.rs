use serde::{Deserialize, Serialize};
use url::Url;
use zest_core::sniff::FileKind;

/// A fetched or uploaded page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// URL after redirects; base of relative URLs.
    pub url: Url,
    /// `Content-Type` header; only its charset is used.
    pub content_type: Option<String>,
    /// Body without content encoding (gzip, br), in its original charset.
    pub bytes: Vec<u8>,
}

/// File type other than HTML.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Detected {
    /// PDF document.
    Pdf,
    /// Raster image.
    Picture,
    /// Any other binary file.
    Other,
}

/// Detects other file types by their first bytes. Ignores `Content-Type`, which is often wrong.
pub(crate) fn detect(bytes: &[u8]) -> Option<Detected> {
    match zest_core::sniff::sniff(bytes) {
        Some(FileKind::Pdf) => Some(Detected::Pdf),
        Some(FileKind::Picture(_)) => Some(Detected::Picture),
        Some(FileKind::Zip | FileKind::Gzip | FileKind::Rtf | FileKind::Container | FileKind::Media) => {
            Some(Detected::Other)
        }
        None => (!zest_core::sniff::is_text(bytes)).then_some(Detected::Other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detect_recognises_file_types_by_first_bytes() {
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
