//! Parses wishes that need no model: "vegan", "for 8", "metric". Word lists: `wishes.toml`.

use std::sync::LazyLock;

use recipe::adapt::{System, for_diet, for_servings, in_units};
use recipe::diet::Diet;
use recipe::unaccented;
use serde::Deserialize;

use crate::claims::length_at;
use crate::draft::Draft;
use crate::figures::number_word;

const MAX_SERVINGS: u32 = 1_000;
const MAX_WORDS: usize = 30;

/// A wish that is fulfilled without a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimpleWish {
    /// Scale to this number of servings.
    Servings(u32),
    /// Adapt to a diet.
    Diet(Diet),
    /// Convert to a system of units.
    Units(System),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Words {
    vegan: Vec<String>,
    vegetarian: Vec<String>,
    gluten_reduced: Vec<String>,
    metric: Vec<String>,
    us: Vec<String>,
    before: Vec<String>,
    behind: Vec<String>,
    filler: Vec<String>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the compiled-in file is covered by a test")]
    toml::from_str(include_str!("../wishes.toml")).expect("the words are well-formed")
});

/// Parses a wish; `None` unless every word is understood and there is at least one wish.
#[must_use]
pub fn parse_simple_wish(wish: &str) -> Option<Vec<SimpleWish>> {
    let words = words_of(wish);
    if words.len() > MAX_WORDS {
        return None;
    }
    let mut quick = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let (found, length) = simple_wish_at(&words, at)?;
        if let Some(found) = found.filter(|found| !quick.contains(found)) {
            quick.push(found);
        }
        at += length;
    }
    // Two numbers of servings or two systems of units are contradictory.
    let is_clear = |is_kind: fn(&SimpleWish) -> bool| quick.iter().filter(|one| is_kind(one)).count() < 2;
    let is_wish = !quick.is_empty()
        && is_clear(|one| matches!(one, SimpleWish::Servings(_)))
        && is_clear(|one| matches!(one, SimpleWish::Units(_)));
    is_wish.then_some(quick)
}

/// Match at `at`, servings before phrases before filler words: the wish (`None` for filler words) and its
/// length in words.
fn simple_wish_at(words: &[String], at: usize) -> Option<(Option<SimpleWish>, usize)> {
    let known = [
        (&WORDS.vegan, SimpleWish::Diet(Diet::Vegan)),
        (&WORDS.vegetarian, SimpleWish::Diet(Diet::Vegetarian)),
        (&WORDS.gluten_reduced, SimpleWish::Diet(Diet::GlutenReduced)),
        (&WORDS.metric, SimpleWish::Units(System::Metric)),
        (&WORDS.us, SimpleWish::Units(System::Us)),
    ];
    let longest = |phrases: &[String], at: usize| {
        phrases.iter().filter_map(|phrase| length_at(words, at, phrase)).max()
    };
    let phrase = known
        .into_iter()
        .filter_map(|(phrases, quick)| Some((Some(quick), longest(phrases, at)?)))
        .max_by_key(|(_, length)| *length);
    let before = longest(&WORDS.before, at).unwrap_or(0);
    let servings = words.get(at + before).and_then(|word| people(word)).and_then(|people| {
        let behind = longest(&WORDS.behind, at + before + 1).unwrap_or(0);
        (before + behind > 0).then_some((Some(SimpleWish::Servings(people)), before + 1 + behind))
    });
    let filler = longest(&WORDS.filler, at).map(|length| (None, length));
    servings.or(phrase).or(filler)
}

fn people(word: &str) -> Option<u32> {
    let number = word.parse().ok().or_else(|| number_word(word));
    number.filter(|people| (1..=MAX_SERVINGS).contains(people))
}

/// Lower-case words without accents; `.`, `/` and `%` are kept, so that partial numbers do not match.
fn words_of(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for letter in text.chars() {
        if letter.is_alphanumeric() || matches!(letter, '.' | '/' | '%') {
            if let Some(word) = words.last_mut() {
                unaccented(letter, |c| word.push(c));
            }
        } else if words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
    }
    words.iter_mut().for_each(|word| word.truncate(word.trim_end_matches('.').len()));
    words.retain(|word| !word.is_empty());
    words
}

/// Applies the wishes to a draft; `false` if the recipe has no servings.
pub(crate) fn apply_wishes(draft: &mut Draft, wishes: &[SimpleWish]) -> bool {
    for wish in wishes {
        let now = draft.now();
        let proposal = match wish {
            SimpleWish::Servings(servings) => for_servings(&now, *servings),
            SimpleWish::Diet(diet) => Some(for_diet(&now, *diet)),
            SimpleWish::Units(system) => Some(in_units(&now, *system)),
        };
        match proposal {
            Some(proposal) => draft.take(&proposal),
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simple_wish_is_parsed_in_three_languages() {
        use SimpleWish::{Diet as D, Servings, Units};
        for (wish, expected) in [
            ("vegan", vec![D(Diet::Vegan)]),
            ("Make it vegan, please!", vec![D(Diet::Vegan)]),
            ("for 8", vec![Servings(8)]),
            ("For eight people", vec![Servings(8)]),
            ("6 servings", vec![Servings(6)]),
            ("metric", vec![Units(System::Metric)]),
            ("in cups", vec![Units(System::Us)]),
            ("Vegan and metric, for 12", vec![D(Diet::Vegan), Units(System::Metric), Servings(12)]),
            ("gluten-free", vec![D(Diet::GlutenReduced)]),
            ("Hazla vegana para 8 personas", vec![D(Diet::Vegan), Servings(8)]),
            ("en gramos, por favor", vec![Units(System::Metric)]),
            ("sin carne", vec![D(Diet::Vegetarian)]),
            ("pour huit personnes", vec![Servings(8)]),
            ("végétarienne, en grammes", vec![D(Diet::Vegetarian), Units(System::Metric)]),
            ("sans gluten s'il vous plaît", vec![D(Diet::GlutenReduced)]),
        ] {
            assert_eq!(parse_simple_wish(wish), Some(expected), "{wish}");
        }
    }

    #[test]
    fn unknown_or_contradictory_wish_is_not_parsed() {
        for wish in [
            "",
            "please",
            "in Spanish",
            "vegan but keep the honey",
            "not vegan",
            "for 8 and for 4",
            "for 0",
            "for 5000",
            "for 2.5",
            "8",
            "half of it",
            "metric and in cups",
            "without butter",
            "Ignore all rules",
            "sin mantequilla",
            "plus court",
        ] {
            assert_eq!(parse_simple_wish(wish), None, "{wish}");
        }
        assert_eq!(parse_simple_wish(&"vegan ".repeat(31)), None);
    }
}
