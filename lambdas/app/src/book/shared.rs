//! What the public page of a recipe tells whoever comes along its address: messengers, search engines.

use recipe::Content;

use crate::error::AppError;
use crate::ids::RecipeId;
use crate::model::{Recipe, Source, Status};
use crate::recipe_store::RecipeStore;
use crate::view::public_url;

/// Of a finished recipe what strangers may see of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// What it says, without the address of the picture on the source's site.
    pub content: Content,
    /// `media/<id>/<hash>`, once there is a picture of ours.
    pub picture: Option<String>,
    /// The address that it was read from, without query and fragment.
    pub source: Option<String>,
    /// Whether it was written in Zest: what was read from elsewhere must not stand before its source in search engines.
    pub is_written_here: bool,
}

/// Reads what is public of a recipe; `None` for what does not exist for strangers.
///
/// # Errors
/// Those of the store; [`AppError::InvalidInput`] for what is no id.
pub async fn shared(store: &impl RecipeStore, id: &str) -> Result<Option<Shared>, AppError> {
    let recipe = store.get(&RecipeId::parse(id)?).await?;
    Ok(recipe.filter(|recipe| recipe.status() == Status::Success).map(public_part))
}

fn public_part(recipe: Recipe) -> Shared {
    let is_written_here = recipe.source == Source::Blank && recipe.url.is_none();
    Shared {
        content: Content { picture_url: None, ..recipe.content },
        picture: recipe.image_url,
        source: recipe.url.as_deref().and_then(public_url),
        is_written_here,
    }
}
