//! Pure readers: a page becomes a recipe with its provenance and diagnostics.
//!
//! [`read`] takes any bytes and always answers: what is wrong with a page is part of the answer, never an error. It does
//! no input or output, knows no clock, and its time is linear in the size of the page.
//!
//! The way of a page: `page` tells files from pages, `charset` decodes, `parse` builds the tree, each reader (`jsonld`,
//! `microdata` with `rdfa`, `microformat`, `visible`) gives drafts, `choose` picks the page's own recipe.

mod challenge;
mod charset;
mod choose;
mod dom;
mod draft;
mod extraction;
mod facts;
mod json;
mod jsonld;
mod labels;
mod limits;
mod mend;
mod microdata;
mod microformat;
mod page;
mod parse;
mod pictures;
mod raw_text;
mod rdfa;
mod schema;
mod state;
mod text;
mod visible;

pub use extraction::{Code, Diagnostic, Extraction, Field, Provenance, Reader, Severity, Verdict};
pub use page::{Detected, Page};

use dom::Dom;
use draft::{Draft, Line};
use facts::Facts;
use recipe::{Ingredient, Language, line};
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
    if !drafts.iter().any(Draft::is_complete) {
        drafts.extend(state::read(&decoded.text, &dom, &page.url));
    }
    drafts.extend(visible::read(&dom, &page.url));
    let mut draft = choose::choose(drafts, &page.url, &facts, &mut diagnostics).unwrap_or_default();
    labels::fill(&dom, &mut draft);
    take_shown_picture(&dom, &mut draft, &facts, &page.url);
    let mut extraction = finish(draft, &facts, &page.url, diagnostics);
    if extraction.verdict != Verdict::Recipe {
        if challenge::is_challenge(&dom, &facts, &decoded.text) {
            return Extraction::only(Verdict::Challenge);
        }
        if !dom.visible_text(Dom::ROOT).chars().any(char::is_alphanumeric) {
            extraction.verdict = Verdict::Empty;
        }
    }
    extraction
}

/// Decodes a page and builds its tree as [`read`] does, and no more: what the parser alone costs. Answers how many nodes
/// the tree has.
#[must_use]
pub fn count_nodes(page: &Page) -> usize {
    let bytes = &page.bytes[..page.bytes.len().min(MAX_PAGE_BYTES)];
    parse::parse(&charset::decode(bytes, page.content_type.as_deref()).text).nodes.len()
}

/// The picture that the page shows, where it names none to machines.
fn take_shown_picture(dom: &Dom, draft: &mut Draft, facts: &Facts, base: &Url) {
    if !draft.is_usable() || draft.content.picture_url.is_some() || facts.picture.is_some() {
        return;
    }
    let title = draft.content.title.as_deref().or_else(|| facts.best_title(base).map(|(title, _)| title));
    if let Some((address, path)) = pictures::shown(dom, title, base) {
        draft.content.picture_url = Some(address);
        draft.provenance.push(Provenance {
            confidence: 70,
            ..Provenance::of_field(Field::PictureUrl, Reader::Visible, path.to_owned())
        });
    }
}

/// Fills in what only the page itself tells, reads the ingredient lines, and says what is missing.
fn finish(draft: Draft, facts: &Facts, base: &Url, mut diagnostics: Vec<Diagnostic>) -> Extraction {
    let Draft {
        mut content, mut lines, mut steps, mut provenance, diagnostics: more, picture_pixels, ..
    } = draft;
    diagnostics.extend(more);
    let of_page = |field, path: &str| Provenance::of_field(field, Reader::Page, path.to_owned());
    if content.title.is_none()
        && let Some((title, path)) = facts.best_title(base)
    {
        content.title = Some(title.to_owned());
        provenance.push(of_page(Field::Title, path));
    }
    // The larger picture is the better one. A size that nobody states says nothing against the recipe's own picture.
    if (content.picture_url.is_none() || facts.picture_pixels > picture_pixels)
        && let Some(shared) = facts.picture.as_deref()
        && let Some(shared) = schema::absolute(shared, base)
    {
        provenance.retain(|entry| entry.field != Field::PictureUrl);
        content.picture_url = Some(shared);
        provenance.push(of_page(Field::PictureUrl, facts.picture_path));
    }
    if content.description.is_none()
        && let Some(description) = &facts.description
    {
        content.description = Some(description.clone());
        provenance.push(of_page(Field::Description, "meta[description]"));
    }
    let is_known = diagnostics.iter().any(|known| known.code == Code::LimitReached);
    if limits::keep(&mut content, [&mut lines, &mut steps]) && !is_known {
        diagnostics.push(Diagnostic { code: Code::LimitReached, path: None });
    }
    let parts = [(content.prep_minutes, "prepTime"), (content.cook_minutes, "cookTime")];
    let known: Vec<(u32, &str)> =
        parts.into_iter().filter_map(|(minutes, name)| minutes.map(|minutes| (minutes, name))).collect();
    if content.total_minutes.is_none() && !known.is_empty() {
        let sum = known.iter().fold(0_u32, |sum, (minutes, _)| sum.saturating_add(*minutes));
        content.total_minutes = Some(sum);
        let path = known.iter().map(|(_, name)| *name).collect::<Vec<_>>().join("+");
        provenance.push(Provenance {
            // A salad has no time in the oven and a roast is quickly prepared, but the other part may just be missing.
            confidence: if known.len() == 2 { 100 } else { 60 },
            ..Provenance::of_field(Field::TotalMinutes, Reader::Sum, path)
        });
    }
    if content.language.is_none() && facts.language.is_some() {
        content.language = facts.language;
        provenance.push(of_page(Field::Language, "html[lang]"));
    }
    // Templates name a wrong language often enough that the recipe's own words have the last say.
    let title = content.title.as_deref();
    let told = lines.iter().chain(&steps).map(|line| line.text.as_str());
    let heard = recipe::language::detect_in(title.into_iter().chain(told)).filter(|heard| heard.is_sure());
    if let Some(heard) = heard
        && heard.language != content.language
    {
        content.language = heard.language;
        provenance.retain(|entry| entry.field != Field::Language);
        if heard.language.is_some() {
            provenance.push(Provenance {
                confidence: heard.confidence,
                ..Provenance::of_field(Field::Language, Reader::Sum, String::from("words"))
            });
        }
    }
    provenance.extend(origins(Field::Ingredients, &lines));
    provenance.extend(origins(Field::Instructions, &steps));
    content.ingredients = lines.into_iter().map(|line| ingredient(line, content.language)).collect();
    content.instructions = steps.into_iter().map(|step| step.text).collect();
    recipe::steps::map(&mut content);

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
    limits::keep_places(&mut provenance, &mut diagnostics);
    let is_recipe = content.title.is_some() && has_any;
    let verdict = if is_recipe { Verdict::Recipe } else { Verdict::NoRecipe };
    Extraction { verdict, content, provenance, diagnostics }
}

fn ingredient(line: Line, language: Option<Language>) -> Ingredient {
    let read = line::read(&line.text, language);
    Ingredient { group: line.group, doubt: line.doubt.or(read.doubt), ..read }
}

/// Where each line came from that has a place of its own or is less than sure.
fn origins(field: Field, lines: &[Line]) -> impl Iterator<Item = Provenance> {
    let is_told = |line: &Line| !line.path.is_empty() || line.confidence < 100 || line.instead_of.is_some();
    (0..).zip(lines).filter(move |(_, line)| is_told(line)).map(move |(index, line)| Provenance {
        field,
        index: Some(index),
        reader: line.reader,
        path: line.path.clone(),
        confidence: line.confidence,
        instead_of: line.instead_of.clone(),
    })
}
