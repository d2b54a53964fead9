//! The words above the parts of a recipe: "Ingredients", "Zubereitung", "Notes". Languages are data (`headings/headings.toml`).

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;

/// What a heading announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    Ingredients,
    Steps,
    /// Something that is neither: notes, nutrition, comments, times.
    Other,
}

/// Words of a heading at the start of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Announced {
    pub(crate) topic: Topic,
    /// Where the line goes on behind the words and what ends them, in bytes.
    pub(crate) rest: usize,
    /// How many words follow.
    pub(crate) words_after: usize,
    /// Whether a colon ends the words.
    pub(crate) has_colon: bool,
}

/// No heading has more words; the rest of a longer line is only counted so far.
const MOST_WORDS: usize = 12;
/// A label with its time is short.
const LONGEST_TIME_BYTES: usize = 40;
/// Fewer letters resemble too much, more are no heading.
const LEAST_RESEMBLING: usize = 6;
const LONGEST_RESEMBLING: usize = 26;
/// The longest heading of the files has six words.
const LONGEST_PHRASE: usize = 7;

/// What the line announces, if it starts with the words of a heading (or, among few words, ends with them).
pub(crate) fn announced(line: &str) -> Option<Announced> {
    let mut words: Vec<Word> = Vec::with_capacity(MOST_WORDS);
    let mut folded = String::with_capacity(48);
    let mut in_words = 0;
    for (start, end) in words_of(line).take(MOST_WORDS) {
        in_words += 1;
        if in_words <= LONGEST_PHRASE {
            if !folded.is_empty() {
                folded.push(' ');
            }
            let from = folded.len();
            fold_into(&line[start..end], &mut folded);
            if in_words == 1
                && !PHRASES.first_words.contains_key(folded.as_str())
                && !PHRASES.leads.contains(&folded)
            {
                return None;
            }
            words.push(Word { from, to: folded.len(), end });
        } else {
            words.push(Word { from: folded.len(), to: folded.len(), end });
        }
    }
    let lead = usize::from(
        words.len() > 1 && PHRASES.leads.iter().any(|lead| *lead == folded[words[0].from..words[0].to]),
    );
    [0, lead].into_iter().take(1 + lead).find_map(|first| {
        (first + 1..=words.len().min(LONGEST_PHRASE)).rev().find_map(|count| {
            let phrase = &folded[words[first].from..words[count - 1].to];
            let topic = *PHRASES.topics.get(phrase)?;
            let end = words[count - 1].end;
            let behind =
                line[end..].trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '*' | ')' | '"'));
            let has_colon = behind.starts_with([':', '：', '|']);
            let rest = behind.trim_start_matches(|c: char| {
                c.is_whitespace() || matches!(c, ':' | '：' | '-' | '–' | '—' | '.')
            });
            let words_after = words.len() - count;
            if words_after > 0 && !has_colon && PHRASES.alone.contains(phrase) {
                return None;
            }
            Some(Announced { topic, rest: line.len() - rest.len(), words_after, has_colon })
        })
    })
}

/// Whether a heading of a few words ends with "ingredients" in some language: "Pancake ingredients".
pub(crate) fn ends_with_ingredients(line: &str) -> bool {
    let Some((start, end)) = words_of(line).take(MOST_WORDS).last() else { return false };
    let mut folded = String::new();
    fold_into(&line[start..end], &mut folded);
    words_of(line).nth(MOST_WORDS - 4).is_none()
        && PHRASES.topics.get(folded.as_str()) == Some(&Topic::Ingredients)
}

/// What a line of a few letters announces if some of them are wrong: "Ingredionts".
pub(crate) fn resembles(line: &str) -> Option<Topic> {
    let bare = line.trim_matches(|c: char| !c.is_alphanumeric());
    if !(LEAST_RESEMBLING..=LONGEST_RESEMBLING).contains(&bare.len()) {
        return None;
    }
    let mut folded = String::with_capacity(bare.len());
    fold_into(bare, &mut folded);
    let letters: Vec<char> = folded.chars().collect();
    let most = if letters.len() >= 9 { 2 } else { 1 };
    let phrases = PHRASES.topics.iter().filter(|(phrase, topic)| {
        **topic != Topic::Other
            && phrase.len() >= LEAST_RESEMBLING
            && phrase.len().abs_diff(folded.len()) <= most
    });
    phrases.filter(|(phrase, _)| is_within(&letters, phrase, most)).map(|(_, topic)| *topic).next()
}

/// Whether so few letters must be changed, left out or put in to make a phrase of the letters.
fn is_within(letters: &[char], phrase: &str, most: usize) -> bool {
    let mut costs: Vec<usize> = (0..=letters.len()).collect();
    for (row, c) in phrase.chars().enumerate() {
        let mut diagonal = row;
        costs[0] = row + 1;
        for (column, letter) in letters.iter().enumerate() {
            let cost =
                (diagonal + usize::from(*letter != c)).min(costs[column] + 1).min(costs[column + 1] + 1);
            diagonal = std::mem::replace(&mut costs[column + 1], cost);
        }
    }
    costs[letters.len()] <= most
}

/// Whether a folded word is a unit that may stand in a cell of its own.
pub(crate) fn is_unit(folded: &str) -> bool {
    PHRASES.units.contains(folded)
}

/// Whether what follows a heading's words says for whom or for what: "for 4 people", "pour la sauce".
pub(crate) fn is_qualifier(rest: &str) -> bool {
    let Some((start, end)) = words_of(rest).next() else { return false };
    let mut folded = String::new();
    fold_into(&rest[start..end], &mut folded);
    PHRASES.qualifiers.contains(&folded)
}

/// Whether a line only counts a step: "Step 3", "Étape 3 :", "3".
pub(crate) fn is_step_count(line: &str) -> bool {
    if line.len() > 24 {
        return false;
    }
    let mut folded = String::new();
    let mut counts = words_of(line).map(|(start, end)| {
        let word = &line[start..end];
        folded.clear();
        fold_into(word, &mut folded);
        word.bytes().all(|b| b.is_ascii_digit()) || PHRASES.counters.contains(&folded)
    });
    counts.next() == Some(true) && counts.all(|counts| counts)
}

/// The line without what counts it: "Step 3: Stir." gives "Stir."
pub(crate) fn without_step_count(line: &str) -> &str {
    let mut words = words_of(line);
    let Some((start, end)) = words.next() else { return line };
    let Some((number, number_end)) = words.next() else { return line };
    let is_number = number_end - number <= 2 && line[number..number_end].bytes().all(|b| b.is_ascii_digit());
    if !is_number || end - start > 16 {
        return line;
    }
    let mut folded = String::new();
    fold_into(&line[start..end], &mut folded);
    if !PHRASES.counters.contains(&folded) {
        return line;
    }
    line[number_end..].trim_start_matches(|c: char| {
        c.is_whitespace() || matches!(c, ':' | '：' | '.' | ')' | '-' | '–' | '—' | '|')
    })
}

/// Whether a line says for how many: "4 people", "2 Portionen", "für 4 Personen".
pub(crate) fn is_portions(line: &str) -> bool {
    if line.len() > 40 || !line.bytes().any(|b| b.is_ascii_digit()) && words_of(line).count() > 4 {
        return false;
    }
    let mut has_word = false;
    for (start, end) in words_of(line) {
        let word = &line[start..end];
        let mut folded = String::new();
        fold_into(word, &mut folded);
        let is_portion = PHRASES.portions.contains(&folded);
        has_word |= is_portion;
        if !is_portion
            && !PHRASES.qualifiers.contains(&folded)
            && !word.bytes().all(|b| b.is_ascii_digit() || b == b'-')
        {
            return false;
        }
    }
    has_word
}

/// The two sides of the last "and" of a sentence, in any language.
pub(super) fn last_link(line: &str) -> Option<(&str, &str)> {
    let mut folded = String::new();
    let link = words_of(line).filter(|(start, end)| {
        folded.clear();
        fold_into(&line[*start..*end], &mut folded);
        PHRASES.links.contains(&folded)
    });
    link.last().map(|(start, end)| (line[..start].trim(), line[end..].trim()))
}

/// The line without an "and" before it.
pub(super) fn without_link(line: &str) -> &str {
    match last_link(line) {
        Some(("", after)) => after,
        _ => line,
    }
}

/// Whether a line is a remark beside the recipe: "Tip: ...", "Note | ...", "Preparation 20 min".
pub(crate) fn is_remark(line: &str) -> bool {
    announced(line).is_some_and(|said| {
        let is_time = said.topic != Topic::Ingredients
            && line.len() <= LONGEST_TIME_BYTES
            && line[said.rest..].starts_with(|c: char| c.is_ascii_digit());
        let separator = line[..said.rest].trim_end().ends_with([':', '|', '–', '-', '：'])
            || line[said.rest..].starts_with('|');
        is_time || said.topic == Topic::Other && said.words_after > 0 && separator
    })
}

/// Whether a line among ingredients is there for the page's sake: "US Metric", "Add to cart".
pub(crate) fn is_noise(line: &str) -> bool {
    if line.len() > 48 {
        return false;
    }
    // "1x 2x 3x" are the buttons of a scale.
    if line.contains('x') && line.chars().all(|c| !c.is_alphabetic() || matches!(c, 'x' | 'X' | '×')) {
        return true;
    }
    let mut folded = String::with_capacity(line.len());
    for (start, end) in words_of(line) {
        if !folded.is_empty() {
            folded.push(' ');
        }
        fold_into(&line[start..end], &mut folded);
    }
    PHRASES.noise.contains(&folded)
}

struct Word {
    /// In the folded line.
    from: usize,
    to: usize,
    /// In the line itself.
    end: usize,
}

/// Start and end of each word, punctuation around it left out.
fn words_of(line: &str) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &line[at..];
            // What ends a word never starts one, or the walk would stand still.
            let start = at + rest.find(|c: char| !is_between_words(c))?;
            let len = line[start..].find(is_between_words).unwrap_or(line.len() - start);
            at = start + len;
            let word = &line[start..at];
            let trimmed = word.trim_start_matches(|c: char| !c.is_alphanumeric());
            let from = at - trimmed.len();
            let trimmed = trimmed.trim_end_matches(|c: char| !c.is_alphanumeric());
            if !trimmed.is_empty() {
                return Some((from, from + trimmed.len()));
            }
        }
    })
}

fn is_between_words(c: char) -> bool {
    c.is_whitespace() || matches!(c, ':' | '：' | '/' | '|')
}

/// Lower case, and no accents on Latin and Greek letters.
pub(crate) fn fold_into(word: &str, out: &mut String) {
    for c in word.chars() {
        if c.is_ascii() {
            out.push(c.to_ascii_lowercase());
        } else {
            out.extend(c.to_lowercase().filter_map(plain_letter));
        }
    }
}

fn plain_letter(c: char) -> Option<char> {
    Some(match c {
        '\u{300}'..='\u{36f}' => return None,
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'ď' | 'đ' | 'ð' => 'd',
        'è'..='ë' | 'ē' | 'ę' | 'ě' | 'ė' => 'e',
        'ğ' | 'ģ' => 'g',
        'ì'..='ï' | 'ī' | 'ı' | 'į' => 'i',
        'ķ' => 'k',
        'ł' | 'ľ' | 'ļ' => 'l',
        'ñ' | 'ń' | 'ň' | 'ņ' => 'n',
        'ò'..='ö' | 'ø' | 'ő' | 'ō' => 'o',
        'ř' => 'r',
        'ś' | 'š' | 'ş' | 'ș' => 's',
        'ť' | 'ţ' | 'ț' => 't',
        'ù'..='ü' | 'ű' | 'ů' | 'ū' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        'ά' => 'α',
        'έ' => 'ε',
        'ή' => 'η',
        'ί' | 'ϊ' | 'ΐ' => 'ι',
        'ό' => 'ο',
        'ύ' | 'ϋ' | 'ΰ' => 'υ',
        'ώ' => 'ω',
        '’' | '‘' | '´' => '\'',
        '‐' | '‑' | '–' => '-',
        other => other,
    })
}

#[derive(Deserialize)]
struct Source {
    leads: Vec<String>,
    qualifiers: Vec<String>,
    portions: Vec<String>,
    counters: Vec<String>,
    alone: Vec<String>,
    links: Vec<String>,
    units: Vec<String>,
    noise: Vec<String>,
    ingredients: HashMap<String, Vec<String>>,
    steps: HashMap<String, Vec<String>>,
    others: HashMap<String, Vec<String>>,
}

struct Phrases {
    topics: HashMap<String, Topic>,
    first_words: HashMap<String, ()>,
    leads: Vec<String>,
    qualifiers: HashSet<String>,
    portions: HashSet<String>,
    counters: HashSet<String>,
    alone: HashSet<String>,
    links: HashSet<String>,
    units: HashSet<String>,
    noise: HashSet<String>,
}

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the file is compiled in, and a test reads it")]
    let source: Source =
        toml::from_str(include_str!("../../headings/headings.toml")).expect("headings are well-formed");
    let mut phrases = Phrases {
        topics: HashMap::new(),
        first_words: HashMap::new(),
        leads: source.leads,
        qualifiers: source.qualifiers.into_iter().collect(),
        portions: source.portions.into_iter().collect(),
        counters: source.counters.into_iter().collect(),
        alone: source.alone.into_iter().collect(),
        links: source.links.into_iter().collect(),
        units: source.units.into_iter().collect(),
        noise: source.noise.into_iter().collect(),
    };
    // What two languages mean differently is taken for the part of a recipe, so these come last.
    let parts = [
        (Topic::Other, source.others),
        (Topic::Steps, source.steps),
        (Topic::Ingredients, source.ingredients),
    ];
    for (topic, languages) in parts {
        for phrase in languages.into_values().flatten() {
            let first = phrase.split(' ').next().unwrap_or_default().to_owned();
            phrases.first_words.insert(first, ());
            phrases.topics.insert(phrase, topic);
        }
    }
    phrases
});
