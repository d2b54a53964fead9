/// Topic of a section heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    Ingredients,
    Steps,
    /// Neither: notes, nutrition, comments, times.
    Other,
}
