use crate::cues::Topic;

/// A line that starts a section.
#[derive(Clone, Debug)]
pub(super) struct SectionHeading {
    pub(super) row: usize,
    pub(super) topic: Topic,
    /// Byte offset of content on the same line: "Tip: use a heavy pan."
    pub(super) inline: Option<usize>,
    /// Whether the recipe ends here, because comments or other recipes follow.
    pub(super) is_end: bool,
    /// The part that the heading names: "For the sauce" in "Ingredients for the sauce".
    pub(super) part: Option<String>,
}
