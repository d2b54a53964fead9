//! Reading one recipe, and a list of them.

use serde_json::Value;

use crate::book::filter::RecipeFilter;
use crate::book::page_size::page_size;
use crate::caller::Caller;
use crate::card::Card;
use crate::error::AppError;
use crate::ids::RecipeId;
use crate::page_token::{self, Listed};
use crate::recipe_store::{Order, RecipeStore};
use crate::refusal::Refusal;
use crate::view::RecipeView;

/// Most cards in one page of a list.
pub const PAGE_LIMIT: u32 = 200;

/// Reads one recipe: all of it for its owner, the public part of a finished one for anyone else.
///
/// # Errors
/// [`AppError::RecipeNotFound`] also for what the caller may not see.
pub async fn get(store: &impl RecipeStore, caller: &Caller, id: &str) -> Result<RecipeView, AppError> {
    let id = RecipeId::parse(id)?;
    let recipe = store.get(&id).await?.ok_or_else(|| AppError::RecipeNotFound(id.clone()))?;
    if caller.owns(&recipe) {
        return Ok(RecipeView::for_owner(recipe));
    }
    RecipeView::for_stranger(recipe).ok_or(AppError::RecipeNotFound(id))
}

/// A page of cards and the token of the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// What the filter has let pass of at most [`PAGE_LIMIT`] cards, in the [`Order`] that was asked for.
    pub cards: Vec<Card>,
    /// `None` when this was the last page.
    pub next_token: Option<String>,
}

/// Lists the caller's own recipes. The filter looks at the page that was read, so that a page may hold fewer cards than its
/// limit, or none, and have more behind it.
///
/// # Errors
/// [`AppError::Unauthorized`] for a filter that names anybody else; [`AppError::InvalidInput`] for arguments out of their bounds.
pub async fn list(
    store: &impl RecipeStore,
    caller: &Caller,
    filter: Option<&Value>,
    order: Order,
    limit: Option<i64>,
    next_token: Option<&str>,
) -> Result<Listing, AppError> {
    let owner = caller.may_keep_recipes()?;
    let filter = RecipeFilter::read(filter, caller)?;
    let limit = page_size(limit, PAGE_LIMIT, Refusal::ListLimit)?;
    let listed = Listed::Cards(order);
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
