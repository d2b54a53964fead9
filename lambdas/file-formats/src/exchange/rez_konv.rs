//! RezKonv: recipes in German text, with columns for amount, unit and food.
//!
//! ```text
//! ===== REZKONV-Recipe  RezkonvSuite v1.4
//!      Titel: Linseneintopf
//! Kategorien: Eintopf
//!      Menge: 4 Personen
//!
//!     250     Gramm  Linsen
//!      2             Karotten; in Würfeln
//! ============================== QUELLE ==============================
//!             Kochbuch
//!             -- Erfasst *RK* 01.01.2020
//!
//! Linsen aufsetzen.
//! =====
//! ```

use extract::{ExportLine, Marked};
use recipe::Span;

use crate::exchange::ExportError;
use crate::exchange::entries::Entries;

const AMOUNT: usize = 8;
/// Minimum indent of foods without an amount.
const FOOD: usize = 14;

/// Whether a recipe starts: `===== REZKONV-Recipe  RezkonvSuite v1.4`.
pub(crate) fn is_header(line: &str) -> bool {
    line.starts_with("=====") && line.to_ascii_lowercase().contains("rezkonv")
}

fn is_end(line: &str) -> bool {
    let line = line.trim_end();
    (5..=10).contains(&line.len()) && line.bytes().all(|b| b == b'=')
}

pub(crate) fn read(bytes: &[u8], entries: &mut Entries) -> Result<(), ExportError> {
    let text = crate::unpack::decode_dos(bytes);
    let mut recipe: Option<Vec<&str>> = None;
    let mut number = 0_usize;
    for line in text.lines().map(Some).chain([None]) {
        let is_new = line.is_some_and(is_header);
        if is_new || line.is_none_or(is_end) {
            if let Some(lines) = recipe.take() {
                let marked = read_one(&lines, number);
                entries.add_marked_from(marked, None, || lines.join("\n"))?;
                number = number.saturating_add(1);
            }
            recipe = is_new.then(Vec::new);
        } else if let (Some(lines), Some(line)) = (&mut recipe, line) {
            lines.push(line);
        }
    }
    Ok(())
}

fn section(line: &str) -> Option<&str> {
    let line = line.trim();
    let name = line.trim_matches(['=', ' ']);
    (line.starts_with("=====") && !name.is_empty()).then_some(name)
}

fn read_one(lines: &[&str], index: usize) -> Marked {
    let mut marked = Marked { path: format!("recipe[{index}]"), ..Marked::default() };
    let mut ingredients: Vec<ExportLine> = Vec::new();
    let mut steps: Vec<String> = Vec::new();
    let mut group: Option<String> = None;
    let (mut is_source, mut is_apart) = (false, true);
    for line in lines {
        let trimmed = line.trim();
        if let Some(name) = section(line) {
            is_source = name.eq_ignore_ascii_case("quelle");
            group = Some(name.to_owned()).filter(|_| !is_source);
        } else if trimmed.is_empty() {
            // An empty line ends the source.
            is_source = false;
            is_apart = true;
        } else if is_source {
            // Lines that start with dashes name the person who typed the recipe.
            if marked.content.author.is_none() && !trimmed.starts_with("--") {
                marked.set_author(trimmed);
                marked.set_source(trimmed);
            }
        } else if !steps.is_empty()
            || !(is_fact(trimmed, &mut marked) || add_ingredient(line, group.as_deref(), &mut ingredients))
        {
            match steps.last_mut().filter(|_| !is_apart) {
                Some(step) => {
                    step.push(' ');
                    step.push_str(trimmed);
                }
                None => steps.push(trimmed.to_owned()),
            }
            is_apart = false;
        }
    }
    marked.ingredients = ingredients;
    marked.instructions = ExportLine::steps(steps.into_iter().map(ExportLine::from));
    marked
}

fn is_fact(line: &str, marked: &mut Marked) -> bool {
    let Some((key, value)) = line.split_once(':') else { return false };
    let value = value.trim();
    match key.trim().to_lowercase().as_str() {
        "titel" => marked.content.title = Some(value.to_owned()),
        "kategorien" | "kategorie" => marked.set_tags([value]),
        "menge" | "portionen" => marked.set_yield(value),
        _ => return false,
    }
    true
}

/// Adds an amount with a text, or a text in the food column; appends a text in that column that starts with "-"
/// to the last line. Returns false for other lines.
fn add_ingredient(line: &str, group: Option<&str>, out: &mut Vec<ExportLine>) -> bool {
    let chars: Vec<char> = line.trim_end().chars().collect();
    let amount: String = chars.span(..AMOUNT.min(chars.len())).iter().collect();
    let is_amount = |c: char| c.is_numeric() || matches!(c, ' ' | '.' | ',' | '/' | '-');
    let rest: String = chars.get(AMOUNT..).unwrap_or_default().iter().collect();
    let food = rest.trim_start();
    let indent = chars.iter().take_while(|c| **c == ' ').count();
    if !amount.chars().all(is_amount) || food.is_empty() || (amount.trim().is_empty() && indent < FOOD) {
        return false;
    }
    if amount.trim().is_empty()
        && let Some(more) = food.strip_prefix('-')
        && let Some(last) = out.last_mut()
    {
        last.text.push(' ');
        last.text.push_str(more.trim_start_matches('-').trim_start());
        return true;
    }
    let words = line.split_whitespace().collect::<Vec<_>>().join(" ").replace("; ", ", ");
    out.push(ExportLine { text: words, group: group.map(str::to_owned) });
    true
}
