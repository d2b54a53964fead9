//! Reading one recipe, and a list of them.

use crate::book::parse_id;
use crate::caller::Caller;
use crate::card::Card;
use crate::error::AppError;
use crate::ids::OwnerId;
use crate::page_token::{self, Listed};
use crate::ports::{Order, RecipeStore};
use crate::view::RecipeView;

/// Most cards in one page of a list.
pub const PAGE_LIMIT: u32 = 200;

/// Reads one recipe: all of it for its owner, the public part of a finished one for anyone else.
///
/// # Errors
/// [`AppError::RecipeNotFound`] also for what the caller may not see.
pub async fn get(store: &impl RecipeStore, caller: &Caller, id: &str) -> Result<RecipeView, AppError> {
    let id = parse_id(id)?;
    let recipe = store.get(&id).await?.ok_or_else(|| AppError::RecipeNotFound(id.clone()))?;
    if caller.owns(&recipe) {
        return Ok(RecipeView::for_owner(recipe));
    }
    RecipeView::for_stranger(recipe).ok_or(AppError::RecipeNotFound(id))
}

/// A page of cards and the token of the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// In order.
    pub cards: Vec<Card>,
    /// `None` when this was the last page.
    pub next_token: Option<String>,
}

/// Lists the caller's own recipes; a filter may only name the caller.
///
/// # Errors
/// [`AppError::Unauthorized`] for a filter that names anybody else.
pub async fn list(
    store: &impl RecipeStore,
    caller: &Caller,
    filter_owner: Option<&str>,
    order: Order,
    limit: Option<i64>,
    next_token: Option<&str>,
) -> Result<Listing, AppError> {
    let owner = caller.may_keep_recipes()?;
    if filter_owner.is_some_and(|name| !caller.names().contains(&OwnerId::new(name))) {
        return Err(AppError::Unauthorized);
    }
    let limit = page_size(limit, PAGE_LIMIT, "limit must be a number from 1 to 200")?;
    let listed = Listed::Cards(order);
    let after = next_token.map(|token| page_token::decode(&owner, listed, token)).transpose()?;
    let page = store.list(&owner, order, limit, after.as_ref()).await?;
    let next_token = page.next.map(|place| page_token::encode(&owner, listed, place)).transpose()?;
    Ok(Listing { cards: page.cards, next_token })
}

/// How many a page may hold: what was asked for, within 1 and `most`; `most` where nothing was.
pub(super) fn page_size(asked: Option<i64>, most: u32, refusal: &'static str) -> Result<u32, AppError> {
    let Some(asked) = asked else { return Ok(most) };
    let asked = u32::try_from(asked).ok().filter(|asked| (1..=most).contains(asked));
    asked.ok_or(AppError::InvalidInput(refusal))
}
