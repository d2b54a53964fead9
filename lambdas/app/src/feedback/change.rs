//! Writing feedback, changing it and taking it back.

use crate::caller::Caller;
use crate::error::{AppError, WriteError};
use crate::feedback::Asker;
use crate::feedback::input::{CreateFeedback, UpdateFeedback};
use crate::feedback::model::{Answer, Feedback, FeedbackStatus, Handling};
use crate::feedback::reading::Reading;
use crate::feedback::store::FeedbackStore;
use crate::feedback::view::{FeedbackView, Viewer};
use crate::ids::{FeedbackId, OwnerId, RecipeId};
use crate::limits::{self, Counters, SourceAddress, Use, UseLimits};
use crate::owners::{Purpose, admit};
use crate::recipe_store::RecipeStore;
use crate::refusal::Refusal;
use crate::signed_token::KeyRing;
use crate::timestamp::Timestamp;
use crate::writes::{Refusal as WriteRefusal, until_first};

/// What new feedback is counted with, checked against and kept in.
#[derive(Debug)]
pub struct CreatePorts<'a, Store, Recipes, Counts> {
    /// Where feedback is kept.
    pub store: &'a Store,
    /// The recipes, and how names stand.
    pub recipes: &'a Recipes,
    /// What has been used.
    pub counters: &'a Counts,
    /// What counters are named with.
    pub ring: &'a KeyRing,
    /// How much may be used; `None` for no limits.
    pub limits: Option<UseLimits>,
    /// Where the call comes from.
    pub source: Option<&'a SourceAddress>,
}

/// Keeps new feedback. The same id again answers what is kept under it, whatever is sent: the first answer may have been lost.
///
/// # Errors
/// [`AppError::Unauthorized`] for who is neither guest nor member, and where the id is another's; [`AppError::InvalidInput`]
/// for a text out of its bounds, or a recipe that is not the caller's; [`AppError::LimitReached`] where there was too much.
pub async fn create(
    ports: &CreatePorts<'_, impl FeedbackStore, impl RecipeStore, impl Counters>,
    asker: &Asker,
    input: CreateFeedback,
    now: Timestamp,
) -> Result<FeedbackView, AppError> {
    let creator = asker.caller.may_keep_recipes()?;
    let id = FeedbackId::parse(&input.id)?;
    if let Some(kept) = ports.store.get(&id).await? {
        return kept_before(ports, asker, kept).await;
    }
    let new = composed(ports.recipes, asker, creator, id, input.tidied()?, now).await?;
    if let Some(hourly) = ports.limits {
        let CreatePorts { counters, ring, source, .. } = ports;
        limits::spend(hourly, *counters, ring, Use::Feedback, &asker.caller, *source, now).await?;
    }
    match ports.store.create(&new).await {
        Ok(()) => {}
        Err(WriteError::Conflict) => {
            let kept = ports.store.get(&new.id).await?.ok_or(AppError::Busy)?;
            return kept_before(ports, asker, kept).await;
        }
        Err(WriteError::Ended) => return Err(AppError::Superseded),
        Err(WriteError::Port(error)) => return Err(error.into()),
    }
    // An account may have been ended meanwhile: its end has either seen this, or is seen here.
    if admit(ports.recipes, asker.caller.clone(), Purpose::Other).await? == Caller::Anonymous {
        ports.store.delete(&new.id).await?;
        return Err(AppError::Unauthorized);
    }
    Ok(FeedbackView::of(new, Viewer::Creator))
}

async fn kept_before(
    ports: &CreatePorts<'_, impl FeedbackStore, impl RecipeStore, impl Counters>,
    asker: &Asker,
    kept: Feedback,
) -> Result<FeedbackView, AppError> {
    if asker.names(ports.recipes).await?.contains(&kept.creator) {
        Ok(FeedbackView::of(kept, Viewer::Creator))
    } else {
        Err(AppError::Unauthorized)
    }
}

async fn composed(
    recipes: &impl RecipeStore,
    asker: &Asker,
    creator: OwnerId,
    id: FeedbackId,
    input: CreateFeedback,
    now: Timestamp,
) -> Result<Feedback, AppError> {
    let recipe = input.recipe_id.as_deref().map(RecipeId::parse).transpose()?;
    let reading = match (input.wrong_part, &recipe) {
        (None, _) => None,
        (Some(_), None) => return Err(AppError::InvalidInput(Refusal::NoOwnRecipe)),
        (Some(_), Some(id)) => {
            let own = recipes.get(id).await?.filter(|recipe| asker.caller.owns(recipe));
            Some(Reading::of(&own.ok_or(AppError::InvalidInput(Refusal::NoOwnRecipe))?))
        }
    };
    Ok(Feedback {
        id,
        creator,
        is_of_member: asker.caller.member().is_some(),
        email: input.email,
        message: input.message,
        kind: input.kind,
        recipe,
        wrong_part: input.wrong_part,
        reading,
        status: FeedbackStatus::New,
        answer: None,
        note: None,
        handled: None,
        version: 1,
        created_at: now,
        updated_at: now,
    })
}

/// Changes feedback: its creator what they have written, an admin all of it. What its creator changes is new again. A change
/// that changes nothing is harmless, whatever version it was based on.
///
/// # Errors
/// [`AppError::Unauthorized`] for everyone else, whether or not there is such feedback; [`AppError::Conflict`] when
/// `version` is not the stored one; [`AppError::InvalidInput`] for a text out of its bounds.
pub async fn update(
    store: &impl FeedbackStore,
    recipes: &impl RecipeStore,
    asker: &Asker,
    input: UpdateFeedback,
    now: Timestamp,
) -> Result<FeedbackView, AppError> {
    may_change(asker)?;
    let id = FeedbackId::parse(&input.id)?;
    let admin = asker.admin();
    if input.is_for_admins() && admin.is_none() {
        return Err(AppError::Unauthorized);
    }
    let input = input.tidied()?;
    let names = &asker.names(recipes).await?;
    let (id, input) = (&id, &input);
    until_first(|| async move {
        let stored = store.get(id).await?.ok_or(AppError::Unauthorized)?;
        let is_creator = names.contains(&stored.creator);
        if !is_creator && admin.is_none() {
            return Err(AppError::Unauthorized.into());
        }
        let viewer = if admin.is_some() { Viewer::Admin { is_creator } } else { Viewer::Creator };
        let mut changed = stored.clone();
        apply(&mut changed, input.clone(), admin, now);
        if changed == stored {
            return Ok(FeedbackView::of(stored, viewer));
        }
        if input.version.is_some_and(|version| version != stored.version) {
            return Err(AppError::Conflict.into());
        }
        changed.version = stored.version.saturating_add(1);
        changed.updated_at = now;
        store.replace(&changed, stored.version).await?;
        Ok::<_, WriteRefusal>(FeedbackView::of(changed, viewer))
    })
    .await
}

fn apply(feedback: &mut Feedback, input: UpdateFeedback, admin: Option<&OwnerId>, now: Timestamp) {
    let before = feedback.clone();
    feedback.kind = input.kind.unwrap_or(feedback.kind);
    feedback.message = input.message.unwrap_or_else(|| before.message.clone());
    input.email.apply(&mut feedback.email);
    let Some(admin) = admin else {
        if *feedback != before {
            feedback.status = FeedbackStatus::New;
        }
        return;
    };
    input.note.apply(&mut feedback.note);
    let mut answer = before.answer.as_ref().map(|answer| answer.text.clone());
    input.answer.apply(&mut answer);
    if answer.as_ref() != before.answer.as_ref().map(|answer| &answer.text) {
        feedback.answer = answer.map(|text| Answer { text, at: now });
        // Whoever answers and says no more than that has answered.
        feedback.status =
            if feedback.answer.is_some() { FeedbackStatus::Answered } else { FeedbackStatus::New };
    }
    feedback.status = input.status.unwrap_or(feedback.status);
    if *feedback != before {
        feedback.handled = Some(Handling { by: admin.clone(), at: now });
    }
}

/// Takes feedback back for good. What is not there is no error: the first answer may have been lost.
///
/// # Errors
/// [`AppError::Unauthorized`] unless it is the caller's, or the caller is an admin.
pub async fn delete(
    store: &impl FeedbackStore,
    recipes: &impl RecipeStore,
    asker: &Asker,
    id: &str,
) -> Result<FeedbackId, AppError> {
    may_change(asker)?;
    let id = FeedbackId::parse(id)?;
    if let Some(stored) = store.get(&id).await? {
        if !asker.is_admin && !asker.names(recipes).await?.contains(&stored.creator) {
            return Err(AppError::Unauthorized);
        }
        store.delete(&id).await?;
    }
    Ok(id)
}

/// Changes are made with an owner token, as those of recipes are, or by a member whom the user pool vouches for.
fn may_change(asker: &Asker) -> Result<(), AppError> {
    match asker.caller {
        Caller::Bearer { .. } | Caller::Member { .. } => Ok(()),
        _ => Err(AppError::Unauthorized),
    }
}
