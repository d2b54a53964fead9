//! Pure readers: a page becomes a recipe with its provenance and diagnostics.
//!
//! [`read`] takes any bytes and always answers: what is wrong with a page is part of the answer, never an error. It does
//! no input or output, knows no clock, and its time is linear in the size of the page.
//!
//! The way of a page: `page` tells files from pages, `charset` decodes, `tokenizer` and `parse` build the tree, each reader (`jsonld`,
//! `microdata` with `rdfa`, `microformat`, `state`, `visible`) gives drafts, `choose` picks the page's own recipe and has
//! `reconcile` compare it with the others, `labels` and `finish` fill in what is left.
//!
//! [`read_text`] does the same for the lines of a document or of a recognised picture. Where neither finds a recipe, somebody else may
//! copy one out of [`visible_lines`] or the text: [`copied_from_page`] and [`copied_from_text`] make an extraction of that.

#![cfg_attr(not(test), deny(clippy::string_slice, clippy::indexing_slicing))]

mod author;
mod challenge;
mod charset;
mod choose;
mod copied;
mod cues;
mod dom;
mod draft;
mod extraction;
mod facts;
mod finish;
mod item_syntax;
mod json;
mod jsonld;
mod labels;
mod limits;
mod marked;
mod microdata;
mod microformat;
mod names;
mod opened;
mod others;
mod page;
mod parse;
mod pictures;
mod prediction;
mod prune;
mod raw_text;
mod rdfa;
mod reconcile;
mod schema;
mod state;
mod text;
mod text_layout;
mod tokenizer;
mod visible;

pub use copied::{
    Copied, CopiedLine, NotInSource, PlacedText, copied_from_page, copied_from_text, visible_lines,
};
pub use extraction::{Code, Diagnostic, Extraction, Field, Place, Provenance, Reader, Severity, Verdict};
pub use marked::{Marked, MarkedLine, from_marked, read_json, read_json_ld};
pub use page::{Detected, Page};
pub use prediction::Prediction;
pub use text_layout::{Role, Text, TextLine, Wrapping, read_text};

use dom::Dom;
use draft::Draft;
use opened::Opened;
use recipe::Span;

/// Only so much of a page is read; the largest recipe page seen has 4 MB.
pub const MAX_PAGE_BYTES: usize = 10 * 1024 * 1024;

/// Reads a page. Never fails and never panics, whatever the bytes are.
#[must_use]
pub fn read(page: &Page) -> Extraction {
    read_recipe(page, None)
}

/// Reads one recipe of a page that holds several: that which [`Extraction::other_recipes`] has named so, or one whose title has
/// the same letters. Where it is not, or not any more, the verdict is [`Verdict::NoRecipe`].
#[must_use]
pub fn read_part(page: &Page, part: &str) -> Extraction {
    read_recipe(page, Some(part))
}

fn read_recipe(page: &Page, part: Option<&str>) -> Extraction {
    let Opened { text, mut dom, facts, mut diagnostics } = match opened::open(page) {
        Ok(opened) => opened,
        Err(verdict) => return Extraction::only(verdict),
    };
    let mut drafts = jsonld::read(&dom, &page.url, &mut diagnostics);
    drafts.extend(microdata::read(&dom, &page.url));
    if !drafts.iter().any(Draft::is_complete) {
        drafts.extend(state::read(&text, &dom, &page.url));
    }
    drafts.extend(visible::read(&dom, &page.url));
    // Some who write HTML by hand put each list into a `<nav>`.
    if drafts.is_empty() && dom.unmark_navigation() {
        drafts = visible::read(&dom, &page.url);
    }
    let chosen = choose::choose(drafts, &page.url, &facts, part, &mut diagnostics).unwrap_or_default();
    let (mut draft, others) = (chosen.draft, chosen.others);
    labels::fill(&dom, &mut draft);
    let mut extraction = match part {
        None => finish::finish(draft, &dom, &facts, &page.url, others, diagnostics),
        // What the page says of itself it says of another recipe.
        Some(_) => {
            finish::take_servings_of_title(&mut draft);
            finish::conclude(draft, facts.language, diagnostics)
        }
    };
    if extraction.verdict != Verdict::Recipe {
        if challenge::is_challenge(&dom, &facts, &text) {
            return Extraction::only(Verdict::Challenge);
        }
        if !dom.visible_text(Dom::ROOT).chars().any(char::is_alphanumeric) {
            extraction.verdict = Verdict::Empty;
        }
    }
    extraction
}

/// Decodes the bytes of a plain text as [`read`] decodes those of a page: by its byte order mark, as UTF-8, or else as
/// windows-1252.
#[must_use]
pub fn decode(bytes: &[u8]) -> String {
    charset::decode(bytes, None).text.into_owned()
}

/// Decodes a page and builds its tree as [`read`] does, and no more: what the parser alone costs. Answers how many nodes
/// the tree has.
#[must_use]
pub fn count_nodes(page: &Page) -> usize {
    let bytes = page.bytes.span(..page.bytes.len().min(MAX_PAGE_BYTES));
    let decoded = charset::decode(bytes, page.content_type.as_deref());
    parse::parse(&parse::with_plain_line_breaks(decoded.text)).nodes.len()
}
