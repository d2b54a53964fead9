//! Which line of a whole page is the recipe's title: none of its menus' lines, and no heading of its story.
//!
//! No single sign tells it, so each has a weight. The weights were fitted on half of the sites of a corpus and hold on the
//! other half (decision 089).

use recipe::Places;
use std::collections::{HashMap, HashSet};

use super::chrome;
use super::parts::is_fact;
use super::print::{BLANK, Print};
use super::titles;
use crate::cues;
use crate::text::letters;

/// No title has more words.
const MOST_WORDS: usize = 18;
/// A line with fewer letters is looked for in no other.
const LEAST_REPEATED: usize = 8;
/// Above a list, so many rows are near to it.
const NEAR: usize = 40;
/// A word in so many lines is one of the page's subject.
const OFTEN: usize = 6;
/// A line that a page shows more often is one of its menus'.
const MOST_SAME: usize = 4;
/// So many lines that look most like titles are looked for in the others.
const MOST_LOOKED_FOR: usize = 40;
/// Few titles are longer.
const LONG: usize = 60;
/// So many lines below a title say who wrote it, and are short.
const FRAME: usize = 4;
const LONGEST_FRAME_CHARS: usize = 80;
/// More lines that hold a title say no more.
const MOST_ECHOES: usize = 6;
/// What is looked at of a page.
const MOST_ROWS: usize = 4_000;

/// The title of the recipe whose list is announced at `list` and which ends at `end`.
pub(super) fn headline(print: &Print<'_>, noise: &[bool], list: usize, end: usize) -> Option<usize> {
    let page = Page::of(print, list, end);
    let mut scored: Vec<(f32, usize)> = (0..list.min(page.lines.len()))
        .filter(|at| !noise.at(*at) && may_be_headline(print, *at))
        .map(|at| (page.score(print, noise, at, list), at))
        .collect();
    scored.sort_by(|one, two| two.0.total_cmp(&one.0));
    // Looking for a line in all others costs most.
    scored.truncate(MOST_LOOKED_FOR);
    let score = |&(score, at): &(f32, usize)| score + 0.7 * ((1 + page.echoes(at)) as f32).ln();
    scored
        .iter()
        .max_by(|one, two| score(one).total_cmp(&score(two)).then(two.1.cmp(&one.1)))
        .map(|(_, at)| *at)
}

/// What the lines of a page have in common.
struct Page {
    /// Their letters.
    lines: Vec<String>,
    stems: Vec<HashSet<String>>,
    /// The words of the recipe.
    told: HashSet<String>,
    /// How many lines have a word, and how many are the same.
    with_stem: HashMap<String, usize>,
    same: HashMap<String, usize>,
}

impl Page {
    fn of(print: &Print<'_>, list: usize, end: usize) -> Self {
        let rows = || print.rows.iter().take(MOST_ROWS);
        let lines: Vec<String> = rows().map(|row| letters(&row.text)).collect();
        let stems: Vec<HashSet<String>> = rows().map(|row| titles::stems(&row.text).collect()).collect();
        let told = stems.iter().take(end).skip(list).flatten().cloned().collect();
        let mut page = Self { lines, stems, told, with_stem: HashMap::new(), same: HashMap::new() };
        for stem in page.stems.iter().flatten() {
            *page.with_stem.entry(stem.clone()).or_default() += 1;
        }
        for line in &page.lines {
            *page.same.entry(line.clone()).or_default() += 1;
        }
        page
    }

    /// How much a line looks like the title. The weights are told in the module's head.
    fn score(&self, print: &Print<'_>, noise: &[bool], at: usize, list: usize) -> f32 {
        let (Some(stems), Some(line), Some(row)) =
            (self.stems.get(at), self.lines.get(at), print.rows.get(at))
        else {
            return f32::MIN;
        };
        let share = |count: usize| count as f32 / stems.len().max(1) as f32;
        let often = |stem: &String| self.with_stem.get(stem).copied().unwrap_or_default().min(OFTEN);
        let words = row.text.split_whitespace().count();
        let is_set_off = row.drop >= BLANK || at == 0;
        let is_followed = print.rows.get(at + 1).is_some_and(|next| next.drop >= BLANK);
        let is_framed = (at + 1..=at + FRAME).any(|next| stands_below_titles(print, noise, next));
        let same = self.same.get(line).copied().unwrap_or_default();
        let flag = |is_so: bool| f32::from(u8::from(is_so));
        1.25 * share(stems.iter().filter(|stem| self.told.contains(*stem)).count())
            + 0.55 * stems.len().min(4) as f32
            + 3.5 * share(stems.iter().map(often).sum::<usize>()) / OFTEN as f32
            + 0.9 * (same.clamp(1, 3) as f32).ln()
            + 3.5 * flag(is_set_off)
            + 5.0 * flag(is_set_off && is_followed)
            + 2.75 * flag(is_framed)
            + 1.5 * flag(list - at <= NEAR)
            + at as f32 / list.max(1) as f32
            - 3.0 * flag(same > MOST_SAME)
            - 4.5 * flag(row.text.ends_with(['.', ':', ',', '?', '!']))
            - 3.5 * flag(cues::has_number(&row.text))
            - flag(words == 1)
            - 0.5 * flag(words == 2)
            - 4.0 * flag(row.text.contains(['@', '|', '»', '›', '>', '©', '→', '…']))
            - 2.0 * flag(row.text.ends_with('…') || row.text.ends_with("..."))
            - 1.75 * flag(row.chars > LONG)
    }

    /// How many longer lines hold a line.
    fn echoes(&self, at: usize) -> usize {
        let Some(line) = self.lines.get(at).filter(|line| line.chars().count() >= LEAST_REPEATED) else {
            return 0;
        };
        let holds = |other: &&String| other.len() > line.len() && other.contains(line.as_str());
        self.lines.iter().filter(holds).take(MOST_ECHOES).count()
    }
}

fn may_be_headline(print: &Print<'_>, at: usize) -> bool {
    print.rows.get(at).is_some_and(|row| {
        row.text.split_whitespace().nth(MOST_WORDS).is_none()
            && titles::may_be_title(print, at)
            && !is_frame(&row.text)
    })
}

/// Whether a row is one of those that stand below titles: who wrote it and when, buttons, votes, times.
fn stands_below_titles(print: &Print<'_>, noise: &[bool], at: usize) -> bool {
    print.rows.get(at).is_some_and(|row| {
        row.chars <= LONGEST_FRAME_CHARS
            && (noise.at(at)
                || is_fact(&row.text)
                || cues::is_byline(&row.text)
                || chrome::is_button(&row.text))
    })
}

/// Whether a line stands around titles and is none: who wrote it, where it is filed, what a button does, what it announces.
fn is_frame(line: &str) -> bool {
    cues::is_byline(line)
        || cues::is_category(line)
        || chrome::is_button(line)
        || chrome::is_end(line)
        || cues::is_farewell(line)
        || cues::announces_aside(line)
        || cues::announced(line).is_some_and(|said| said.words_after <= 1)
        || cues::ends_with_ingredients(line)
        || cues::speaks_of_needs(line)
}
