use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use recipe::Span;

const META_WITHIN: usize = 4096;

pub(crate) struct Decoded<'a> {
    pub(crate) text: Cow<'a, str>,
    /// Whether the bytes are not UTF-8, and neither page nor header names a usable encoding.
    pub(crate) is_guessed: bool,
    /// Whether invalid bytes became U+FFFD.
    pub(crate) is_garbled: bool,
}

/// Decodes by the byte order mark, else by the first of header and `<meta>` that causes no errors, else by
/// the first that is present, else as windows-1252.
///
/// Non-ASCII bytes that are valid UTF-8 are always decoded as UTF-8.
pub(crate) fn decode<'a>(bytes: &'a [u8], content_type: Option<&str>) -> Decoded<'a> {
    if let Some((encoding, mark_len)) = Encoding::for_bom(bytes) {
        let (text, had_errors) = encoding.decode_without_bom_handling(bytes.span(mark_len..));
        return Decoded { text, is_guessed: false, is_garbled: had_errors };
    }
    let named = [content_type.and_then(header_charset), meta_charset(bytes)];
    let is_guessed = named.iter().all(Option::is_none);
    if let Ok(text) = std::str::from_utf8(bytes) {
        let is_sure =
            !text.is_ascii() || named.iter().flatten().all(|encoding| encoding.is_ascii_compatible());
        if is_sure {
            return Decoded { text: Cow::Borrowed(text), is_guessed: false, is_garbled: false };
        }
    }
    for encoding in named.iter().flatten() {
        if let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(bytes) {
            return Decoded { text, is_guessed, is_garbled: false };
        }
    }
    let fallback = named.into_iter().flatten().next().unwrap_or(WINDOWS_1252);
    let (text, is_garbled) = fallback.decode_without_bom_handling(bytes);
    Decoded { text, is_guessed, is_garbled }
}

fn header_charset(content_type: &str) -> Option<&'static Encoding> {
    charset_value(content_type.as_bytes()).and_then(Encoding::for_label)
}

fn meta_charset(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.span(..bytes.len().min(META_WITHIN));
    let mut rest = head;
    while let Some(at) = find_ignoring_case(rest, b"<meta") {
        let tag = rest.span(at + 5..);
        let end = tag.iter().position(|b| *b == b'>').unwrap_or(tag.len());
        if let Some(encoding) = charset_value(tag.span(..end)).and_then(Encoding::for_label) {
            // A `<meta>` tag in ASCII rules out UTF-16.
            let is_utf16 = encoding == UTF_16BE || encoding == UTF_16LE;
            return Some(if is_utf16 { UTF_8 } else { encoding });
        }
        rest = tag.span(end..);
    }
    None
}

fn charset_value(text: &[u8]) -> Option<&[u8]> {
    let after = text.span(find_ignoring_case(text, b"charset")? + 7..);
    let after = after.trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let after = after.strip_prefix(b"\"").or_else(|| after.strip_prefix(b"'")).unwrap_or(after);
    let end = after.iter().position(|b| b"\"' \t\r\n;,/>".contains(b)).unwrap_or(after.len());
    Some(after.span(..end))
}

fn find_ignoring_case(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window.eq_ignore_ascii_case(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoding_is_taken_from_mark_header_or_meta() {
        let rows: [(&[u8], Option<&str>, &str); 14] = [
            (b"caf\xc3\xa9", None, "café"),
            (b"caf\xe9", None, "café"),
            (b"\xef\xbb\xbfcaf\xc3\xa9", Some("text/html; charset=iso-8859-1"), "café"),
            (b"\xff\xfec\0a\0f\0\xe9\0", None, "café"),
            (b"\xfe\xff\0c\0a\0f\0\xe9", None, "café"),
            (b"caf\xe9", Some("text/html; charset=ISO-8859-1"), "café"),
            (b"caf\xe9", Some("text/html;charset=\"latin1\""), "café"),
            (b"<meta charset=iso-8859-15>\xa4", None, "<meta charset=iso-8859-15>€"),
            (
                b"<META http-equiv=x content='text/html; charset=windows-1251'>\xe1",
                None,
                "<META http-equiv=x content='text/html; charset=windows-1251'>б",
            ),
            (b"caf\xc3\xa9", Some("text/html; charset=ISO-8859-1"), "café"),
            (b"<meta charset=latin1>caf\xe9", Some("text/html; charset=utf-8"), "<meta charset=latin1>café"),
            (b"<meta charset=utf-16>caf\xc3\xa9", None, "<meta charset=utf-16>café"),
            (b"\x83\x8c\x83V\x83s", Some("text/html; charset=Shift_JIS"), "レシピ"),
            (b"<meta charset=nonsense>caf\xe9", None, "<meta charset=nonsense>café"),
        ];
        for (bytes, header, expected) in rows {
            assert_eq!(decode(bytes, header).text, expected, "{:?}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn guessed_and_garbled_text_is_reported() {
        assert!(decode(b"caf\xe9", None).is_guessed);
        assert!(!decode(b"caf\xe9", Some("text/html; charset=latin1")).is_guessed);
        assert!(decode(b"caf\xe9 \xc3", Some("text/html; charset=utf-8")).is_garbled);
    }
}
