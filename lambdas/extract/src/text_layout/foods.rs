//! Finds names of foods in ingredient lists. Lines such as "Share" or "Equipment" have none.

use recipe::{Ingredient, Language};

const MIN_KNOWN_PERCENT: usize = 70;

/// The food lexicon in the language of a list.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Foods {
    /// The language; `None` if the food table does not cover it.
    language: Option<Language>,
    is_known: bool,
}

impl Foods {
    /// The lexicon of the language in which most lines name a food.
    pub(super) fn of<'a>(lines: impl Iterator<Item = &'a str> + Clone) -> Self {
        let all = lines.clone().count();
        let languages = [Some(Language::En), Some(Language::Es), Some(Language::Fr), None];
        let known = |language| lines.clone().filter(|line| names_food(line, language)).count();
        let best = languages
            .into_iter()
            .map(|language| (known(language), language))
            .rev()
            .max_by_key(|(count, _)| *count);
        let Some((count, language)) = best else { return Self::default() };
        Self { language, is_known: all > 0 && count * 100 >= all * MIN_KNOWN_PERCENT }
    }

    /// Whether the text has no food, in a list of mostly known foods.
    pub(super) fn lacks_food(self, text: &str) -> bool {
        self.is_known && !names_food(text, self.language)
    }

    /// Whether the last word of a text and the first word of the next one name a food: "orange bell", "pepper".
    pub(super) fn name_spans(self, text: &str, next: &str) -> bool {
        let names = |words: &str| {
            let foods = recipe::foods_in(words, self.language);
            foods.iter().map(|food| food.name().to_owned()).collect::<Vec<_>>()
        };
        let (Some(last), Some(first)) = (text.split_whitespace().next_back(), next.split_whitespace().next())
        else {
            return false;
        };
        let apart = [names(last), names(first)].concat();
        names(&format!("{last} {first}")).iter().any(|name| !apart.contains(name))
    }

    /// Whether the text names a food used without an amount: salt, oil, water.
    pub(super) fn names_seasoning(self, text: &str) -> bool {
        let foods = recipe::foods_in(text, self.language);
        foods.iter().any(|food| food.is_of("spices") || food.is_of("oils") || food.name() == "water")
    }

    /// Whether the first word is a food used without an amount: "aceite de oliva". False for English, where
    /// "oil" may continue the previous line.
    pub(super) fn starts_with_seasoning(self, text: &str) -> bool {
        matches!(self.language, Some(Language::Es | Language::Fr))
            && text.split_whitespace().next().is_some_and(|word| self.names_seasoning(word))
    }
}

fn names_food(text: &str, language: Option<Language>) -> bool {
    match language {
        Some(_) => !recipe::foods_in(text, language).is_empty(),
        None => {
            recipe::food_of(&Ingredient { name: text.to_owned(), ..Ingredient::default() }, None).is_some()
        }
    }
}
