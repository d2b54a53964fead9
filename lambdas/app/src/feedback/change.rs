use crate::caller::Caller;
use crate::error::{AppError, WriteError};
use crate::feedback::FeedbackCaller;
use crate::feedback::input::{CreateFeedback, UpdateFeedback};
use crate::feedback::model::{Answer, Feedback, FeedbackStatus, Handling};
use crate::feedback::reading::Reading;
use crate::feedback::store::FeedbackStore;
use crate::feedback::view::{FeedbackView, Viewer};
use crate::ids::{FeedbackId, OwnerId};
use crate::limits::{self, CountedUse, Counters, UseLimits};
use crate::owners::{Purpose, admit};
use crate::recipe_store::RecipeStore;
use crate::refusal::Refusal;
use crate::signed_token::KeyRing;
use crate::source_address::SourceAddress;
use crate::writes::{Refusal as WriteRefusal, retry_on_conflict};
use zest_core::{RecipeId, Timestamp};

/// Ports and settings of [`create`].
#[derive(Debug)]
pub struct CreatePorts<'a, Store, Recipes, Counts> {
    /// Feedback.
    pub store: &'a Store,
    /// Recipes and owner states.
    pub recipes: &'a Recipes,
    /// Rate-limit counters.
    pub counters: &'a Counts,
    /// Keys that hash counter names.
    pub ring: &'a KeyRing,
    /// Rate limits, if any.
    pub limits: Option<UseLimits>,
    /// Source address of the call.
    pub source: Option<&'a SourceAddress>,
}

/// Stores new feedback, or returns the stored one with this id.
///
/// # Errors
/// [`AppError::Unauthorized`] unless guest or member, or if the id belongs to another author;
/// [`AppError::InvalidInput`]; [`AppError::LimitReached`].
pub async fn create(
    ports: &CreatePorts<'_, impl FeedbackStore, impl RecipeStore, impl Counters>,
    asker: &FeedbackCaller,
    input: CreateFeedback,
    now: Timestamp,
) -> Result<FeedbackView, AppError> {
    let creator = asker.caller.may_keep_recipes()?;
    let id = FeedbackId::parse(&input.id)?;
    if let Some(kept) = ports.store.get(&id).await? {
        return existing_feedback(ports, asker, kept).await;
    }
    let new = new_feedback(ports.recipes, asker, creator, id, input.tidied()?, now).await?;
    if let Some(hourly) = ports.limits {
        let CreatePorts { counters, ring, source, .. } = ports;
        limits::spend(hourly, *counters, ring, CountedUse::Feedback, &asker.caller, *source, now).await?;
    }
    match ports.store.create(&new).await {
        Ok(()) => {}
        Err(WriteError::Conflict) => {
            let kept = ports.store.get(&new.id).await?.ok_or(AppError::Busy)?;
            return existing_feedback(ports, asker, kept).await;
        }
        Err(WriteError::Ended) => return Err(AppError::Superseded),
        Err(WriteError::Port(error)) => return Err(error.into()),
    }
    // Undo this if a concurrent deletion of the account missed this feedback.
    if admit(ports.recipes, asker.caller.clone(), Purpose::Other).await? == Caller::Anonymous {
        ports.store.delete(&new.id).await?;
        return Err(AppError::Unauthorized);
    }
    Ok(FeedbackView::of(new, Viewer::Creator))
}

async fn existing_feedback(
    ports: &CreatePorts<'_, impl FeedbackStore, impl RecipeStore, impl Counters>,
    asker: &FeedbackCaller,
    kept: Feedback,
) -> Result<FeedbackView, AppError> {
    if asker.names(ports.recipes).await?.contains(&kept.creator) {
        Ok(FeedbackView::of(kept, Viewer::Creator))
    } else {
        Err(AppError::Unauthorized)
    }
}

async fn new_feedback(
    recipes: &impl RecipeStore,
    asker: &FeedbackCaller,
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

/// Changes feedback. Authors change their own fields, which resets the status to NEW; admins change all
/// fields. A change without effect ignores the version.
///
/// # Errors
/// [`AppError::Unauthorized`] for other callers, even for missing feedback; [`AppError::Conflict`] for
/// another `version`; [`AppError::InvalidInput`].
pub async fn update(
    store: &impl FeedbackStore,
    recipes: &impl RecipeStore,
    asker: &FeedbackCaller,
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
    retry_on_conflict(|| async move {
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
        // An answer sets the status, unless the input sets it.
        feedback.status =
            if feedback.answer.is_some() { FeedbackStatus::Answered } else { FeedbackStatus::New };
    }
    feedback.status = input.status.unwrap_or(feedback.status);
    if *feedback != before {
        feedback.handled = Some(Handling { by: admin.clone(), at: now });
    }
}

/// Deletes feedback of the caller, or any for an admin; idempotent.
pub async fn delete(
    store: &impl FeedbackStore,
    recipes: &impl RecipeStore,
    asker: &FeedbackCaller,
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

fn may_change(asker: &FeedbackCaller) -> Result<(), AppError> {
    match asker.caller {
        Caller::Bearer { .. } | Caller::Member { .. } => Ok(()),
        _ => Err(AppError::Unauthorized),
    }
}
