//! Detects file types by their first bytes. Nothing is decoded. Names and `Content-Type` are ignored, because
//! they are often wrong.
//!
//! Image signatures follow the WHATWG's "MIME Sniffing". A signature that text may start with is matched in
//! full.

mod picture;
mod text;

pub use picture::PictureKind;
pub use text::{is_svg, is_text};

/// Detected file type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A raster image, including undecodable kinds. SVG is text: see [`is_svg`].
    Picture(PictureKind),
    /// PDF: `%PDF-` within the first kilobyte.
    Pdf,
    /// A ZIP archive, including Office, OpenDocument and EPUB.
    Zip,
    /// A gzip file.
    Gzip,
    /// Rich text: starts with `{\rtf`.
    Rtf,
    /// RAR, 7z, or an Office format before 2007.
    Container,
    /// Audio or video.
    Media,
}

/// PDF readers accept the signature anywhere in this many bytes.
const PDF_MARK_WITHIN: usize = 1024;
const PDF_MARK: &[u8] = b"%PDF-";

/// Detects a file's type from its first kilobyte; `None` for text and unknown files.
#[must_use]
pub fn sniff(bytes: &[u8]) -> Option<FileKind> {
    const MARKS: [(&[u8], FileKind); 9] = [
        (PDF_MARK, FileKind::Pdf),
        (b"PK\x03\x04", FileKind::Zip),
        // An empty archive.
        (b"PK\x05\x06", FileKind::Zip),
        (b"\x1f\x8b", FileKind::Gzip),
        (b"Rar!\x1a\x07", FileKind::Container),
        (b"7z\xbc\xaf\x27\x1c", FileKind::Container),
        (b"\xd0\xcf\x11\xe0", FileKind::Container),
        (b"ID3", FileKind::Media),
        (b"OggS", FileKind::Media),
    ];
    if let Some(kind) = picture::sniff(bytes) {
        return Some(FileKind::Picture(kind));
    }
    if let Some((_, kind)) = MARKS.iter().find(|(mark, _)| bytes.starts_with(mark)) {
        return Some(*kind);
    }
    if picture::brand(bytes).is_some() {
        return Some(FileKind::Media);
    }
    if bytes.trim_ascii_start().starts_with(b"{\\rtf") {
        return Some(FileKind::Rtf);
    }
    // Last, because images, archives and pages may contain this signature.
    let start = bytes.get(..PDF_MARK_WITHIN).unwrap_or(bytes);
    (!text::is_markup(start) && start.windows(PDF_MARK.len()).any(|window| window == PDF_MARK))
        .then_some(FileKind::Pdf)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_detected_by_their_first_bytes() {
        use FileKind::{Container, Gzip, Media, Pdf, Picture, Rtf, Zip};
        for (bytes, expected) in [
            (b"%PDF-1.7\n%\xe2".as_slice(), Some(Pdf)),
            (b"\r\n\r\n%PDF-1.4", Some(Pdf)),
            (b"junk before it\n%PDF-1.4\n", Some(Pdf)),
            // A signature at the start takes precedence.
            (b"\xff\xd8\xff\xe1 made of %PDF-1.4", Some(Picture(PictureKind::Jpeg))),
            (b"PK\x03\x04\x14\0 stored: %PDF-1.4", Some(Zip)),
            (b"{\\rtf1 about %PDF-1.4}", Some(Rtf)),
            (b"<p>A page about %PDF-1.4</p>", None),
            (b"\xef\xbb\xbf\n<p>A page about %PDF-1.4</p>", None),
            (b"{\"name\": \"%PDF-1.4\"}", None),
            (b"PK\x03\x04\x14\0", Some(Zip)),
            (b"PK\x05\x06\0\0", Some(Zip)),
            (b"PK's own pie", None),
            (b"\x1f\x8b\x08\0", Some(Gzip)),
            (b"{\\rtf1\\ansi Pie}", Some(Rtf)),
            (b"\r\n{\\rtf1\\ansi Pie}", Some(Rtf)),
            (b"Rar!\x1a\x07\x01\0", Some(Container)),
            (b"Rar! That was my pie", None),
            (b"7z\xbc\xaf\x27\x1c\0\x04", Some(Container)),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Some(Container)),
            (b"ID3\x04\0\0\0\0\0\0", Some(Media)),
            (b"OggS\0\x02", Some(Media)),
            (b"\0\0\0\x20ftypisom\0\0", Some(Media)),
            (b"The ftyp box of a film", None),
            (b"<!doctype html><title>x</title>", None),
            (b"Two cups of flour", None),
            (b"", None),
        ] {
            assert_eq!(sniff(bytes), expected, "{:?}", String::from_utf8_lossy(bytes));
        }
        let late = [vec![b' '; PDF_MARK_WITHIN], b"%PDF-1.4".to_vec()].concat();
        assert_eq!(sniff(&late), None, "behind the first kilobyte");
    }
}
