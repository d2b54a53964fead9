use serde_json::Value;

use crate::book::filter::RecipeFilter;
use crate::book::page_size::page_size;
use crate::caller::Caller;
use crate::card::Card;
use crate::error::AppError;
use crate::page_token::{self, Listed};
use crate::recipe_store::{Order, RecipeStore};
use crate::refusal::Refusal;
use crate::view::RecipeView;
use zest_core::RecipeId;

/// Maximum cards per page.
pub const PAGE_LIMIT: u32 = 200;

/// Reads a recipe. Callers who do not own it get the public part of a finished recipe.
///
/// # Errors
/// [`AppError::RecipeNotFound`] if missing or not visible.
pub async fn get(store: &impl RecipeStore, caller: &Caller, id: &str) -> Result<RecipeView, AppError> {
    let id = RecipeId::parse(id)?;
    let recipe = store.get(&id).await?.ok_or_else(|| AppError::RecipeNotFound(id.clone()))?;
    if caller.owns(&recipe) {
        return Ok(RecipeView::for_owner(recipe));
    }
    RecipeView::for_stranger(recipe).ok_or(AppError::RecipeNotFound(id))
}

/// One page of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Cards that pass the filter, in the requested [`Order`]; a page reads at most [`PAGE_LIMIT`] cards.
    pub cards: Vec<Card>,
    /// Token of the next page; `None` on the last page.
    pub next_token: Option<String>,
}

/// Lists the caller's recipes. The filter applies to each page, so a page can be short or empty.
///
/// # Errors
/// [`AppError::Unauthorized`] for a filter on another owner.
pub async fn list(
    store: &impl RecipeStore,
    caller: &Caller,
    filter: Option<&Value>,
    order: Order,
    limit: Option<i64>,
    next_token: Option<&str>,
) -> Result<Listing, AppError> {
    let owner = caller.may_keep_recipes()?;
    let asked_filter = filter.filter(|filter| !filter.is_null()).map(ToString::to_string).unwrap_or_default();
    let filter = RecipeFilter::read(filter, caller)?;
    let limit = page_size(limit, PAGE_LIMIT, Refusal::ListLimit)?;
    let listed = Listed::Cards(order, &asked_filter);
    let after = next_token.map(|token| page_token::decode(&owner, listed, token)).transpose()?;
    let page = store.list(&owner, order, limit, after.as_ref()).await?;
    let next_token = page.next.map(|place| page_token::encode(&owner, listed, place)).transpose()?;
    let mut cards = Vec::with_capacity(page.cards.len());
    for card in page.cards {
        if filter.accepts(&card)? {
            cards.push(card);
        }
    }
    Ok(Listing { cards, next_token })
}
