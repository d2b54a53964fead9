//! Detects lines that begin with a cooking verb, as steps do.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;

use super::folding::{fold_into, words_of};

const LONGEST_VERB_BYTES: usize = 24;
/// Infinitive and imperative endings of Spanish and French verbs.
const ENDINGS_OF_AR: &[&str] = &["ar", "a", "e", "amos", "emos", "ad", "en"];
const ENDINGS_OF_ER_IR: &[&str] = &["er", "ir", "e", "a", "emos", "imos", "amos", "ed", "id", "an"];
const ENDINGS_OF_FRENCH_ER: &[&str] = &["er", "ez", "ons"];
/// Pronouns that are attached to verbs: "mézclalo", "versez-le".
const ENCLITICS: &[&str] = &["lo", "la", "los", "las", "le", "les", "se"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Verbs {
    english: HashSet<String>,
    spanish_ar: HashSet<String>,
    spanish_er_ir: HashSet<String>,
    spanish: HashSet<String>,
    french_er: HashSet<String>,
    french: HashSet<String>,
    french_impersonal: HashSet<String>,
    of: HashSet<String>,
}

static VERBS: LazyLock<Verbs> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the compiled-in file is covered by tests of this module")]
    toml::from_str(include_str!("../../headings/steps.toml")).expect("the words are well-formed")
});

pub(crate) fn begins_with_instruction(line: &str) -> bool {
    let mut words = words_of(line);
    let (Some(first), Some(second)) = (words.next(), words.next()) else { return false };
    if first.text.len() > LONGEST_VERB_BYTES {
        return false;
    }
    if first.text.eq_ignore_ascii_case("se") || first.text.eq_ignore_ascii_case("on") {
        return second.text.len() <= LONGEST_VERB_BYTES && is_impersonal(second.text);
    }
    let (mut verb, mut next) = (String::new(), String::new());
    // Ignores a pronoun after a hyphen: "Égouttez-les".
    let alone = first.text.rsplit_once('-').filter(|(_, bound)| ENCLITICS.contains(bound));
    fold_into(alone.map_or(first.text, |(verb, _)| verb), &mut verb);
    fold_into(second.text.split(['\'', '’']).next().unwrap_or_default(), &mut next);
    is_verb(&verb) && !VERBS.of.contains(&next)
}

fn has_ending(word: &str, stems: &HashSet<String>, endings: &[&str]) -> bool {
    endings.iter().any(|ending| word.strip_suffix(ending).is_some_and(|stem| stems.contains(stem)))
}

/// Whether the word is the verb in "se mezcla", "se pelan", "on mélange".
fn is_impersonal(word: &str) -> bool {
    let mut verb = String::new();
    fold_into(word, &mut verb);
    is_verb(&verb)
        || verb.strip_suffix('n').is_some_and(is_verb)
        || has_ending(&verb, &VERBS.french_er, &["e"])
        || VERBS.french_impersonal.contains(&verb)
}

fn is_verb(word: &str) -> bool {
    let verbs = &*VERBS;
    let is_spanish = |word: &str| {
        verbs.spanish.contains(word)
            || has_ending(word, &verbs.spanish_ar, ENDINGS_OF_AR)
            || has_ending(word, &verbs.spanish_er_ir, ENDINGS_OF_ER_IR)
    };
    verbs.english.contains(word)
        || verbs.french.contains(word)
        || has_ending(word, &verbs.french_er, ENDINGS_OF_FRENCH_ER)
        || is_spanish(word)
        || ENCLITICS.iter().any(|bound| word.strip_suffix(bound).is_some_and(is_spanish))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leading_verbs_are_distinguished_from_food_names() {
        for line in [
            "Whisk the eggs",
            "Sauté onions",
            "Mezclar todo",
            "Mézclalo bien",
            "Añade la harina",
            "Añadimos el azúcar",
            "Viértela en el molde",
            "Sirve frío",
            "Mélangez le tout",
            "Mélanger le tout",
            "Faire fondre le chocolat",
            "Égouttez-les bien",
            "Place au frais",
            "Se mezcla todo",
            "Se baten los huevos",
            "Se cuecen las patatas",
            "On mélange le tout",
            "On fait cuire à feu doux",
        ] {
            assert!(begins_with_instruction(line), "{line}");
        }
        for line in [
            "Whisk",
            "Salt and pepper",
            "Cream cheese",
            "Roasted peppers",
            "Mezcla de especias",
            "Pasas sin semilla",
            "Cola de rape",
            "Beurre mou",
            "Sucre glace",
            "Zeste d'orange",
            "Tranches de pain",
            "Mélange d'épices",
            "On a plate",
            "Se acabó",
        ] {
            assert!(!begins_with_instruction(line), "{line}");
        }
    }
}
