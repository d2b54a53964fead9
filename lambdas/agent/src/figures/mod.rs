//! Checks whether amounts, times and temperatures have a source: a tool, the recipe or the user. Those
//! without are marked in answers and rejected in edits.

mod numbers;
mod scan;

use recipe::{Content, Language};
use serde_json::Value;

pub use scan::{Figure, Kind, scan};

/// Value of a number word in any language, if it is a whole number from 1 to 1,000.
pub(crate) fn number_word(word: &str) -> Option<u32> {
    let value = numbers::in_words(word, None)?;
    (1..=1_000).find(|number| f64::from(*number) == value)
}

/// Figures that have a source.
#[derive(Clone, Debug, Default)]
pub struct Known {
    readings: Vec<(Kind, f64)>,
}

/// Relative tolerance for calculated values.
const SAME: f64 = 1e-6;
const MAX_READINGS: usize = 20_000;

impl Known {
    /// Adds all figures of a text, including bare numbers.
    pub fn learn(&mut self, text: &str, language: Option<Language>) {
        for figure in scan(text, language) {
            self.readings.extend(figure.readings);
        }
        self.readings.truncate(MAX_READINGS);
    }

    /// Adds the figures of an earlier answer, except those marked as unsourced.
    pub fn add_answer(&mut self, texts: &[&str]) {
        let is_mark = |text: &&&str| {
            [Language::En, Language::Es, Language::Fr]
                .into_iter()
                .any(|language| text.starts_with(unsourced_sentence_start(language)))
        };
        let marked: Vec<Figure> = texts.iter().filter(is_mark).flat_map(|text| scan(text, None)).collect();
        for figure in texts.iter().filter(|text| !is_mark(text)).flat_map(|text| scan(text, None)) {
            if !marked.iter().any(|marked| marked.is_same(&figure)) {
                self.readings.extend(figure.readings);
            }
        }
        self.readings.truncate(MAX_READINGS);
    }

    /// Adds a number of people, steps or pieces.
    pub fn add_count(&mut self, count: u32) {
        self.readings.push((Kind::Count, f64::from(count)));
    }

    /// Adds a duration.
    pub fn add_minutes(&mut self, minutes: u32) {
        self.readings.push((Kind::Seconds, f64::from(minutes) * 60.0));
    }

    /// Adds the figures of a recipe.
    pub fn add_recipe(&mut self, content: &Content) {
        let language = content.language;
        let texts = [&content.title, &content.description, &content.yields].into_iter().flatten();
        let lines = content.ingredients.iter().map(|line| &line.text);
        for text in texts.chain(lines).chain(&content.instructions) {
            self.learn(text, language);
        }
        for line in &content.ingredients {
            // The parsed parts may have digits where the text has words.
            self.learn(&format!("{} {}", line.quantity, line.unit), language);
        }
        let nutrition = &content.nutrition;
        for text in
            [&nutrition.calories, &nutrition.fat, &nutrition.carbs, &nutrition.protein].into_iter().flatten()
        {
            self.learn(text, language);
        }
        for minutes in
            [content.prep_minutes, content.cook_minutes, content.total_minutes].into_iter().flatten()
        {
            self.add_minutes(minutes);
        }
        content.servings.into_iter().for_each(|servings| self.add_count(servings));
    }

    /// Adds the figures of a tool result. Each number is a count, and also a number of minutes if the field
    /// name ends in "minutes".
    pub fn add_json(&mut self, value: &Value, language: Option<Language>) {
        self.learn_named("", value, language);
    }

    fn learn_named(&mut self, name: &str, value: &Value, language: Option<Language>) {
        match value {
            Value::String(text) => self.learn(text, language),
            Value::Number(number) => {
                let Some(number) = number.as_u64().and_then(|number| u32::try_from(number).ok()) else {
                    return;
                };
                if name.to_ascii_lowercase().ends_with("minutes") {
                    self.add_minutes(number);
                }
                self.add_count(number);
            }
            Value::Array(values) => values.iter().for_each(|value| self.learn_named(name, value, language)),
            Value::Object(fields) => {
                fields.iter().for_each(|(name, value)| self.learn_named(name, value, language));
            }
            Value::Null | Value::Bool(_) => {}
        }
    }

    /// Whether the figure has a source.
    #[must_use]
    pub fn has(&self, figure: &Figure) -> bool {
        figure.readings.iter().any(|reading| self.readings.iter().any(|known| is_same(*known, *reading)))
    }

    /// Distinct unsourced figures of a text, without bare numbers (step numbers, list numbers).
    #[must_use]
    pub fn unknown(&self, text: &str, language: Option<Language>) -> Vec<Figure> {
        self.unsourced(text, language, |figure| figure.is_amount)
    }

    /// Like [`Self::unknown`], including bare numbers.
    #[must_use]
    pub fn unsourced_numbers(&self, text: &str, language: Option<Language>) -> Vec<Figure> {
        self.unsourced(text, language, |_| true)
    }

    fn unsourced(
        &self,
        text: &str,
        language: Option<Language>,
        is_meant: impl Fn(&Figure) -> bool,
    ) -> Vec<Figure> {
        let mut found: Vec<Figure> = Vec::new();
        for figure in scan(text, language) {
            let is_listed = found.iter().any(|earlier| earlier.words == figure.words);
            if is_meant(&figure) && !is_listed && !self.has(&figure) {
                found.push(figure);
            }
        }
        found
    }
}

/// Whether two texts have the same figures, in any order and language.
#[must_use]
pub fn have_equal_figures(one: (&str, Option<Language>), other: (&str, Option<Language>)) -> bool {
    let first = scan(one.0, one.1);
    let mut second = scan(other.0, other.1);
    let all_are_there = first.iter().all(|figure| {
        let place = second.iter().position(|other| other.is_same(figure));
        place.map(|place| second.swap_remove(place)).is_some()
    });
    all_are_there && second.is_empty()
}

fn is_same((kind, value): (Kind, f64), (other, other_value): (Kind, f64)) -> bool {
    let is_one_kind = kind == other
        || matches!((kind, other), (Kind::Degrees, Kind::Celsius | Kind::Fahrenheit))
        || matches!((other, kind), (Kind::Degrees, Kind::Celsius | Kind::Fahrenheit));
    is_one_kind && (value - other_value).abs() <= SAME * value.abs().max(other_value.abs())
}

impl Figure {
    fn is_same(&self, other: &Self) -> bool {
        self.readings.iter().any(|reading| other.readings.iter().any(|known| is_same(*known, *reading)))
    }
}

/// Sentence that marks unsourced figures.
#[must_use]
pub fn mark(figures: &[Figure], language: Language) -> String {
    let words: Vec<&str> = figures.iter().map(|figure| figure.words.as_str()).collect();
    format!("{} {}.", unsourced_sentence_start(language), words.join(", "))
}

fn unsourced_sentence_start(language: Language) -> &'static str {
    match language {
        Language::En => "Neither your recipe nor a calculation says this; check it before you rely on it:",
        Language::Es => "Esto no lo dice tu receta ni sale de un cálculo; compruébalo antes de fiarte:",
        Language::Fr => "Ni votre recette ni un calcul ne le dit ; vérifiez-le avant de vous y fier :",
    }
}
