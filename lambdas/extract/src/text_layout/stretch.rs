use std::ops::Range;

use super::section_heading::SectionHeading;

/// The part of a text that is one recipe.
pub(super) struct Stretch {
    pub(super) rows: Range<usize>,
    pub(super) headings: Vec<SectionHeading>,
    /// For each row, whether it is outside the recipe.
    pub(super) noise: Vec<bool>,
    /// Row of the title, if known.
    pub(super) title: Option<usize>,
}
