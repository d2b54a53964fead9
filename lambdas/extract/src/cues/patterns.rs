//! Finds section headings in free wording with word patterns (`headings/patterns.toml`).

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::{Deserialize, Deserializer};

use super::folding::{fold, words_of};
use super::headings::LONGEST_HEADING_BYTES;
use super::lines;

const MAX_WORDS: usize = 12;
const MAX_WORDS_OF_AN_ASIDE: usize = 5;
const MAX_WORDS_OF_A_DISH: usize = 8;
const LONGEST_LEAD_BYTES: usize = 200;
const LONGEST_PHRASE: usize = 5;
/// Maximum bytes of a French elision before its apostrophe: "l'", "d'", "qu'".
const LONGEST_ELISION_BYTES: usize = 2;
const LONGEST_FAREWELL_BYTES: usize = 160;

/// Whether the line looks like a heading of steps: "Cómo preparar la crema". Titles may look the same, so the
/// caller checks the position.
pub(crate) fn is_steps_heading(line: &str) -> bool {
    if !may_be_heading(line) || line.bytes().any(|b| b.is_ascii_digit()) {
        return false;
    }
    let words = tokens(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let is_filler = |word: &&&str| WORDS.fillers.contains(**word);
    let mut rest = words.as_slice();
    let mut is_asked = false;
    loop {
        if let Some(behind) = after_phrase(rest, &WORDS.starts) {
            return behind.len() <= 3 && behind.iter().all(|word| is_filler(&word));
        }
        if let Some(behind) = after_phrase(rest, &WORDS.nouns) {
            return ends_making(behind);
        }
        if let Some(behind) = after_phrase(rest, &WORDS.verbs).filter(|_| is_asked) {
            return behind.len() <= MAX_WORDS_OF_A_DISH;
        }
        let Some((first, behind)) = rest.split_first() else { return false };
        if WORDS.making.contains(*first) {
            return behind.len() <= MAX_WORDS_OF_A_DISH;
        }
        let is_whose = behind.first().is_some_and(|word| WORDS.whose.contains(*word));
        if WORDS.own.contains(*first) && is_whose {
            return behind.len() <= MAX_WORDS_OF_A_DISH;
        }
        if !is_filler(&first) {
            return false;
        }
        is_asked |= WORDS.askers.contains(*first);
        rest = behind;
    }
}

/// Whether the heading ends with a cooking verb: "Zelf pruimentaart maken". Steps may end like this, so the
/// caller checks the markup first.
pub(crate) fn ends_with_making(heading: &str) -> bool {
    if !may_be_heading(heading) {
        return false;
    }
    let words = tokens(heading);
    words.len() > 1 && words.last().is_some_and(|last| WORDS.last_verbs.contains(last))
}

fn ends_making(behind: &[&str]) -> bool {
    match behind.split_first() {
        None => true,
        Some((first, dish)) if WORDS.links.contains(*first) => dish.len() <= MAX_WORDS_OF_A_DISH,
        Some(_) => {
            let mut rest = behind;
            while let Some((first, next)) = rest.split_first() {
                if after_phrase(rest, &WORDS.verbs).is_some() {
                    return true;
                }
                rest = match after_phrase(rest, &WORDS.nouns) {
                    Some(next) => next,
                    None if WORDS.links.contains(*first) => return next.len() <= MAX_WORDS_OF_A_DISH,
                    None if WORDS.fillers.contains(*first) => next,
                    None => return false,
                };
            }
            true
        }
    }
}

/// Whether the line contains a phrase such as "you need". The caller checks that a list follows.
pub(crate) fn mentions_needs(line: &str) -> bool {
    if line.len() > LONGEST_HEADING_BYTES && !(line.ends_with(':') && line.len() <= LONGEST_LEAD_BYTES) {
        return false;
    }
    let words = tokens(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    (0..words.len()).any(|at| words.get(at..).is_some_and(|rest| after_phrase(rest, &WORDS.needs).is_some()))
}

/// The text before a phrase such as "you need": "Para la salsa" of "Para la salsa necesitamos:".
pub(crate) fn before_needs(line: &str) -> Option<&str> {
    let words: Vec<_> = words_of(line).take(MAX_WORDS).collect();
    let needs = (1..words.len()).find(|at| {
        let rest = words.get(*at).and_then(|word| line.get(word.start..)).unwrap_or_default();
        let rest = tokens(rest);
        let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
        after_phrase(&rest, &WORDS.needs).is_some()
    })?;
    // Skips words in between: "For the sauce you will need".
    let is_filler = |at: &usize| words.get(*at).is_some_and(|word| WORDS.fillers.contains(&fold(word.text)));
    let last = (0..needs).rev().find(|at| !is_filler(at))?;
    words.get(last).and_then(|word| line.get(..word.end))
}

/// Example: "How to store leftovers".
pub(crate) fn is_aside_heading(line: &str) -> bool {
    if !may_be_heading(line) || lines::starts_with_amount(line) {
        return false;
    }
    let is_question = line.trim_end().ends_with('?');
    let words = tokens(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut rest = words.as_slice();
    let mut is_asked = is_question;
    while let Some((first, behind)) = rest.split_first() {
        if after_phrase(rest, &WORDS.asides).is_some() {
            return true;
        }
        if is_asked && after_phrase(rest, &WORDS.keeping).is_some() {
            return true;
        }
        if !WORDS.fillers.contains(*first) && !WORDS.praises.contains(*first) {
            break;
        }
        is_asked |= matches!(*first, "how" | "what" | "como" | "comment" | "cuanto" | "combien");
        rest = behind;
    }
    is_question
}

/// Example: "Grandma's tips".
pub(crate) fn ends_with_aside(line: &str) -> bool {
    if !may_be_heading(line) || lines::has_number(line) || lines::is_instruction(line) {
        return false;
    }
    let words = tokens(line);
    let is_brief = (2..=MAX_WORDS_OF_AN_ASIDE).contains(&words.len());
    is_brief && words.last().is_some_and(|last| WORDS.asides.contains(std::slice::from_ref(last)))
}

pub(crate) fn is_sign_off(line: &str) -> bool {
    if line.len() > LONGEST_FAREWELL_BYTES {
        return false;
    }
    let is_tag =
        |word: &str| word.strip_prefix(['#', '@']).is_some_and(|name| name.starts_with(char::is_alphabetic));
    let words = tokens(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    line.split_whitespace().any(is_tag) || after_phrase(&words, &WORDS.farewells).is_some()
}

pub(super) fn begins_with_degrees(text: &str) -> bool {
    tokens(text).first().is_some_and(|word| WORDS.degrees.contains(word))
}

pub(crate) fn uses_first_person(line: &str) -> bool {
    tokens(line).iter().any(|word| WORDS.speakers.contains(word))
}

pub(crate) fn counts_in_words(line: &str) -> bool {
    let mut words = words_of(line).map(|word| fold(word.text));
    let (Some(first), Some(second)) = (words.next(), words.next()) else { return false };
    // An article counts only before a measure or number: "Un demi-litre".
    let is_measure =
        |word: &str| word.split('-').any(|part| lines::is_unit(part) || WORDS.numbers.contains(part));
    first.split('-').any(|part| WORDS.numbers.contains(part))
        || WORDS.ones.contains(&first) && is_measure(&second)
}

pub(crate) fn begins_with_count(line: &str) -> bool {
    let first = words_of(line).next().map(|word| fold(word.text)).unwrap_or_default();
    WORDS.numbers.contains(&first) || WORDS.ones.contains(&first)
}

pub(crate) fn is_category(line: &str) -> bool {
    let words = tokens(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut rest = words.as_slice();
    while let Some((first, behind)) = rest.split_first() {
        rest = match after_phrase(rest, &WORDS.categories) {
            Some(behind) => behind,
            None if WORDS.fillers.contains(*first) => behind,
            None => return false,
        };
    }
    !words.is_empty()
}

pub(crate) fn is_byline(line: &str) -> bool {
    let words = tokens(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let has_digits = line.bytes().any(|b| b.is_ascii_digit());
    let names_a_date = || words.iter().any(|word| WORDS.dates.contains(*word));
    let is_numbers = line.chars().filter(|c| c.is_ascii_digit()).count() * 2
        > line.chars().filter(|c| c.is_alphanumeric()).count();
    line.contains(['»', '›', '>'])
        || has_digits && (names_a_date() || is_numbers)
        || after_phrase(&words, &WORDS.bylines).is_some()
}

/// Whether the line is one of the known pairs, such as "salt and pepper".
pub(super) fn is_pair(line: &str) -> bool {
    WORDS.pairs.contains(&tokens(line))
}

fn may_be_heading(line: &str) -> bool {
    line.len() <= LONGEST_HEADING_BYTES
        && !line.trim_end().ends_with(['.', ',', ';'])
        && words_of(line).nth(MAX_WORDS).is_none()
}

fn after_phrase<'a, 'b>(words: &'b [&'a str], phrases: &HashSet<Vec<String>>) -> Option<&'b [&'a str]> {
    (1..=words.len().min(LONGEST_PHRASE)).rev().find_map(|length| {
        let (phrase, behind) = words.split_at_checked(length)?;
        let phrase: Vec<String> = phrase.iter().map(|word| (*word).to_owned()).collect();
        phrases.contains(&phrase).then_some(behind)
    })
}

/// Splits into normalised words, also at elisions and hyphens.
fn tokens(line: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    for word in words_of(line) {
        let folded = fold(word.text);
        for part in folded.split('-').filter(|part| !part.is_empty()) {
            match part.split_once('\'') {
                Some((elided, rest)) if elided.len() <= LONGEST_ELISION_BYTES && !rest.is_empty() => {
                    tokens.extend([elided.to_owned(), rest.to_owned()]);
                }
                _ => tokens.push(part.to_owned()),
            }
        }
    }
    tokens
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    fillers: HashSet<String>,
    links: HashSet<String>,
    askers: HashSet<String>,
    making: HashSet<String>,
    last_verbs: HashSet<String>,
    own: HashSet<String>,
    whose: HashSet<String>,
    praises: HashSet<String>,
    speakers: HashSet<String>,
    degrees: HashSet<String>,
    numbers: HashSet<String>,
    ones: HashSet<String>,
    dates: HashSet<String>,
    #[serde(deserialize_with = "phrases")]
    nouns: HashSet<Vec<String>>,
    #[serde(deserialize_with = "phrases")]
    verbs: HashSet<Vec<String>>,
    #[serde(deserialize_with = "phrases")]
    starts: HashSet<Vec<String>>,
    #[serde(deserialize_with = "phrases")]
    needs: HashSet<Vec<String>>,
    #[serde(deserialize_with = "phrases")]
    asides: HashSet<Vec<String>>,
    #[serde(deserialize_with = "phrases")]
    keeping: HashSet<Vec<String>>,
    #[serde(deserialize_with = "phrases")]
    farewells: HashSet<Vec<String>>,
    #[serde(deserialize_with = "phrases")]
    categories: HashSet<Vec<String>>,
    #[serde(deserialize_with = "phrases")]
    bylines: HashSet<Vec<String>>,
    #[serde(deserialize_with = "phrases")]
    pairs: HashSet<Vec<String>>,
}

fn phrases<'de, D: Deserializer<'de>>(source: D) -> Result<HashSet<Vec<String>>, D::Error> {
    Ok(Vec::<String>::deserialize(source)?.iter().map(|phrase| tokens(phrase)).collect())
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the compiled-in file is covered by tests of this module")]
    toml::from_str(include_str!("../../headings/patterns.toml")).expect("the words are well-formed")
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heading_that_ends_with_a_cooking_verb_is_found() {
        for (heading, expected) in [
            ("Zelf pruimentaart maken", true),
            ("Pflaumenkuchen selber backen", true),
            ("Maken", false),
            ("Pruimentaart bewaren", false),
            ("De taart in de oven bakken.", false),
        ] {
            assert_eq!(ends_with_making(heading), expected, "{heading}");
        }
    }

    #[test]
    fn headings_of_steps_are_found_in_free_wording() {
        for line in [
            "How to make smoky soup",
            "Making marshmallows step by step",
            "And this is how I make them:",
            "What you do",
            "Cooking steps:",
            "Let's get started!",
            "Steps to make it",
            "Cómo preparar la crema de calabaza",
            "¿Cómo se cocina?",
            "Y así se hace:",
            "Para hacerlas:",
            "Modo de preparación del ceviche",
            "Pasos / Instrucciones",
            "Desarrollo",
            "¡Manos a la obra!",
            "Comment préparer le bœuf aux carottes ?",
            "Préparation étape par étape",
            "À la cuisine !",
            "Préparer sa soupe thaï",
            "Les étapes de la recette",
            "Passons à la préparation :",
            "C'est parti !",
            "Mode opératoire :",
        ] {
            assert!(is_steps_heading(line), "{line}");
        }
        for line in [
            "Make the sauce",
            "Faire revenir les oignons",
            "Preparar la masa",
            "cooking oil",
            "1 tsp baking powder",
            "Prepare the day before.",
            "Preparación: 20 min",
            "Cuisine: American",
            "How to store leftovers",
            "",
        ] {
            assert!(!is_steps_heading(line), "{line}");
        }
    }

    #[test]
    fn asides_and_sign_offs_are_distinguished_from_steps() {
        for line in [
            "How to store leftovers",
            "Can you freeze it?",
            "Nos conseils pour réussir",
            "Propiedades del jengibre",
            "Expert tips",
            "Final thoughts",
            "Combien de temps se conserve-t-il ?",
        ] {
            assert!(is_aside_heading(line), "{line}");
        }
        for line in ["Serve with rice", "Rolling and frying", "To serve", "Guardar en la nevera", ""] {
            assert!(!is_aside_heading(line), "{line}");
        }
        for line in ["Grandma's tips", "Jo and Ann's Notes", "Buying tips"] {
            assert!(ends_with_aside(line), "{line}");
        }
        for line in
            ["Tips", "Add the asparagus tips.", "Soak the leaves and cut off all of their tips", "2 tips"]
        {
            assert!(!ends_with_aside(line), "{line}");
        }
        for line in [
            "¡Buen provecho!",
            "#pancakes",
            "Follow @cook for more!",
            "J'espère que vous aimerez",
            "Partagez cette recette !",
            "Suivez-nous",
        ] {
            assert!(is_sign_off(line), "{line}");
        }
        for line in
            ["Stir and serve.", "Partager la pâte en deux.", "Suivez les indications du paquet de gélatine."]
        {
            assert!(!is_sign_off(line), "{line}");
        }
    }

    #[test]
    fn categories_and_bylines_are_distinguished_from_titles() {
        for line in ["Aperitivos y tapas", "Dinner", "Entrées"] {
            assert!(is_category(line), "{line}");
        }
        for line in
            ["Posted on March 4, 2019 by Ann", "Home » Soups", "22/11/2017", "14 février 2020", "Rechercher"]
        {
            assert!(is_byline(line), "{line}");
        }
        for line in ["Plum soup", "Sopa de ajo", "Tarte aux poires", "7 layer dip"] {
            assert!(!is_category(line) && !is_byline(line), "{line}");
        }
    }
}
