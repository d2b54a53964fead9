use futures_util::future::try_join_all;

use crate::book::page_size::page_size;
use crate::caller::Caller;
use crate::error::AppError;
use crate::model::stored_bytes;
use crate::page_token::{self, Listed};
use crate::recipe_store::{Order, RecipeStore};
use crate::refusal::Refusal;
use crate::view::RecipeView;

/// Maximum recipes per page.
pub const EXPORT_LIMIT: u32 = 20;
/// Size after which a page ends; an AppSync response is limited to 5 MB.
const ENOUGH_BYTES: usize = 1_500_000;

/// One page of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// Recipes, newest first: at most [`EXPORT_LIMIT`], or fewer if they are large.
    pub recipes: Vec<RecipeView>,
    /// Token of the next page; `None` on the last page.
    pub next_token: Option<String>,
}

/// Exports a page of the caller's recipes.
pub async fn export(
    store: &impl RecipeStore,
    caller: &Caller,
    limit: Option<i64>,
    next_token: Option<&str>,
) -> Result<Export, AppError> {
    let owner = caller.may_keep_recipes()?;
    let limit = page_size(limit, EXPORT_LIMIT, Refusal::ExportLimit)?;
    let after = next_token.map(|token| page_token::decode(&owner, Listed::Whole, token)).transpose()?;
    let page = store.list(&owner, Order::NewestFirst, limit, after.as_ref()).await?;
    let whole = try_join_all(page.cards.iter().map(|card| store.get(&card.id))).await?;

    let (mut recipes, mut bytes, mut next) = (Vec::new(), 0, page.next);
    for (card, recipe) in page.cards.iter().zip(whole) {
        let Some(recipe) = recipe.filter(|recipe| caller.owns(recipe)) else { continue };
        bytes += stored_bytes(&recipe);
        recipes.push(RecipeView::for_owner(recipe));
        if bytes >= ENOUGH_BYTES {
            next = Some((card.created_at, card.id.clone()));
            break;
        }
    }
    let next_token = next.map(|place| page_token::encode(&owner, Listed::Whole, place)).transpose()?;
    Ok(Export { recipes, next_token })
}
