//! Mealie: recipes from its API, and database backups with related tables.

use std::collections::HashMap;

use extract::{ExportLine, Marked};
use recipe::{Content, Nutrition};
use serde_json::Value;

use crate::exchange::fields::{Object, amount, minutes, names, objects, text};
use crate::exchange::links::Links;
use crate::exchange::marks::{ExportedMarks, day, is_set, rating};

pub(crate) fn is_recipe(node: &Object) -> bool {
    let Some(Value::Array(lines)) = node.get("recipeIngredient") else { return false };
    let is_line =
        |line: &Value| ["display", "originalText", "food"].iter().any(|name| line.get(*name).is_some());
    lines.iter().any(is_line) || (node.contains_key("slug") && node.contains_key("recipeInstructions"))
}

pub(crate) fn recipe(node: &Object, path: String) -> Marked {
    let mut marked = Marked { content: content(node, Names::Interface), path, ..Marked::default() };
    marked.set_source(&text(node, &["orgURL", "orgUrl"]).unwrap_or_default());
    objects(node, "notes").for_each(|note| add_note(note, &mut marked));
    let mut group = None;
    for line in node.get("recipeIngredient").and_then(Value::as_array).into_iter().flatten() {
        let line_text = match line {
            Value::Object(line) => {
                if let Some(title) = text(line, &["title"]) {
                    group = Some(title);
                }
                whole_line(line)
            }
            other => other.as_str().unwrap_or_default().to_owned(),
        };
        marked.ingredients.push(ExportLine { text: line_text, group: group.clone() });
    }
    let steps = node.get("recipeInstructions").and_then(Value::as_array).into_iter().flatten();
    marked.instructions = self::steps(steps);
    set_yield(&mut marked, node, Names::Interface);
    marked.set_tags(
        ["recipeCategory", "tags"].iter().flat_map(|name| names(node.get(*name))).collect::<Vec<_>>(),
    );
    marked
}

fn whole_line(line: &Object) -> String {
    let unit = line.get("unit").and_then(Value::as_object);
    // A recipe used as an ingredient.
    let food = ["food", "referencedRecipe"].iter().find_map(|name| line.get(*name)?.as_object());
    text(line, &["display", "originalText"]).unwrap_or_else(|| composed(line, unit, food))
}

pub(crate) fn links(node: &Object) -> Links {
    let link = |line: &Object| {
        let recipe = line.get("referencedRecipe")?.as_object()?;
        Some((whole_line(line), text(recipe, &["id"])?))
    };
    Links { id: text(node, &["id"]), lines: objects(node, "recipeIngredient").filter_map(link).collect() }
}

fn add_note(note: &Object, marked: &mut Marked) {
    let parts = [text(note, &["title"]), text(note, &["text"])];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    marked.add_notes(&parts.join("\n").replace("**", ""));
}

pub(crate) fn marks(node: &Object) -> ExportedMarks {
    marked_as(node, Names::Interface)
}

fn marked_as(node: &Object, names: Names) -> ExportedMarks {
    let last_made = text(node, &[names.choose("lastMade", "last_made")]);
    ExportedMarks {
        rating: rating(node.get("rating")),
        made_on: last_made.and_then(|moment| day(&moment)).into_iter().collect(),
        ..ExportedMarks::default()
    }
}

/// Naming convention of fields: `prepTime` in the API, `prep_time` in tables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    Interface,
    Tables,
}

impl Names {
    fn choose<'a>(self, interface: &'a str, tables: &'a str) -> &'a str {
        if self == Self::Interface { interface } else { tables }
    }
}

fn content(node: &Object, names: Names) -> Content {
    let time = |interface, tables| minutes(text(node, &[names.choose(interface, tables)]));
    let facts = node.get("nutrition").and_then(Value::as_object);
    Content {
        title: text(node, &["name"]),
        description: text(node, &["description"]),
        prep_minutes: time("prepTime", "prep_time"),
        cook_minutes: time("cookTime", "cook_time").or_else(|| time("performTime", "perform_time")),
        total_minutes: time("totalTime", "total_time"),
        nutrition: facts.map(|facts| nutrition(facts, names)).unwrap_or_default(),
        ..Content::default()
    }
}

fn nutrition(facts: &Object, names: Names) -> Nutrition {
    let fact = |interface, tables, unit: &str| {
        let value = text(facts, &[names.choose(interface, tables)])?;
        let is_bare = value.chars().all(|c| c.is_ascii_digit() || c == '.');
        Some(if is_bare { format!("{value} {unit}") } else { value })
    };
    Nutrition {
        calories: fact("calories", "calories", "kcal"),
        fat: fact("fatContent", "fat_content", "g"),
        carbs: fact("carbohydrateContent", "carbohydrate_content", "g"),
        protein: fact("proteinContent", "protein_content", "g"),
    }
}

fn set_yield(marked: &mut Marked, node: &Object, names: Names) {
    let positive = |name: &str| node.get(name).and_then(Value::as_f64).filter(|number| *number > 0.0);
    let count = positive(names.choose("recipeYieldQuantity", "recipe_yield_quantity"));
    let words = text(node, &[names.choose("recipeYield", "recipe_yield")]).unwrap_or_default();
    match count {
        Some(count) if !words.is_empty() && !words.starts_with(|c: char| c.is_ascii_digit()) => {
            marked.set_yield(&format!("{} {words}", amount(count)));
        }
        _ => marked.set_yield(&words),
    }
    let servings =
        positive(names.choose("recipeServings", "recipe_servings")).filter(|count| *count < 1000.0);
    if let Some(servings) = servings {
        // Between zero and a thousand, so the cast is exact.
        marked.content.servings = Some((servings.round() as u32).max(1));
    }
}

/// Composes a line from its fields, for older versions that do not store the whole line.
fn composed(line: &Object, unit: Option<&Object>, food: Option<&Object>) -> String {
    let quantity = line.get("quantity").and_then(Value::as_f64).filter(|quantity| *quantity > 0.0);
    // Without a food, the note is the whole line.
    let quantity = quantity.filter(|_| food.is_some() || unit.is_some());
    let is_plural = quantity.is_some_and(|quantity| quantity > 1.0);
    let named = |node: &Object| {
        let plural = text(node, &["pluralName", "plural_name"]).filter(|_| is_plural);
        plural.or_else(|| text(node, &["name"]))
    };
    let is_short = unit.is_some_and(|unit| {
        ["useAbbreviation", "use_abbreviation"].iter().any(|name| unit.get(*name) == Some(&Value::Bool(true)))
    });
    let unit_name =
        unit.and_then(|unit| text(unit, &["abbreviation"]).filter(|_| is_short).or_else(|| named(unit)));
    // With a unit, the food is singular: "2 cups flour".
    let food_name = food.and_then(|food| if unit.is_some() { text(food, &["name"]) } else { named(food) });
    let mut line_text =
        [quantity.map(amount), unit_name, food_name].into_iter().flatten().collect::<Vec<_>>().join(" ");
    if let Some(note) = text(line, &["note"]) {
        if !line_text.is_empty() {
            line_text.push_str(if note.starts_with(['(', ',']) { " " } else { ", " });
        }
        line_text.push_str(&note);
    }
    line_text
}

fn steps<'a>(steps: impl Iterator<Item = &'a Value>) -> Vec<ExportLine> {
    let mut group = None;
    let mut out = Vec::new();
    for step in steps {
        let step_text = match step {
            Value::Object(step) => {
                if let Some(title) = text(step, &["title"]) {
                    group = Some(title);
                }
                text(step, &["text"]).unwrap_or_default()
            }
            other => other.as_str().unwrap_or_default().to_owned(),
        };
        // Steps may contain Markdown.
        let text = step_text.replace("**", "");
        if !text.trim().is_empty() {
            out.push(ExportLine { text, group: group.clone() });
        }
    }
    out
}

pub(crate) fn is_database(node: &Object) -> bool {
    ["recipes", "recipes_ingredients", "recipe_instructions"]
        .iter()
        .all(|name| node.get(*name).is_some_and(Value::is_array))
}

/// All recipes of a backup, with their marks and links. Their ids are also the names of their photo folders.
pub(crate) fn database(node: &Object) -> Vec<(Marked, ExportedMarks, Links)> {
    let units = by(node, "ingredient_units", "id");
    let foods = by(node, "ingredient_foods", "id");
    let tags = by(node, "tags", "id");
    let facts = by(node, "recipe_nutrition", "recipe_id");
    let lines = rows(node, "recipes_ingredients");
    let steps = rows(node, "recipe_instructions");
    let tagged = rows(node, "recipes_to_tags");
    let notes = rows(node, "notes");
    let recipes = by(node, "recipes", "id");
    // Users' own ratings and favourites are used only if there is a single user.
    let is_alone = objects(node, "users").count() == 1;
    let own = if is_alone { by(node, "users_to_recipes", "recipe_id") } else { HashMap::new() };
    let recipe = |(index, row): (usize, &Object)| {
        let id = text(row, &["id"])?;
        let path = format!("recipes[{index}]");
        let mut marked = Marked { content: content(row, Names::Tables), path, ..Marked::default() };
        let mut links = Vec::new();
        let mut group = None;
        for line in lines.get(&id).into_iter().flatten() {
            if let Some(title) = text(line, &["title"]) {
                group = Some(title);
            }
            let of = |table: &HashMap<String, &'_ Object>, name: &str| -> Option<Object> {
                Some((*table.get(&text(line, &[name])?)?).clone())
            };
            let (unit, food) = (of(&units, "unit_id"), of(&foods, "food_id"));
            let food = food.or_else(|| of(&recipes, "referenced_recipe_id"));
            let line_text = composed(line, unit.as_ref(), food.as_ref());
            let line_text = if line_text.is_empty() {
                text(line, &["original_text"]).unwrap_or_default()
            } else {
                line_text
            };
            if let Some(other) = text(line, &["referenced_recipe_id"]) {
                links.push((line_text.clone(), other));
            }
            marked.ingredients.push(ExportLine { text: line_text, group: group.clone() });
        }
        let values: Vec<Value> =
            steps.get(&id).into_iter().flatten().map(|step| Value::Object((*step).clone())).collect();
        marked.instructions = self::steps(values.iter());
        marked.content.nutrition =
            facts.get(&id).map(|row| nutrition(row, Names::Tables)).unwrap_or_default();
        set_yield(&mut marked, row, Names::Tables);
        marked.set_source(&text(row, &["org_url"]).unwrap_or_default());
        notes.get(&id).into_iter().flatten().for_each(|note| add_note(note, &mut marked));
        let named = |link: &&Object| text(tags.get(&text(link, &["tag_id"])?)?, &["name"]);
        let tags: Vec<String> = tagged.get(&id).into_iter().flatten().filter_map(named).collect();
        marked.set_tags(tags.iter().map(String::as_str));
        let mut marks = marked_as(row, Names::Tables);
        if let Some(own) = own.get(&id) {
            marks.favourite = is_set(own.get("is_favorite"));
            marks.rating = rating(own.get("rating")).or(marks.rating);
        }
        Some((marked, marks, Links { id: Some(id), lines: links }))
    };
    objects(node, "recipes").enumerate().filter_map(recipe).collect()
}

fn by<'a>(node: &'a Object, table: &str, column: &str) -> HashMap<String, &'a Object> {
    objects(node, table).filter_map(|row| Some((text(row, &[column])?, row))).collect()
}

fn rows<'a>(node: &'a Object, table: &str) -> HashMap<String, Vec<&'a Object>> {
    let mut all: HashMap<String, Vec<&Object>> = HashMap::new();
    for row in objects(node, table) {
        if let Some(id) = text(row, &["recipe_id"]) {
            all.entry(id).or_default().push(row);
        }
    }
    for rows in all.values_mut() {
        rows.sort_by_key(|row| row.get("position").and_then(Value::as_i64).unwrap_or_default());
    }
    all
}
