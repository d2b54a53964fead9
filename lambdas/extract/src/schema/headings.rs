//! Finds headings among ingredients and steps. schema.org has no property for them.

use super::Listed;
use super::words::WORDS;
use crate::{cues, prune};

const MAX_HEADING_CHARS: usize = 60;

/// Turns headings into groups of the lines below them. A heading at the end stays a line.
pub(super) fn into_groups(lines: Vec<Listed>) -> Vec<Listed> {
    let in_capitals: Vec<bool> = lines.iter().map(|line| cues::is_in_capitals(&line.text)).collect();
    let capitals = in_capitals.iter().filter(|is| **is).count();
    // Two in a row, such as "SALT", "PEPPER", are ingredients.
    let capitals_mark =
        capitals * 3 <= lines.len() && !in_capitals.windows(2).any(|pair| pair == [true, true]);
    group_below(lines, |line| heading(line, capitals_mark))
}

/// Like [`into_groups`], but stricter, because steps may be short or end with a colon.
pub(super) fn into_step_groups(steps: Vec<Listed>) -> Vec<Listed> {
    group_below(steps, step_heading)
}

/// Assigns to each line the heading above it, up to the next heading or the end of the surrounding group.
fn group_below(lines: Vec<Listed>, heading: impl Fn(&str) -> Option<String>) -> Vec<Listed> {
    let mut out: Vec<Listed> = Vec::with_capacity(lines.len());
    let mut group: Option<String> = None;
    let mut around: Option<String> = None;
    let mut waiting: Option<Listed> = None;
    for mut line in lines {
        if around != line.group {
            around.clone_from(&line.group);
            group = None;
        }
        if let Some(heading) = heading(&line.text) {
            group = Some(heading);
            waiting = Some(line);
            continue;
        }
        waiting = None;
        line.group = group.clone().or(line.group);
        out.push(line);
    }
    out.extend(waiting);
    out
}

/// The heading in "## Sauce", "**Sauce**", "[Sauce]", "For the sauce", and in "Sauce:" if it is not an
/// instruction.
fn step_heading(line: &str) -> Option<String> {
    let bare = cues::tidy(line);
    let is_short = line.chars().nth(MAX_HEADING_CHARS).is_none() && bare.contains(char::is_alphabetic);
    let is_instruction = || cues::is_instruction(line) || cues::begins_with_instruction(line);
    let is_named = || cues::starts_a_group(&bare) || line.trim_end().ends_with(':') && !is_instruction();
    (is_short && (is_marked(line) || is_named()) && !prune::is_notes_heading(&bare)).then_some(bare)
}

fn is_marked(line: &str) -> bool {
    line.starts_with('#')
        || (line.starts_with('[') && line.ends_with(']'))
        || ["**", "--", "__", "=="].iter().any(|mark| line.starts_with(mark) && line.ends_with(mark))
}

/// The heading in "For the sauce:", "## Sauce", "**Sauce**", "[Sauce]", "SAUCE", "For the sauce".
fn heading(line: &str, capitals_mark: bool) -> Option<String> {
    let is_short = line.chars().nth(MAX_HEADING_CHARS).is_none();
    if !is_short || line.starts_with(char::is_numeric) || !line.contains(char::is_alphabetic) {
        return None;
    }
    let bare = cues::tidy(line);
    let has_amount = bare.contains(char::is_numeric);
    let is_heading = line.trim_end().ends_with(':')
        || is_marked(line)
        || (capitals_mark && !has_amount && cues::is_in_capitals(line))
        || (!has_amount && !line.contains(',') && cues::starts_a_group(&bare));
    (is_heading && !bare.is_empty()).then_some(bare)
}

/// Whether the text is a word for "recipe".
pub(crate) fn is_kind(text: &str) -> bool {
    WORDS.kinds.contains(&text.trim().to_lowercase())
}

/// Removes the word for a recipe and its separator at either end: "Fig pie – Recipe". Keeps "Fig pie recipe".
pub(crate) fn without_recipe_word(title: String) -> String {
    let is_mark = ['-', '–', '—', '|', ':'];
    match (title.rsplit_once(is_mark), title.split_once(is_mark)) {
        (Some((name, kind)), _) if is_kind(kind) && !name.trim().is_empty() => name.trim_end().to_owned(),
        (_, Some((kind, name))) if is_kind(kind) && !name.trim().is_empty() => name.trim_start().to_owned(),
        _ => title,
    }
}
