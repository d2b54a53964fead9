//! MasterCook's text export: recipes between a header and a row of dashes, ingredients in three columns.
//!
//! ```text
//!                      *  Exported from  MasterCook  *
//!
//!                               Leek soup
//!
//! Recipe By     : Ann Lee
//! Serving Size  : 4    Preparation Time :0:20
//! Categories    : Soups
//!
//!   Amount  Measure       Ingredient -- Preparation Method
//! --------  ------------  --------------------------------
//!        2        cups  leeks -- in rings
//!
//! Boil the leeks.
//!
//!                    - - - - - - - - - - - - - - - - - -
//! ```

use extract::{ExportLine, Marked};
use recipe::Span;

use crate::exchange::ExportError;
use crate::exchange::entries::Entries;
use crate::exchange::fields::minutes;

/// End column of the amount.
const AMOUNT: usize = 8;
const MEASURE: usize = 22;
/// Labels of sections that are added to the notes.
const NOTES: [&str; 4] = ["NOTES", "Notes", "Serving Ideas", "Suggested Wine"];

/// Whether a recipe starts: `*  Exported from  MasterCook II  *`.
pub(crate) fn is_header(line: &str) -> bool {
    let words: Vec<&str> = line.trim().trim_matches(['*', '{', '}', ' ']).split_whitespace().collect();
    line.trim_start().starts_with(['*', '{'])
        && matches!(words.as_slice(), ["Exported", "from", program, ..] if *program == "MasterCook" || *program == "CookWorks")
}

/// Whether the line is a row of dashes with spaces between them.
fn is_end(line: &str) -> bool {
    line.matches("- -").count() >= 4 && line.trim().chars().all(|c| matches!(c, '-' | ' '))
}

pub(crate) fn read(bytes: &[u8], entries: &mut Entries) -> Result<(), ExportError> {
    let text = crate::unpack::decode_dos(bytes);
    let mut recipe: Option<Vec<&str>> = None;
    let mut number = 0_usize;
    let lines = text.lines().map(Some).chain([None]);
    for line in lines {
        let is_boundary = line.is_none_or(is_header);
        if is_boundary {
            if let Some(lines) = recipe.take() {
                let marked = read_one(&lines, number);
                entries.add_marked_from(marked, None, || lines.join("\n"))?;
                number = number.saturating_add(1);
            }
            recipe = line.map(|_| Vec::new());
        } else if let (Some(lines), Some(line)) = (&mut recipe, line) {
            lines.push(line);
        }
    }
    Ok(())
}

fn read_one(lines: &[&str], index: usize) -> Marked {
    let mut marked = Marked { path: format!("recipe[{index}]"), ..Marked::default() };
    let mut ingredients: Vec<ExportLine> = Vec::new();
    let mut steps: Vec<String> = Vec::new();
    let mut tags: Vec<&str> = Vec::new();
    let mut group: Option<String> = None;
    let mut part = Part::Title;
    // Whether the last step is complete.
    let mut is_apart = true;
    for line in lines {
        let trimmed = line.trim();
        match part {
            Part::Title if trimmed.is_empty() => {}
            Part::Title => {
                marked.content.title = Some(trimmed.to_owned());
                part = Part::Facts;
            }
            Part::Facts if trimmed.starts_with("---") => part = Part::Ingredients,
            Part::Facts => read_facts(line, &mut marked, &mut tags),
            // Steps begin after an empty line.
            Part::Ingredients if trimmed.is_empty() && !ingredients.is_empty() => part = Part::Steps,
            Part::Ingredients if trimmed.is_empty() => {}
            Part::Ingredients => match heading(trimmed) {
                Some(name) => group = Some(name),
                None => add_ingredient(line, group.as_deref(), &mut ingredients),
            },
            Part::Steps if is_end(line) => part = Part::Rest,
            Part::Steps if trimmed.is_empty() => is_apart = true,
            Part::Steps => {
                match steps.last_mut().filter(|_| !is_apart && !starts_step(trimmed)) {
                    Some(step) => {
                        step.push(' ');
                        step.push_str(trimmed);
                    }
                    None => steps.push(trimmed.to_owned()),
                }
                is_apart = false;
            }
            Part::Rest => {
                let note =
                    NOTES.iter().find_map(|name| trimmed.strip_prefix(name)?.trim_start().strip_prefix(':'));
                marked.add_notes(note.unwrap_or_default());
            }
        }
    }
    steps.retain(|step| match step.strip_prefix("Source:") {
        Some(source) => {
            marked.set_author(source.trim().trim_matches('"'));
            false
        }
        None => true,
    });
    marked.set_tags(tags);
    marked.ingredients = ingredients;
    marked.instructions = ExportLine::steps(steps.into_iter().map(ExportLine::from));
    marked
}

#[derive(Clone, Copy)]
enum Part {
    Title,
    Facts,
    Ingredients,
    Steps,
    Rest,
}

/// Parses header lines such as `Serving Size  : 4    Preparation Time :0:20`. Categories are in columns, over
/// several lines.
fn read_facts<'a>(line: &'a str, marked: &mut Marked, tags: &mut Vec<&'a str>) {
    let columns = |text: &'a str| text.split("  ").map(str::trim).filter(|word| !word.is_empty());
    let Some((key, value)) = line.split_once(':') else {
        if line.starts_with(' ') && !tags.is_empty() && !line.contains("--") {
            tags.extend(columns(line));
        }
        return;
    };
    match key.trim().to_ascii_lowercase().as_str() {
        "recipe by" => marked.set_author(value),
        "serving size" => {
            let (servings, time) = value.split_once("Preparation Time").unwrap_or((value, ""));
            marked.set_servings(servings.trim());
            marked.content.prep_minutes =
                minutes(Some(time.trim_start_matches([' ', ':']).trim().to_owned()));
        }
        "categories" => tags.extend(columns(value)),
        _ => {}
    }
}

fn heading(line: &str) -> Option<String> {
    let name = line.trim_matches(['-', '*', '=', ' ']);
    let is_marked = ["--", "**", "=="].iter().any(|mark| line.starts_with(mark) && line.ends_with(mark));
    (is_marked && !name.is_empty()).then(|| name.to_owned())
}

fn add_ingredient(line: &str, group: Option<&str>, out: &mut Vec<ExportLine>) {
    let chars: Vec<char> = line.trim_end().chars().collect();
    let amount: String = chars.span(..AMOUNT.min(chars.len())).iter().collect();
    let has_amount = amount.contains(|c: char| c.is_numeric());
    // A line without amount and measure that begins with two dashes continues the previous line.
    let whole = line.trim();
    let is_measured =
        chars.get(AMOUNT..MEASURE.min(chars.len())).is_some_and(|measure| measure.iter().any(|c| *c != ' '));
    if !has_amount
        && !is_measured
        && whole.starts_with("--")
        && let Some(last) = out.last_mut()
    {
        last.text.push_str(", ");
        last.text.push_str(whole.trim_start_matches('-').trim_start());
        return;
    }
    let words = whole.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = words.replace(" -- ", ", ").trim_end_matches(" --").to_owned();
    out.push(ExportLine { text, group: group.map(str::to_owned) });
}

fn starts_step(line: &str) -> bool {
    line.split_once(['.', ')']).is_some_and(|(number, rest)| {
        (1..=2).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit()) && rest.starts_with(' ')
    })
}
