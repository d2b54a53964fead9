use std::collections::HashSet;

use recipe::{Content, Ingredient, Language, StepHeading, headings_of_groups, line};
use url::Url;

use crate::cues;
use crate::dom::Dom;
use crate::draft::{Draft, Line};
use crate::extraction::{Code, Diagnostic, Extraction, Field, Provenance, Reader, Verdict};
use crate::facts::PageMetadata;
use crate::{limits, others, pictures, prune, schema, text};

/// Adds page metadata to the main draft and converts it. `others` are the names of other recipes.
pub(crate) fn finish(
    mut draft: Draft,
    dom: &Dom,
    facts: &PageMetadata,
    base: &Url,
    mut others: Vec<String>,
    diagnostics: Vec<Diagnostic>,
) -> Extraction {
    fill_visible_picture(&mut draft, dom, facts, base);
    fill_from_page_metadata(&mut draft, facts, base);
    move_servings_out_of_title(&mut draft);
    let extraction = extraction_of_draft(draft, facts.language, diagnostics);
    // The title may come from page metadata.
    others.retain(|other| {
        let title = extraction.content.title.as_deref();
        title.is_none_or(|title| !others::is_same_name(title, other))
    });
    Extraction { other_recipes: others, ..extraction }
}

/// Converts any draft. `claimed` is the declared language.
pub(crate) fn extraction_of_draft(
    mut draft: Draft,
    claimed: Option<Language>,
    mut diagnostics: Vec<Diagnostic>,
) -> Extraction {
    diagnostics.append(&mut draft.diagnostics);
    let is_known = diagnostics.iter().any(|known| known.code == Code::LimitReached);
    if limits::truncate_content(&mut draft.content, [&mut draft.lines, &mut draft.steps]) && !is_known {
        diagnostics.push(Diagnostic { code: Code::LimitReached, path: None });
    }
    sum_times(&mut draft, &diagnostics);
    take_headings_out_of_steps(&mut draft);
    let other_language = settle_language(&mut draft, claimed);

    let Draft { mut content, lines, steps, mut provenance, mut notes, source_url, .. } = draft;
    if let Some(notes) = &mut notes {
        text::truncate_at_character(notes, limits::MAX_NOTES_BYTES);
    }
    provenance.extend(line_provenance(Field::Ingredients, &lines));
    provenance.extend(line_provenance(Field::Instructions, &steps));
    content.ingredients = lines.into_iter().map(|line| ingredient(line, content.language)).collect();
    content.step_headings = step_headings(&content, &steps);
    content.instructions = steps.into_iter().map(|step| step.text).collect();
    recipe::steps::map(&mut content);
    let verdict = judge(&content, &mut diagnostics);
    limits::truncate_paths(&mut provenance, &mut diagnostics);
    Extraction {
        verdict,
        content,
        notes,
        source_url,
        other_language,
        other_recipes: Vec::new(),
        provenance,
        diagnostics,
    }
}

/// Makes a step a heading if it is only the name of a group of ingredients: "For the sauce". Structured data says
/// which lines are steps.
fn take_headings_out_of_steps(draft: &mut Draft) {
    let groups: HashSet<String> =
        draft.lines.iter().filter_map(|line| line.group.as_deref()).map(text::letters).collect();
    let is_heading = |step: &Line| {
        step.reader == Reader::Visible
            && step.group.is_none()
            && !step.text.ends_with(['.', '!'])
            && groups.contains(&text::letters(&step.text))
    };
    if groups.is_empty() || !draft.steps.iter().any(is_heading) {
        return;
    }
    let mut group = None;
    let mut steps = std::mem::take(&mut draft.steps).into_iter().peekable();
    while let Some(step) = steps.next() {
        if is_heading(&step) && steps.peek().is_some_and(|next| !is_heading(next)) {
            group = Some(cues::tidy(&step.text));
            continue;
        }
        if step.group.is_some() {
            group = None;
        }
        draft.steps.push(Line { group: step.group.clone().or_else(|| group.clone()), ..step });
    }
}

fn fill_visible_picture(draft: &mut Draft, dom: &Dom, facts: &PageMetadata, base: &Url) {
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

fn fill_from_page_metadata(draft: &mut Draft, facts: &PageMetadata, base: &Url) {
    let is_usable = draft.is_usable();
    let Draft { content, provenance, picture_pixels, .. } = draft;
    let of_page = |field, path: &str| Provenance::of_field(field, Reader::Page, path.to_owned());
    if content.title.is_none()
        && let Some((title, path)) = facts.best_title(base)
    {
        content.title = Some(schema::headings::without_recipe_word(title.to_owned()));
        provenance.push(of_page(Field::Title, path));
    }
    // Prefers the larger picture; if sizes are unknown, the recipe's picture.
    if (content.picture_url.is_none() || facts.picture_pixels > *picture_pixels)
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
    if content.author.is_none()
        && is_usable
        && let Some((author, path)) = &facts.author
    {
        content.author = Some(author.clone());
        provenance.push(Provenance {
            confidence: 80,
            ..Provenance::of_field(Field::Author, Reader::Visible, (*path).to_owned())
        });
    }
}

pub(crate) fn move_servings_out_of_title(draft: &mut Draft) {
    let Draft { content, provenance, .. } = draft;
    let Some((name, servings_text)) = content.title.as_deref().and_then(split_servings_of_title) else {
        return;
    };
    let (servings, yields) = schema::yields(servings_text);
    let of_title = provenance.iter().find(|entry| entry.field == Field::Title).cloned();
    let title = Some(name.to_owned());
    for (field, is_new) in [
        (Field::Servings, content.servings.is_none() && servings.is_some()),
        (Field::Yields, content.yields.is_none() && yields.is_some()),
    ] {
        if is_new && let Some(of_title) = &of_title {
            provenance.push(Provenance { field, ..of_title.clone() });
        }
    }
    content.servings = content.servings.or(servings);
    content.yields = content.yields.take().or(yields);
    content.title = title;
}

pub(crate) fn split_servings_of_title(title: &str) -> Option<(&str, &str)> {
    let (name, servings_text) = title.trim_end().strip_suffix([')', ']'])?.rsplit_once(['(', '['])?;
    let is_servings =
        servings_text.contains(|c: char| c.is_ascii_digit()) && cues::is_portions(servings_text);
    (is_servings && name.contains(char::is_alphabetic)).then_some((name.trim_end(), servings_text.trim()))
}

/// Adds up preparation and cooking time, unless one of them is present but unreadable.
fn sum_times(draft: &mut Draft, diagnostics: &[Diagnostic]) {
    let is_refused = |names: &[&str]| {
        let ends = |path: &str| names.iter().any(|name| path.rsplit('/').next() == Some(name));
        diagnostics
            .iter()
            .any(|found| found.code == Code::ValueRefused && found.path.as_deref().is_some_and(ends))
    };
    if draft.content.prep_minutes.is_none() && is_refused(&["prepTime"])
        || draft.content.cook_minutes.is_none() && is_refused(&["cookTime", "performTime"])
    {
        return;
    }
    let Draft { content, provenance, .. } = draft;
    let parts = [(content.prep_minutes, "prepTime"), (content.cook_minutes, "cookTime")];
    let known: Vec<(u32, &str)> =
        parts.into_iter().filter_map(|(minutes, name)| minutes.map(|minutes| (minutes, name))).collect();
    if content.total_minutes.is_some() || known.is_empty() {
        return;
    }
    let sum = known.iter().fold(0_u32, |sum, (minutes, _)| sum.saturating_add(*minutes));
    content.total_minutes = Some(sum);
    let path = known.iter().map(|(_, name)| *name).collect::<Vec<_>>().join("+");
    provenance.push(Provenance {
        // With one time only, the sum may be too small.
        confidence: if known.len() == 2 { 100 } else { 60 },
        ..Provenance::of_field(Field::TotalMinutes, Reader::Sum, path)
    });
}

/// Uses the declared language, unless the words clearly differ. Returns the code of an unsupported language.
fn settle_language(draft: &mut Draft, claimed: Option<Language>) -> Option<String> {
    let Draft { content, lines, steps, provenance, .. } = draft;
    if content.language.is_none() && claimed.is_some() {
        content.language = claimed;
        provenance.push(Provenance::of_field(Field::Language, Reader::Page, String::from("html[lang]")));
    }
    // Templates often declare a wrong language.
    let title = content.title.as_deref();
    let texts = lines.iter().chain(&*steps).map(|line| line.text.as_str());
    let detected = recipe::language::detect_in(title.into_iter().chain(texts))?;
    if detected.is_sure() && detected.language != content.language {
        content.language = detected.language;
        provenance.retain(|entry| entry.field != Field::Language);
        if detected.language.is_some() {
            provenance.push(Provenance {
                confidence: detected.confidence,
                ..Provenance::of_field(Field::Language, Reader::Sum, String::from("words"))
            });
        }
    }
    (content.language.is_none() && detected.language.is_none()).then(|| detected.code.to_owned())
}

fn ingredient(line: Line, language: Option<Language>) -> Ingredient {
    let read = line::read(&line.text, language);
    Ingredient { group: line.group, doubt: line.doubt.or(read.doubt), ..read }
}

/// Step headings, except those that only say "Method", repeat the title, or repeat their only step.
fn step_headings(content: &Content, steps: &[Line]) -> Vec<StepHeading> {
    let title = content.title.as_deref().map(text::letters);
    let is_heading = |step: &Line, group: &str| {
        let letters = text::letters(group);
        letters.contains(char::is_alphabetic)
            && Some(&letters) != title.as_ref()
            && letters != text::letters(&step.text)
            && !prune::is_heading_of_the_list(group)
    };
    let heading_of = |step: &'_ Line| {
        let group = step.group.as_deref()?;
        let name = cues::without_step_count(group);
        is_heading(step, name).then(|| name.to_owned())
    };
    let groups: Vec<Option<String>> = steps.iter().map(heading_of).collect();
    headings_of_groups(groups.iter().map(Option::as_deref))
}

/// The provenance of lines with a path or place, and of replaced or uncertain ones.
fn line_provenance(field: Field, lines: &[Line]) -> impl Iterator<Item = Provenance> {
    let has_details = |line: &Line| {
        !line.path.is_empty() || line.confidence < 100 || line.instead_of.is_some() || line.place.is_some()
    };
    (0..).zip(lines).filter(move |(_, line)| has_details(line)).map(move |(index, line)| Provenance {
        field,
        index: Some(index),
        reader: line.reader,
        path: line.path.clone(),
        confidence: line.confidence,
        instead_of: line.instead_of.clone(),
        place: line.place,
    })
}

fn judge(content: &Content, diagnostics: &mut Vec<Diagnostic>) -> Verdict {
    let has_any = !content.ingredients.is_empty() || !content.instructions.is_empty();
    for (is_missing, code) in [
        (content.title.is_none(), Code::TitleMissing),
        (content.ingredients.is_empty(), Code::IngredientsMissing),
        (content.instructions.is_empty(), Code::InstructionsMissing),
    ] {
        if is_missing && has_any {
            diagnostics.push(Diagnostic { code, path: None });
        }
    }
    if content.title.is_some() && has_any { Verdict::Recipe } else { Verdict::NoRecipe }
}
