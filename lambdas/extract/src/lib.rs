//! Extracts a recipe with provenance and diagnostics from a web page or text.
//!
//! [`read`] accepts any bytes and never fails. It does no I/O, reads no clock, and takes linear time.
//!
//! Pipeline: `page` rejects other file types, `charset` decodes, `tokenizer` and `parse` build the tree, the
//! readers (`jsonld`, `microdata` with `rdfa`, `microformat`, `state`, `visible`) return drafts, `choose`
//! selects one, `reconcile` compares it with the others, `labels` and `finish` add missing fields. `video`
//! replaces the readers for videos: their description is plain text.
//!
//! [`read_text`] reads a document or OCR result. If no reader finds a recipe, a language model may copy one
//! from [`visible_lines`] or the text; [`copied_from_page`] and [`copied_from_text`] convert it.

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
mod notes;
mod opened;
mod others;
mod page;
pub mod page_layout;
mod parse;
mod pictures;
mod prediction;
mod prune;
mod raw_text;
mod rdfa;
mod reconcile;
mod schema;
mod site_names;
mod state;
mod terms;
mod text;
mod text_layout;
mod tokenizer;
mod video;
mod visible;

pub use copied::{
    CopiedLine, CopiedRecipe, LocatedText, NotInSource, copied_from_page, copied_from_text, visible_lines,
};
pub use extraction::{Code, Diagnostic, Extraction, Field, Place, Provenance, Reader, Severity, Verdict};
pub use marked::{ExportLine, Marked, from_export, read_json, read_json_ld, web_address};
pub use page::{Detected, Page};
pub use prediction::Prediction;
pub use text_layout::labeller;
pub use text_layout::{Role, Text, TextLine, Wrapping, read_text};

use dom::Dom;
use draft::Draft;
use opened::ParsedPage;
use recipe::Span;

/// Maximum bytes read; longer pages are truncated.
pub const MAX_PAGE_BYTES: usize = 10 * 1024 * 1024;

/// Extracts the main recipe. Never fails or panics.
#[must_use]
pub fn read(page: &Page) -> Extraction {
    read_recipe(page, None)
}

/// Extracts the recipe with the title `part`, a name from [`Extraction::other_recipes`]; titles are compared by
/// letters. Without such a recipe, the verdict is not [`Verdict::Recipe`].
#[must_use]
pub fn read_part(page: &Page, part: &str) -> Extraction {
    read_recipe(page, Some(part))
}

fn read_recipe(page: &Page, part: Option<&str>) -> Extraction {
    let ParsedPage { text, mut dom, facts, mut diagnostics } = match opened::open(page) {
        Ok(opened) => opened,
        Err(verdict) => return Extraction::only(verdict),
    };
    if video::is_video(&page.url) {
        return video::read(&text, &dom, &facts, &page.url, part);
    }
    let mut drafts = jsonld::read(&dom, &page.url, &mut diagnostics);
    drafts.extend(microdata::read(&dom, &page.url));
    if !drafts.iter().any(Draft::is_complete) {
        drafts.extend(state::read(&text, &dom, &page.url));
    }
    drafts.extend(visible::read(&dom, &page.url));
    // Some pages put lists into `<nav>`.
    if drafts.is_empty() && dom.treat_navigation_as_content() {
        drafts = visible::read(&dom, &page.url);
    }
    let chosen = choose::choose(drafts, &page.url, &facts, part, &mut diagnostics).unwrap_or_default();
    let (mut draft, others) = (chosen.draft, chosen.others);
    labels::fill(&dom, &mut draft);
    if draft.is_usable() && part.is_none() {
        let tips = std::mem::replace(&mut draft.notes, notes::of_plugin(&dom));
        notes::add(&mut draft.notes, &tips.unwrap_or_default());
    }
    let mut extraction = match part {
        None => finish::finish(draft, &dom, &facts, &page.url, others, diagnostics),
        // The page metadata describe the main recipe.
        Some(_) => {
            finish::move_servings_out_of_title(&mut draft);
            finish::extraction_of_draft(draft, facts.language, diagnostics)
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

/// Decodes a text by its byte order mark, as UTF-8, by a `<meta>` tag, or as windows-1252.
#[must_use]
pub fn decode(bytes: &[u8]) -> String {
    charset::decode(bytes, None).text.into_owned()
}

/// Decodes and parses a page; returns the number of nodes. For benchmarks.
#[must_use]
pub fn count_nodes(page: &Page) -> usize {
    let bytes = page.bytes.span(..page.bytes.len().min(MAX_PAGE_BYTES));
    let decoded = charset::decode(bytes, page.content_type.as_deref());
    parse::parse(&parse::normalize_line_breaks(decoded.text)).nodes.len()
}
