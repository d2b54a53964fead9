//! A line that announces what follows.

use crate::cues::Topic;

/// A line that announces something.
#[derive(Clone, Debug)]
pub(super) struct SectionHeading {
    pub(super) row: usize,
    pub(super) topic: Topic,
    /// Where in the line itself the announced begins: "Tip: use a heavy pan."
    pub(super) inline: Option<usize>,
    /// Nothing of the recipe follows, but other recipes and what readers write.
    pub(super) is_end: bool,
    /// For which part of the dish: "For the sauce" of "Ingredients for the sauce".
    pub(super) part: Option<String>,
}
