use extract::ExportLine;

use super::{has_ingredients, without_tokens};
use crate::exchange::field::{AMOUNTS, Field};
use crate::exchange::fields::amount;
use crate::exchange::names;

pub(super) fn all_ingredients(field: &Field<'_>, is_kitchen_owl: bool) -> Vec<ExportLine> {
    let mut lines = Vec::new();
    for list in field.all(&names::INGREDIENTS) {
        add_ingredients(list, None, &mut lines);
    }
    if lines.is_empty() && is_kitchen_owl {
        field.all(&["items"]).for_each(|items| add_ingredients(items, None, &mut lines));
    }
    if lines.is_empty() {
        for step in steps_with_ingredients(field) {
            // The name of a step is a heading only if `showAsHeader` is set.
            let name = step.get(&["name"]).and_then(Field::scalar).filter(|_| step.is_set(&["showasheader"]));
            step.all(&["ingredients"]).for_each(|list| add_ingredients(list, name.as_deref(), &mut lines));
            if let Some((title, _)) = recipe_of_step(step) {
                push(title, name.as_deref(), &mut lines);
            }
        }
    }
    lines
}

fn steps_with_ingredients<'f, 'a>(field: &'f Field<'a>) -> impl Iterator<Item = &'f Field<'a>> {
    field.all(&names::STEPS).flat_map(|steps| &steps.parts).filter(|step| has_ingredients(step))
}

/// Title and id of the recipe that a step of Tandoor consists of.
fn recipe_of_step(step: &Field<'_>) -> Option<(String, String)> {
    let title = step.get(&["steprecipedata"])?.get(&["name"])?.scalar()?;
    Some((title, step.get(&["steprecipe"])?.scalar()?))
}

/// Ingredient lines that are other recipes, with the recipe's id: Tandoor's foods and steps, and Paprika's lines with
/// `[recipe:Gravy]`.
pub(super) fn sub_recipes(field: &Field<'_>) -> Vec<(String, String)> {
    let typed = field.all(&names::INGREDIENTS).flat_map(|list| list.text.lines());
    let mut found: Vec<_> =
        typed.filter_map(|line| Some((without_tokens(line).into_owned(), recipe_in(line)?))).collect();
    for step in steps_with_ingredients(field) {
        for line in step.all(&["ingredients"]).flat_map(|list| &list.parts) {
            let recipe = line.get(&["food"]).and_then(|food| food.get(&["recipe"]));
            let id = recipe.and_then(|recipe| recipe.get(&["id"]).unwrap_or(recipe).scalar());
            found.extend(composed(line).zip(id));
        }
        found.extend(recipe_of_step(step));
    }
    found
}

fn recipe_in(line: &str) -> Option<String> {
    let (_, named) = line.split_once("[recipe:")?;
    Some(named.split_once(']')?.0.trim().to_owned())
}

fn add_ingredients(field: &Field<'_>, group: Option<&str>, out: &mut Vec<ExportLine>) {
    if !field.text.trim().is_empty() {
        // Items of a repeated element may have attributes.
        let line = if field.parts.is_empty() { None } else { composed(field) };
        match line {
            Some(line) => push(line, group, out),
            None => typed_lines(field).into_iter().for_each(|line| push(line, group, out)),
        }
        return;
    }
    if field.is_line() {
        if field.is_heading() {
            // A heading applies to the lines below it; the colon marks it for grouping.
            if let Some(name) =
                field.get(&names::FOOD).or_else(|| field.get(&names::LINE_NOTE)).and_then(Field::scalar)
            {
                push(format!("{}:", name.trim_end_matches(':')), None, out);
            }
            return;
        }
        if let Some(line) = composed(field) {
            push(line, group, out);
        }
        return;
    }
    let own = field.group_name();
    let group = own.as_deref().or(group);
    for part in field.parts.iter().filter(|part| !names::GROUP.contains(&part.name.as_str())) {
        add_ingredients(part, group, out);
    }
}

impl Field<'_> {
    /// Whether the field is an amount with food, or a heading in a list.
    fn is_line(&self) -> bool {
        let has_food = self.get(&names::FOOD).is_some() || self.get(&names::WHOLE_LINE).is_some();
        let (amount, unit) = self.amount_and_unit();
        let is_measured =
            amount.is_some() || unit.is_some() || self.has(&names::LINE_NOTE) || self.is_heading();
        let is_nested = self.get(&["food", "ingredient", "item"]).is_some();
        !self.has_list()
            && (has_food || self.get(&names::LINE_NOTE).is_some())
            && (is_measured || is_nested || self.is_item())
    }

    /// Whether a child is a list of ingredients, not the food of one ingredient.
    fn has_list(&self) -> bool {
        let within = || self.parts.iter().filter(|part| names::WITHIN.contains(&part.name.as_str()));
        let is_list = |part: &Field<'_>| {
            part.parts.iter().any(|item| item.name.is_empty()) || part.has(&AMOUNTS) || part.has(&["item"])
        };
        within().any(is_list) || within().count() > 1 || self.has(&["groupname"])
    }

    /// Name of a group, not a flag such as `Heading="N"`.
    fn group_name(&self) -> Option<String> {
        const FLAGS: [&str; 8] = ["true", "false", "yes", "no", "y", "n", "0", "1"];
        let name = self.get(&names::GROUP)?.scalar()?;
        (!FLAGS.contains(&name.to_ascii_lowercase().as_str())).then_some(name)
    }

    pub(super) fn is_item(&self) -> bool {
        self.name.is_empty() || !names::GROUP.contains(&self.name.as_str())
    }

    fn is_heading(&self) -> bool {
        self.is_set(&names::IS_HEADING)
            || self.get(&["type"]).is_some_and(|kind| {
                matches!(kind.text.trim().to_ascii_lowercase().as_str(), "section" | "header" | "heading" | "title")
            })
            // Subtitles in MasterCook.
            || self.get(&["code"]).is_some_and(|code| code.text.trim() == "S")
    }
}

fn push(text: String, group: Option<&str>, out: &mut Vec<ExportLine>) {
    out.push(ExportLine { text: without_tokens(&text).into_owned(), group: group.map(str::to_owned) });
}

fn composed(line: &Field<'_>) -> Option<String> {
    if let Some(whole) = line.get(&names::WHOLE_LINE).and_then(Field::scalar) {
        return Some(whole);
    }
    let (quantity, unit) = line.amount_and_unit();
    let quantity = quantity.filter(|_| !line.is_set(&names::HAS_NO_AMOUNT)).map(|amount| in_words(&amount));
    let quantity = quantity.filter(|amount| amount.trim() != "0");
    let text = line.text.trim();
    let food =
        if text.is_empty() { line.get(&names::FOOD).and_then(Field::scalar) } else { Some(text.to_owned()) };
    // KitchenOwl stores the amount in the description.
    let described = line.get(&["description"]).and_then(Field::scalar).filter(|_| line.has(&["optional"]));
    let unit = unit.map(|unit| in_letters(&unit)).filter(|_| quantity.is_some() || food.is_some());
    let parts = [quantity.or(described), unit, food].into_iter().flatten();
    let mut line_text = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    for note in line.all(&names::LINE_NOTE).filter_map(Field::scalar) {
        if !line_text.is_empty() {
            line_text.push_str(if note.starts_with(['(', ',']) { " " } else { ", " });
        }
        line_text.push_str(&note);
    }
    (!line_text.trim().is_empty()).then_some(line_text)
}

/// Converts decimals: `0.5` becomes `1/2`. Keeps other text.
fn in_words(quantity: &str) -> String {
    let part = |part: &str| match part.trim().parse::<f64>() {
        Ok(number) if part.contains('.') => amount(number),
        _ => part.trim().to_owned(),
    };
    quantity.split('-').map(part).collect::<Vec<_>>().join("-")
}

/// Converts Crouton's unit constants to words: `FLUID_OUNCE`.
fn in_letters(unit: &str) -> String {
    let is_constant = unit.len() > 2 && unit.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
    if !is_constant {
        return unit.to_owned();
    }
    match unit {
        "ITEM" | "ITEMS" | "SECTION" | "RECIPE" => String::new(),
        "GRAMS" => String::from("g"),
        "KGS" | "KILOGRAMS" => String::from("kg"),
        "MILLS" | "MILLILITRES" | "MILLILITERS" => String::from("ml"),
        "LITRES" | "LITERS" => String::from("l"),
        other => other.to_lowercase().replace('_', " "),
    }
}

/// Lines of a list entered as text. A single line with several ingredients is split at its separators.
fn typed_lines(field: &Field<'_>) -> Vec<String> {
    let lines = ExportLine::lines_of(&without_tokens(&field.text));
    let [only] = lines.as_slice() else { return lines };
    // A list item is one ingredient.
    if field.name.is_empty() || field.name == "li" {
        return lines;
    }
    match [('|', 1), (';', 2)].into_iter().find(|(sign, least)| only.matches(*sign).count() >= *least) {
        Some((sign, _)) => only.split(sign).map(|line| line.trim().to_owned()).collect(),
        None => lines,
    }
}

pub(super) fn all_steps(field: &Field<'_>, is_kitchen_owl: bool) -> Vec<ExportLine> {
    let mut lines = Vec::new();
    for list in field.all(&names::STEPS) {
        add_steps(list, None, &mut lines);
    }
    if lines.is_empty() && is_kitchen_owl {
        field.all(&["description"]).for_each(|steps| add_steps(steps, None, &mut lines));
    }
    lines
}

fn add_steps(field: &Field<'_>, group: Option<&str>, out: &mut Vec<ExportLine>) {
    if !field.text.trim().is_empty() {
        let lines = ExportLine::lines_of(&without_tokens(&field.text));
        lines.into_iter().for_each(|line| push(line, group, out));
        return;
    }
    let text = field.get(&names::STEP).filter(|text| text.parts.is_empty());
    if field.is_heading() {
        if let Some(name) = text.or_else(|| field.get(&names::GROUP)).and_then(Field::scalar) {
            push(format!("## {name}"), None, out);
        }
        return;
    }
    // A step may have only ingredients.
    if field.has(&["instruction"]) && field.get(&["instruction"]).is_none() && has_ingredients(field) {
        return;
    }
    let own = field.group_name();
    match text.filter(|_| field.is_item()) {
        Some(_) => {
            let group = own.as_deref().or(group);
            // An element may contain its text again in a child.
            field.parts.iter().filter(|part| names::STEP.contains(&part.name.as_str())).for_each(|part| {
                add_steps(part, group, out);
            });
        }
        None => {
            let group = own.as_deref().or(group);
            let is_part = |part: &&Field<'_>| {
                let name = part.name.as_str();
                !names::GROUP.contains(&name)
                    && !names::NOTES.contains(&name)
                    && name != "image"
                    && name != "id"
            };
            field.parts.iter().filter(is_part).for_each(|part| add_steps(part, group, out));
        }
    }
}
