/// Ports of the state EXTRACTING.
#[derive(Debug)]
pub struct ExtractPorts<'a, Recipes, Media, Documents> {
    /// Recipes.
    pub recipes: &'a Recipes,
    /// Media store.
    pub media: &'a Media,
    /// Artifacts.
    pub artifacts: &'a Documents,
}
