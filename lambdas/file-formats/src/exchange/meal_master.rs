//! MealMaster: many recipes in one text with lines of 80 columns.
//!
//! ```text
//! MMMMM----- Recipe via Meal-Master (tm) v8.05
//!       Title: Leek soup
//!  Categories: Soups, Winter
//!       Yield: 4 Servings
//!
//!       2    Leeks; in rings              1 l  Water
//! MMMMM--------------------------CROUTONS-------------------------------
//!       2 sl Bread, cut into very
//!            -small cubes
//!
//!   Boil the leeks.
//! MMMMM
//! ```

use extract::{ExportLine, Marked};
use recipe::{Content, Span};

use crate::exchange::ExportError;
use crate::exchange::entries::Entries;
use crate::exchange::fields::minutes;
use crate::exchange::format::is_meal_master_header;

/// End column of the amount.
const AMOUNT: usize = 7;
const UNIT: usize = 8;
const NAME: usize = 11;
/// Possible start columns of the second column, most common first; programs differ.
const SECOND_COLUMN: [usize; 4] = [41, 40, 42, 39];

pub(crate) fn read(bytes: &[u8], entries: &mut Entries) -> Result<(), ExportError> {
    let text = crate::unpack::decode_dos(bytes);
    let mut recipe: Option<Vec<&str>> = None;
    let mut count = 0;
    for line in text.lines() {
        let is_header = is_meal_master_header(line);
        if is_header || is_end(line) {
            if let Some(lines) = recipe.take() {
                entries.add_marked_from(read_one(&lines, count), None, || lines.join("\n"))?;
                count = count.saturating_add(1);
            }
            if is_header {
                recipe = Some(Vec::new());
            }
        } else if let Some(lines) = &mut recipe {
            lines.push(line);
        }
    }
    match recipe {
        Some(lines) => entries.add_marked_from(read_one(&lines, count), None, || lines.join("\n")),
        None => Ok(()),
    }
}

fn is_end(line: &str) -> bool {
    let line = line.trim_end();
    line == "MMMMM" || (line.len() >= 5 && line.len() <= 8 && line.bytes().all(|b| b == b'-'))
}

fn section(line: &str) -> Option<String> {
    let line = line.trim();
    let is_marked = line.starts_with("MMMMM-") || line.starts_with("-----");
    let name = line.trim_start_matches('M').trim_matches(['-', ' ']);
    (is_marked && !name.is_empty()).then(|| name.to_owned())
}

fn read_one(lines: &[&str], index: usize) -> Marked {
    let mut marked = Marked { path: format!("recipe[{index}]"), ..Marked::default() };
    let mut rest = lines;
    let mut is_headed = false;
    while let Some((line, after)) = rest.split_first() {
        match line.trim_start().split_once(':').map(|(key, value)| (key.trim().to_lowercase(), value.trim()))
        {
            Some((key, value)) if !line.trim().is_empty() && take_fact(&mut marked, &key, value) => {
                is_headed = true
            }
            _ if is_headed && !line.trim().is_empty() => break,
            _ => {}
        }
        rest = after;
    }
    let mut parser =
        BodyParser { group: None, left: Vec::new(), right: Vec::new(), steps: vec![String::new()] };
    for line in rest {
        parser.take(line, &mut marked.ingredients);
    }
    parser.end_section(&mut marked.ingredients);
    let steps = parser.steps.into_iter().filter(|step| !step.is_empty());
    marked.instructions = ExportLine::steps(steps.map(ExportLine::from));
    marked
}

/// Takes the value of a known key; returns false for other keys.
fn take_fact(marked: &mut Marked, key: &str, value: &str) -> bool {
    let Content { title, prep_minutes, .. } = &mut marked.content;
    match key {
        "title" => *title = Some(value.to_owned()),
        "categories" | "category" => marked.set_tags(value.split(',').filter(|tag| {
            let tag = tag.trim().to_lowercase();
            !matches!(tag.as_str(), "none" | "misc")
        })),
        "yield" | "servings" | "serves" => marked.set_yield(value),
        "recipe by" | "author" => marked.set_author(value),
        "preparation time" | "prep time" => *prep_minutes = minutes(Some(value.to_owned())),
        _ => return false,
    }
    true
}

struct BodyParser {
    group: Option<String>,
    left: Vec<String>,
    right: Vec<String>,
    /// Paragraphs; the last may be incomplete. Empty until the first line that is not an ingredient.
    steps: Vec<String>,
}

impl BodyParser {
    fn take(&mut self, line: &str, ingredients: &mut Vec<ExportLine>) {
        let is_cooking = self.steps.len() > 1 || self.steps.iter().any(|step| !step.is_empty());
        if let Some(name) = section(line) {
            self.end_section(ingredients);
            if is_cooking {
                self.steps.extend([format!("[{name}]"), String::new()]);
            }
            self.group = Some(name);
            return;
        }
        let chars: Vec<char> = line.trim_end().chars().collect();
        if chars.iter().all(|c| c.is_whitespace()) {
            if self.steps.last().is_some_and(|step| !step.is_empty()) {
                self.steps.push(String::new());
            }
            return;
        }
        if !is_cooking && self.take_ingredients(&chars) {
            return;
        }
        self.end_section(ingredients);
        let line = line.trim();
        // A numbered step starts a new paragraph.
        let starts_step = line.split_once(['.', ')']).is_some_and(|(number, rest)| {
            (1..=2).contains(&number.len())
                && number.bytes().all(|b| b.is_ascii_digit())
                && rest.starts_with(' ')
        });
        let starts_step = starts_step || self.is_next_number(line);
        if starts_step && self.steps.last().is_some_and(|step| !step.is_empty()) {
            self.steps.push(String::new());
        }
        if let Some(step) = self.steps.last_mut() {
            if !step.is_empty() {
                step.push(' ');
            }
            step.push_str(line);
        }
    }

    /// Whether the line is a sentence with the number after that of the last step: "2 Take it off".
    fn is_next_number(&self, line: &str) -> bool {
        let number = |text: &str| {
            let digits = text.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
            digits.parse::<u8>().ok()
        };
        let above = self.steps.iter().rev().find(|step| !step.is_empty());
        let is_sentence =
            line.split_once(' ').is_some_and(|(_, words)| words.starts_with(|c: char| c.is_uppercase()));
        let next = above.and_then(|step| number(step)).and_then(|number| number.checked_add(1));
        is_sentence && next.is_some() && next == number(line)
    }

    fn take_ingredients(&mut self, chars: &[char]) -> bool {
        for start in SECOND_COLUMN {
            let Some((left, right)) = chars.split_at_checked(start) else { continue };
            let left = trimmed_end(left);
            // The left column may have fewer lines than the right one.
            let is_beside =
                left.len() < start && (is_ingredient(left) || (left.is_empty() && !self.right.is_empty()));
            if is_beside && is_ingredient(right) {
                if !left.is_empty() {
                    take_ingredient(left, &mut self.left);
                }
                take_ingredient(right, &mut self.right);
                return true;
            }
        }
        let is_one = is_ingredient(chars);
        if is_one {
            take_ingredient(chars, &mut self.left);
        }
        is_one
    }

    fn end_section(&mut self, ingredients: &mut Vec<ExportLine>) {
        let lines = self.left.drain(..).chain(self.right.drain(..));
        ingredients.extend(lines.map(|text| ExportLine { text, group: self.group.clone() }));
    }
}

fn trimmed_end(chars: &[char]) -> &[char] {
    let last = chars.iter().rposition(|c| *c != ' ');
    last.and_then(|last| chars.get(..=last)).unwrap_or_default()
}

/// Whether the columns match: seven characters of amount, a space, two of unit, a space, the name.
fn is_ingredient(chars: &[char]) -> bool {
    let is_amount = |c: &char| {
        c.is_ascii_digit() || matches!(c, ' ' | '.' | ',' | '/' | '-' | '¼' | '½' | '¾' | '⅓' | '⅔')
    };
    chars.get(..AMOUNT).is_some_and(|amount| amount.iter().all(is_amount))
        && chars.get(AMOUNT) == Some(&' ')
        && chars.get(NAME - 1) == Some(&' ')
        && chars.get(NAME).is_some_and(|c| *c != ' ')
        && chars.get(UNIT..NAME - 1).is_some_and(|code| unit(code).is_some())
}

/// Unit of a MealMaster code. Codes that only MealMaster uses are spelled out.
fn unit(chars: &[char]) -> Option<&'static str> {
    let code: String = chars.iter().collect();
    Some(match code.trim() {
        "" | "x" | "ea" => "",
        "t" | "ts" => "teaspoon",
        "T" | "tb" => "tablespoon",
        "c" => "cup",
        "fl" => "fl oz",
        "pt" => "pint",
        "qt" => "quart",
        "ga" => "gallon",
        "oz" => "oz",
        "lb" => "lb",
        "mg" => "mg",
        "cg" => "cg",
        "dg" => "dg",
        "g" => "g",
        "kg" => "kg",
        "ml" => "ml",
        "cb" => "cm³",
        "cl" => "cl",
        "dl" => "dl",
        "l" => "l",
        "sm" => "small",
        "md" => "medium",
        "lg" => "large",
        "cn" => "can",
        "pk" => "package",
        "pn" => "pinch",
        "dr" => "drop",
        "ds" => "dash",
        "ct" => "carton",
        "bn" => "bunch",
        "sl" => "slice",
        _ => return None,
    })
}

fn take_ingredient(chars: &[char], column: &mut Vec<String>) {
    let words =
        |range: &[char]| range.iter().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ");
    let amount = words(chars.span(..AMOUNT));
    let unit = unit(chars.span(UNIT..NAME - 1)).unwrap_or_default();
    // A semicolon separates the food from its preparation.
    let name = words(chars.span(NAME..)).replace("; ", ", ");
    let name = name.trim_end_matches(';');
    // A leading dash continues the previous line.
    if amount.is_empty()
        && unit.is_empty()
        && let Some(more) = name.strip_prefix('-')
        && let Some(last) = column.last_mut()
    {
        last.push(' ');
        last.push_str(more.trim_start_matches('-').trim_start());
        return;
    }
    let parts = [amount.as_str(), unit, name];
    column.push(parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "));
}
