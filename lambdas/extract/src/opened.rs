//! A page before anybody reads its recipe: decoded, as a tree, with what it says of itself.

use std::borrow::Cow;

use recipe::Span;

use crate::dom::Dom;
use crate::extraction::{Code, Diagnostic, Verdict};
use crate::facts::Facts;
use crate::page::Page;
use crate::{MAX_PAGE_BYTES, charset, facts, page, parse};

/// A page that shows something.
pub(crate) struct Opened<'p> {
    /// Its bytes as text.
    pub(crate) text: Cow<'p, str>,
    pub(crate) dom: Dom,
    pub(crate) facts: Facts,
    /// What was odd about its bytes.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Decodes at most [`MAX_PAGE_BYTES`] of a page, makes a tree of them and collects what the page says of itself.
///
/// # Errors
/// [`Verdict::NotAPage`] for bytes of a picture or file; [`Verdict::Empty`] where there is no letter and no digit.
pub(crate) fn open(page: &Page) -> Result<Opened<'_>, Verdict> {
    let bytes = page.bytes.span(..page.bytes.len().min(MAX_PAGE_BYTES));
    if let Some(detected) = page::detect(bytes) {
        return Err(Verdict::NotAPage { detected });
    }
    let decoded = charset::decode(bytes, page.content_type.as_deref());
    let text = parse::with_plain_line_breaks(decoded.text);
    if !text.chars().any(|c| c.is_alphanumeric()) {
        return Err(Verdict::Empty);
    }
    let dom = parse::parse(&text);
    let mut diagnostics = Vec::new();
    for (is_so, code) in [
        (decoded.is_guessed, Code::CharsetGuessed),
        (decoded.is_garbled, Code::TextGarbled),
        (dom.is_cut || bytes.len() < page.bytes.len(), Code::PageCut),
    ] {
        if is_so {
            diagnostics.push(Diagnostic { code, path: None });
        }
    }
    let facts = facts::read(&dom);
    Ok(Opened { text, dom, facts, diagnostics })
}
