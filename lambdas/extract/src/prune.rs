//! Removes lines that are not ingredients or steps: headings, duplicate lists, prices, credits, and text
//! after the last step. Applies to all readers, because templates put such lines into structured data, too.

use std::collections::HashSet;
use std::sync::LazyLock;

use recipe::Measure;
use serde::Deserialize;

use crate::cues::{self, Topic, fold_into, folded};
use crate::draft::{Draft, Line};
use crate::extraction::{Field, Reader};
use crate::text::letters;

const LONGEST_CREDIT_BYTES: usize = 120;
const LONGEST_NOTE_HEADING_BYTES: usize = 40;
const LONGEST_LABEL_BYTES: usize = 48;
const MAX_WORDS_OF_AMOUNT: usize = 3;
const LONGEST_PRICE_BYTES: usize = 16;
const NUTRIENTS_OF_A_TABLE: usize = 3;
const MAX_LINES_OF_A_TAIL: usize = 5;
const MIN_PREVIEWED_STEPS: usize = 2;
const MIN_REPEATED_LINES: usize = 3;
/// How often a page may have a list.
const COPIES: [usize; 2] = [2, 3];
/// Relative difference of scaled amounts.
const ROUNDING: f64 = 0.02;

pub(crate) fn prune(draft: &mut Draft) {
    prune_lines(&mut draft.lines);
    prune_steps(&mut draft.steps);
    drop_title(&mut draft.steps, draft.content.title.as_deref().unwrap_or_default());
    for (is_empty, field) in
        [(draft.lines.is_empty(), Field::Ingredients), (draft.steps.is_empty(), Field::Instructions)]
    {
        if is_empty {
            draft.provenance.retain(|entry| entry.field != field);
        }
    }
}

fn prune_lines(lines: &mut Vec<Line>) {
    let is_line = |line: &Line| {
        !is_heading_of_the_list(&line.text)
            && !is_price(&line.text)
            && !is_credit(&line.text)
            && !is_total(&line.text)
            && !cues::is_noise(&line.text)
    };
    retain_unless_none(lines, is_line);
    drop_copies(lines);
}

fn prune_steps(steps: &mut Vec<Line>) {
    retain_unless_none(steps, |step| !is_heading_of_the_list(&step.text) && !cues::is_noise(&step.text));
    cut_at_notes(steps);
    drop_preview(steps);
    let tail = steps.len().saturating_sub(MAX_LINES_OF_A_TAIL).max(1);
    if let Some(at) = steps.iter().skip(tail).position(|step| is_over(&step.text)) {
        steps.truncate(tail + at);
    }
    drop_remarks(steps);
    steps.iter_mut().for_each(|step| cut_label(&mut step.text));
}

fn drop_title(steps: &mut Vec<Line>, title: &str) {
    let is_title = |step: &Line| !title.is_empty() && letters(&step.text) == letters(title);
    if steps.len() > 1 && steps.first().is_some_and(is_title) {
        steps.remove(0);
    }
}

/// Removes remarks and later sections such as notes, if all steps come from one microdata element.
fn drop_remarks(steps: &mut Vec<Line>) {
    let Some((first, others)) = steps.split_first() else { return };
    if first.reader != Reader::Microdata || others.iter().any(|step| step.path != first.path) {
        return;
    }
    let is_heading = |text: &str| {
        text.len() <= LONGEST_NOTE_HEADING_BYTES
            && cues::announced(text)
                .is_some_and(|heading| heading.topic == Topic::Other && heading.words_after == 0)
    };
    if let Some(at) = others.iter().position(|step| is_heading(&step.text)) {
        steps.truncate(at + 1);
    }
    let mut is_first = true;
    steps.retain(|step| std::mem::take(&mut is_first) || !cues::is_remark(&step.text));
}

/// Removes a label at the end: "Serve it warm. Yield: 8 servings."
fn cut_label(step: &mut String) {
    let Some(at) = step.trim_end().trim_end_matches('.').rfind(['.', '!', ')']) else { return };
    let Some((sentences, label)) = step.split_at_checked(at + 1) else { return };
    let label = label.trim();
    let Some((words, amount)) = label.split_once(':') else { return };
    let is_label = label.len() <= LONGEST_LABEL_BYTES
        && amount.trim_start().starts_with(|c: char| c.is_ascii_digit())
        && amount.split_whitespace().nth(MAX_WORDS_OF_AMOUNT).is_none()
        && WORDS.yields.contains(&folded(words));
    if is_label {
        step.truncate(sentences.trim_end().len());
    }
}

fn retain_unless_none(lines: &mut Vec<Line>, is_line: impl Fn(&Line) -> bool) {
    if lines.iter().any(&is_line) {
        lines.retain(is_line);
    }
}

/// Examples: "Ingredients", "Preparation:", "8 ingredients".
pub(crate) fn is_heading_of_the_list(line: &str) -> bool {
    let bare = line.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '(' | ')' | ' '));
    bare.len() <= LONGEST_NOTE_HEADING_BYTES
        && cues::announced(bare)
            .is_some_and(|heading| heading.topic != Topic::Other && heading.words_after == 0)
        && (bare.len() == line.len()
            || cues::announced(bare).is_some_and(|heading| heading.topic == Topic::Ingredients))
}

fn is_price(line: &str) -> bool {
    line.len() <= LONGEST_PRICE_BYTES
        && line.contains(['€', '$', '£'])
        && line.contains(|c: char| c.is_ascii_digit())
        && !line.contains(char::is_alphabetic)
}

fn is_total(line: &str) -> bool {
    let Some((words, amount)) = line.split_once(':').filter(|_| line.len() <= LONGEST_LABEL_BYTES) else {
        return false;
    };
    amount.trim_start().starts_with(|c: char| c.is_ascii_digit())
        && amount.split_whitespace().nth(MAX_WORDS_OF_AMOUNT).is_none()
        && WORDS.totals.contains(&folded(words))
}

fn is_credit(line: &str) -> bool {
    if line.len() > LONGEST_CREDIT_BYTES {
        return false;
    }
    let Some(first) = line.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()) else {
        return false;
    };
    let mut rest =
        line.split_at_checked(line.find(first).unwrap_or(0) + first.len()).map_or("", |(_, rest)| rest);
    rest = rest.trim_start_matches("'s").trim_start_matches("’s").trim_start();
    let mut folded = String::new();
    fold_into(first, &mut folded);
    let second = rest.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
    let is_short = WORDS.credits_short.contains(&folded) && rest.starts_with('.');
    is_short
        || WORDS.credits.contains(&folded)
            && (rest.starts_with([':', '©', '|'])
                || line.contains('©')
                || WORDS.credits_next.contains(&second.to_lowercase()))
}

fn is_over(line: &str) -> bool {
    is_credit(line) || is_nutrient_line(line) || is_publication(line)
}

fn is_publication(line: &str) -> bool {
    line.len() <= LONGEST_CREDIT_BYTES && {
        let mut words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let mut lead = String::new();
        if let (Some(first), Some(second)) = (words.next(), words.next()) {
            fold_into(first, &mut lead);
            lead.push(' ');
            fold_into(second, &mut lead);
        }
        WORDS.publications.contains(&lead)
    }
}

fn is_nutrient_line(line: &str) -> bool {
    line.contains(|c: char| c.is_ascii_digit()) && {
        let mut named = HashSet::new();
        for word in line.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
            let mut folded = String::new();
            fold_into(word, &mut folded);
            if let Some(known) = WORDS.nutrients.get(&folded) {
                named.insert(known);
            }
        }
        let numbers = line.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty()).count();
        named.len() >= NUTRIENTS_OF_A_TABLE && numbers >= NUTRIENTS_OF_A_TABLE
    }
}

pub(crate) fn is_notes_heading(line: &str) -> bool {
    line.len() <= LONGEST_NOTE_HEADING_BYTES && WORDS.notes.contains(&folded(line))
}

/// Removes a notes heading and what follows, unless this is over half of the text.
fn cut_at_notes(steps: &mut Vec<Line>) {
    let Some(at) = steps.iter().skip(1).position(|step| is_notes_heading(&step.text)).map(|at| at + 1) else {
        return;
    };
    let bytes = |steps: &mut dyn Iterator<Item = &Line>| steps.map(|step| step.text.len()).sum::<usize>();
    let (before, behind) = (bytes(&mut steps.iter().take(at)), bytes(&mut steps.iter().skip(at)));
    if before >= behind {
        steps.truncate(at);
    }
}

/// Removes last steps that repeat the first ones, from a collapsed preview.
fn drop_preview(steps: &mut Vec<Line>) {
    let keys: Vec<String> = steps.iter().map(|step| letters(&step.text)).collect();
    let again = keys.iter().skip(1).position(|key| keys.first() == Some(key)).map(|at| at + 1);
    let Some((full, preview)) = again.and_then(|at| keys.split_at_checked(at)) else { return };
    if preview.len() >= MIN_PREVIEWED_STEPS && full.starts_with(preview) {
        steps.truncate(full.len());
    }
}

/// Removes later copies of a list: pages repeat it for print, in other units, or scaled.
fn drop_copies(lines: &mut Vec<Line>) {
    for count in COPIES {
        let length = lines.len() / count;
        if length < MIN_REPEATED_LINES || !lines.len().is_multiple_of(count) {
            continue;
        }
        let (first, others) = lines.split_at(length);
        if others.chunks(length).all(|other| is_copy(first, other)) {
            lines.truncate(length);
            return;
        }
    }
}

/// Whether three quarters of the lines have the same names in the same order, and the amounts are equal, in
/// other units, or scaled by one factor. The parts of a recipe may have the same names and amounts, too, but have
/// different groups.
fn is_copy(first: &[Line], other: &[Line]) -> bool {
    let name = |line: &Line| letters(cues::without_amount(&line.text));
    let same: Vec<(&Line, &Line)> =
        first.iter().zip(other).filter(|(one, two)| name(one) == name(two)).collect();
    // Copies of one line are not a list.
    let names: HashSet<String> = same.iter().map(|(one, _)| name(one)).collect();
    if same.len() * 4 < first.len() * 3 || names.len() * 2 <= first.len() {
        return false;
    }
    let measure = |line: &Line| recipe::line::measures(&line.text, None).into_iter().next();
    let measures: Vec<(Measure, Measure)> =
        same.iter().filter_map(|(one, two)| measure(one).zip(measure(two))).collect();
    let value = |measure: &Measure| *measure.low.numer() as f64 / *measure.low.denom() as f64;
    let in_same_unit = measures.iter().filter(|(one, two)| one.unit == two.unit);
    let factors: Vec<f64> = in_same_unit.map(|(one, two)| value(two) / value(one)).collect();
    let is_factor = |expected: f64| factors.iter().all(|factor| (factor / expected - 1.0).abs() < ROUNDING);
    let is_in_other_units = factors.len() < measures.len();
    if is_in_other_units {
        return is_factor(1.0);
    }
    same.iter().all(|(one, two)| one.group == two.group)
        && factors.first().is_none_or(|first| is_factor(*first))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    credits: HashSet<String>,
    credits_next: HashSet<String>,
    credits_short: HashSet<String>,
    nutrients: HashSet<String>,
    publications: HashSet<String>,
    totals: HashSet<String>,
    yields: HashSet<String>,
    notes: HashSet<String>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the compiled-in file is covered by a test")]
    let words = toml::from_str(include_str!("../words/asides.toml")).expect("the words are well-formed");
    words
});
