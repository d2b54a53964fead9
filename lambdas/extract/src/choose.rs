//! Selects the main recipe of a page and completes it from other drafts.

use std::cmp::Reverse;

use url::Url;

use crate::draft::Draft;
use crate::extraction::{Code, Diagnostic, Field, Reader};
use crate::facts::{PageMetadata, address_key, is_name};
use crate::others;
use crate::prune;
use crate::reconcile;
use crate::schema::headings::{is_kind, without_recipe_word};
use crate::text::letters;

/// Maximum drafts that are compared; a page with more is an index.
const MAX_COMPARED: usize = 20;

#[derive(Debug, Default)]
pub(crate) struct Chosen {
    pub(crate) draft: Draft,
    pub(crate) others: Vec<String>,
}

/// The best draft, or the one with the title `part`, reconciled with other drafts of the same recipe.
pub(crate) fn choose(
    mut drafts: Vec<Draft>,
    page: &Url,
    facts: &PageMetadata,
    part: Option<&str>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Chosen> {
    drafts.iter_mut().for_each(drop_description_as_steps);
    drafts.iter_mut().for_each(drop_category);
    drafts.iter_mut().for_each(prune::prune);
    drafts.iter_mut().for_each(|draft| tidy_title(draft, facts));
    drop_stray_heading(&mut drafts, page, facts);
    // Stable sort: ties keep the order of the readers.
    drafts.sort_by_cached_key(|draft| Reverse(fitness(draft, page, facts)));
    if let Some(part) = part {
        let is_part = |draft: &Draft| others::is_named(draft, part);
        drafts.sort_by_cached_key(|draft| Reverse(is_part(draft)));
        if !drafts.first().is_some_and(is_part) {
            return None;
        }
    }
    let has_more = drafts.len() > MAX_COMPARED;
    drafts.truncate(MAX_COMPARED);
    let mut drafts = drafts.into_iter();
    let mut best = drafts.next()?;
    let (mut same, others): (Vec<Draft>, Vec<Draft>) = drafts.partition(|other| {
        // Data without lists may still have the recipe's name and date.
        let is_hollow = part.is_none() && !other.is_usable() && is_named_like_page(other, page, facts);
        is_hollow || is_same_recipe(&best, other)
    });
    let is_of_page = part.is_none() && !best.is_marked();
    if is_of_page && same.iter().any(|other| !other.is_usable() && other.content.title.is_some()) {
        drop_title(&mut best);
    }
    // Visible-page drafts come last, because they are less reliable.
    same.sort_by_key(|draft| draft.reader() == Some(Reader::Visible));
    reconcile::reconcile(&mut best, &same);
    same.into_iter().for_each(|other| fill(&mut best, other));
    let has_others = has_more || others.iter().any(Draft::is_usable);
    if has_others {
        diagnostics.push(Diagnostic { code: Code::SeveralRecipes, path: None });
    }
    let others = others::names(&best, &others, page);
    Some(Chosen { draft: best, others })
}

fn drop_description_as_steps(draft: &mut Draft) {
    let description = letters(draft.content.description.as_deref().unwrap_or_default());
    if !draft.steps.is_empty() && draft.steps.iter().all(|step| description.contains(&letters(&step.text))) {
        draft.steps.clear();
        draft.provenance.retain(|entry| entry.field != Field::Instructions);
    }
}

/// Drops a single ingredient line without a number if there are no steps: in paywalled data it may be a
/// category.
fn drop_category(draft: &mut Draft) {
    if let [only] = draft.lines.as_slice()
        && draft.steps.is_empty()
        && !only.text.contains(char::is_numeric)
    {
        draft.lines.clear();
        draft.provenance.retain(|entry| entry.field != Field::Ingredients);
    }
}

/// Removes words such as "recipe", and drops a title that is not a name.
fn tidy_title(draft: &mut Draft, facts: &PageMetadata) {
    let is_marked_heading = draft.reader() == Some(Reader::Microdata);
    let title = draft.content.title.take().map(without_recipe_word);
    match title.map(|title| if is_marked_heading { without_final_recipe_word(title, facts) } else { title }) {
        Some(title) if is_name(&title) => draft.content.title = Some(title),
        Some(_) => drop_title(draft),
        None => {}
    }
}

fn without_final_recipe_word(title: String, facts: &PageMetadata) -> String {
    let Some((name, kind)) = title.trim_end().rsplit_once(' ') else { return title };
    let shared = facts.shared_title.as_deref().map(letters).unwrap_or_default();
    if is_kind(kind) && letters(name) == shared { name.trim_end().to_owned() } else { title }
}

/// If the page has a single visible-page draft, drops its title when no title of the page contains it and
/// `og:title` or `<title>` contains the page heading.
fn drop_stray_heading(drafts: &mut [Draft], page: &Url, facts: &PageMetadata) {
    let heading = letters(facts.heading.as_deref().unwrap_or_default());
    let is_confirmed = !heading.is_empty()
        && [&facts.shared_title, &facts.title]
            .into_iter()
            .flatten()
            .any(|title| letters(title).contains(&heading));
    let mut shown = drafts.iter_mut().filter(|draft| draft.reader() == Some(Reader::Visible));
    if let (Some(only), None) = (shown.next(), shown.next())
        && is_confirmed
        && !is_named_like_page(only, page, facts)
    {
        drop_title(only);
    }
}

fn drop_title(draft: &mut Draft) {
    draft.content.title = None;
    draft.provenance.retain(|entry| entry.field != Field::Title);
}

/// Sort key of a draft, most important first: usable, marked, complete plugin card, named like the page,
/// complete, JSON-LD, number of lines.
fn fitness(draft: &Draft, page: &Url, facts: &PageMetadata) -> (bool, bool, bool, bool, bool, bool, usize) {
    let size = draft.lines.len() + draft.steps.len();
    let is_named = is_named_like_page(draft, page, facts);
    let is_by = |reader| draft.reader() == Some(reader);
    let is_card = is_by(Reader::Plugin) && draft.is_complete();
    (
        draft.is_usable(),
        draft.is_marked(),
        is_card,
        is_named,
        draft.is_complete(),
        is_by(Reader::JsonLd),
        size,
    )
}

fn is_named_like_page(draft: &Draft, page: &Url, facts: &PageMetadata) -> bool {
    let canonical = facts.canonical.as_deref().and_then(|address| page.join(address).ok());
    let pages: Vec<String> =
        [Some(page), canonical.as_ref()].into_iter().flatten().map(address_key).collect();
    let has_address = draft.addresses.iter().any(|address| {
        // A fragment addresses a part of this page.
        page.join(address).is_ok_and(|url| pages.contains(&address_key(&url)) && !address.starts_with('#'))
    });
    let title = letters(draft.content.title.as_deref().unwrap_or_default());
    let titles = [&facts.heading, &facts.shared_title, &facts.title];
    let has_title =
        !title.is_empty() && titles.into_iter().flatten().any(|known| letters(known).contains(&title));
    has_address || has_title
}

/// Compares the titles if both drafts have one and `other` is structured data, else the words of the lists.
fn is_same_recipe(best: &Draft, other: &Draft) -> bool {
    match (&best.content.title, &other.content.title) {
        (Some(one), Some(two)) if other.is_marked() => letters(one) == letters(two),
        _ => reconcile::is_same(best, other),
    }
}

fn fill(best: &mut Draft, other: Draft) {
    best.notes = best.notes.take().or(other.notes);
    let known: Vec<Field> = best.provenance.iter().map(|entry| entry.field).collect();
    for entry in other.provenance {
        if known.contains(&entry.field) {
            continue;
        }
        let (content, from) = (&mut best.content, &other.content);
        match entry.field {
            Field::Title => content.title.clone_from(&from.title),
            Field::Description => content.description.clone_from(&from.description),
            Field::Author => content.author.clone_from(&from.author),
            Field::Ingredients => best.lines.clone_from(&other.lines),
            Field::Instructions => best.steps.clone_from(&other.steps),
            Field::PrepMinutes => content.prep_minutes = from.prep_minutes,
            Field::CookMinutes => content.cook_minutes = from.cook_minutes,
            Field::TotalMinutes => content.total_minutes = from.total_minutes,
            Field::Servings => content.servings = from.servings,
            Field::Yields => content.yields.clone_from(&from.yields),
            Field::PictureUrl => content.picture_url.clone_from(&from.picture_url),
            Field::Language => content.language = from.language,
            Field::Tags => content.tags.clone_from(&from.tags),
            Field::Nutrition => content.nutrition = from.nutrition.clone(),
        }
        best.provenance.push(entry);
    }
}
