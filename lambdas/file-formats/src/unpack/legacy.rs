//! Text encodings older than UTF-8.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// Upper half of DOS code page 437: letters, box drawing, symbols.
const CP437: &str = concat!(
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»",
    "░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
    "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
);

/// Decodes text by its byte order mark, as UTF-8 if it is valid or almost valid, or else as windows-1252.
#[must_use]
pub fn decode(bytes: &[u8]) -> String {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(bytes.get(length..).unwrap_or_default()).0.into_owned();
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        // A truncated file or a file with one invalid byte is still UTF-8.
        Err(_) if is_nearly_utf8(bytes) => UTF_8.decode_without_bom_handling(bytes).0.into_owned(),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(),
    }
}

/// Like [`decode`], but also detects DOS code page 437.
#[must_use]
pub fn decode_dos(bytes: &[u8]) -> String {
    if Encoding::for_bom(bytes).is_none() && std::str::from_utf8(bytes).is_err() && is_cp437(bytes) {
        let upper: Vec<char> = CP437.chars().collect();
        let decoded = |byte: u8| match byte.checked_sub(0x80) {
            Some(place) => upper.get(usize::from(place)).copied().unwrap_or(char::REPLACEMENT_CHARACTER),
            None => char::from(byte),
        };
        return bytes.iter().map(|byte| decoded(*byte)).collect();
    }
    decode(bytes)
}

/// Whether only one character, or at most 1 % of the non-ASCII characters, is invalid, and another one is
/// valid.
fn is_nearly_utf8(bytes: &[u8]) -> bool {
    let (text, _) = UTF_8.decode_without_bom_handling(bytes);
    let beyond = text.chars().filter(|c| !c.is_ascii()).count();
    let broken = text.chars().filter(|c| *c == char::REPLACEMENT_CHARACTER).count();
    beyond > broken && (broken == 1 || broken.saturating_mul(100) <= beyond)
}

/// Compares which bytes are next to letters. Western letters are at 0x80–0xA5 in code page 437 and from 0xC0
/// in windows-1252; the other encoding has symbols there.
fn is_cp437(bytes: &[u8]) -> bool {
    let in_words = |range: std::ops::RangeInclusive<u8>| {
        let touches = |window: &[u8]| {
            let [before, byte, after] = window else { return false };
            range.contains(byte) && (before.is_ascii_alphabetic() || after.is_ascii_alphabetic())
        };
        bytes.windows(3).filter(|window| touches(window)).count()
    };
    in_words(0x80..=0xa5) > in_words(0xc0..=0xff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_encoding_is_detected_by_its_bytes() {
        for (bytes, expected) in [
            (&b"cr\xc3\xa8me"[..], "crème"),
            (b"cr\xe8me br\xfbl\xe9e", "crème brûlée"),
            (b"\xef\xbb\xbfcr\xc3\xa8me", "crème"),
            (b"\xff\xfea\0\xe9\0", "aé"),
            (b"cr\xc3\xa8me et pur\xc3", "crème et pur\u{fffd}"),
            (b"5\x80", "5€"),
        ] {
            assert_eq!(decode(bytes), expected, "{bytes:?}");
        }
    }

    #[test]
    fn dos_texts_are_decoded_as_code_page_437() {
        for (bytes, expected) in [
            (&b"cr\x8ame br\x96l\x82e, jalape\xa4o, \xab c"[..], "crème brûlée, jalapeño, ½ c"),
            (b"cr\xe8me, \xbd cup, ni\xf1o", "crème, ½ cup, niño"),
            (b"cr\xc3\xa8me", "crème"),
            (b"plain", "plain"),
        ] {
            assert_eq!(decode_dos(bytes), expected, "{bytes:?}");
        }
        assert_eq!(CP437.chars().count(), 128);
    }
}
