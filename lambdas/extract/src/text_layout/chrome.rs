//! Detects text that surrounds a recipe: adverts, buttons, ratings, page numbers, running titles
//! (`headings/chrome.toml`).

use recipe::{Places, Span};
use std::collections::HashMap;

use super::buttons::{is_of_buttons, split_at_capitals};
use super::chrome_words::WORDS;
use super::headers_and_footers;
use super::marks::Mark;
use super::print::{MeasuredText, Row};
use super::rows::SMALL_PRINT;
use crate::cues;
use crate::labels;

const LONGEST_COMPARED_BYTES: usize = 120;
const LONGEST_LINK_LABEL_BYTES: usize = 40;
const MAX_ADVERT_ROWS: usize = 3;
const LONGEST_COMMENT_HEAD_BYTES: usize = 60;

/// For each row, whether it is outside the recipe.
pub(super) fn noise(print: &MeasuredText<'_>) -> Vec<bool> {
    let mut noise: Vec<bool> = print.rows.iter().map(is_noise).collect();
    for (at, pair) in print.rows.windows(2).enumerate() {
        // "Servings" before "6-8" is a label, not a button.
        if let [label, value] = pair
            && noise.at(at)
            && labels::is_fact_in_two_lines(&label.text, &value.text)
        {
            noise.put(at, false);
        }
    }
    mark_adverts(print, &mut noise);
    headers_and_footers::mark(print, &mut noise);
    noise
}

/// Whether comments or other recipes follow: "You may also like", "Comments (27)".
pub(super) fn is_end(line: &str) -> bool {
    let folded = cues::folded(line);
    let words = folded.trim_matches(|c: char| c.is_ascii_digit() || matches!(c, ' '));
    WORDS.ends.contains(words) || is_comment(line)
}

fn is_comment(line: &str) -> bool {
    let head = line.strip_suffix("...").or_else(|| line.strip_suffix('…'));
    let names_writer = |head: &str| {
        let name = WORDS.commented.iter().find_map(|words| head.trim_end().strip_suffix(words.as_str()));
        name.is_some_and(|name| name.ends_with(' '))
    };
    line.len() <= LONGEST_COMMENT_HEAD_BYTES && head.is_some_and(names_writer)
}

/// Whether the line may end a section: not a button, and not the label of a time or serving.
pub(super) fn ends_section(line: &str) -> bool {
    let folded = cues::folded(line);
    !labels::is_label(line) && !WORDS.buttons.contains(&folded) && !WORDS.facts.contains(&folded)
}

/// Whether the hyphen at the end of a line belongs to the word.
pub(super) fn keeps_hyphen(before: &str, after: &str) -> bool {
    let before = before.rsplit(|c: char| c.is_whitespace() || c == '-').next().unwrap_or_default();
    let after = after.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    before.contains(|c: char| c.is_ascii_digit())
        || WORDS.before_hyphen.contains(&cues::folded(before))
        || WORDS.after_hyphen.contains(&cues::folded(after))
        || before.ends_with("ez") && WORDS.enclitics.contains(&cues::folded(after))
}

/// Whether the line ends with a word that needs another one: "salt and", "jus de".
pub(super) fn is_open(line: &str) -> bool {
    let last = line.rsplit([' ', '\'', '’']).next().unwrap_or_default();
    // "En dés" is complete, "en des" is not.
    last.len() <= 8 && !last.contains(['é', 'É']) && WORDS.open_ends.contains(&cues::folded(last))
}

pub(super) fn leads_to_others(line: &str) -> bool {
    let folded = cues::folded(line);
    starts_with_any(&folded, &WORDS.leads_to_others)
        && folded.split(' ').any(|word| WORDS.others.contains(word))
}

fn is_noise(row: &Row<'_>) -> bool {
    if row.text.len() > LONGEST_COMPARED_BYTES {
        return false;
    }
    let folded = cues::folded(&row.text);
    cues::is_noise(&row.text) && !row.is_heading()
        || is_status_bar(&row.text)
        || is_link(&row.text)
        || starts_with_any(&folded, &WORDS.voices)
        || is_of_buttons(&cues::folded(&split_at_capitals(&row.text)))
        || counts_votes(&folded)
}

fn starts_with_any(folded: &str, phrases: &HashMap<String, Vec<String>>) -> bool {
    let first = folded.split(' ').next().unwrap_or_default();
    phrases.get(first).is_some_and(|phrases| {
        phrases.iter().any(|phrase| {
            folded.strip_prefix(phrase.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        })
    })
}

fn is_link(line: &str) -> bool {
    let Some(at) = line.find("://").or_else(|| line.find("www.")) else { return false };
    let start = line.get(..at).unwrap_or_default().rfind(' ').map_or(0, |blank| blank + 1);
    let (label, address) = line.split_at_checked(start).unwrap_or((line, ""));
    label.len() <= LONGEST_LINK_LABEL_BYTES && !address.trim_end().contains(' ')
}

fn is_status_bar(line: &str) -> bool {
    let Some((hours, rest)) = line.split_once(':') else { return false };
    let is_time = (1..=2).contains(&hours.len())
        && hours.bytes().all(|b| b.is_ascii_digit())
        && rest.len() >= 2
        && rest.as_bytes().span(..2).iter().all(u8::is_ascii_digit);
    if !is_time || line.len() > 40 {
        return false;
    }
    let behind = rest.span(2..);
    behind.split_whitespace().all(|word| {
        word.len() <= 6
            && (word.contains(|c: char| c.is_ascii_digit() || c == '%')
                || word.len() <= 3
                || word.eq_ignore_ascii_case("wifi"))
    })
}

fn is_advert(folded: &str) -> bool {
    starts_with_any(folded, &WORDS.adverts)
}

fn counts_votes(folded: &str) -> bool {
    let words: Vec<&str> = folded.split(' ').collect();
    words.len() <= 14
        && words.array_windows().any(|[count, word]| {
            count.bytes().all(|b| b.is_ascii_digit()) && !count.is_empty() && WORDS.votes.contains(*word)
        })
        && words.last().is_some_and(|last| WORDS.votes.contains(*last))
}

fn mark_adverts(print: &MeasuredText<'_>, noise: &mut [bool]) {
    let mut left = 0;
    for (at, row) in print.rows.iter().enumerate() {
        let folded = if row.text.len() <= 400 { cues::folded(&row.text) } else { String::new() };
        if is_advert(&folded) && !(row.is_item() && row.chars > 24) {
            noise.put(at, true);
            left = MAX_ADVERT_ROWS;
            continue;
        }
        let is_own =
            row.mark != Mark::None && row.mark != Mark::Blot || row.size >= SMALL_PRINT || row.is_heading();
        if left == 0
            || is_own && !continues(print, at)
            || labels::is_fact(&row.text)
            || cues::announced(&row.text).is_some()
        {
            left = 0;
            continue;
        }
        noise.put(at, true);
        left -= 1;
    }
}

fn continues(print: &MeasuredText<'_>, at: usize) -> bool {
    let (Some(before), row) = (at.checked_sub(1).map(|at| print.rows.row(at)), print.rows.row(at)) else {
        return false;
    };
    let is_alone = before.chars <= 24 && is_advert(&cues::folded(&before.text));
    is_alone && row.mark == Mark::None && before.block == row.block && before.line.place.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buttons_are_recognised_without_spaces_between_them() {
        for line in
            ["Facebook Twitter Flipboard E-mail", "EmailShare on PinterestShare on Facebook", "SavePrint"]
        {
            assert!(is_of_buttons(&cues::folded(&split_at_capitals(line))), "{line}");
        }
        for line in ["Save the plums", "McIntosh Pie", "Share Bread"] {
            assert!(!is_of_buttons(&cues::folded(&split_at_capitals(line))), "{line}");
        }
    }
}
