//! Finds the end of raw text (scripts, styles, titles) by the HTML standard.

use memchr::{memchr_iter, memchr2_iter};
use recipe::Span;

/// Comment state of a script: after `<!--<script>` the next `</script>` is text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hidden {
    No,
    InComment,
    InScriptInComment,
}

/// Length in bytes of `text`, which follows a start tag, up to the end tag `name`; the whole length without
/// one.
pub(crate) fn length(text: &str, name: &str) -> usize {
    let bytes = text.as_bytes();
    let end = match name {
        "script" => script_end(bytes),
        _ => memchr_iter(b'<', bytes).find(|at| is_end_tag(bytes.span(*at..), name)),
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

fn is_end_tag(here: &[u8], name: &str) -> bool {
    let behind = here.strip_prefix(b"</").unwrap_or_default();
    here.starts_with(b"</") && is_tag(behind, name.as_bytes())
}

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
    fn raw_text_ends_at_its_end_tag() {
        for (text, name, expected) in [
            ("a<b</script>c", "script", "a<b"),
            ("a</SCRIPT\n>c", "script", "a"),
            ("a</script/>c", "script", "a"),
            ("a</scripts></script>", "script", "a</scripts>"),
            ("a</style></script>", "script", "a</style>"),
            ("a</script", "script", "a</script"),
            ("<!-- a --></script>", "script", "<!-- a -->"),
            ("<!-- a</script>-->", "script", "<!-- a"),
            ("<!--<script>a</script>b</script>c", "script", "<!--<script>a</script>b"),
            ("<!--<script>a--></script>c", "script", "<!--<script>a-->"),
            ("<!--<script>a</script>-->b<script></script>", "script", "<!--<script>a</script>-->b<script>"),
            ("<!--><script></script>", "script", "<!--><script>"),
            ("<!--<scripts></script>", "script", "<!--<scripts>"),
            ("<script></script></script>", "script", "<script>"),
            ("a{}</style>", "style", "a{}"),
            ("<!--</style>-->", "style", "<!--"),
            ("</styles></script></Style >", "style", "</styles></script>"),
            ("a<b></Title>c", "title", "a<b>"),
            ("", "style", ""),
        ] {
            assert_eq!(&text[..length(text, name)], expected, "{text}");
        }
    }
}
