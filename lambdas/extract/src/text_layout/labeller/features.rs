//! Features of rows: hashed words, shape, cues, neighbours, and their use by the rules.

use std::collections::HashMap;

use recipe::{Language, Places, Span};

use super::{RowUse, RowUses};
use crate::cues::{self, Topic};
use crate::text::letters;
use crate::text_layout::marks::Mark;
use crate::text_layout::print::{BLANK, MeasuredText, Row};
use crate::text_layout::{buttons, chrome, headline, rows, section_headings, titles};

/// Number of transition contexts: use by the rules, blank line above.
pub const CONTEXTS: usize = RowUse::COUNT * 2;

const MAX_WORDS: usize = 12;
/// Maximum bytes of a row that the features use; longer rows are prose.
const LONGEST_JUDGED_BYTES: usize = 600;
const MAX_WORDS_OF_A_HEADING: u64 = 5;
const LONGEST_HEADING_CHARS: usize = 45;
const LONGEST_WITH_FOOD_CHARS: usize = 160;
const NEAR: usize = 4;
const EDGE: u64 = 0x51_7cc1;

/// Feature hashes of the rows of a text.
#[derive(Clone, Debug, Default)]
pub struct Features {
    hashes: Vec<u32>,
    ends: Vec<usize>,
    contexts: Vec<u8>,
}

impl Features {
    /// The feature hashes of each row.
    pub fn rows(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| self.hashes.span(start..*end))
    }

    #[cfg(test)]
    pub(super) fn of_rows(rows: &[&[u32]]) -> Self {
        let ends = rows.iter().scan(0, |end, row| {
            *end += row.len();
            Some(*end)
        });
        Self { hashes: rows.concat(), ends: ends.collect(), contexts: vec![0; rows.len()] }
    }

    /// The transition context of each row.
    #[must_use]
    pub fn contexts(&self) -> &[u8] {
        &self.contexts
    }
}

#[derive(Clone, Copy, Default)]
struct Look {
    code: u64,
    used: u64,
    first: u64,
    second: u64,
    last: u64,
    chars: u64,
    words: u64,
    end: u64,
    blank: u64,
    mark: u64,
    same: u64,
    known: u64,
    stems: u64,
    common: u64,
    rank: u64,
    cues: u64,
    has_amount: bool,
    is_instruction: bool,
    /// Hash of its words, if it looks like a heading.
    heading: Option<u64>,
}

struct Context<'a> {
    noise: &'a [bool],
    topics: HashMap<usize, u64>,
    language: Option<Language>,
    uses: &'a RowUses,
    same: HashMap<String, u64>,
    with_stem: HashMap<String, u64>,
    recipe_stems: std::collections::HashSet<String>,
    ranks: HashMap<usize, u64>,
    title: Option<String>,
}

pub(super) fn features(print: &MeasuredText<'_>, uses: &RowUses, language: Option<Language>) -> Features {
    let noise = chrome::noise(print);
    let topics = section_headings::find(print).into_iter().map(|heading| {
        let topic = match heading.topic {
            Topic::Ingredients => 1,
            Topic::Steps => 2,
            Topic::Other if heading.is_end => 3,
            Topic::Other => 4,
        };
        (heading.row, topic * 2 + u64::from(heading.inline.is_some()))
    });
    let mut same: HashMap<String, u64> = HashMap::new();
    let mut with_stem: HashMap<String, u64> = HashMap::new();
    let mut recipe_stems = std::collections::HashSet::new();
    for (at, row) in print.rows.iter().enumerate() {
        *same.entry(letters(&row.text)).or_default() += 1;
        for stem in titles::stems(judged(&row.text)) {
            *with_stem.entry(stem.clone()).or_default() += 1;
            if matches!(uses.of(at), RowUse::Ingredient | RowUse::Instruction) {
                recipe_stems.insert(stem);
            }
        }
    }
    let is_listed = |at: &usize| matches!(uses.of(*at), RowUse::Ingredient | RowUse::Instruction);
    let first = (0..print.rows.len()).find(is_listed).unwrap_or(print.rows.len());
    let end = (0..print.rows.len()).rev().find(is_listed).map_or(print.rows.len(), |last| last + 1);
    let ranked = headline::ranked(print, &noise, first, end);
    let title = (0..print.rows.len()).find(|at| uses.of(*at) == RowUse::Title);
    let context = Context {
        noise: &noise,
        topics: topics.collect(),
        language,
        uses,
        same,
        with_stem,
        recipe_stems,
        ranks: ranked.into_iter().zip(1..).collect(),
        title: title.and_then(|at| print.rows.get(at)).map(|row| letters(&row.text)),
    };
    let looks: Vec<Look> = print.rows.iter().enumerate().map(|(at, row)| look(&context, at, row)).collect();
    let distances = Distances::of(&looks);
    let mut found = Features::default();
    let mut section = Section::default();
    for (at, row) in print.rows.iter().enumerate() {
        section.enter(looks.get(at));
        row_features((&looks, &distances, &section), at, row, &mut found.hashes);
        found.ends.push(found.hashes.len());
        let own = looks.get(at).copied().unwrap_or_default();
        found.contexts.push((own.used * 2 + own.blank.min(1)) as u8);
    }
    found
}

fn judged(text: &str) -> &str {
    text.span(..text.floor_char_boundary(LONGEST_JUDGED_BYTES))
}

fn look(context: &Context<'_>, at: usize, row: &Row<'_>) -> Look {
    let text = judged(row.words_or_amount());
    let mut words = hashed_words(text);
    let first = words.next().unwrap_or(EDGE);
    let second = words.next().unwrap_or(EDGE);
    let last = words.last().unwrap_or(second);
    let topic = context.topics.get(&at).copied().unwrap_or_default();
    let cues = cue_bits(context, at, row, text);
    let has = |cue: usize| cues >> cue & 1 == 1;
    let count = row.text.split_whitespace().take(100).count() as u64;
    let code = match () {
        () if topic > 0 => topic,
        () if has(BARE_AMOUNT) => 10,
        () if has(UNIT_AMOUNT) => 11,
        () if has(FACT) => 12,
        () if has(NOISE) || has(BUTTON) => 13,
        () if has(BYLINE) => 14,
        () if has(INSTRUCTION) && row.text.ends_with(['.', '!']) => 15,
        () if has(INSTRUCTION) => 16,
        () if has(AMOUNT) => 17,
        () if has(SENTENCE) => 18,
        () if has(ANY_AMOUNT) => 19,
        () if count <= 3 => 20 + u64::from(has(FOOD)),
        () if count <= 8 => 22 + u64::from(has(FOOD)),
        () => 24,
    };
    let stems: Vec<String> = titles::stems(text).take(MAX_WORDS).collect();
    let known = stems.iter().filter(|stem| context.recipe_stems.contains(*stem)).count();
    let common: u64 =
        stems.iter().map(|stem| context.with_stem.get(stem).copied().unwrap_or_default().min(6)).sum();
    let is_heading = topic > 0
        || row.is_heading()
        || row.drop >= BLANK
            && count <= MAX_WORDS_OF_A_HEADING
            && row.chars <= LONGEST_HEADING_CHARS
            && !row.has_amount()
            && !row.text.ends_with(['.', '!', ',']);
    let parts = |share: u64, all: u64| (share * 4).checked_div(all).unwrap_or(9);
    Look {
        code,
        used: context.uses.of(at) as u64,
        first,
        second,
        last,
        chars: bucket(row.chars as u64),
        words: count.min(8),
        end: row.text.chars().next_back().map_or(0, |c| if c.is_alphanumeric() { 1 } else { u64::from(c) }),
        blank: if row.drop >= 3.0 { 2 } else { u64::from(row.drop >= BLANK) },
        mark: match row.mark {
            Mark::None => 0,
            Mark::Bullet => 1,
            Mark::Number(_) => 2,
            Mark::Bare(_) => 3,
            Mark::Blot => 4,
        } + if row.is_heading() { 5 } else { 0 },
        same: context.same.get(&letters(&row.text)).copied().unwrap_or(1).min(5),
        known: parts(known as u64, stems.len() as u64),
        stems: (stems.len() as u64).min(5),
        common: parts(common, 6 * stems.len() as u64),
        rank: context.ranks.get(&at).map_or(0, |rank| if *rank <= 3 { *rank } else { 3 + bucket(*rank) }),
        cues,
        has_amount: row.has_amount(),
        is_instruction: has(INSTRUCTION),
        heading: is_heading.then(|| hashed_words(text).fold(EDGE, |sum, word| u64::from(hash(sum, &[word])))),
    }
}

const AMOUNT: usize = 0;
const UNIT_AMOUNT: usize = 1;
const BARE_AMOUNT: usize = 2;
const ANY_AMOUNT: usize = 3;
const INSTRUCTION: usize = 4;
const SENTENCE: usize = 5;
const FACT: usize = 6;
const NOISE: usize = 7;
const BUTTON: usize = 8;
const BYLINE: usize = 9;
const FOOD: usize = 10;

fn cue_bits(context: &Context<'_>, at: usize, row: &Row<'_>, text: &str) -> u64 {
    let is_short = row.chars <= LONGEST_WITH_FOOD_CHARS;
    let tidied = if is_short { cues::tidy(text) } else { String::new() };
    let is_own_title =
        context.title.as_ref().is_some_and(|title| !title.is_empty() && letters(&row.text) == *title);
    let all = [
        cues::starts_with_amount(text),
        cues::starts_with_unit_amount(text),
        cues::is_bare_amount(text),
        row.has_amount(),
        cues::is_instruction(text),
        cues::is_sentence(text),
        is_short && rows::is_fact(text),
        cues::is_noise(text),
        is_short && buttons::is_button(text),
        is_short && cues::is_byline(text),
        is_short && !recipe::foods_in(text, context.language).is_empty(),
        cues::begins_with_instruction(text),
        cues::has_number(text),
        cues::counts_in_words(text),
        is_short && cues::is_portions(text),
        is_short && cues::is_time(text),
        is_short && cues::lists_nutrients(text),
        is_short && cues::is_category(text),
        cues::is_sign_off(text),
        is_short && cues::is_aside_heading(text),
        is_short && cues::starts_a_group(&tidied),
        cues::is_in_capitals(text),
        is_short && chrome::is_end(text),
        is_short && chrome::leads_to_others(text),
        cues::names_temperature(text),
        cues::uses_first_person(text),
        is_short && cues::mentions_needs(text),
        cues::is_step_count(text),
        context.noise.at(at),
        is_own_title,
        text.contains(['|', '»', '›', '>', '©', '→', '@']),
        text.contains(':'),
        text.contains(','),
        text.starts_with('('),
        text.starts_with(char::is_lowercase),
        text.starts_with(char::is_uppercase),
        text.contains("://") || text.contains("www."),
        share_of_capitals(text),
    ];
    all.iter().rev().fold(0, |bits, is_so| bits << 1 | u64::from(*is_so))
}

fn share_of_capitals(text: &str) -> bool {
    let long = || text.split_whitespace().filter(|word| word.chars().nth(3).is_some());
    let capitals = long().filter(|word| word.starts_with(char::is_uppercase)).count();
    capitals > 0 && capitals * 4 >= long().count() * 3
}

struct Distances {
    near: Vec<[u64; 6]>,
}

impl Distances {
    fn of(looks: &[Look]) -> Self {
        const KINDS: [RowUse; 3] = [RowUse::Ingredient, RowUse::Instruction, RowUse::Title];
        let mut near = vec![[0; 6]; looks.len()];
        for (kind, wanted) in KINDS.into_iter().enumerate() {
            for is_below in [false, true] {
                let mut far: Option<u64> = None;
                let mut note = |at: usize| {
                    let place = kind * 2 + usize::from(is_below);
                    if let Some(row) = near.get_mut(at) {
                        row.put(place, far.map_or(0, |far| 1 + distance_bucket(far)));
                    }
                    let is_it = looks.get(at).is_some_and(|look| look.used == wanted as u64);
                    far = if is_it { Some(1) } else { far.map(|far| far + 1) };
                };
                if is_below {
                    (0..looks.len()).rev().for_each(&mut note)
                } else {
                    (0..looks.len()).for_each(&mut note)
                }
            }
        }
        Self { near }
    }
}

/// The last heading above (as a hash), the topic of the last heading with a known topic, and the number of
/// rows since each.
#[derive(Default)]
struct Section {
    heading: u64,
    rows: u64,
    topic: u64,
    rows_of_topic: u64,
    next: Option<(u64, u64)>,
}

impl Section {
    fn enter(&mut self, look: Option<&Look>) {
        self.rows += 1;
        self.rows_of_topic += 1;
        if let Some((heading, topic)) = self.next.take() {
            (self.heading, self.rows) = (heading, 1);
            if topic > 0 {
                (self.topic, self.rows_of_topic) = (topic, 1);
            }
        }
        self.next = look.and_then(|look| {
            let topic = if look.code < 10 { look.code } else { 0 };
            Some((look.heading?, topic))
        });
    }
}

fn row_features(
    (looks, distances, section): (&[Look], &Distances, &Section),
    at: usize,
    row: &Row<'_>,
    out: &mut Vec<u32>,
) {
    let edge = Look { code: 31, used: 15, first: EDGE, ..Look::default() };
    let near =
        |offset: isize| at.checked_add_signed(offset).and_then(|at| looks.get(at)).copied().unwrap_or(edge);
    let (own, b1, b2, a1, a2) = (near(0), near(-1), near(-2), near(1), near(2));
    let (c, u) = (own.code, own.used);
    let [list_above, list_below, steps_above, steps_below, title_above, title_below] =
        distances.near.get(at).copied().unwrap_or_default();
    let window = looks.span(at.saturating_sub(NEAR)..looks.len().min(at + NEAR + 1));
    let amounts = window.iter().filter(|look| look.has_amount).count() as u64;
    let instructions = window.iter().filter(|look| look.is_instruction).count() as u64;
    let decile = (at * 10 / looks.len().max(1)) as u64;
    let mut number = 0;
    let mut add = |parts: &[u64]| {
        number += 1;
        out.push(hash(number, parts));
    };
    add(&[]);
    add(&[c]);
    add(&[u]);
    add(&[u, c]);
    add(&[b1.code, c]);
    add(&[c, a1.code]);
    add(&[b1.code, c, a1.code]);
    add(&[b2.code, b1.code, c]);
    add(&[c, a1.code, a2.code]);
    add(&[b1.used, u, a1.used]);
    add(&[b2.used, b1.used, u, a1.used, a2.used]);
    add(&[u, b1.code, c]);
    add(&[u, c, a1.code]);
    add(&[b1.used, u, a1.used, c]);
    add(&[own.first, u]);
    add(&[own.first]);
    add(&[own.first, own.second]);
    add(&[own.last]);
    add(&[own.last, c]);
    add(&[own.first, own.last, own.words]);
    add(&[own.first, c]);
    add(&[b1.first, b1.words, c]);
    add(&[a1.first, a1.words, c]);
    add(&[own.chars]);
    add(&[own.chars, c]);
    add(&[own.words, c, own.blank]);
    add(&[own.words, u, own.end]);
    add(&[own.end, own.chars]);
    add(&[own.end, c]);
    add(&[own.end, u]);
    add(&[own.blank, a1.blank]);
    add(&[own.blank, a1.blank, c]);
    add(&[own.blank, a1.blank, u]);
    add(&[own.blank, own.chars]);
    add(&[own.mark, b1.mark, a1.mark]);
    add(&[own.mark, c]);
    add(&[own.mark, u]);
    add(&[own.same, own.chars]);
    add(&[own.same, u]);
    add(&[own.known, own.stems]);
    add(&[own.known, own.stems, own.words]);
    add(&[own.common, own.stems]);
    add(&[own.rank]);
    add(&[own.rank, u]);
    add(&[own.rank, own.known, own.same]);
    add(&[list_above, list_below]);
    add(&[list_above, list_below, u]);
    add(&[list_above, list_below, c]);
    add(&[steps_above, steps_below]);
    add(&[steps_above, steps_below, u]);
    add(&[steps_above, steps_below, c]);
    add(&[list_above, steps_below, c, own.blank]);
    add(&[title_above, title_below, own.chars]);
    add(&[title_above, list_below, c]);
    add(&[amounts, instructions]);
    add(&[amounts, c]);
    add(&[instructions, c]);
    add(&[amounts, instructions, u]);
    add(&[decile, c]);
    add(&[decile, u]);
    add(&[section.heading, section.rows.min(2)]);
    add(&[section.heading, c]);
    add(&[section.heading, u]);
    add(&[section.topic, distance_bucket(section.rows_of_topic), c]);
    add(&[section.topic, distance_bucket(section.rows_of_topic), u]);
    add(&[section.topic, distance_bucket(section.rows), c, own.blank]);
    add(&[section.topic, list_above, steps_above, c]);
    for cue in 0..40 {
        number = 100 + cue;
        if own.cues >> cue & 1 == 1 {
            out.push(hash(number, &[]));
            out.push(hash(number, &[u, 77]));
            out.push(hash(number, &[list_below.min(5), list_above.min(5), 78]));
        }
        if b1.cues >> cue & 1 == 1 {
            out.push(hash(number, &[79]));
        }
        if a1.cues >> cue & 1 == 1 {
            out.push(hash(number, &[80]));
        }
    }
    for word in hashed_words(judged(row.words_or_amount())).take(MAX_WORDS) {
        out.push(hash(200, &[word]));
        out.push(hash(201, &[word, u]));
    }
}

fn hashed_words(text: &str) -> impl Iterator<Item = u64> + '_ {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(|word| {
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return 0xd1;
        }
        let mut sum = 0xcbf2_9ce4_8422_2325_u64;
        let mut folded = String::with_capacity(word.len());
        cues::fold_into(word, &mut folded);
        for byte in folded.bytes().take(24) {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
        sum
    })
}

fn bucket(number: u64) -> u64 {
    if number < 4 { number } else { 2 * u64::from(number.ilog2()) + (number >> (number.ilog2() - 1) & 1) }
}

fn distance_bucket(far: u64) -> u64 {
    match far {
        0..=3 => far,
        4..=6 => 4,
        7..=12 => 5,
        13..=30 => 6,
        _ => 7,
    }
}

fn hash(template: u64, parts: &[u64]) -> u32 {
    let mut sum = template.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for part in parts {
        sum = (sum ^ part).wrapping_mul(0xff51_afd7_ed55_8ccd);
        sum ^= sum >> 31;
    }
    sum = sum.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    (sum >> 32) as u32
}
