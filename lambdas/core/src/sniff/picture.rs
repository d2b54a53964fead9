/// Kind of image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureKind {
    /// JPEG, including progressive.
    Jpeg,
    /// PNG, including animated.
    Png,
    /// GIF87a or GIF89a.
    Gif,
    /// WebP, lossy or lossless.
    WebP,
    /// AVIF, single image or sequence.
    Avif,
    /// HEIC and HEIF, from phones.
    Heif,
    /// Windows bitmap.
    Bmp,
    /// TIFF of either byte order.
    Tiff,
    /// Windows icon.
    Icon,
    /// JPEG XL, bare or in a container.
    JpegXl,
}

/// Known lengths in bytes of the second BMP header, which follows the first 14 bytes.
const BMP_HEADERS: [u32; 7] = [12, 40, 52, 56, 64, 108, 124];

pub(crate) fn sniff(bytes: &[u8]) -> Option<PictureKind> {
    const MARKS: [(&[u8], PictureKind); 9] = [
        (b"\xff\xd8\xff", PictureKind::Jpeg),
        (b"\x89PNG\r\n\x1a\n", PictureKind::Png),
        (b"GIF87a", PictureKind::Gif),
        (b"GIF89a", PictureKind::Gif),
        (b"II*\0", PictureKind::Tiff),
        (b"MM\0*", PictureKind::Tiff),
        (b"\0\0\x01\0", PictureKind::Icon),
        (b"\xff\x0a", PictureKind::JpegXl),
        (b"\0\0\0\x0cJXL \r\n\x87\n", PictureKind::JpegXl),
    ];
    if let Some((_, kind)) = MARKS.iter().find(|(mark, _)| bytes.starts_with(mark)) {
        return Some(*kind);
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return Some(PictureKind::WebP);
    }
    if is_bmp(bytes) {
        return Some(PictureKind::Bmp);
    }
    match brand(bytes)? {
        b"avif" | b"avis" => Some(PictureKind::Avif),
        b"heic" | b"heix" | b"hevc" | b"mif1" | b"msf1" => Some(PictureKind::Heif),
        _ => None,
    }
}

/// Text may also start with `BM`, so reserved bytes or the header length decide.
fn is_bmp(bytes: &[u8]) -> bool {
    let header = bytes.get(14..18).and_then(|length| length.try_into().ok()).map(u32::from_le_bytes);
    let is_header = header.is_some_and(|length| BMP_HEADERS.contains(&length));
    bytes.starts_with(b"BM") && (bytes.get(6..10) == Some(&[0; 4]) || is_header)
}

/// The brand of an ISO 14496-12 file: HEIC, AVIF or video. The first byte is zero, unlike in text,
/// because the first box is short.
pub(crate) fn brand(bytes: &[u8]) -> Option<&[u8; 4]> {
    let is_boxed = bytes.first() == Some(&0) && bytes.get(4..8) == Some(b"ftyp");
    bytes.get(8..12).filter(|_| is_boxed)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_distinguished_from_similar_text() {
        use PictureKind::{Avif, Bmp, Gif, Heif, Icon, Jpeg, JpegXl, Png, Tiff, WebP};
        for (bytes, expected) in [
            (b"\xff\xd8\xff\xe0\0\x10JFIF".as_slice(), Some(Jpeg)),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", Some(Png)),
            // Damaged by a transfer in text mode; not readable.
            (b"\x89PNG\n\x1a\n\0\0\0\rIHDR", None),
            (b"GIF87a\x01\0", Some(Gif)),
            (b"GIF89a\x01\0", Some(Gif)),
            (b"GIF8 is no year", None),
            (b"RIFF\x24\0\0\0WEBPVP8 ", Some(WebP)),
            (b"RIFF\x24\0\0\0WAVEfmt ", None),
            (b"\0\0\0\x20ftypavif\0\0", Some(Avif)),
            (b"\0\0\0\x20ftypavis\0\0", Some(Avif)),
            (b"\0\0\0\x18ftypheic", Some(Heif)),
            (b"\0\0\0\x18ftypmif1", Some(Heif)),
            (b"\0\0\0\x20ftypisom\0\0", None),
            (b"BM\x36\0\0\0\0\0\0\0", Some(Bmp)),
            (b"BM\x36\0\0\0\x01\0\0\0\x36\0\0\0\x28\0\0\0", Some(Bmp)),
            (b"BMI and you, a page about it", None),
            (b"II*\0\x08\0\0\0", Some(Tiff)),
            (b"MM\0*\0\0\0\x08", Some(Tiff)),
            (b"\0\0\x01\0\x01\0\x10\x10", Some(Icon)),
            (b"\xff\x0a\x50\x41", Some(JpegXl)),
            (b"\0\0\0\x0cJXL \r\n\x87\n", Some(JpegXl)),
            (b"<svg onload=alert(1)>", None),
            (b"", None),
        ] {
            assert_eq!(sniff(bytes), expected, "{bytes:?}");
        }
    }
}
