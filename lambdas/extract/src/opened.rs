//! A decoded and parsed page with its metadata.

use std::borrow::Cow;

use recipe::Span;

use crate::dom::Dom;
use crate::extraction::{Code, Diagnostic, Verdict};
use crate::facts::PageMetadata;
use crate::page::Page;
use crate::{MAX_PAGE_BYTES, charset, facts, page, parse};

pub(crate) struct ParsedPage<'p> {
    pub(crate) text: Cow<'p, str>,
    pub(crate) dom: Dom,
    pub(crate) facts: PageMetadata,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Decodes at most [`MAX_PAGE_BYTES`], parses them and collects metadata.
///
/// # Errors
/// [`Verdict::NotAPage`] for other file types; [`Verdict::Empty`] if there are no letters or digits.
pub(crate) fn open(page: &Page) -> Result<ParsedPage<'_>, Verdict> {
    let bytes = page.bytes.span(..page.bytes.len().min(MAX_PAGE_BYTES));
    if let Some(detected) = page::detect(bytes) {
        return Err(Verdict::NotAPage { detected });
    }
    let decoded = charset::decode(bytes, page.content_type.as_deref());
    let text = parse::normalize_line_breaks(decoded.text);
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
    Ok(ParsedPage { text, dom, facts, diagnostics })
}
