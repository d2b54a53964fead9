//! Headings that sites put among ingredients and steps, where no vocabulary has a place for them.

use super::Listed;
use super::words::WORDS;
use crate::cues;

/// Headings are short; a longer line that ends with a colon says something itself.
const MAX_HEADING_CHARS: usize = 60;

/// Takes headings out of a list: they become the group of the lines below them.
///
/// A heading with no line below it stays a line: it may be all that the list says.
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

/// The heading that a line is by its shape: "For the sauce:", "## Sauce", "**Sauce**", "[Sauce]", "SAUCE", "For the sauce".
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

/// Whether a word says of a title that it names a recipe: "Recipe", "rezept".
pub(crate) fn is_kind(text: &str) -> bool {
    WORDS.kinds.contains(&text.trim().to_lowercase())
}

/// A title without what says after a dash that it is a recipe: "Fig pie – Recipe". "Fig pie recipe" is a name.
///
/// What says it before: "Recipe: Fig pie", "RECETTE - Fig pie".
pub(crate) fn without_kind(title: String) -> String {
    let is_mark = ['-', '–', '—', '|', ':'];
    match (title.rsplit_once(is_mark), title.split_once(is_mark)) {
        (Some((name, kind)), _) if is_kind(kind) && !name.trim().is_empty() => name.trim_end().to_owned(),
        (_, Some((kind, name))) if is_kind(kind) && !name.trim().is_empty() => name.trim_start().to_owned(),
        _ => title,
    }
}
