use crate::book::Change;
use crate::error::WriteError;
use crate::key_condition::{Span, TimeKeyCondition};
use crate::listing::{ListArguments, Listing, PageRequest, Query, SortDirection};
use crate::owners::{Owners, Purpose, admit};
use crate::{AppError, Caller};
use agent::ConversationId;
use serde_json::Value;
use zest_core::{RecipeId, Timestamp};

use crate::conversations::MAX_CONVERSATIONS;
use crate::conversations::cook::{Cook, TRIES, failed};
use crate::conversations::error::Error;
use crate::conversations::input::{self, CreateConversation, UpdateConversation};
use crate::conversations::model::Conversation;
use crate::conversations::store::ConversationStore;
use crate::conversations::view::ConversationView;

const MAX_ABOUT_A_RECIPE: usize = 50;

/// Arguments of the list query.
pub type ListConversations = ListArguments;

/// Creates a conversation, or returns the stored one with this id. `fresh` is the id if the input has none.
///
/// # Errors
/// [`AppError::Unauthorized`] for a caller without a name, or if the id belongs to another owner;
/// [`Error::TooMany`]; [`Error::Malformed`].
pub async fn create(
    store: &impl ConversationStore,
    owners: &impl Owners,
    caller: Caller,
    input: CreateConversation,
    fresh: &str,
    now: Timestamp,
) -> Result<ConversationView, Error> {
    let cook = Cook::new(caller)?;
    let id = ConversationId::parse(input.id.as_deref().unwrap_or(fresh))?;
    let mut new = Conversation::new(id, cook.name.clone(), now);
    new.name = input.name.as_deref().map(input::name).transpose()?.flatten();
    new.metadata = input.metadata.filter(|metadata| !metadata.is_null()).map(input::metadata).transpose()?;
    for _ in 0..TRIES {
        if let Some(found) = store.get(&new.id).await? {
            if !cook.is(owners, &found.owner).await? {
                return Err(AppError::Unauthorized.into());
            }
            if !found.is_deleted {
                return Ok(ConversationView::of(found));
            }
            // An interrupted deletion left these rows.
            store.erase(&found.id).await?;
        }
        let kept = store.ids_of_owner(&cook.name).await?.len();
        if u32::try_from(kept).unwrap_or(u32::MAX) >= MAX_CONVERSATIONS {
            return Err(Error::TooMany);
        }
        match store.create(&new).await {
            Ok(()) => return generation_check(store, owners, &cook, new).await,
            Err(WriteError::Conflict) => {}
            Err(error) => return Err(failed(error)),
        }
    }
    Err(AppError::Busy.into())
}

/// Deletes the new conversation if the account was deleted concurrently.
async fn generation_check(
    store: &impl ConversationStore,
    owners: &impl Owners,
    cook: &Cook,
    new: Conversation,
) -> Result<ConversationView, Error> {
    if admit(owners, cook.caller.clone(), Purpose::Other).await? == Caller::Anonymous {
        store.erase(&new.id).await?;
        return Err(AppError::Unauthorized.into());
    }
    Ok(ConversationView::of(new))
}

/// Loads the caller's conversation.
///
/// # Errors
/// [`Error::NotFound`] if missing or another owner's.
pub async fn get(
    store: &impl ConversationStore,
    owners: &impl Owners,
    caller: Caller,
    id: &str,
    now: Timestamp,
) -> Result<ConversationView, Error> {
    let cook = Cook::new(caller)?;
    Ok(ConversationView::of(cook.own(store, owners, &ConversationId::parse(id)?, now).await?))
}

/// Lists the conversations of the caller and of linked guests. By default, the latest change comes first.
pub async fn list(
    store: &impl ConversationStore,
    owners: &impl Owners,
    caller: Caller,
    arguments: &ListConversations,
    now: Timestamp,
) -> Result<Listing, Error> {
    let cook = Cook::new(caller)?;
    let of = ["conversations", cook.name.secret()];
    let query = Query::read(&of, &TimeKeyCondition::default(), arguments, SortDirection::Desc)?;
    let Some(request) = &query.request else { return Ok(Listing::EMPTY) };
    if request.after.is_none() {
        take_along(store, owners, &cook, now).await?;
    }
    let page = store.of_owner(&cook.name, request).await?;
    let (gone, there): (Vec<_>, Vec<_>) = page.rows.into_iter().partition(|one| one.is_deleted);
    for one in gone {
        store.erase(&one.id).await?;
    }
    Ok(query.page(there.into_iter().map(ConversationView::of), page.next)?)
}

async fn take_along(
    store: &impl ConversationStore,
    owners: &impl Owners,
    cook: &Cook,
    now: Timestamp,
) -> Result<(), Error> {
    let Some(user) = cook.caller.member() else { return Ok(()) };
    for identity in owners.identities_of(user).await? {
        for id in store.ids_of_owner(&identity).await? {
            // Ignore conversations that were deleted or transferred in the meantime.
            match cook.own(store, owners, &id, now).await {
                Ok(_) | Err(Error::NotFound) => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(())
}

/// Updates name and metadata. The last write wins.
pub async fn update(
    store: &impl ConversationStore,
    owners: &impl Owners,
    caller: Caller,
    input: UpdateConversation,
    now: Timestamp,
) -> Result<ConversationView, Error> {
    let cook = Cook::new(caller)?;
    let id = ConversationId::parse(&input.id)?;
    let name = match input.name {
        Change::Keep => None,
        Change::Empty => Some(None),
        Change::To(text) => Some(input::name(&text)?),
    };
    let metadata = match input.metadata {
        Change::Keep => None,
        Change::Empty => Some(None),
        Change::To(value) => Some(Some(input::metadata(value)?)),
    };
    for _ in 0..TRIES {
        let found = cook.own(store, owners, &id, now).await?;
        let mut changed = found.clone();
        changed.name = name.clone().unwrap_or(changed.name);
        changed.metadata = metadata.clone().unwrap_or(changed.metadata);
        if changed == found {
            return Ok(ConversationView::of(found));
        }
        let changed = changed.changed(now);
        match store.replace(&changed, found.version).await {
            Ok(()) => return Ok(ConversationView::of(changed)),
            Err(WriteError::Conflict) => {}
            Err(error) => return Err(failed(error)),
        }
    }
    Err(AppError::Busy.into())
}

/// Ids of the caller's latest 50 conversations about a recipe; `None` for a caller without a name.
pub async fn about_recipe(
    store: &impl ConversationStore,
    caller: Caller,
    recipe: &RecipeId,
) -> Result<Option<Vec<ConversationId>>, Error> {
    let Ok(cook) = Cook::new(caller) else { return Ok(None) };
    let limit = MAX_CONVERSATIONS;
    let request = PageRequest { span: Span::default(), is_newest_first: true, limit, after: None };
    let page = store.of_owner(&cook.name, &request).await?;
    let about = |one: &Conversation| {
        let named = one.metadata.as_ref().and_then(|metadata| metadata.get("recipeId"));
        !one.is_deleted && named.and_then(Value::as_str) == Some(recipe.as_str())
    };
    let found = page.rows.into_iter().filter(about).map(|one| one.id);
    Ok(Some(found.take(MAX_ABOUT_A_RECIPE).collect()))
}
