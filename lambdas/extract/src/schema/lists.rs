//! Ingredient lines and steps, in every shape that sites give them.
//!
//! The walks recurse: JSON is never deeper than its reader allows (see `json.rs`), and references are not followed twice.

use std::collections::HashMap;

use serde_json::Value;

use super::{Object, has_type};
use crate::text;

type Nodes<'a> = HashMap<&'a str, &'a Value>;

/// The lines of `recipeIngredient`, group after group.
pub(super) fn ingredient_lines(value: &Value) -> Vec<String> {
    let mut raw = Vec::new();
    collect_ingredients(value, &mut raw);
    // Alone, a string is the whole list; among others, its line breaks are just how the page was typed.
    let lines = match raw.as_slice() {
        [whole] => text::lines(whole),
        lines => lines.iter().map(|line| text::line(line)).collect(),
    };
    lines.iter().map(|line| text::without_bullet(line).to_owned()).filter(|line| !line.is_empty()).collect()
}

fn collect_ingredients(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::String(line) => out.push(line.clone()),
        Value::Array(items) => items.iter().for_each(|item| collect_ingredients(item, out)),
        Value::Object(node) => {
            if let Some(list) = node.get("itemListElement").or_else(|| node.get("item")) {
                collect_ingredients(list, out);
            } else {
                out.extend(ingredient_of_parts(node));
            }
        }
        _ => {}
    }
}

/// A line that comes as an object: its text, or amount, unit and name one after the other.
fn ingredient_of_parts(node: &Object) -> Option<String> {
    let part = |names: &[&str]| names.iter().find_map(|name| scalar(node.get(*name)?));
    if let Some(text) = part(&["text", "description"]) {
        return Some(text);
    }
    let parts = [
        part(&["amount", "quantity", "value", "requiredQuantity"]),
        part(&["unit", "unitText"]),
        Some(part(&["name", "ingredient"])?),
    ];
    Some(parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.trim().is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The steps of `recipeInstructions`, one text each, without numbers and headings of sections.
pub(super) fn steps(value: &Value, nodes: &Nodes<'_>) -> Vec<String> {
    let mut found = Found { pieces: Vec::new(), nodes, references_left: MAX_REFERENCES };
    found.collect(value);
    let is_alone = found.pieces.len() == 1;
    let mut steps = Vec::new();
    for piece in found.pieces {
        if is_alone || piece.may_hold_several {
            steps.extend(text::lines(&piece.text));
        } else {
            steps.push(text::line(&piece.text));
        }
    }
    if let [whole] = steps.as_slice() {
        steps = split_at_numbers(whole);
    }
    without_numbers(steps)
}

/// No real list of steps refers to more nodes; a crafted one could refer to itself.
const MAX_REFERENCES: usize = 500;

struct Piece {
    text: String,
    may_hold_several: bool,
}

struct Found<'a, 'b> {
    pieces: Vec<Piece>,
    nodes: &'b Nodes<'a>,
    references_left: usize,
}

impl Found<'_, '_> {
    fn collect(&mut self, value: &Value) {
        match value {
            Value::String(text) if !text.trim().is_empty() => {
                self.pieces.push(Piece { text: text.clone(), may_hold_several: true });
            }
            Value::Array(items) => items.iter().for_each(|item| self.collect(item)),
            Value::Object(node) => self.collect_node(node),
            _ => {}
        }
    }

    fn collect_node(&mut self, node: &Object) {
        if has_type(node, "howtotip") {
            return;
        }
        if let Some(text) = node.get("text").and_then(scalar) {
            let may_hold_several = !has_type(node, "howtostep") && !has_type(node, "howtodirection");
            let text = if has_type(node, "howtosection") { text } else { with_lead(node, text) };
            self.pieces.push(Piece { text, may_hold_several });
            return;
        }
        for name in ["itemListElement", "item", "steps", "step", "recipeInstructions", "text"] {
            let Some(children) = node.get(name) else { continue };
            let before = self.pieces.len();
            self.collect(children);
            if self.pieces.len() > before {
                return;
            }
        }
        // A section's name is a heading; a step that has nothing but a name says all with it.
        let said = ["description", "name"].iter().find_map(|name| scalar(node.get(*name)?));
        match said {
            Some(text) if !has_type(node, "howtosection") => {
                self.pieces.push(Piece { text, may_hold_several: false });
            }
            _ => self.follow(node),
        }
    }

    /// A node that only points to another one in the same graph.
    fn follow(&mut self, node: &Object) {
        let Some(target) = node.get("@id").and_then(Value::as_str).and_then(|id| self.nodes.get(id).copied())
        else {
            return;
        };
        let is_itself = target.as_object().is_some_and(|target| target == node);
        // A chain of references could lead in a circle, so only what has its own text is taken.
        if !is_itself && self.references_left > 0 {
            self.references_left -= 1;
            let said = ["text", "name"].iter().find_map(|name| scalar(target.get(*name)?));
            self.pieces.extend(said.map(|text| Piece { text, may_hold_several: false }));
        }
    }
}

/// A step's name is the bold lead of its text, unless the text says it again or it only counts.
fn with_lead(node: &Object, said: String) -> String {
    let lead = node.get("name").and_then(Value::as_str).map(text::line).unwrap_or_default();
    let key = text::letters(lead.trim_end_matches("..."));
    if key.is_empty() || is_bare_count(&lead) || text::letters(&text::line(&said)).contains(&key) {
        return said;
    }
    let goes_on = said.trim_start().starts_with(['.', ',', ':', ';', ')']);
    let joint = if goes_on {
        ""
    } else if lead.ends_with(['.', ':', '!', '?']) {
        " "
    } else {
        ": "
    };
    format!("{lead}{joint}{}", said.trim_start())
}

/// Splits "1. Mix. 2. Bake." where the numbers count up from 1.
fn split_at_numbers(whole: &str) -> Vec<String> {
    let mut starts = Vec::new();
    for (at, _) in whole.char_indices().filter(|(at, c)| c.is_ascii_digit() && starts_word(whole, *at)) {
        if step_number(&whole[at..]).is_some_and(|(number, _)| number == starts.len() + 1) {
            starts.push(at);
        }
    }
    if starts.len() < 2 || starts.first() != Some(&0) {
        return vec![whole.to_owned()];
    }
    let ends = starts.iter().skip(1).copied().chain([whole.len()]);
    starts.iter().zip(ends).map(|(start, end)| whole[*start..end].trim().to_owned()).collect()
}

fn starts_word(text: &str, at: usize) -> bool {
    text[..at].chars().next_back().is_none_or(char::is_whitespace)
}

/// The number of a step and where its text starts: "2. ", "2) ", "2 - ". An amount such as "2 eggs" is none.
fn step_number(text: &str) -> Option<(usize, usize)> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number = text.get(..digits).filter(|digits| (1..=2).contains(&digits.len()))?.parse().ok()?;
    let after = &text[digits..];
    let mark = [". ", ") ", ".) ", " - ", " – ", ": ", ".- ", ".\u{a0}"]
        .iter()
        .find(|mark| after.starts_with(**mark));
    let tight = || after.starts_with(['.', ')']) && after[1..].starts_with(|c: char| c.is_alphabetic());
    let length = mark.map(|mark| mark.len()).or_else(|| tight().then_some(1))?;
    Some((number, digits + length))
}

/// Takes off numbers that count the steps, and lines that hold nothing but a count.
fn without_numbers(steps: Vec<String>) -> Vec<String> {
    let mut last = 0;
    let mut out = Vec::with_capacity(steps.len());
    for step in steps {
        if is_bare_count(&step) {
            continue;
        }
        match step_number(&step) {
            // Each section may start at 1 again; any other number belongs to the text.
            Some((number, start)) if number == last + 1 || number == 1 => {
                last = number;
                out.push(step[start..].trim_start().to_owned());
            }
            _ => out.push(step),
        }
    }
    out.retain(|step| !step.is_empty());
    out
}

/// "3", "3.", "Step 3:", "Paso 3", "Étape 3".
fn is_bare_count(step: &str) -> bool {
    let step = step.trim_end_matches(['.', ':', ')', ' ']);
    let lower = step.to_lowercase();
    let count = ["step", "instruction", "paso", "étape", "etape"]
        .iter()
        .find_map(|word| lower.strip_prefix(word))
        .unwrap_or(&lower);
    let count = count.trim_start_matches([' ', '#']);
    !count.is_empty() && count.len() <= 2 && count.bytes().all(|b| b.is_ascii_digit())
}
