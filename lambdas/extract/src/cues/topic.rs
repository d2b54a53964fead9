//! The parts of a page that matter to a cook.

/// What a heading announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    Ingredients,
    Steps,
    /// Something that is neither: notes, nutrition, comments, times.
    Other,
}
