//! Converts a schema.org Recipe to a draft. Other readers first convert their syntax to the JSON of JSON-LD.

mod fields;
pub(crate) mod headings;
mod ingredients;
mod pictures;
mod quantity;
mod steps;
mod words;

use std::collections::HashMap;

use recipe::Nutrition;
use serde_json::{Map, Value};
use url::Url;

use crate::draft::{Draft, Line};
use crate::extraction::{Code, Diagnostic, Field, Provenance, Reader};
use crate::limits::{MAX_LINES, MAX_TEXT_BYTES};
use crate::{author, notes, text};

pub(crate) use fields::tags;
pub(crate) use pictures::absolute;

pub(crate) type Object = Map<String, Value>;

pub(crate) struct Source<'a> {
    pub(crate) reader: Reader,
    pub(crate) base: &'a Url,
    pub(crate) nodes: &'a HashMap<&'a str, &'a Value>,
    pub(crate) path: String,
}

#[derive(Clone, Debug)]
struct Listed {
    text: String,
    group: Option<String>,
    index: usize,
}

pub(crate) fn yields(words: &str) -> (Option<u32>, Option<String>) {
    fields::yields(&Value::from(words))
}

pub(crate) fn into_groups(
    lines: impl Iterator<Item = (String, Option<String>)>,
) -> Vec<(String, Option<String>)> {
    let listed = lines.enumerate().map(|(index, (text, group))| Listed { text, group, index });
    let listed = listed.filter(|line| !line.text.is_empty()).collect();
    headings::into_groups(listed).into_iter().map(|line| (line.text, line.group)).collect()
}

/// Removes step numbers and lines that are only a number; turns headings into groups of the steps below them.
pub(crate) fn steps_of_lines(
    steps: impl Iterator<Item = (String, Option<String>)>,
) -> Vec<(String, Option<String>)> {
    let listed = steps.enumerate().map(|(index, (text, group))| Listed { text, group, index }).collect();
    let steps = headings::into_step_groups(steps::without_numbers(listed));
    steps.into_iter().map(|step| (step.text, step.group)).collect()
}

/// Whether the node is a recipe: by its type or, without one, by its ingredients.
pub(crate) fn is_recipe(node: &Object) -> bool {
    has_type(node, "recipe") || (!node.contains_key("@type") && node.contains_key("recipeIngredient"))
}

/// Whether `@type` contains `wanted`, ignoring case and vocabulary.
pub(crate) fn has_type(node: &Object, wanted: &str) -> bool {
    let is_wanted = |name: &str| {
        let name = name.trim().rsplit(['/', '#', ':']).next().unwrap_or_default();
        name.eq_ignore_ascii_case(wanted)
    };
    match node.get("@type") {
        Some(Value::String(name)) => is_wanted(name),
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).any(is_wanted),
        _ => false,
    }
}

pub(crate) fn read(node: &Object, source: &Source<'_>) -> Draft {
    let mut draft = Draft::default();
    let mut reader = NodeReader { node, source, draft: &mut draft };
    reader.texts();
    reader.lists();
    reader.times();
    reader.amounts();
    reader.rest();
    draft
}

struct NodeReader<'a, 'b> {
    node: &'a Object,
    source: &'b Source<'b>,
    draft: &'b mut Draft,
}

impl<'a> NodeReader<'a, '_> {
    fn property(&self, names: &[&'static str]) -> Option<(&'static str, &'a Value)> {
        names.iter().find_map(|name| {
            self.node.get(*name).filter(|value| !is_hollow(value)).map(|value| (*name, value))
        })
    }

    fn found(&mut self, field: Field, property: &str) {
        let path = format!("{}/{property}", self.source.path);
        self.draft.provenance.push(Provenance::of_field(field, self.source.reader, path));
    }

    fn add_diagnostic(&mut self, code: Code, property: &str) {
        let path = Some(format!("{}/{property}", self.source.path));
        self.draft.diagnostics.push(Diagnostic { code, path });
    }

    fn short_text(&mut self, property: &str, value: &Value) -> Option<String> {
        let mut line = text::line(fields::first_text(value)?);
        if text::truncate_at_character(&mut line, MAX_TEXT_BYTES) {
            self.add_diagnostic(Code::LimitReached, property);
        }
        (!line.is_empty()).then_some(line)
    }

    fn texts(&mut self) {
        for (field, names) in
            [(Field::Title, ["name", "headline"]), (Field::Description, ["description", "description"])]
        {
            let Some((property, value)) = self.property(&names) else { continue };
            let Some(line) = self.short_text(property, value) else { continue };
            self.found(field, property);
            match field {
                Field::Title => self.draft.content.title = Some(headings::without_recipe_word(line)),
                _ => self.draft.content.description = Some(line),
            }
        }
    }

    fn lists(&mut self) {
        if let Some((property, value)) =
            self.property(&["recipeIngredient", "recipeIngredients", "ingredients", "ingredient", "supply"])
        {
            let mut lines = ingredients::read(value);
            // Zest's export adds groups; schema.org has no property for them.
            if let Some(grouped) = self.node.get("ingredientGroups").map(ingredients::read)
                && grouped.iter().map(|line| &line.text).eq(lines.iter().map(|line| &line.text))
            {
                lines = grouped;
            }
            self.draft.lines = self.bounded(lines, property);
            if !self.draft.lines.is_empty() {
                self.found(Field::Ingredients, property);
            }
        }
        if let Some((property, value)) =
            self.property(&["recipeInstructions", "recipeDirections", "instructions", "step", "steps"])
        {
            let (steps, tips) = steps::read(value, self.source.nodes);
            tips.iter().for_each(|tip| notes::add(&mut self.draft.notes, tip));
            self.draft.steps = self.bounded(steps, property);
            if !self.draft.steps.is_empty() {
                self.found(Field::Instructions, property);
            }
        }
    }

    fn bounded(&mut self, mut listed: Vec<Listed>, property: &str) -> Vec<Line> {
        let mut is_cut = listed.len() > MAX_LINES;
        listed.truncate(MAX_LINES);
        for line in &mut listed {
            is_cut |= text::truncate_at_character(&mut line.text, MAX_TEXT_BYTES);
        }
        if is_cut {
            self.add_diagnostic(Code::LimitReached, property);
        }
        let reader = self.source.reader;
        listed
            .into_iter()
            .map(|Listed { text, group, index }| {
                let path = format!("{}/{property}[{index}]", self.source.path);
                Line { group, path, ..Line::marked(reader, text) }
            })
            .collect()
    }

    fn times(&mut self) {
        for (field, names) in [
            (Field::PrepMinutes, ["prepTime", "prepTime"]),
            (Field::CookMinutes, ["cookTime", "performTime"]),
            (Field::TotalMinutes, ["totalTime", "totalTime"]),
        ] {
            let Some((property, value)) = self.property(&names) else { continue };
            let minutes = fields::minutes(value);
            match (field, minutes) {
                (_, None) => self.add_diagnostic(Code::ValueRefused, property),
                // Zero means unknown.
                (_, Some(0)) => continue,
                (Field::PrepMinutes, minutes) => self.draft.content.prep_minutes = minutes,
                (Field::CookMinutes, minutes) => self.draft.content.cook_minutes = minutes,
                (_, minutes) => self.draft.content.total_minutes = minutes,
            }
            if minutes.is_some() {
                self.found(field, property);
            }
        }
    }

    fn amounts(&mut self) {
        if let Some((property, value)) = self.property(&["recipeYield", "yield", "servings"]) {
            let (servings, yields) = fields::yields(value);
            if servings.is_some() {
                self.found(Field::Servings, property);
            }
            if yields.is_some() {
                self.found(Field::Yields, property);
            }
            (self.draft.content.servings, self.draft.content.yields) = (servings, yields);
        }
        if let Some((property, Value::Object(facts))) =
            self.property(&["nutrition"]).map(|(property, value)| (property, fields::first_object(value)))
        {
            let mut fact = |name: &str, unit: &str| {
                let text = match facts.get(name)? {
                    Value::Number(number) => number.to_string(),
                    Value::Object(amount) if amount.contains_key("value") => quantity::of(amount)?,
                    value => self.short_text(name, value)?,
                };
                fields::nutrient(&text, unit)
            };
            let nutrition = Nutrition {
                calories: fact("calories", "kcal"),
                fat: fact("fatContent", "g"),
                carbs: fact("carbohydrateContent", "g"),
                protein: fact("proteinContent", "g"),
            };
            if !nutrition.is_empty() {
                self.found(Field::Nutrition, property);
            }
            self.draft.content.nutrition = nutrition;
        }
    }

    fn rest(&mut self) {
        if let Some((property, value)) = self.property(&["image", "thumbnailUrl", "photo"]) {
            match pictures::largest(value, self.source.base, self.source.nodes) {
                Some(picture) => {
                    self.draft.content.picture_url = Some(picture.address);
                    self.draft.picture_pixels = picture.pixels;
                    self.found(Field::PictureUrl, property);
                }
                None => self.add_diagnostic(Code::ValueRefused, property),
            }
        }
        if let Some((property, value)) = self.property(&["inLanguage"]) {
            self.draft.content.language = fields::language(value);
            if self.draft.content.language.is_some() {
                self.found(Field::Language, property);
            }
        }
        const TAGS: [&str; 3] = ["recipeCategory", "recipeCuisine", "keywords"];
        self.draft.content.tags = fields::tags(TAGS.iter().filter_map(|name| self.node.get(*name)));
        if !self.draft.content.tags.is_empty() {
            let properties: Vec<_> = TAGS.into_iter().filter(|name| self.node.contains_key(*name)).collect();
            self.found(Field::Tags, &properties.join("+"));
        }
        // An author without any other field is not a recipe.
        if let Some((property, value)) = self.property(&["author", "creator"])
            && !self.draft.provenance.is_empty()
        {
            self.draft.content.author = author::of_value(value, self.source.nodes);
            if self.draft.content.author.is_some() {
                self.found(Field::Author, property);
            }
        }
        for name in ["url", "@id", "mainEntityOfPage"] {
            if let Some(address) = self.node.get(name).and_then(fields::address) {
                self.draft.addresses.push(address.to_owned());
            }
        }
    }
}

/// Whether the value is null, blank, a placeholder, an empty object, or a list of these.
fn is_hollow(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty() || text::is_placeholder(text.trim()),
        Value::Array(items) => items.iter().all(is_hollow),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}
