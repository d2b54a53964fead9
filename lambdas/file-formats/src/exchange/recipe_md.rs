//! RecipeMD: Markdown in parts between lines of dashes.
//!
//! ```text
//! # Title
//!
//! Description
//!
//! *tags*
//!
//! **yields**
//!
//! ---
//!
//! - *amount* ingredient
//!
//! ---
//!
//! Instructions
//! ```

use extract::{ExportLine, Marked};

use crate::exchange::ExportError;
use crate::exchange::entries::Entries;
use crate::exchange::fields::stem;

/// Whether a text has a title, and a list with amounts in italics below a horizontal rule.
pub(crate) fn is_recipe_md(text: &str) -> bool {
    let parts = parts(text);
    let [head, ingredients, ..] = parts.as_slice() else { return false };
    let starts = head.iter().find(|line| !line.trim().is_empty()).is_some_and(|line| line.starts_with("# "));
    starts && ingredients.iter().filter_map(|line| item(line)).any(|item| item.starts_with('*'))
}

pub(crate) fn read(name: Option<&str>, bytes: &[u8], entries: &mut Entries) -> Result<(), ExportError> {
    let text = crate::unpack::decode(bytes);
    let parts = parts(&text);
    let mut marked = Marked { path: String::from("recipemd"), ..Marked::default() };
    let part = |index: usize| parts.get(index).map(Vec::as_slice).unwrap_or_default();
    read_head(part(0), &mut marked);
    let mut group: Option<String> = None;
    let mut lines: Vec<ExportLine> = Vec::new();
    for line in part(1) {
        if let Some(heading) = heading(line) {
            group = Some(heading.to_owned());
        } else if let Some(item) = item(line) {
            lines.push(ExportLine { text: item.replacen('*', "", 2), group: group.clone() });
        } else if let Some(last) = lines.last_mut().filter(|_| !line.trim().is_empty()) {
            last.text.push(' ');
            last.text.push_str(line.trim());
        }
    }
    marked.ingredients = ExportLine::grouped(lines);
    let steps = parts.iter().skip(2).flatten().map(|line| (*line).to_owned());
    marked.instructions = ExportLine::steps(paragraphs(steps).into_iter().map(ExportLine::from));
    marked.content.title = marked.content.title.or_else(|| stem(name?));
    entries.add_marked_from(marked, None, || text.clone())
}

fn read_head(lines: &[&str], marked: &mut Marked) {
    let mut description = Vec::new();
    for line in lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()) {
        let within = |mark: &str| line.strip_prefix(mark)?.strip_suffix(mark).filter(|text| !text.is_empty());
        if let Some(title) = line.strip_prefix("# ").filter(|_| marked.content.title.is_none()) {
            marked.content.title = Some(title.trim().to_owned());
        } else if let Some(makes) = within("**") {
            makes.split(',').for_each(|makes| marked.set_yield(makes.trim()));
        } else if let Some(tags) = within("*") {
            marked.set_tags([tags]);
        } else {
            description.push(line);
        }
    }
    marked.content.description = Some(description.join(" ")).filter(|text| !text.is_empty());
}

/// Splits the text at horizontal rules. The instructions may contain more of them.
fn parts(text: &str) -> Vec<Vec<&str>> {
    let mut parts = vec![Vec::new()];
    for line in text.trim_start_matches('\u{feff}').lines() {
        let is_rule = line.trim().len() >= 3
            && ["-", "*", "_"].iter().any(|sign| line.trim().replace(sign, "").is_empty());
        if is_rule {
            parts.push(Vec::new());
        } else if let Some(last) = parts.last_mut() {
            last.push(line);
        }
    }
    parts
}

fn item(line: &str) -> Option<&str> {
    let line = line.trim_start();
    ["- ", "* ", "+ "].iter().find_map(|sign| line.strip_prefix(sign)).map(str::trim)
}

fn heading(line: &str) -> Option<&str> {
    let name = line.strip_prefix('#')?.trim_matches(['#', ' ']);
    (!name.is_empty()).then_some(name)
}

fn paragraphs(lines: impl Iterator<Item = String>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in lines {
        let text = line.trim();
        let is_numbered = text.split_once(['.', ')']).is_some_and(|(number, rest)| {
            !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) && rest.starts_with(' ')
        });
        if text.is_empty() || heading(&line).is_some() {
            is_open = false;
        }
        match out.last_mut().filter(|_| is_open && item(&line).is_none() && !is_numbered) {
            Some(last) => {
                last.push(' ');
                last.push_str(text);
            }
            None if text.is_empty() => {}
            None => {
                out.push(item(&line).unwrap_or(text).to_owned());
                is_open = heading(&line).is_none();
            }
        }
    }
    out
}
