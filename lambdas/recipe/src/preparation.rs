use crate::fold;
use crate::lexicon::{self, Class};
use crate::named_food::names_food;

/// Whether a phrase starts with a preparation and contains no food: "finely chopped", "batidos", "coupées en
/// dés".
#[must_use]
pub fn is_preparation(phrase: &str) -> bool {
    let classes = |word: &str| lexicon::entry(fold::hash(word)).map_or(0, |entry| entry.classes(None));
    let words = phrase.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let first = words.map(classes).find(|classes| classes & Class::MANNER == 0);
    first.is_some_and(|classes| classes & Class::PREPARED != 0) && !names_food(phrase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preparation_phrase_without_a_food_is_detected() {
        for phrase in [
            "cut into pieces",
            "finely chopped",
            "softened",
            "batidos",
            "picada muy fina",
            "coupées en dés",
            "Émincés",
        ] {
            assert!(is_preparation(phrase), "{phrase}");
        }
        for phrase in [
            "",
            "salt",
            "chopped parsley",
            "cut butter",
            "nuez moscada",
            "sel",
            "pepper",
            "grated cheese",
            "leche fría",
        ] {
            assert!(!is_preparation(phrase), "{phrase}");
        }
    }
}
