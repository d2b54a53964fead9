//! The part of a text that is one recipe.

use std::ops::Range;

use super::section_heading::SectionHeading;

/// The lines of one recipe, with what announces its parts.
pub(super) struct Stretch {
    pub(super) rows: Range<usize>,
    pub(super) headings: Vec<SectionHeading>,
    /// Which rows of the text are none of any recipe.
    pub(super) noise: Vec<bool>,
    /// Which row is its title, where that is known already.
    pub(super) title: Option<usize>,
}
