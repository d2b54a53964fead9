/// Ports of the state EXTRACTING.
#[derive(Debug)]
pub struct ExtractPorts<'a, Recipes, Media, Documents> {
    /// Recipes; the import and its siblings are stored here.
    pub recipes: &'a Recipes,
    /// Media store.
    pub media: &'a Media,
    /// Artifacts, which hold the text or page to extract from.
    pub artifacts: &'a Documents,
}
