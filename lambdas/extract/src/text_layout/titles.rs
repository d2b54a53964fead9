use std::collections::HashSet;

use super::parts::is_prose;
use super::print::MeasuredText;
use super::rows::is_fact;
use super::section_headings::stands_out;
use super::wrap;
use super::{Role, buttons, sources};
use crate::cues;
use crate::finish;
use crate::labels;
use crate::schema::headings::without_recipe_word;
use crate::text::letters;
use recipe::Span;

/// Minimum length of a word that is compared, and maximum length of its stem.
const MIN_STEM_CHARS: usize = 4;
const LONGEST_STEM_CHARS: usize = 5;
const LONGEST_TITLE_CHARS: usize = 160;
const LONGEST_DESCRIPTION_BYTES: usize = 1_500;
/// Maximum characters of a title with several sentences: "Rye bread. With and without a machine".
const LONGEST_SENTENCE_CHARS: usize = 110;
/// Large rows with at least this OCR confidence in percent are preferred as titles.
const SURE_LETTERS: u8 = 75;
const MAX_WORDS: usize = 14;
/// For a title that is repeated before the list: maximum distance from the list, and minimum length.
const NEAR_LIST: usize = 3;
const MIN_REPEATED_TITLE_BYTES: usize = 8;
const MAX_TITLE_ROWS: usize = 6;

#[derive(Clone, Debug)]
pub(super) struct TextSpan {
    pub(super) text: String,
    pub(super) rows: Vec<usize>,
}

pub(super) fn may_be_title(print: &MeasuredText<'_>, at: usize) -> bool {
    let row = print.rows.row(at);
    let letters = row.text.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 3
        && letters * 2 >= row.text.chars().filter(|c| *c != ' ').count()
        && row.chars <= LONGEST_TITLE_CHARS
        && row.line.confidence >= 45
        && row.size <= 8.0
        && (row.is_heading() || !is_fact(&row.text) || finish::split_servings_of_title(&row.text).is_some())
        && (row.is_heading()
            || row.is_large()
            || !cues::is_sentence(&row.text)
            || !row.text.ends_with('.') && row.chars <= LONGEST_SENTENCE_CHARS)
        && !row.text.contains("://")
        && !sources::is_greeting(&row.text)
        && !(row.text.ends_with(':') && cues::begins_as_group(&row.text))
}

pub(super) fn title(print: &MeasuredText<'_>, rest: &[usize], first_list: usize) -> Option<TextSpan> {
    let candidates: Vec<usize> = rest.iter().copied().filter(|at| may_be_title(print, *at)).collect();
    let by_role =
        |role: fn(Role) -> bool| candidates.iter().copied().find(|at| role(print.rows.row(*at).line.role));
    if let Some(at) =
        by_role(|role| role == Role::Title).or_else(|| by_role(|role| matches!(role, Role::Heading(_))))
    {
        return Some(text_of_rows(print, vec![at]));
    }
    // Text inside an illustration has a low OCR confidence.
    let largest = [SURE_LETTERS, 0].into_iter().find_map(|least| {
        let large = candidates
            .iter()
            .copied()
            .filter(|at| print.rows.row(*at).is_large() && print.rows.row(*at).line.confidence >= least);
        large.fold(None, |best: Option<usize>, at| {
            // A later row must be clearly larger.
            let is_better =
                best.is_none_or(|best| print.rows.row(at).size > print.rows.row(best).size * 1.08);
            if is_better { Some(at) } else { best }
        })
    });
    if let Some(largest) = largest {
        return Some(text_of_rows(print, title_rows_around(print, &candidates, largest)));
    }
    let first_row = rest.first().copied();
    let candidates = without_frame(print, candidates, first_list);
    let is_named = |at: usize| !is_prose(print, at) || !print.is_wrapped && first_row == Some(at);
    // Without large rows, rows that are not sentences are candidates.
    let above: Vec<usize> =
        candidates.iter().copied().filter(|at| *at < first_list && is_named(*at)).collect();
    let bold =
        above.iter().copied().find(|at| print.rows.row(*at).line.is_bold && print.rows.row(*at).size >= 0.95);
    let set_off =
        || above.iter().copied().find(|at| stands_out(print, *at) && print.rows.row(*at).size >= 0.9);
    let is_brief = |at: &usize| print.rows.row(*at).text.split_whitespace().count() <= MAX_WORDS;
    let brief: Vec<usize> = above.iter().copied().filter(is_brief).collect();
    let echoed = || {
        title_repeated_above_list(print, &above, first_list)
            .or_else(|| echoed(print, &brief, first_list))
            .or_else(|| echoed(print, &above, first_list))
            .filter(|_| !print.is_wrapped)
    };
    let for_whom = || {
        rest.iter()
            .copied()
            .filter(|at| *at < first_list)
            .find(|at| labels::is_dish_for_people(&print.rows.row(*at).text))
    };
    let first = bold.or_else(echoed).or_else(set_off).or_else(|| above.first().copied()).or_else(for_whom)?;
    let mut rows = vec![first];
    while print.is_wrapped
        && rows.len() < MAX_TITLE_ROWS
        && let Some(last) = rows.last().copied()
        && above.contains(&(last + 1))
        && print.rows.row(last + 1).drop < 1.3
        && print.rows.row(last + 1).block == print.rows.row(last).block
        && print.rows.row(last).chars >= 25
        && print.rows.row(last + 1).line.is_bold == print.rows.row(last).line.is_bold
        && cues::is_in_capitals(&print.rows.row(last).text)
            == cues::is_in_capitals(&print.rows.row(last + 1).text)
    {
        rows.push(last + 1);
    }
    Some(text_of_rows(print, rows))
}

/// Removes bylines, categories, buttons and sign-offs; keeps all rows if none above the first list would
/// remain.
fn without_frame(print: &MeasuredText<'_>, candidates: Vec<usize>, first_list: usize) -> Vec<usize> {
    let is_frame = |at: &usize| {
        print.rows.get(*at).is_some_and(|row| {
            cues::is_byline(&row.text)
                || cues::is_category(&row.text)
                || buttons::is_button(&row.text)
                || cues::is_sign_off(&row.text)
        })
    };
    let kept: Vec<usize> = candidates.iter().copied().filter(|at| !is_frame(at)).collect();
    if kept.iter().any(|at| *at < first_list) { kept } else { candidates }
}

/// The last line before the list, if an earlier line contains it: "Plain Cake" after "Gran's book: Plain
/// Cake".
fn title_repeated_above_list(print: &MeasuredText<'_>, above: &[usize], first_list: usize) -> Option<usize> {
    let nearest = above.last().copied().filter(|at| first_list - at <= NEAR_LIST)?;
    let name = letters(&print.rows.row(nearest).text);
    let holds_name = |at: &usize| letters(&print.rows.row(*at).text).contains(&name);
    (name.len() >= MIN_REPEATED_TITLE_BYTES && above.iter().filter(|at| **at < nearest).any(holds_name))
        .then_some(nearest)
}

fn echoed(print: &MeasuredText<'_>, above: &[usize], first_list: usize) -> Option<usize> {
    let below = print.rows.iter().skip(first_list);
    let recipe_stems: HashSet<String> = below.flat_map(|row| stems(&row.text)).collect();
    let is_echoed = |at: &usize| {
        print.rows.get(*at).is_some_and(|row| stems(&row.text).any(|stem| recipe_stems.contains(&stem)))
    };
    above.iter().copied().find(is_echoed)
}

pub(super) fn stems(line: &str) -> impl Iterator<Item = String> + '_ {
    line.split(|c: char| !c.is_alphabetic())
        .filter(|word| word.chars().count() >= MIN_STEM_CHARS)
        .map(|word| cues::folded(word).chars().take(LONGEST_STEM_CHARS).collect())
}

fn title_rows_around(print: &MeasuredText<'_>, candidates: &[usize], largest: usize) -> Vec<usize> {
    let size = print.rows.row(largest).size;
    let is_capital = |at: usize| cues::is_in_capitals(&print.rows.row(at).text);
    let goes_with = |one: usize, two: usize| {
        let (row, other) = (print.rows.row(one), print.rows.row(two));
        // Curved lines are measured too large.
        if cues::is_instruction(&other.text) && other.text.ends_with('.') {
            return false;
        }
        let is_near = row.page() == other.page() && is_close(print, one.min(two), one.max(two));
        let is_alike = other.size >= size * 0.72 && other.is_large() || other.size >= size * 0.9;
        is_near && is_alike && is_capital(one) == is_capital(two) && row.line.is_bold == other.line.is_bold
    };
    let mut rows = vec![largest];
    while rows.len() < MAX_TITLE_ROWS
        && let Some(first) = rows.first().copied()
        && let Some(above) =
            first.checked_sub(1).filter(|above| candidates.contains(above) && goes_with(first, *above))
    {
        rows.insert(0, above);
    }
    while rows.len() < MAX_TITLE_ROWS
        && let Some(last) = rows.last().copied()
        && candidates.contains(&(last + 1))
        && goes_with(last, last + 1)
    {
        rows.push(last + 1);
    }
    rows
}

fn is_close(print: &MeasuredText<'_>, upper: usize, lower: usize) -> bool {
    match (print.rows.row(upper).line.place, print.rows.row(lower).line.place) {
        (Some(one), Some(two)) => {
            let height = i32::from(one.bottom) - i32::from(one.top);
            i32::from(two.top) - i32::from(one.bottom) < height && two.top > one.top
        }
        _ => print.rows.row(lower).drop < 1.5 && print.rows.row(upper).block == print.rows.row(lower).block,
    }
}

pub(super) fn text_of_rows(print: &MeasuredText<'_>, rows: Vec<usize>) -> TextSpan {
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        let words = print.rows.row(*row).words_or_amount();
        let words = if print.text.is_recognised { without_specks(words) } else { words };
        if index == 0 {
            text.push_str(words)
        } else {
            wrap::join(print, &mut text, rows.get(index - 1).copied(), words)
        }
    }
    let text = text
        .trim_matches(|c: char| c.is_whitespace() || matches!(c, '=' | '*' | '#' | '~' | '_' | '|'))
        .trim_end_matches(':')
        .trim_end();
    let bare = cues::without_pictographs(text);
    let text = if bare.contains(char::is_alphabetic) { bare } else { text };
    TextSpan { text: without_recipe_word(without_stop(text).to_owned()), rows }
}

/// Removes the only full stop, unless the last word may be an abbreviation: "Plums etc."
fn without_stop(title: &str) -> &str {
    let Some(words) = title.strip_suffix('.').filter(|words| !words.contains('.')) else { return title };
    let last = words.rsplit(' ').next().unwrap_or_default();
    if last.chars().count() >= MIN_STEM_CHARS { words } else { title }
}

fn without_specks(line: &str) -> &str {
    let is_speck =
        |word: &str, signs: &[&str]| !word.contains(char::is_alphanumeric) && !signs.contains(&word);
    let mut kept = line.trim();
    while let Some((_, rest)) =
        kept.split_once(' ').filter(|(first, _)| is_speck(first, &["¿", "¡", "&", "+"]))
    {
        kept = rest.trim_start();
    }
    while let Some((rest, _)) =
        kept.rsplit_once(' ').filter(|(_, last)| is_speck(last, &["!", "?", "&", "+", "-", "–", "—"]))
    {
        kept = rest.trim_end();
    }
    kept
}

pub(super) fn description(print: &MeasuredText<'_>, rest: &[usize], title: &TextSpan) -> Option<TextSpan> {
    let last = *title.rows.last()?;
    let page = print.rows.row(last).page();
    let behind: Vec<usize> =
        rest.iter().copied().filter(|at| *at > last && print.rows.row(*at).page() == page).collect();
    let start = behind.iter().position(|at| {
        let row = print.rows.row(*at);
        !row.is_heading() && !is_fact(&row.text) && (is_prose(print, *at) || cues::is_instruction(&row.text))
    })?;
    let mut text = String::new();
    let mut rows: Vec<usize> = Vec::new();
    for at in behind.span(start..).iter().copied() {
        let row = print.rows.row(at);
        if let Some(before) = rows.last().copied() {
            let is_next = at - before == 1 && row.column == print.rows.row(before).column && row.drop < 1.4;
            let continues =
                print.is_wrapped && is_next && (row.size / print.rows.row(before).size - 1.0).abs() < 0.25;
            if !continues || is_fact(&row.text) || text.len() > LONGEST_DESCRIPTION_BYTES {
                break;
            }
            wrap::join(print, &mut text, Some(before), &row.text);
        } else {
            text.push_str(&row.text);
        }
        rows.push(at);
    }
    Some(TextSpan { text: text.trim_matches(['*', '_', ' ']).to_owned(), rows })
}
