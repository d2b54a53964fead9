//! Public data of a recipe, for link previews and search engines.

use recipe::{Content, Nutrition};

use crate::enrich;
use crate::error::AppError;
use crate::model::{Recipe, Source, Status};
use crate::recipe_store::RecipeStore;
use crate::view::public_url;
use zest_core::RecipeId;

/// Public part of a finished recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// Content without the source's photo address, without linked recipes, and without incomplete nutrition.
    pub content: Content,
    /// Object key of the photo: see [`MediaStore::put`](crate::media::MediaStore::put).
    pub picture: Option<String>,
    /// Source address without query and fragment.
    pub source: Option<String>,
    /// Whether it was written in Zest. Only these recipes are indexed by search engines.
    pub is_written_here: bool,
}

/// Loads the public part; `None` if the recipe is missing or unfinished.
pub async fn shared(store: &impl RecipeStore, id: &str) -> Result<Option<Shared>, AppError> {
    let recipe = store.get(&RecipeId::parse(id)?).await?;
    Ok(recipe.filter(|recipe| recipe.status() == Status::Success).map(public_part))
}

fn public_part(recipe: Recipe) -> Shared {
    let is_written_here = recipe.source == Source::Blank && recipe.url.is_none();
    let is_incomplete = enrich::is_incomplete(&recipe);
    let mut content = Content { picture_url: None, ..recipe.content };
    content.ingredients.iter_mut().for_each(|line| line.recipe = None);
    if is_incomplete {
        content.nutrition = Nutrition::default();
    }
    Shared {
        content,
        picture: recipe.image_url,
        source: recipe.url.as_deref().and_then(public_url),
        is_written_here,
    }
}
