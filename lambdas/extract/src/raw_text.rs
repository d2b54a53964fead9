//! Where the text of a script or style ends, as the HTML standard tells it.

use memchr::{memchr_iter, memchr2_iter};
use recipe::Span;

/// An element whose text is no markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RawText {
    Script,
    Style,
}

/// How a script stands towards the comments in it: `<!--<script>` makes the next `</script>` part of the text, because
/// once scripts were hidden from old browsers that way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hidden {
    No,
    InComment,
    InScriptInComment,
}

/// How many bytes of `text`, which follows the start tag, come before the end tag; all where none comes.
pub(crate) fn length(text: &str, element: RawText) -> usize {
    let bytes = text.as_bytes();
    let end = match element {
        RawText::Style => memchr_iter(b'<', bytes).find(|at| is_tag(bytes.span(*at..), b"</style")),
        RawText::Script => script_end(bytes),
    };
    end.unwrap_or(bytes.len())
}

fn script_end(bytes: &[u8]) -> Option<usize> {
    let mut hidden = Hidden::No;
    for at in memchr2_iter(b'<', b'>', bytes) {
        let here = bytes.span(at..);
        let ends_comment = || bytes.span(..at).ends_with(b"--");
        hidden = match hidden {
            Hidden::No if here.starts_with(b"<!--") => Hidden::InComment,
            Hidden::No | Hidden::InComment if is_tag(here, b"</script") => return Some(at),
            Hidden::InComment if is_tag(here, b"<script") => Hidden::InScriptInComment,
            Hidden::InScriptInComment if is_tag(here, b"</script") => Hidden::InComment,
            Hidden::InComment | Hidden::InScriptInComment if here.starts_with(b">") && ends_comment() => {
                Hidden::No
            }
            unchanged => unchanged,
        };
    }
    None
}

/// Whether a tag of this name starts here, and not one whose name only begins with it.
fn is_tag(here: &[u8], start: &[u8]) -> bool {
    here.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start))
        && here
            .get(start.len())
            .is_some_and(|b| matches!(b, b'\t' | b'\n' | b'\r' | b'\x0c' | b' ' | b'/' | b'>'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_ends_where_browsers_say() {
        for (text, element, expected) in [
            ("a<b</script>c", RawText::Script, "a<b"),
            ("a</SCRIPT\n>c", RawText::Script, "a"),
            ("a</script/>c", RawText::Script, "a"),
            ("a</scripts></script>", RawText::Script, "a</scripts>"),
            ("a</style></script>", RawText::Script, "a</style>"),
            ("a</script", RawText::Script, "a</script"),
            ("<!-- a --></script>", RawText::Script, "<!-- a -->"),
            ("<!-- a</script>-->", RawText::Script, "<!-- a"),
            ("<!--<script>a</script>b</script>c", RawText::Script, "<!--<script>a</script>b"),
            ("<!--<script>a--></script>c", RawText::Script, "<!--<script>a-->"),
            (
                "<!--<script>a</script>-->b<script></script>",
                RawText::Script,
                "<!--<script>a</script>-->b<script>",
            ),
            ("<!--><script></script>", RawText::Script, "<!--><script>"),
            ("<!--<scripts></script>", RawText::Script, "<!--<scripts>"),
            ("<script></script></script>", RawText::Script, "<script>"),
            ("a{}</style>", RawText::Style, "a{}"),
            ("<!--</style>-->", RawText::Style, "<!--"),
            ("</styles></script></Style >", RawText::Style, "</styles></script>"),
            ("", RawText::Style, ""),
        ] {
            assert_eq!(&text[..length(text, element)], expected, "{text}");
        }
    }
}
