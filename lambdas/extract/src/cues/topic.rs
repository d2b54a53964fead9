#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    Ingredients,
    Steps,
    /// Other topics: notes, nutrition, comments, times.
    Other,
}
