//! Detects claims that a dish is free of an allergen; they get a notice about labels. Word lists:
//! `claims.toml`.

use std::sync::LazyLock;

use recipe::{Language, unaccented};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    avoided: Vec<String>,
    /// Phrases before the allergen: "free of", "sin", "sans".
    before: Vec<String>,
    /// Phrases after the allergen: "free".
    behind: Vec<String>,
    /// Optional words between phrase and allergen: "any", "de", "traces of".
    between: Vec<String>,
    /// Complete claims: "hypoallergenic", "apto para celíacos".
    alone: Vec<String>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the compiled-in file is covered by a test")]
    toml::from_str(include_str!("../claims.toml")).expect("the words are well-formed")
});

/// Whether a text claims that a dish lacks an avoided food.
#[must_use]
pub fn claims_freedom(text: &str) -> bool {
    let words = words_of(text);
    let has = |phrases: &[String], at: usize| {
        phrases.iter().filter_map(|phrase| length_at(&words, at, phrase)).max()
    };
    (0..words.len()).any(|at| {
        if has(&WORDS.alone, at).is_some() {
            return true;
        }
        if let Some(length) = has(&WORDS.avoided, at)
            && has(&WORDS.behind, at + length).is_some()
        {
            return true;
        }
        let Some(mut next) = has(&WORDS.before, at).map(|length| at + length) else { return false };
        while let Some(length) = has(&WORDS.between, next) {
            next += length;
        }
        // In a list ("without eggs, milk or gluten") the first item is enough.
        has(&WORDS.avoided, next).is_some()
    })
}

pub(crate) fn length_at(words: &[String], at: usize, phrase: &str) -> Option<usize> {
    let mut length = 0;
    for word in phrase.split(' ') {
        if words.get(at + length).map(String::as_str) != Some(word) {
            return None;
        }
        length += 1;
    }
    Some(length)
}

/// Lower-case words without accents.
fn words_of(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for letter in text.chars() {
        if letter.is_alphabetic() || matches!(letter, '\u{300}'..='\u{36f}') {
            if let Some(word) = words.last_mut() {
                unaccented(letter, |c| word.extend(c.to_lowercase()));
            }
        } else if words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The notice about labels.
#[must_use]
pub fn label_sentence(language: Language) -> &'static str {
    match language {
        Language::En => {
            "A name tells what a food is made of, not what it holds traces of: who must avoid something reads every label."
        }
        Language::Es => {
            "El nombre dice de qué está hecho un alimento, no qué trazas contiene: quien deba evitar algo, que lea cada etiqueta."
        }
        Language::Fr => {
            "Le nom dit de quoi est fait un aliment, pas quelles traces il contient : qui doit éviter quelque chose lit chaque étiquette."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn freedom_claim_is_detected_in_three_languages() {
        for text in [
            "This cake is gluten-free.",
            "It is free of nuts.",
            "Now it's free from any dairy!",
            "The dish contains no eggs.",
            "It does not contain peanuts.",
            "It has no traces of sesame.",
            "Safe for people with a nut allergy.",
            "It is safe for coeliacs.",
            "A lactose free version",
            "Now without gluten or eggs",
            "Esta tarta es sin gluten.",
            "No contiene huevo.",
            "Está libre de frutos secos.",
            "No lleva lactosa.",
            "Es apto para celíacos.",
            "Sin trazas de cacahuete.",
            "Ce gâteau est sans gluten.",
            "Il ne contient pas d'œufs.",
            "Il ne contient pas de lait.",
            "Exempt d'arachides",
            "Sans aucune trace de noix",
            "Convient aux cœliaques.",
            "GLUTEN‑FREE",
        ] {
            assert!(claims_freedom(text), "{text}");
        }
    }

    #[test]
    fn replacement_or_other_wording_is_not_a_claim() {
        for text in [
            "I replaced the butter with plant-based butter.",
            "Gluten-reduced pancakes",
            "Bake without opening the door.",
            "It is made with eggs.",
            "Sustituí la leche por bebida de soja.",
            "Hornea sin abrir la puerta.",
            "J'ai remplacé le beurre.",
            "Faites cuire sans couvrir.",
            "Feel free to add nuts.",
            "",
        ] {
            assert!(!claims_freedom(text), "{text}");
        }
    }

    #[test]
    fn label_sentence_is_not_a_claim() {
        for language in [Language::En, Language::Es, Language::Fr] {
            assert!(!claims_freedom(label_sentence(language)));
        }
    }
}
