//! Labels the rows of a text with a trained model, as a second reader besides the rules.

mod features;
mod model;
mod revise;
pub mod training;

pub use features::{CONTEXTS, Features};
pub use model::{LABELS, Label, LabelSet, Lattice, MAGIC, Model, Scores};
pub(super) use revise::revise;

use std::collections::HashMap;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum RowUse {
    #[default]
    None,
    Title,
    Ingredient,
    Instruction,
    /// In the section of ingredients, but not an ingredient line: a group heading or a dropped row.
    InList,
    InSteps,
}

impl RowUse {
    const COUNT: usize = 6;
}

#[derive(Debug, Default)]
pub(super) struct RowUses(HashMap<usize, RowUse>);

impl RowUses {
    pub(super) fn add(&mut self, rows: &[usize], used: RowUse) {
        self.0.extend(rows.iter().map(|row| (*row, used)));
    }

    fn of(&self, row: usize) -> RowUse {
        self.0.get(&row).copied().unwrap_or_default()
    }
}
