//! Distinguishes text from binary data, and SVG from other text.

const SAMPLE_BYTES: usize = 8 * 1024;
/// Maximum share of control characters in text. In compressed or compiled data it is about a tenth.
const CONTROLS_IN_TEXT: f64 = 0.05;
const PROLOGUE_CHARS: usize = 2_000;

/// Whether the bytes may be text in some encoding. UTF-16 needs a byte order mark, because every second byte
/// may be zero.
#[must_use]
pub fn is_text(bytes: &[u8]) -> bool {
    if has_utf16_mark(bytes) {
        return true;
    }
    let sample = bytes.get(..SAMPLE_BYTES).unwrap_or(bytes);
    // DOS texts end with 0x1a; Japanese encodings switch with 0x1b.
    let is_control = |byte: &&u8| **byte < 0x20 && !b"\t\n\r\x0c\x1a\x1b".contains(*byte);
    sample.iter().filter(is_control).count() as f64 <= CONTROLS_IN_TEXT * sample.len() as f64
}

fn has_utf16_mark(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff")
}

/// Whether a decoded text is an SVG image, rather than a page that contains one.
#[must_use]
pub fn is_svg(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if !text.starts_with('<') {
        return false;
    }
    let start = text.chars().take(PROLOGUE_CHARS).collect::<String>().to_ascii_lowercase();
    const OF_PAGES: [&str; 6] = ["<!doctype html", "<html", "<head", "<body", "<meta", "<title"];
    let page = OF_PAGES.iter().filter_map(|mark| start.find(mark)).min();
    start.find("<svg").is_some_and(|svg| page.is_none_or(|page| svg < page))
}

pub(crate) fn is_markup(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    matches!(text.trim_ascii_start().first(), Some(b'<' | b'{' | b'['))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_distinguished_from_binary_data() {
        let stray = [b"Two cups of flour, three eggs\0 and".as_slice(), &[b' '; 40]].concat();
        for (bytes, expected) in [
            (b"Cr\xe8me br\xfbl\xe9e".as_slice(), true),
            (b"\xff\xfeP\0i\0e\0", true),
            (b"\xfe\xff\0P\0i\0e", true),
            (b"\x1b$B%1!<%-\x1b(B", true),
            (b"MMMMM\r\n\x1a", true),
            (&stray, true),
            (b"\0\x01\0\x02\0\x03\0\x04", false),
            (b"\x01\x02\x03\x04\x05\x06\x07", false),
            (b"RIFF\x24\0\0\0WAVEfmt \0\0\0\0", false),
            (b"", true),
        ] {
            assert_eq!(is_text(bytes), expected, "{bytes:?}");
        }
    }

    #[test]
    fn svg_is_distinguished_from_a_page_with_svg() {
        for (text, expected) in [
            ("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", true),
            ("\u{feff}\n<?xml version=\"1.0\"?>\n<!-- drawn --><SVG></SVG>", true),
            ("<svg><title>A pie</title></svg>", true),
            ("<!DOCTYPE html><html><body><svg></svg>", false),
            ("<title>Pie</title><svg></svg>", false),
            ("<?xml version=\"1.0\"?><recipe/>", false),
            ("How to draw an <svg>", false),
            ("", false),
        ] {
            assert_eq!(is_svg(text), expected, "{text}");
        }
    }
}
