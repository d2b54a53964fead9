use std::ops::Range;

use super::section_heading::SectionHeading;

pub(super) struct Stretch {
    pub(super) rows: Range<usize>,
    pub(super) headings: Vec<SectionHeading>,
    pub(super) noise: Vec<bool>,
    pub(super) title: Option<usize>,
}
