//! Headings among ingredients and steps, for which schema.org has no property.

use super::Listed;
use super::words::WORDS;
use crate::cues;

/// Maximum characters of a heading.
const MAX_HEADING_CHARS: usize = 60;
/// Maximum words of a heading of steps that only ends with a colon.
const MOST_WORDS_OF_STEPS: usize = 5;

/// Turns headings into groups of the lines below them. A final heading stays a line.
pub(super) fn into_groups(lines: Vec<Listed>) -> Vec<Listed> {
    let capitals = lines.iter().filter(|line| cues::is_in_capitals(&line.text)).count();
    let capitals_mark = capitals * 3 <= lines.len();
    let mut out: Vec<Listed> = Vec::with_capacity(lines.len());
    let mut group: Option<String> = None;
    let mut waiting: Option<Listed> = None;
    for mut line in lines {
        if let Some(heading) = heading(&line.text, capitals_mark) {
            group = Some(heading);
            waiting = Some(line);
            continue;
        }
        waiting = None;
        line.group = line.group.or_else(|| group.clone());
        out.push(line);
    }
    out.extend(waiting);
    out
}

/// The heading in "For the sauce:", "## Sauce", "**Sauce**", "[Sauce]", "SAUCE", "For the sauce".
fn heading(line: &str, capitals_mark: bool) -> Option<String> {
    let is_short = line.chars().nth(MAX_HEADING_CHARS).is_none();
    if !is_short || line.starts_with(char::is_numeric) || !line.contains(char::is_alphabetic) {
        return None;
    }
    let bare = cues::tidy(line);
    let is_marked = line.trim_end().ends_with(':')
        || line.starts_with('#')
        || (line.starts_with('[') && line.ends_with(']'))
        || ["**", "--", "__", "=="].iter().any(|mark| line.starts_with(mark) && line.ends_with(mark));
    let has_amount = bare.contains(char::is_numeric);
    let is_heading = is_marked
        || (capitals_mark && !has_amount && cues::is_in_capitals(line))
        || (!has_amount && !line.contains(',') && cues::starts_a_group(&bare));
    (is_heading && !bare.is_empty()).then_some(bare)
}

/// The heading in a line among steps: "## Sauce", "[Sauce]", "**Sauce**", "Sauce:", but not "Mix the following:".
pub(crate) fn of_steps(line: &str) -> Option<String> {
    let words = line.trim_end_matches(':').split_whitespace().count();
    let is_named = line.ends_with(':') && words <= MOST_WORDS_OF_STEPS && !cues::is_told(line);
    let is_marked = line.starts_with('#')
        || (line.starts_with('[') && line.ends_with(']'))
        || ["**", "__"].iter().any(|mark| line.starts_with(mark) && line.ends_with(mark));
    heading(line, false).filter(|_| is_named || is_marked)
}

/// A word for "recipe", such as "rezept".
pub(crate) fn is_kind(text: &str) -> bool {
    WORDS.kinds.contains(&text.trim().to_lowercase())
}

/// Removes a separated word for "recipe": "Fig pie – Recipe", "Recipe: Fig pie". Keeps "Fig pie recipe".
pub(crate) fn without_recipe_word(title: String) -> String {
    let is_mark = ['-', '–', '—', '|', ':'];
    match (title.rsplit_once(is_mark), title.split_once(is_mark)) {
        (Some((name, kind)), _) if is_kind(kind) && !name.trim().is_empty() => name.trim_end().to_owned(),
        (_, Some((kind, name))) if is_kind(kind) && !name.trim().is_empty() => name.trim_start().to_owned(),
        _ => title,
    }
}
