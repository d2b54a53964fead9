//! Reads steps of structured data. Recursion is safe: the depth of JSON is limited, and references are
//! followed once.

use recipe::{Places, Span};
use std::collections::HashMap;

use serde_json::Value;

use super::quantity::scalar;
use super::words::WORDS;
use super::{Listed, Object, has_type, headings};
use crate::cues;
use crate::json;
use crate::limits::MAX_TEXT_BYTES;
use crate::text;

type Nodes<'a> = HashMap<&'a str, &'a Value>;

/// The steps of `recipeInstructions` without numbers, and the tips; sections become groups.
pub(super) fn read(value: &Value, nodes: &Nodes<'_>) -> (Vec<Listed>, Vec<String>) {
    let mut found = Found { pieces: Vec::new(), tips: Vec::new(), nodes, references_left: MAX_REFERENCES };
    found.collect(value, None);
    let is_alone = found.pieces.len() == 1;
    let mut steps = Vec::new();
    for (index, piece) in (0..).zip(found.pieces) {
        if is_alone || piece.may_hold_several {
            let lines = bulleted(text::lines(&piece.text), piece.group);
            steps.extend(lines.into_iter().map(|(text, group)| Listed { text, group, index }));
        } else {
            steps.push(Listed { text: text::line(&piece.text), group: piece.group, index });
        }
    }
    if is_alone {
        steps = split_at_numbers(steps);
    }
    (headings::into_step_groups(without_numbers(steps)), found.tips)
}

/// Removes bullets. A short line before a bullet is a heading: "Glaze", "- Toast the nuts".
fn bulleted(lines: Vec<String>, group: Option<String>) -> Vec<(String, Option<String>)> {
    let after_bullet = |line: &str| {
        let text = ["- ", "– ", "• ", "* "].iter().find_map(|bullet| line.strip_prefix(bullet))?;
        Some(text.trim_start().to_owned())
    };
    let has_bullet: Vec<bool> = lines.iter().map(|line| after_bullet(line).is_some()).collect();
    let is_list = has_bullet.iter().filter(|has| **has).count() >= 2;
    let mut group = group;
    let mut steps = Vec::with_capacity(lines.len());
    for (at, line) in lines.into_iter().enumerate() {
        if !is_list {
            steps.push((line, group.clone()));
        } else if let Some(text) = after_bullet(&line) {
            steps.push((text, group.clone()));
        } else if has_bullet.get(at + 1) == Some(&true) && is_heading_of_bullets(&line) {
            group = Some(cues::tidy(&line));
        } else {
            steps.push((line, group.clone()));
        }
    }
    steps
}

fn is_heading_of_bullets(line: &str) -> bool {
    line.chars().nth(MAX_HEADING_CHARS).is_none() && !line.ends_with(['.', '!', ';'])
}

const MAX_HEADING_CHARS: usize = 60;

/// Maximum references that are followed; they may be cyclic.
const MAX_REFERENCES: usize = 500;

const MAX_TIPS: usize = 50;

struct Piece {
    text: String,
    group: Option<String>,
    may_hold_several: bool,
}

struct Found<'a, 'b> {
    pieces: Vec<Piece>,
    tips: Vec<String>,
    nodes: &'b Nodes<'a>,
    references_left: usize,
}

impl Found<'_, '_> {
    fn push(&mut self, text: String, group: Option<&str>, may_hold_several: bool) {
        self.pieces.push(Piece { text, group: group.map(str::to_owned), may_hold_several });
    }

    fn push_tip(&mut self, node: &Object) {
        let tip = ["text", "name"].iter().find_map(|name| scalar(node.get(*name)?));
        if self.tips.len() < MAX_TIPS
            && let Some(mut tip) = tip.map(|tip| text::line(&tip))
        {
            text::truncate_at_character(&mut tip, MAX_TEXT_BYTES);
            self.tips.push(tip);
        }
    }

    fn collect(&mut self, value: &Value, group: Option<&str>) {
        match value {
            Value::String(text) if !text.trim().is_empty() => match json::list_in_text(text) {
                Some(list) => self.collect(&list, group),
                None => self.push(text.clone(), group, true),
            },
            Value::Array(items) => items.iter().for_each(|item| self.collect(item, group)),
            Value::Object(node) => self.collect_node(node, group),
            _ => {}
        }
    }

    fn collect_node(&mut self, node: &Object, group: Option<&str>) {
        if has_type(node, "howtotip") {
            self.push_tip(node);
            return;
        }
        let is_section = has_type(node, "howtosection");
        let name = node.get("name").and_then(scalar).map(|name| cues::tidy(&text::line(&name)));
        if is_section && name.as_deref().is_some_and(is_aside) {
            return;
        }
        let group =
            if is_section { name.as_deref().filter(|name| !name.is_empty()).or(group) } else { group };
        if let Some(text) = node.get("text").and_then(scalar) {
            let may_hold_several = !has_type(node, "howtostep") && !has_type(node, "howtodirection");
            let text = if is_section { text } else { with_step_name(node, text) };
            self.push(text, group, may_hold_several);
            return;
        }
        for name in ["itemListElement", "item", "steps", "step", "recipeInstructions", "text"] {
            let Some(children) = node.get(name) else { continue };
            let before = self.pieces.len();
            self.collect(children, group);
            if self.pieces.len() > before {
                return;
            }
        }
        // Without text, the description or the name is a step.
        let text = node.get("description").and_then(scalar).map(|text| with_step_name(node, text));
        let text = text.or_else(|| scalar(node.get("name")?));
        match text {
            Some(text) if !is_section => self.push(text, group, false),
            _ => self.follow(node, group),
        }
    }

    fn follow(&mut self, node: &Object, group: Option<&str>) {
        let Some(target) = node.get("@id").and_then(Value::as_str).and_then(|id| self.nodes.get(id).copied())
        else {
            return;
        };
        let is_itself = target.as_object().is_some_and(|target| target == node);
        // Reads only the target's own text, because references may be cyclic.
        if !is_itself && self.references_left > 0 {
            self.references_left -= 1;
            let text = ["text", "name"].iter().find_map(|name| scalar(target.get(*name)?));
            if let Some(text) = text {
                self.push(text, group, false);
            }
        }
    }
}

fn is_aside(name: &str) -> bool {
    let lower = name.to_lowercase();
    WORDS.asides.contains(&lower)
}

/// Puts the name of a step before its text, unless it is a number or part of the text.
fn with_step_name(node: &Object, text: String) -> String {
    let lead = node.get("name").and_then(scalar).map(|name| text::line(&name)).unwrap_or_default();
    let key = text::letters(lead.trim_end_matches("..."));
    if key.is_empty() || is_count(&lead) || text::letters(&text::line(&text)).contains(&key) {
        return text;
    }
    let continues = text.trim_start().starts_with(['.', ',', ':', ';', ')']);
    let joint = if continues {
        ""
    } else if lead.ends_with(['.', ':', '!', '?']) {
        " "
    } else {
        ": "
    };
    format!("{lead}{joint}{}", text.trim_start())
}

fn split_at_numbers(steps: Vec<Listed>) -> Vec<Listed> {
    let mut due = 1;
    let mut split = Vec::with_capacity(steps.len());
    for step in &steps {
        let starts = counted_starts(&step.text, &mut due);
        if split.is_empty() && starts.first() != Some(&0) {
            return steps;
        }
        // Text before the first number becomes a separate step.
        let starts = [0].into_iter().chain(starts.into_iter().filter(|start| *start > 0));
        let starts: Vec<usize> = starts.collect();
        let ends = starts.iter().skip(1).copied().chain([step.text.len()]);
        split.extend(starts.iter().zip(ends).map(|(start, end)| Listed {
            text: step.text.span(*start..end).trim().to_owned(),
            group: step.group.clone(),
            index: step.index,
        }));
    }
    if due > 2 { split } else { steps }
}

/// Start offsets of the steps numbered from `due`, which is increased.
fn counted_starts(text: &str, due: &mut usize) -> Vec<usize> {
    let mut starts = Vec::new();
    for (at, _) in text.char_indices().filter(|(at, c)| c.is_ascii_digit() && begins_step(text, *at)) {
        if step_number(text.span(at..)).is_some_and(|(number, _)| number == *due) {
            starts.push(at);
            *due += 1;
        }
    }
    starts
}

/// Whether a step can begin here: at the start, or after whitespace, a bracket or a sentence.
fn begins_step(text: &str, at: usize) -> bool {
    let mut before = text.span(..at).chars().rev();
    match before.next() {
        None => true,
        Some('.') => before.next().is_some_and(|c| !c.is_ascii_digit()),
        Some(c) => c.is_whitespace() || matches!(c, '!' | '?' | ')' | '。' | '！'),
    }
}

/// Returns a step number and the offset of its text: "2. ", "2) ", "2 - ", but not "2 eggs".
fn step_number(text: &str) -> Option<(usize, usize)> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number = text.get(..digits).filter(|digits| (1..=2).contains(&digits.len()))?.parse().ok()?;
    let after = text.span(digits..);
    let mark = [". ", ") ", ".) ", " - ", " – ", ": ", ".- ", ".\u{a0}"]
        .iter()
        .find(|mark| after.starts_with(**mark));
    let tight = || after.starts_with(['.', ')']) && after.span(1..).starts_with(|c: char| c.is_alphabetic());
    let length = mark.map(|mark| mark.len()).or_else(|| tight().then_some(1))?;
    Some((number, digits + length))
}

pub(super) fn without_numbers(mut steps: Vec<Listed>) -> Vec<Listed> {
    for step in &mut steps {
        if let Some(counted) = step.text.len().checked_sub(cues::without_ordinal_count(&step.text).len()) {
            step.text.drain(..counted);
        }
    }
    steps.retain(|step| !is_bare_count(&step.text));
    let numbers: Vec<_> = steps.iter().map(|step| step_number(&step.text)).collect();
    let number_at = |at: Option<usize>| numbers.get(at?).copied().flatten().map(|(number, _)| number);
    let mut last = 0;
    for (at, step) in steps.iter_mut().enumerate() {
        let Some((number, start)) = numbers.at(at) else { continue };
        // Numbers may restart at 1 in each section. Any other number is text.
        let starts = number == 1
            && (at == 0 || number_at(at.checked_sub(1)).is_some() || number_at(Some(at + 1)) == Some(2));
        if starts || (number == last + 1 && number > 1) {
            last = number;
            step.text = step.text.span(start..).trim_start().to_owned();
        }
    }
    steps.retain(|step| !step.text.is_empty() && !is_bare_count(&step.text));
    steps
}

fn is_bare_count(step: &str) -> bool {
    if cues::without_ordinal_count(step).is_empty() {
        return true;
    }
    let step = step.trim_end_matches(['.', ':', ')', ' ']);
    let lower = step.to_lowercase();
    let count = WORDS.steps.iter().find_map(|word| lower.strip_prefix(word.as_str())).unwrap_or(&lower);
    is_number(count.trim_start_matches([' ', '#']))
}

/// Whether the name is only a number, or ends with a word for "step" and a number: "Soup Step 3".
fn is_count(lead: &str) -> bool {
    if is_bare_count(lead) {
        return true;
    }
    let lower = lead.trim_end_matches(['.', ':', ')', ' ']).to_lowercase();
    let mut words = lower.rsplit(' ');
    let is_numbered = words.next().is_some_and(|last| is_number(last.trim_start_matches('#')));
    is_numbered && words.next().is_some_and(|word| WORDS.steps.iter().any(|step| step == word))
}

fn is_number(text: &str) -> bool {
    (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn bullets_are_removed_and_lines_above_them_are_headings() {
        for (value, expected) in [
            (
                json!("Bars\n  - stir the oats\n  - bake\nGlaze:\n  - toast the nuts"),
                vec![
                    ("stir the oats", Some("Bars")),
                    ("bake", Some("Bars")),
                    ("toast the nuts", Some("Glaze")),
                ],
            ),
            (
                json!("Heat the oven.\n- Stir the oats.\n- Bake."),
                vec![("Heat the oven.", None), ("Stir the oats.", None), ("Bake.", None)],
            ),
            (json!("- Stir the oats"), vec![("- Stir the oats", None)]),
            (json!(r#"["Stir the oats.", "Bake."]"#), vec![("Stir the oats.", None), ("Bake.", None)]),
        ] {
            let (steps, _) = read(&value, &HashMap::new());
            let found: Vec<_> =
                steps.iter().map(|step| (step.text.as_str(), step.group.as_deref())).collect();
            assert_eq!(found, expected, "{value}");
        }
    }
}
