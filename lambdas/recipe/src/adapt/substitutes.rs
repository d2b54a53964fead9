//! Loads the substitutes from `substitutes.toml`.

use std::sync::LazyLock;

use crate::diet::Diet;
use crate::{Language, NamedFood};
use num_rational::Ratio;
use serde::Deserialize;

pub(crate) static TABLE: LazyLock<Table> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the compiled-in file is covered by a test")]
    toml::from_str(include_str!("../../substitutes.toml")).expect("the table is well-formed")
});

/// Schema of `substitutes.toml`: words that mark a line as made for a diet, and substitutes in order of
/// preference.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    marks: Marks,
    substitute: Vec<Substitute>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Marks {
    vegan: Vec<String>,
    vegetarian: Vec<String>,
    gluten_reduced: Vec<String>,
}

impl Table {
    pub(crate) fn is_marked(&self, text: &str, diet: Diet) -> bool {
        let text = text.to_lowercase();
        let says = |marks: &[String]| marks.iter().any(|mark| has_word(&text, mark));
        match diet {
            Diet::Vegan => says(&self.marks.vegan),
            Diet::Vegetarian => says(&self.marks.vegan) || says(&self.marks.vegetarian),
            Diet::GlutenReduced => says(&self.marks.gluten_reduced),
        }
    }

    pub(crate) fn substitute(&self, food: NamedFood, diet: Diet, dish: &[NamedFood]) -> Option<&Substitute> {
        self.substitute.iter().find(|row| row.is_for_diet(diet) && row.is_for(food, dish))
    }

    pub(crate) fn substitutes(
        &self,
        food: NamedFood,
        dish: &[NamedFood],
    ) -> impl Iterator<Item = &Substitute> {
        self.substitute.iter().filter(move |row| row.is_for(food, dish))
    }
}

fn has_word(text: &str, words: &str) -> bool {
    let is_edge = |edge: Option<char>| edge.is_none_or(|edge| !edge.is_alphabetic());
    text.match_indices(words).any(|(at, found)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let behind = text.get(at + found.len()..).and_then(|behind| behind.chars().next());
        is_edge(before) && is_edge(behind)
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Substitute {
    of: Vec<String>,
    diets: Vec<String>,
    pub(crate) name: Option<Words>,
    #[serde(default)]
    share: Option<String>,
    pub(crate) each: Option<Each>,
    pub(crate) most: Option<u64>,
    beside: Option<String>,
    pub(crate) effect: Words,
}

/// Words in each language; English is the default.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Words {
    en: String,
    es: String,
    fr: String,
}

/// Amount per piece: 3 tablespoons for one egg.
#[derive(Deserialize)]
pub(crate) struct Each {
    pub(crate) quantity: String,
    #[serde(flatten)]
    pub(crate) unit: Words,
}

impl Words {
    pub(crate) fn of(&self, language: Option<Language>) -> &str {
        match language {
            Some(Language::Es) => &self.es,
            Some(Language::Fr) => &self.fr,
            Some(Language::En) | None => &self.en,
        }
    }
}

impl Substitute {
    fn is_for_diet(&self, diet: Diet) -> bool {
        self.diets.iter().any(|name| diet_of(name) == Some(diet))
    }

    fn is_for(&self, food: NamedFood, dish: &[NamedFood]) -> bool {
        let names = |group: &String| food.name() == group || food.is_of(group);
        self.of.iter().any(names)
            && self.beside.as_ref().is_none_or(|beside| dish.iter().any(|other| other.is_of(beside)))
    }

    pub(crate) fn is_for_measured(&self) -> bool {
        self.each.is_none() || self.share.is_some()
    }

    /// Factor that converts the line's amount.
    pub(crate) fn share(&self) -> Ratio<u64> {
        self.share.as_deref().and_then(ratio).unwrap_or(Ratio::from_integer(1))
    }
}

fn diet_of(name: &str) -> Option<Diet> {
    match name {
        "vegan" => Some(Diet::Vegan),
        "vegetarian" => Some(Diet::Vegetarian),
        "gluten-reduced" => Some(Diet::GlutenReduced),
        _ => None,
    }
}

fn ratio(text: &str) -> Option<Ratio<u64>> {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let denominator: u64 = denominator.parse().ok().filter(|denominator| *denominator > 0)?;
    Some(Ratio::new(numerator.parse().ok()?, denominator))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_is_valid() {
        assert!(TABLE.substitute.len() >= 30);
        for row in &TABLE.substitute {
            let first = row.of.first().unwrap();
            assert!(row.of.iter().all(|name| crate::is_known_food(name)), "{:?}", row.of);
            assert!(row.beside.as_ref().is_none_or(|name| crate::is_known_food(name)), "{first}");
            assert!(row.diets.iter().all(|name| diet_of(name).is_some()), "{first}");
            assert!(row.share.as_deref().is_none_or(|share| ratio(share).is_some()), "{first}");
            for words in [row.name.as_ref(), Some(&row.effect)].into_iter().flatten() {
                assert!(
                    [&words.en, &words.es, &words.fr].iter().all(|text| !text.trim().is_empty()),
                    "{first}"
                );
            }
        }
    }
}
