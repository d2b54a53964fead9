//! Pure readers: a page becomes a recipe with its provenance and diagnostics.
//!
//! [`read`] takes any bytes and always answers: what is wrong with a page is part of the answer, never an error. It does
//! no input or output, knows no clock, and its time is linear in the size of the page.
//!
//! The way of a page: `page` tells files from pages, `charset` decodes, `parse` builds the tree, each reader (`jsonld`,
//! `microdata`) gives drafts through the shared vocabulary in `schema`, `choose` picks the page's own recipe.

mod challenge;
mod charset;
mod choose;
mod dom;
mod extraction;
mod facts;
mod json;
mod jsonld;
mod microdata;
mod page;
mod parse;
mod schema;
mod text;

pub use extraction::{Code, Diagnostic, Extraction, Field, Provenance, Reader, Severity, Verdict};
pub use page::{Detected, Page};

use facts::Facts;
use recipe::line;
use schema::Draft;
use url::Url;

/// Only so much of a page is read; the largest recipe page seen has 4 MB.
pub const MAX_PAGE_BYTES: usize = 10 * 1024 * 1024;

/// Reads a page. Never fails and never panics, whatever the bytes are.
#[must_use]
pub fn read(page: &Page) -> Extraction {
    let bytes = &page.bytes[..page.bytes.len().min(MAX_PAGE_BYTES)];
    if let Some(detected) = page::detect(bytes) {
        return Extraction::only(Verdict::NotAPage { detected });
    }
    let decoded = charset::decode(bytes, page.content_type.as_deref());
    if !decoded.text.chars().any(|c| c.is_alphanumeric()) {
        return Extraction::only(Verdict::Empty);
    }
    let dom = parse::parse(&decoded.text);
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
    let mut drafts = jsonld::read(&dom, &page.url, &mut diagnostics);
    drafts.extend(microdata::read(&dom, &page.url));
    let draft = choose::choose(drafts, &page.url, &facts, &mut diagnostics).unwrap_or_default();
    let mut extraction = finish(draft, &facts, &page.url, diagnostics);
    if extraction.verdict != Verdict::Recipe {
        if challenge::is_challenge(&dom, &facts, &decoded.text) {
            return Extraction::only(Verdict::Challenge);
        }
        if !facts.has_text {
            extraction.verdict = Verdict::Empty;
        }
    }
    extraction
}

/// Fills in what only the page itself tells, reads the ingredient lines, and says what is missing.
fn finish(draft: Draft, facts: &Facts, base: &Url, mut diagnostics: Vec<Diagnostic>) -> Extraction {
    let Draft { mut content, lines, mut provenance, diagnostics: more, .. } = draft;
    diagnostics.extend(more);
    let mut found = |field, path: &str| {
        provenance.push(Provenance { field, reader: Reader::Page, path: path.to_owned() });
    };
    if content.title.is_none()
        && let Some((title, path)) = facts.best_title()
    {
        content.title = Some(title.to_owned());
        found(Field::Title, path);
    }
    if content.picture_url.is_none() {
        content.picture_url = facts.picture.as_deref().and_then(|address| schema::absolute(address, base));
        if content.picture_url.is_some() {
            found(Field::PictureUrl, "meta[og:image]");
        }
    }
    if content.language.is_none() && facts.language.is_some() {
        content.language = facts.language;
        found(Field::Language, "html[lang]");
    }
    content.ingredients = lines.iter().map(|text| line::read(text, content.language)).collect();

    let has_any = !content.ingredients.is_empty() || !content.instructions.is_empty();
    for (is_missing, code) in [
        (content.title.is_none(), Code::TitleMissing),
        (content.ingredients.is_empty(), Code::IngredientsMissing),
        (content.instructions.is_empty(), Code::InstructionsMissing),
    ] {
        // On a page without a recipe nothing is missing.
        if is_missing && has_any {
            diagnostics.push(Diagnostic { code, path: None });
        }
    }
    let is_recipe = content.title.is_some() && has_any;
    let verdict = if is_recipe { Verdict::Recipe } else { Verdict::NoRecipe };
    Extraction { verdict, content, provenance, diagnostics }
}
