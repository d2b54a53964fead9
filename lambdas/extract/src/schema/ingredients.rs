//! Reads ingredient lines of structured data. Recursion is safe, because the depth of JSON is limited.

use recipe::Span;
use serde_json::Value;

use super::quantity::{self, scalar};
use super::{Listed, Object, headings};
use crate::cues;
use crate::json;
use crate::text;

pub(super) fn read(value: &Value) -> Vec<Listed> {
    let mut pieces = Vec::new();
    collect(value, None, &mut pieces);
    let is_alone = pieces.len() == 1;
    let mut lines = Vec::with_capacity(pieces.len());
    for (index, piece) in (0..).zip(pieces) {
        let texts = match piece.text {
            // A single string contains the whole list.
            whole if is_alone => split_list(text::lines(&whole)),
            // Line breaks in one of several strings are only formatting, unless it has several ingredient lines.
            several if holds_several(&several) => text::lines(&several),
            one => vec![text::line(&one)],
        };
        for text in texts {
            let text = tidy(&text::without_placeholders(without_bullet(&text)));
            if !text.is_empty() {
                lines.push(Listed { text, group: piece.group.clone(), index });
            }
        }
    }
    headings::into_groups(lines)
}

struct Piece {
    text: String,
    group: Option<String>,
}

fn collect(value: &Value, group: Option<&str>, out: &mut Vec<Piece>) {
    let group_of = |group: Option<&str>| group.map(str::to_owned);
    match value {
        Value::String(text) => match json::list_in_text(text) {
            Some(list) => collect(&list, group, out),
            None => out.push(Piece { text: text.clone(), group: group_of(group) }),
        },
        Value::Array(items) => items.iter().for_each(|item| collect(item, group, out)),
        Value::Object(node) => {
            const LISTS: [&str; 4] = ["itemListElement", "item", "recipeIngredient", "ingredients"];
            if let Some(list) = LISTS.iter().find_map(|name| node.get(*name)) {
                // A named list is a group; the name of a ListItem repeats its item.
                let name = node.get("name").and_then(scalar).filter(|_| list.is_array());
                let name = name.map(|name| cues::tidy(&text::line(&name)));
                collect(list, name.as_deref().or(group), out);
            } else if let Some(text) = of_parts(node) {
                out.push(Piece { text, group: group_of(group) });
            }
        }
        _ => {}
    }
}

/// The text of an object, or its amount, unit and name.
fn of_parts(node: &Object) -> Option<String> {
    let part = |names: &[&str]| names.iter().find_map(|name| scalar(node.get(*name)?));
    if let Some(text) = part(&["text", "description"]) {
        return Some(text);
    }
    const AMOUNTS: [&str; 4] = ["amount", "quantity", "value", "requiredQuantity"];
    let nested = || AMOUNTS.iter().find_map(|name| quantity::of(node.get(*name)?.as_object()?));
    let parts = [part(&AMOUNTS).or_else(nested), quantity::unit(node), Some(part(&["name", "ingredient"])?)];
    Some(parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
}

/// Removes a bullet, but not the marks of a heading in bold: "**Sauce**".
fn without_bullet(line: &str) -> &str {
    let is_bold = line.len() > 4 && line.starts_with("**") && line.ends_with("**");
    if is_bold { line } else { text::without_bullet(line) }
}

/// Whether the text has several ingredient lines: at least two, and at least half of all, start with an
/// amount.
fn holds_several(text: &str) -> bool {
    if !text.contains(['\n', '<', '&']) {
        return false;
    }
    let lines = text::lines(text);
    let counted = lines.iter().filter(|line| starts_with_amount(text::without_bullet(line))).count();
    counted >= 2 && counted * 2 >= lines.len()
}

pub(crate) fn starts_with_amount(line: &str) -> bool {
    line.starts_with(char::is_numeric)
}

/// Splits a list in one line: "200 g flour, 2 eggs, 1 pinch of salt", "flour; eggs; salt".
fn split_list(mut lines: Vec<String>) -> Vec<String> {
    let [line] = lines.as_mut_slice() else { return lines };
    let line = std::mem::take(line);
    let glued = glued_pieces(&line);
    if glued.len() >= MIN_GLUED_LINES {
        return trimmed(&glued);
    }
    for mark in [';', '|', '•'] {
        let pieces: Vec<&str> = split_outside_brackets(&line, mark).collect();
        if pieces.len() >= 2 {
            return trimmed(&pieces);
        }
    }
    let pieces: Vec<&str> = split_outside_brackets(&line, ',').collect();
    let counted = pieces.iter().filter(|piece| starts_with_amount(piece.trim())).count();
    if counted == 0 {
        // Without amounts, splits at least three names of at most four words.
        let is_names = pieces.len() >= 3 && pieces.iter().all(|piece| piece.split_whitespace().count() <= 4);
        return if is_names { trimmed(&pieces) } else { vec![line] };
    }
    // Splits only before an amount: "2 eggs, beaten" is one line.
    let mut joined: Vec<String> = Vec::new();
    for piece in pieces {
        match joined.last_mut().filter(|_| !starts_with_amount(piece.trim())) {
            Some(last) => {
                last.push(',');
                last.push_str(piece);
            }
            None => joined.push(piece.trim().to_owned()),
        }
    }
    if joined.len() >= 3 { joined } else { vec![line] }
}

const MIN_GLUED_LINES: usize = 3;

/// Splits where an amount or a capital follows a lower-case letter or bracket: "60 ml of oil½ cabbage,
/// shaved2 leeks".
fn glued_pieces(line: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut before) = (0, ' ');
    for (at, c) in line.char_indices() {
        if (before.is_lowercase() || before == ')') && (c.is_numeric() || c.is_uppercase()) {
            pieces.push(line.span(start..at));
            start = at;
        }
        before = c;
    }
    pieces.push(line.span(start..));
    let counted = pieces.iter().filter(|piece| starts_with_amount(piece)).count();
    if counted * 2 > pieces.len() { pieces } else { vec![line] }
}

fn trimmed(pieces: &[&str]) -> Vec<String> {
    pieces.iter().map(|piece| piece.trim().to_owned()).collect()
}

fn split_outside_brackets(line: &str, mark: char) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    let mut start = 0;
    let mut ends: Vec<usize> = Vec::new();
    let bytes = line.as_bytes();
    for (at, c) in line.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            c if c == mark && depth == 0 => {
                let digit =
                    |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
                if !(digit(at.checked_sub(1)) && digit(Some(at + c.len_utf8()))) {
                    ends.push(at);
                }
            }
            _ => {}
        }
    }
    ends.push(line.len());
    ends.into_iter().map(move |end| {
        let piece = line.span(start..end);
        start = end + mark.len_utf8();
        piece
    })
}

/// Removes brackets that are doubled, empty, or around ", note".
pub(crate) fn tidy(line: &str) -> String {
    let mut open: Vec<usize> = Vec::new();
    let mut dropped: Vec<usize> = Vec::new();
    let inner = |open: usize, close: usize| line.span(open + 1..close).trim();
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            b'(' => open.push(at),
            b')' => {
                let Some(start) = open.pop() else { continue };
                let inner = inner(start, at);
                if inner.is_empty() || inner.starts_with(',') || is_in_brackets(inner) {
                    dropped.extend([start, at]);
                }
            }
            _ => {}
        }
    }
    if dropped.is_empty() && !line.contains(" ,") && !line.contains(" )") {
        return line.to_owned();
    }
    dropped.sort_unstable();
    let mut out = String::with_capacity(line.len());
    let mut dropped = dropped.into_iter().peekable();
    for (at, c) in line.char_indices() {
        if dropped.next_if_eq(&at).is_some() || (c == ' ' && (out.is_empty() || out.ends_with(' '))) {
            continue;
        }
        if matches!(c, ',' | ')') && out.ends_with(' ') {
            out.pop();
        }
        out.push(c);
    }
    out.truncate(out.trim_end().len());
    out
}

fn is_in_brackets(inner: &str) -> bool {
    inner.starts_with('(') && inner.ends_with(')')
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn redundant_brackets_are_removed() {
        for (line, expected) in [
            ("1 cup milk ((warm))", "1 cup milk (warm)"),
            ("1 cup oats ((rolled) (see note 2))", "1 cup oats (rolled) (see note 2)"),
            ("1 cup soy sauce ((light) )", "1 cup soy sauce (light)"),
            ("4 pears (cold (see note 1))", "4 pears (cold (see note 1))"),
            ("2 leeks (, sliced)", "2 leeks, sliced"),
            ("2 leeks () , sliced", "2 leeks, sliced"),
            ("2 leeks ) (sliced", "2 leeks) (sliced"),
            ("(1 egg)", "(1 egg)"),
        ] {
            assert_eq!(tidy(line), expected);
        }
    }

    #[test]
    fn one_line_lists_are_split() {
        let lines = |value: Value| read(&value).into_iter().map(|line| line.text).collect::<Vec<_>>();
        for (value, expected) in [
            (
                json!("200 g flour, 2 eggs, beaten, 1,5 tsp salt"),
                vec!["200 g flour", "2 eggs, beaten", "1,5 tsp salt"],
            ),
            (
                json!("rye flour; water (warm; not hot); salt"),
                vec!["rye flour", "water (warm; not hot)", "salt"],
            ),
            (json!("feta, ripe figs, mint"), vec!["feta", "ripe figs", "mint"]),
            (json!("2 eggs, beaten"), vec!["2 eggs, beaten"]),
            (json!("Chicken"), vec!["Chicken"]),
            (
                json!("60 ml oil½ cabbage, shaved2 leeksA pinch of salt"),
                vec!["60 ml oil", "½ cabbage, shaved", "2 leeks", "A pinch of salt"],
            ),
            (json!("2 tbsp vitaminB12"), vec!["2 tbsp vitaminB12"]),
            (json!(r#"["2 figs", "1 lemon"]"#), vec!["2 figs", "1 lemon"]),
            (json!(["[Sauce]"]), vec!["[Sauce]"]),
            (json!(["undefined 2 figs", "1 null lemon", "NaN", "salt"]), vec!["2 figs", "1 lemon", "salt"]),
            (json!([{"value": 125, "unitCode": "GRM", "name": "ghee"}]), vec!["125 g ghee"]),
            (
                json!([{"requiredQuantity": {"value": 2, "unitText": "cups"}, "name": "oats"}]),
                vec!["2 cups oats"],
            ),
            (
                json!(["2 figs\n1 lemon, sliced", "salt\nand pepper"]),
                vec!["2 figs", "1 lemon, sliced", "salt and pepper"],
            ),
            (json!(["<li>2 figs</li><li>1 lemon</li>", "salt"]), vec!["2 figs", "1 lemon", "salt"]),
            (json!([{"amount": ["2"], "unit": ["cups"], "name": ["oats"]}]), vec!["2 cups oats"]),
        ] {
            assert_eq!(lines(value.clone()), expected, "{value}");
        }
    }

    #[test]
    fn named_lists_become_groups() {
        let value = json!([
            {"@type": "ItemList", "name": "Dough:", "itemListElement": ["200 g flour", "1 egg"]},
            {"@type": "ItemList", "name": "Filling", "itemListElement": [{"@type": "ListItem", "name": "x", "item": "3 figs"}]},
            "salt",
        ]);
        let groups: Vec<_> = read(&value).into_iter().map(|line| (line.text, line.group)).collect();
        let expect = |text: &str, group: Option<&str>| (text.to_owned(), group.map(str::to_owned));
        assert_eq!(
            groups,
            [
                expect("200 g flour", Some("Dough")),
                expect("1 egg", Some("Dough")),
                expect("3 figs", Some("Filling")),
                expect("salt", None),
            ]
        );
    }
}
