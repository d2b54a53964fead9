use crate::cues::Topic;

#[derive(Clone, Debug)]
pub(super) struct SectionHeading {
    pub(super) row: usize,
    pub(super) topic: Topic,
    /// Byte offset of content in the heading's line: "Tip: use a heavy pan."
    pub(super) inline: Option<usize>,
    /// Whether comments or other recipes follow.
    pub(super) is_end: bool,
    /// Part of the recipe that the heading names: "For the sauce" in "Ingredients for the sauce".
    pub(super) part: Option<String>,
}
