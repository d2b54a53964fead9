//! Whether a line of a list names something to eat: what says "Share" or "Equipment" does not.

use recipe::{Ingredient, Language};

/// The table of foods must know so many of a list's lines, in percent, before it says that another line names none.
const LEAST_KNOWN_PERCENT: usize = 70;

/// The names of foods in the language of a list.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Foods {
    /// `None` for the languages that have no column of their own in the table.
    language: Option<Language>,
    /// Whether it knows nearly all that the list names.
    is_known: bool,
}

impl Foods {
    /// Those of the language in which most of the lines name a food.
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
        Self { language, is_known: all > 0 && count * 100 >= all * LEAST_KNOWN_PERCENT }
    }

    /// Whether a line names none, in a list whose foods are known.
    pub(super) fn lack(self, text: &str) -> bool {
        self.is_known && !names_food(text, self.language)
    }

    /// Whether a line names what is taken without an amount: salt, oil, water.
    pub(super) fn names_seasoning(self, text: &str) -> bool {
        let foods = recipe::foods_in(text, self.language);
        foods.iter().any(|food| food.is_of("spices") || food.is_of("oils") || food.name() == "water")
    }

    /// Whether a line begins with what is taken without an amount, in a language whose names begin with the food: "aceite de
    /// oliva". In English "oil" may as well end the name that the line above begins.
    pub(super) fn begin_with_seasoning(self, text: &str) -> bool {
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
