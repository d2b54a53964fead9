//! Converts named fields to a recipe. Apps use different names (`names`) for the same data.

mod lists;

use std::borrow::Cow;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use extract::{ExportLine, Marked};
use recipe::{Content, Nutrition, Span};
use serde_json::Value;

use crate::exchange::ExportError;
use crate::exchange::entries::Entries;
use crate::exchange::field::Field;
use crate::exchange::fields::{minutes, nutrition};
use crate::exchange::limits::MAX_PICTURE_BYTES;
use crate::exchange::links::Links;
use crate::exchange::marks::{ExportedMarks, rating};
use crate::exchange::names;
use lists::{all_ingredients, all_steps, sub_recipes};

const MAX_NAME_CHARS: usize = 300;

/// Whether there is a title, and ingredients with steps, a list of ingredients, or steps with ingredients.
pub(crate) fn is_recipe(field: &Field<'_>) -> bool {
    if !field.has(&names::TITLE) {
        return false;
    }
    if field.has(&names::INGREDIENTS) {
        return field.has(&names::STEPS) || field.all(&names::INGREDIENTS).any(is_list);
    }
    is_kitchen_owl(field) || field.all(&names::STEPS).flat_map(|steps| &steps.parts).any(has_ingredients)
}

/// Whether the field has several parts or lines, unlike the name of an ingredient or the number of a step.
fn is_list(field: &Field<'_>) -> bool {
    !field.parts.is_empty() || field.text.trim().contains(['\n', '<', '|', ';'])
}

fn has_ingredients(step: &Field<'_>) -> bool {
    step.has(&names::STEP) && step.has(&["ingredients"])
}

/// Whether the recipe is from KitchenOwl: `items` with amounts in descriptions; the recipe's description has
/// the steps.
fn is_kitchen_owl(field: &Field<'_>) -> bool {
    let items = field.get(&["items"]);
    field.has(&["description"])
        && items.is_some_and(|items| {
            items.parts.iter().all(|item| item.has(&["name"]) && item.has(&["optional"]))
        })
}

/// Adds a recipe from fields; `file` looks up a photo by its name in the same archive.
pub(crate) fn add(
    field: &Field<'_>,
    path: String,
    file: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    entries: &mut Entries,
) -> Result<(), ExportError> {
    let mut marked = recipe(field);
    marked.path = path;
    let picture = photo(field, &mut marked, file);
    entries.add_marked_from(marked, picture, || text_of(field))?;
    entries.mark(marks(field));
    // Paprika names linked recipes by their titles.
    let id = field.get(&["id"]).or_else(|| field.get(&names::TITLE)).and_then(Field::scalar);
    entries.link(Links { id, lines: sub_recipes(field) });
    Ok(())
}

fn recipe(field: &Field<'_>) -> Marked {
    let text = |names: &[&str]| field.all(names).find_map(Field::scalar);
    let is_kitchen_owl = is_kitchen_owl(field);
    let description = text(&names::DESCRIPTION).filter(|_| !is_kitchen_owl);
    let mut marked = Marked {
        content: Content {
            title: text(&names::TITLE),
            description: description.map(|text| without_tokens(&text).into_owned()),
            prep_minutes: time(field, &names::PREP),
            cook_minutes: time(field, &names::COOK),
            total_minutes: time(field, &names::TOTAL),
            ..Content::default()
        },
        ..Marked::default()
    };
    complete_times(field, &mut marked.content);
    set_yield(field, &mut marked);
    let (facts, other_facts) = facts(field);
    marked.content.nutrition = facts;
    let (ingredients, steps) = (all_ingredients(field, is_kitchen_owl), all_steps(field, is_kitchen_owl));
    marked.ingredients = ExportLine::grouped(ingredients);
    marked.instructions = ExportLine::steps(steps);
    for note in field.all(&names::NOTES) {
        marked.add_notes(&without_tokens(&paragraphs(note)));
    }
    marked.add_notes(&other_facts);
    for source in field.all(&names::ADDRESS).filter_map(Field::scalar) {
        marked.set_source(&source);
    }
    let tags: Vec<String> = field.all(&names::TAGS).flat_map(scalars).collect();
    marked.set_tags(tags.iter().map(String::as_str));
    for author in field.all(&names::AUTHOR).filter_map(Field::scalar) {
        if marked.content.author.is_none() {
            marked.set_author(&author);
        }
    }
    marked.set_language(&text(&names::LANGUAGE).unwrap_or_default());
    marked
}

fn time(field: &Field<'_>, names: &[&str]) -> Option<u32> {
    field.all(names).find_map(|time| minutes(time.scalar()))
}

/// Crouton calls the preparation time `duration`; Tandoor has a waiting time besides the working time.
fn complete_times(field: &Field<'_>, content: &mut Content) {
    if field.has(&["cookingduration"]) {
        content.prep_minutes = content.prep_minutes.or_else(|| time(field, &["duration"]));
    }
    let waiting = time(field, &["waitingtime"]);
    if let (Some(working), Some(waiting), None) = (content.prep_minutes, waiting, content.total_minutes) {
        content.total_minutes = working.checked_add(waiting);
    }
}

/// A number or range without a unit is a number of servings.
fn set_yield(field: &Field<'_>, marked: &mut Marked) {
    let texts = |names: &[&str]| field.all(names).filter_map(Field::scalar).collect::<Vec<_>>();
    let is_bare = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_digit()) && !text.contains(|c: char| c.is_alphabetic())
    };
    let servings = texts(&names::SERVINGS);
    for words in &servings {
        if is_bare(words) {
            marked.set_servings(words);
        } else {
            marked.set_yield(words);
        }
    }
    for words in texts(&names::YIELD) {
        match is_bare(&words) {
            true if marked.content.servings.is_none() => marked.set_servings(&words),
            true => {}
            false => marked.set_yield(&words),
        }
    }
    // Tandoor and WP Recipe Maker store the unit of the yield separately: "2", "bowls".
    let unit = field.get(&["servingstext", "servingsunit"]).filter(|unit| !unit.text.trim().is_empty());
    if let (Some(unit), [number, ..]) = (unit, servings.as_slice())
        && is_bare(number)
    {
        marked.content.yields = Some(format!("{number} {}", unit.text.trim()));
    }
}

fn facts(field: &Field<'_>) -> (Nutrition, String) {
    let mut facts = Nutrition::default();
    let levels = std::iter::once(field).chain(field.all(&names::NUTRITION));
    for level in levels {
        let fact = |names: &[&str], unit: &str| {
            let value = level.get(names)?.scalar()?;
            let is_bare = value.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
            Some(if is_bare { format!("{value} {unit}") } else { value })
        };
        facts.calories = facts.calories.or_else(|| fact(&names::CALORIES, "kcal"));
        facts.fat = facts.fat.or_else(|| fact(&names::FAT, "g"));
        facts.carbs = facts.carbs.or_else(|| fact(&names::CARBS, "g"));
        facts.protein = facts.protein.or_else(|| fact(&names::PROTEIN, "g"));
    }
    let typed: Vec<String> = field.all(&names::NUTRITION).map(paragraphs).collect();
    let typed = typed.join("\n");
    let (typed, others) = nutrition(&typed);
    let facts = Nutrition {
        calories: facts.calories.or(typed.calories),
        fat: facts.fat.or(typed.fat),
        carbs: facts.carbs.or(typed.carbs),
        protein: facts.protein.or(typed.protein),
    };
    let is_text = field.all(&names::NUTRITION).all(|level| level.parts.is_empty());
    (facts, if is_text { others.join("\n") } else { String::new() })
}

fn scalars(field: &Field<'_>) -> Vec<String> {
    match field.scalar() {
        Some(text) if field.parts.len() <= 1 || !field.text.trim().is_empty() => vec![text],
        named => {
            let items: Vec<String> =
                field.parts.iter().filter(|part| part.is_item()).flat_map(scalars).collect();
            if items.is_empty() { named.into_iter().collect() } else { items }
        }
    }
}

fn paragraphs(field: &Field<'_>) -> String {
    if !field.text.trim().is_empty() {
        return ExportLine::lines_of(&field.text).join("\n");
    }
    let parts: Vec<String> = field.parts.iter().map(paragraphs).filter(|text| !text.is_empty()).collect();
    parts.join("\n")
}

/// The photo: base64 data, a file of the archive, or a web address that is loaded later.
fn photo(
    field: &Field<'_>,
    marked: &mut Marked,
    file: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Option<Vec<u8>> {
    let mut leaves = Vec::new();
    field.all(&names::PHOTO).for_each(|photo| photo.leaves(&mut leaves));
    let mut picture = None;
    for value in leaves.into_iter().map(str::trim).filter(|value| !value.is_empty()) {
        if value.starts_with("http://") || value.starts_with("https://") {
            if marked.content.picture_url.is_none() {
                marked.set_picture(value);
            }
        } else if picture.is_none() {
            picture = decoded(value);
            if picture.is_none() && value.len() <= MAX_NAME_CHARS {
                picture = file(value);
            }
        }
    }
    picture
}

impl<'a> Field<'a> {
    fn leaves<'f>(&'f self, out: &mut Vec<&'f str>) {
        if self.parts.is_empty() || !self.text.trim().is_empty() {
            out.push(&self.text);
        }
        self.parts.iter().for_each(|part| part.leaves(out));
    }
}

fn decoded(value: &str) -> Option<Vec<u8>> {
    let data = match value.strip_prefix("data:") {
        Some(data) => data.split_once("base64,")?.1,
        None => value,
    };
    if data.len() as u64 > MAX_PICTURE_BYTES / 3 * 4 + 4 || data.len() < MIN_DATA_BYTES {
        return None;
    }
    let data: Vec<u8> = data.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
    STANDARD.decode(data).ok().filter(|bytes| zest_core::sniff::sniff(bytes).is_some())
}

/// Minimum bytes of photo data; shorter values are file names.
const MIN_DATA_BYTES: usize = 12;

fn marks(field: &Field<'_>) -> ExportedMarks {
    let rated = field.all(&names::RATING).find_map(Field::scalar);
    let stars = rated.and_then(|rated| {
        let number = rated.split(['/', ' ']).next().unwrap_or_default().to_owned();
        rating(Some(&Value::from(number)))
    });
    ExportedMarks {
        favourite: field.is_set(&names::FAVOURITE),
        rating: stars,
        collections: field.all(&names::COLLECTIONS).flat_map(scalars).collect(),
        made_on: Vec::new(),
    }
}

pub(crate) fn text_of(field: &Field<'_>) -> String {
    let kept = [
        &names::TITLE[..],
        &names::DESCRIPTION,
        &names::INGREDIENTS,
        &names::STEPS,
        &names::NOTES,
        &names::ADDRESS,
    ];
    let texts = kept.iter().flat_map(|names| field.all(names)).map(paragraphs);
    let mut seen = Vec::new();
    for text in texts.filter(|text| !text.is_empty()) {
        if !seen.contains(&text) {
            seen.push(text);
        }
    }
    seen.join("\n\n")
}

/// Replaces Paprika's links: drops `[photo:Step 1]`, and replaces `[recipe:Gravy]` with its title.
fn without_tokens(text: &str) -> Cow<'_, str> {
    const TOKENS: [&str; 2] = ["[photo:", "[recipe:"];
    if !TOKENS.iter().any(|token| text.contains(token)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('[') {
        out.push_str(rest.span(..at));
        rest = rest.span(at..);
        let token = TOKENS.iter().find_map(|token| Some((*token, rest.strip_prefix(token)?)));
        match token.and_then(|(token, after)| after.split_once(']').map(|(name, after)| (token, name, after)))
        {
            Some((token, name, after)) => {
                out.push_str(if token == "[recipe:" { name } else { "" });
                rest = after;
            }
            None => {
                out.push('[');
                rest = rest.span(1..);
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}
