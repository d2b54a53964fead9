//! What the state EXTRACTING works with.

/// The ports of the state EXTRACTING.
#[derive(Debug)]
pub struct ExtractPorts<'a, Recipes, Media, Documents> {
    /// Where the recipe of the import lies, and where those found beside it go.
    pub recipes: &'a Recipes,
    /// Where pictures of the dish go.
    pub media: &'a Media,
    /// Where the page or the reading lies.
    pub artifacts: &'a Documents,
}
