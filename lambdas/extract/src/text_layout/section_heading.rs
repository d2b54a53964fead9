use crate::cues::Topic;

/// A line that starts a section.
#[derive(Clone, Debug)]
pub(super) struct SectionHeading {
    pub(super) row: usize,
    pub(super) topic: Topic,
    /// Byte offset of content on the line itself: "Tip: use a heavy pan."
    pub(super) inline: Option<usize>,
    /// The recipe ends here: comments or other recipes follow.
    pub(super) is_end: bool,
    /// "For the sauce" of "Ingredients for the sauce".
    pub(super) part: Option<String>,
}
