//! Labels the rows of a page by its expected recipe.

use extract::labeller::training::ObservedRow;
use extract::labeller::{Label, LabelSet};

use crate::LabelledPage;

const MAX_PARTS: usize = 3;
/// Minimum share of the expected list and steps that is found.
const MIN_LISTED: f64 = 0.75;
const MIN_MATCHED_SHARE: f64 = 0.8;
/// Minimum letters of a row that may match anywhere; shorter rows match only where the steps continue.
const MIN_LETTERS: usize = 10;
/// Cost of a row between two matches, relative to an ingredient and to a letter of the steps.
const GAP: f64 = 0.02;
const GAP_OF_STEPS: f64 = 2.0;
const LONGEST_HEADING: usize = 70;
/// Values of [`ObservedRow::used`].
const INGREDIENT: u8 = 2;
const INSTRUCTION: u8 = 3;
const IN_LIST: u8 = 4;
const IN_STEPS: u8 = 5;

pub(crate) fn labels(rows: &[ObservedRow], page: &LabelledPage) -> Option<Vec<LabelSet>> {
    let letters: Vec<String> = rows.iter().map(|row| loose(&row.words)).collect();
    let written: Vec<String> = rows.iter().map(|row| loose(&row.text)).collect();
    let steps = step_rows(&letters, &page.instructions)?;
    let list = [&letters, &written].into_iter().filter_map(|letters| list_rows(letters, &page.ingredients));
    let list = list.min_by_key(|list| list.lacks)?;
    let mut labels: Vec<LabelSet> = rows
        .iter()
        .map(|row| LabelSet::of(if row.is_fact { &[Label::Fact] } else { &[Label::Other] }))
        .collect();
    // Allows every label where text of the recipe is missing.
    for (aligned, used) in [(&list, INGREDIENT), (&steps, INSTRUCTION)] {
        let around = aligned.around(rows.len());
        for at in around.filter(|_| aligned.lacks > 0) {
            let is_used = rows[at].used == used;
            if is_used || aligned.is_within(at) {
                labels[at] = LabelSet::ALL;
            }
        }
    }
    let end = steps.rows.iter().chain(&list.rows).max().copied().unwrap_or_default();
    let title = loose(&page.title);
    for at in 0..end {
        if loose(&rows[at].title) == title {
            labels[at] = LabelSet::of(&[Label::Title]);
        }
    }
    let is_heading = |at: usize| !letters[at].is_empty() && rows[at].text.chars().count() <= LONGEST_HEADING;
    let groups: Vec<String> = page.groups.iter().map(|group| loose(group)).collect();
    for at in list.around(rows.len()) {
        let is_group = groups.contains(&letters[at]) || rows[at].used == IN_LIST && list.is_within(at);
        if list.rows.contains(&(at + 1)) && is_heading(at) && is_group {
            labels[at] = LabelSet::of(&[Label::Group]);
        }
    }
    for at in steps.around(rows.len()) {
        if steps.rows.contains(&(at + 1)) && is_heading(at) && rows[at].used == IN_STEPS {
            labels[at] = LabelSet::of(&[Label::StepHeading]);
        }
    }
    for at in steps.rows {
        labels[at] = LabelSet::of(&[Label::Instruction]);
    }
    for at in list.rows {
        labels[at] = LabelSet::of(&[Label::Ingredient]);
    }
    for at in list.further {
        labels[at] = LabelSet::of(&[Label::Continuation]);
    }
    Some(labels)
}

#[derive(Default)]
struct Aligned {
    rows: Vec<usize>,
    further: Vec<usize>,
    lacks: usize,
}

impl Aligned {
    fn around(&self, rows: usize) -> std::ops::Range<usize> {
        let first = self.rows.first().copied().unwrap_or_default().saturating_sub(self.lacks + 1);
        let last = self.rows.last().copied().unwrap_or_default() + self.lacks + 1;
        first..last.min(rows)
    }

    fn is_within(&self, at: usize) -> bool {
        self.rows.first().is_some_and(|first| *first <= at)
            && self.rows.last().is_some_and(|last| at <= *last)
    }
}

#[derive(Clone, Copy)]
struct Match {
    row: usize,
    rows: usize,
    /// Position and length in the expected text.
    place: usize,
    length: usize,
}

fn list_rows(letters: &[String], expected: &[String]) -> Option<Aligned> {
    let expected: Vec<String> =
        expected.iter().map(|line| loose(line)).filter(|line| !line.is_empty()).collect();
    let mut matches = Vec::new();
    for row in 0..letters.len() {
        let mut joined = String::new();
        for (rows, part) in (1..=MAX_PARTS).zip(&letters[row..]) {
            joined.push_str(part);
            if part.is_empty() {
                break;
            }
            for place in (0..expected.len()).filter(|place| expected[*place] == joined) {
                matches.push(Match { row, rows, place, length: 1 });
            }
        }
    }
    let chain = best_chain(&matches, |_| 1.0, GAP);
    if expected.is_empty() || (chain.len() as f64) < MIN_LISTED * expected.len() as f64 {
        return None;
    }
    Some(Aligned {
        rows: chain.iter().map(|found| found.row).collect(),
        further: chain.iter().flat_map(|found| found.row + 1..found.row + found.rows).collect(),
        lacks: expected.len() - chain.len(),
    })
}

fn step_rows(letters: &[String], expected: &[String]) -> Option<Aligned> {
    let steps = expected.len();
    let expected = loose(&expected.join(" "));
    let mut matches = Vec::new();
    for (row, text) in letters.iter().enumerate().filter(|(_, text)| text.chars().count() >= MIN_LETTERS) {
        matches.extend(expected.match_indices(text.as_str()).map(|(place, _)| Match {
            row,
            rows: 1,
            place,
            length: text.len(),
        }));
    }
    let chain = best_chain(&matches, |found| found.length as f64, GAP_OF_STEPS);
    let matched: usize = chain.iter().map(|found| found.length).sum();
    if expected.is_empty() || (matched as f64) < MIN_MATCHED_SHARE * expected.len() as f64 {
        return None;
    }
    let mut rows: Vec<usize> = Vec::new();
    let mut end = 0;
    for found in chain {
        let between = rows.last().map_or(found.row, |last| last + 1)..found.row;
        for at in between {
            if !letters[at].is_empty() && expected[end..].starts_with(letters[at].as_str()) {
                rows.push(at);
                end += letters[at].len();
            }
        }
        rows.push(found.row);
        end = found.place + found.length;
    }
    let found: usize = rows.iter().map(|row| letters[*row].len()).sum();
    let lacks = (expected.len().saturating_sub(found) * steps).div_ceil(expected.len());
    Some(Aligned {
        rows,
        further: Vec::new(),
        lacks: if found * 100 >= expected.len() * 98 { 0 } else { lacks },
    })
}

fn best_chain(matches: &[Match], weight: impl Fn(&Match) -> f64, gap: f64) -> Vec<Match> {
    let mut best: Vec<(f64, Option<usize>)> = Vec::with_capacity(matches.len());
    for (at, own) in matches.iter().enumerate() {
        let mut found = (0.0, None);
        for (before, other) in matches[..at].iter().enumerate() {
            let end = other.row + other.rows;
            if end <= own.row && other.place + other.length <= own.place {
                let score = best[before].0 - gap * (own.row - end) as f64;
                if score >= found.0 {
                    found = (score, Some(before));
                }
            }
        }
        best.push((found.0 + weight(own), found.1));
    }
    let mut at = (0..best.len()).max_by(|one, two| best[*one].0.total_cmp(&best[*two].0).then(one.cmp(two)));
    let mut chain = Vec::new();
    while let Some(last) = at {
        chain.push(matches[last]);
        at = best[last].1;
    }
    chain.reverse();
    chain
}

/// Letters and digits in lower case; "½" becomes "12".
fn loose(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match recipe::vulgar_fraction(c) {
            _ if c == '⁄' => {}
            Some((one, two)) => out.push_str(&format!("{one}{two}")),
            None => out.extend(c.to_lowercase().filter(|c| c.is_alphanumeric())),
        }
    }
    out
}
