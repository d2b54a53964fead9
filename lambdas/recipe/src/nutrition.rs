//! What a serving holds, reckoned from the ingredient lines.

use crate::{Content, Nutrition};

/// What was reckoned, and how much of the dish it is based on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Estimate {
    /// Per serving, for instance `320 kcal` and `12 g`; `None` when too little is known.
    pub nutrition: Option<Nutrition>,
    /// The share of the dish's weight whose foods and amounts are known, from 0 to 1.
    pub known_share: f32,
}

/// Reckons the nutrition of one serving from the ingredient lines.
#[must_use]
pub fn per_serving(content: &Content) -> Estimate {
    let _ = content;
    Estimate::default()
}
