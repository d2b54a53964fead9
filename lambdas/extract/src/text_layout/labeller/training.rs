//! Interface for `examples/train_rows.rs`: the same rows and features as the reader.

use super::RowUse;
use super::features::{self, Features};
use super::model::Model;
use super::revise::{Comparison, Second};
use crate::text_layout::card;
use crate::text_layout::print::MeasuredText;
use crate::text_layout::rule_reading::RuleReading;
use crate::text_layout::{Text, rows, sources, split, titles};

/// A row with the data that the labeller uses.
#[derive(Clone, Debug)]
pub struct ObservedRow {
    /// Text in the source.
    pub text: String,
    /// Text without bullet or number.
    pub words: String,
    /// Text, as a title.
    pub title: String,
    /// Whether it is a time or servings.
    pub is_fact: bool,
    /// How the rules use it: 0 not, 1 title, 2 ingredient, 3 instruction, 4 and 5 other rows of the sections of
    /// ingredients and of steps.
    pub used: u8,
}

/// A text with its features.
#[derive(Clone, Debug, Default)]
pub struct ObservedText {
    /// Rows in reading order.
    pub rows: Vec<ObservedRow>,
    /// Features of each row.
    pub features: Features,
}

/// Title, ingredient lines and steps.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    /// Title.
    pub title: String,
    /// Ingredient lines.
    pub ingredients: Vec<String>,
    /// Steps.
    pub instructions: Vec<String>,
}

/// A text's fields by rules and by the labeller.
#[derive(Clone, Debug, Default)]
pub struct BothReadings {
    /// Fields by the rules alone.
    pub rules: Fields,
    /// Readings by the labeller alone, one per bonus of the rules' labels.
    pub labeller: Vec<LabellerReading>,
}

/// The labeller's fields, compared with those of the rules.
#[derive(Clone, Debug, Default)]
pub struct LabellerReading {
    /// Fields that the labeller read.
    pub fields: Fields,
    /// For title, ingredients and instructions: whether both are equal, and the log-probabilities of the
    /// labeller's and of the rules'.
    pub comparisons: [(bool, f32, f32); 3],
    /// Probabilities of its ingredient lines and steps, then of those of the rules.
    pub chances: [Vec<f32>; 4],
}

/// The rows and features of a text with one recipe.
#[must_use]
pub fn observe(text: &Text) -> ObservedText {
    with_reading(text, |print, reading| {
        let used = |at: usize| reading.uses.of(at);
        let used_rows = (0..print.rows.len()).filter(|at| used(*at) != RowUse::None);
        let texts = used_rows.map(|at| print.rows.row(at).text.as_str());
        let language = recipe::language::detect_in(texts).and_then(|detected| detected.language);
        let rows = print.rows.iter().enumerate().map(|(at, row)| ObservedRow {
            text: row.text.clone(),
            words: row.words_or_amount().to_owned(),
            title: titles::text_of_rows(print, vec![at]).text,
            is_fact: rows::is_fact(&row.text),
            used: used(at) as u8,
        });
        ObservedText { rows: rows.collect(), features: features::features(print, &reading.uses, language) }
    })
}

/// Reads a text by rules and by a model.
#[must_use]
pub fn read_both(text: &Text, model: &Model<'_>, bonuses: &[f32]) -> BothReadings {
    with_reading(text, |print, reading| {
        let texts = |lines: &[crate::draft::Line]| lines.iter().map(|line| line.text.clone()).collect();
        let draft = &reading.draft;
        let rules = Fields {
            title: draft.content.title.clone().unwrap_or_default(),
            ingredients: texts(&draft.lines),
            instructions: texts(&draft.steps),
        };
        let numbers = |found: Comparison| (found.is_same, found.own, found.rules);
        let by = |bonus: &f32| match Second::of(print, reading, model, [*bonus; 2]) {
            None => LabellerReading {
                fields: rules.clone(),
                comparisons: [(true, 0.0, 0.0); 3],
                ..LabellerReading::default()
            },
            Some(second) => {
                let ((lines, line_rows), (steps, step_rows)) = (second.lines(print), second.steps(print));
                let of_lines =
                    |rows: &[Vec<usize>]| rows.iter().map(|rows| second.chance_of_line(rows)).collect();
                let of_steps =
                    |rows: &[Vec<usize>]| rows.iter().map(|rows| second.chance_of_step(rows)).collect();
                LabellerReading {
                    fields: Fields {
                        title: second.title_text(print).map(|title| title.text).unwrap_or_default(),
                        ingredients: texts(&lines),
                        instructions: texts(&steps),
                    },
                    comparisons: [second.of_title, second.of_list, second.of_steps].map(numbers),
                    chances: [
                        of_lines(&line_rows),
                        of_steps(&step_rows),
                        of_lines(&reading.line_rows),
                        of_steps(&reading.step_rows),
                    ],
                }
            }
        };
        BothReadings { labeller: bonuses.iter().map(by).collect(), rules }
    })
}

fn with_reading<T: Default>(text: &Text, then: impl FnOnce(&MeasuredText<'_>, &RuleReading) -> T) -> T {
    let shown = sources::shown(text);
    let mut print = MeasuredText::of(shown.as_ref().map_or(text, |shown| &shown.text));
    let stretches = split::recipes(&mut print);
    match stretches.first() {
        Some(stretch) => then(&print, &card::named_by_rules(&print, stretch)),
        None => T::default(),
    }
}
