//! Linked recipes of an upload: ids of the exporting app become ids of the new recipes.

use std::collections::{BTreeMap, HashMap};

use recipe::Content;

use crate::error::AppError;
use crate::import::siblings::uploader;
use crate::model::Recipe;
use crate::owners::Seed;
use crate::reading::LinkedLine;
use crate::recipe_store::RecipeStore;
use zest_core::RecipeId;

/// Maximum recipes looked up outside the upload per chunk.
const MAX_LOOKUPS: usize = 100;

pub(super) struct Links<'a, Recipes> {
    recipes: &'a Recipes,
    first: &'a Recipe,
    /// Numbers of the linked entries by their id in the exporting app.
    linked: &'a BTreeMap<String, u32>,
    seed: Option<Seed>,
    /// Recipes outside the upload, and whether they are the owner's.
    known: HashMap<RecipeId, bool>,
}

impl<'a, Recipes: RecipeStore> Links<'a, Recipes> {
    pub(super) fn new(recipes: &'a Recipes, first: &'a Recipe, linked: &'a BTreeMap<String, u32>) -> Self {
        Self { recipes, first, linked, seed: None, known: HashMap::new() }
    }

    /// Links the lines of an entry to recipes of the upload or, from our own exports, to other recipes of the
    /// owner. Links to any other recipe are dropped. `first_entry` is the entry of the first recipe.
    pub(super) async fn set(
        &mut self,
        content: &mut Content,
        links: &[LinkedLine],
        entry: u32,
        first_entry: u32,
    ) -> Result<(), AppError> {
        let (first, linked) = (self.first, self.linked);
        for link in links {
            let Some(line) = content.ingredients.get_mut(link.line) else { continue };
            let target = match linked.get(&link.recipe) {
                Some(number) if *number == entry => None,
                Some(number) if *number == first_entry => Some(first.id.clone()),
                Some(number) => Some(self.seed().await?.sibling(&first.id, *number, 0)?),
                None => self.own(&link.recipe).await?,
            };
            line.recipe = target.map(|id| id.to_string());
        }
        Ok(())
    }

    async fn seed(&mut self) -> Result<&Seed, AppError> {
        let seed = match self.seed.take() {
            Some(seed) => seed,
            None => self.recipes.seed(uploader(self.first)).await?,
        };
        Ok(self.seed.insert(seed))
    }

    async fn own(&mut self, id: &str) -> Result<Option<RecipeId>, AppError> {
        let Ok(id) = RecipeId::parse(id) else { return Ok(None) };
        let is_own = match self.known.get(&id) {
            Some(is_own) => *is_own,
            None if self.known.len() == MAX_LOOKUPS => false,
            None => {
                let recipe = self.recipes.get(&id).await?;
                let is_own = recipe.is_some_and(|recipe| recipe.owner == self.first.owner);
                self.known.insert(id.clone(), is_own);
                is_own
            }
        };
        Ok(Some(id).filter(|_| is_own))
    }
}
