use serde::Deserialize;

use crate::error::{AppError, WriteError};
use crate::feedback::FeedbackCaller;
use crate::feedback::model::Feedback;
use crate::feedback::store::FeedbackStore;
use crate::feedback::view::{FeedbackView, Viewer};
use crate::ids::{FeedbackId, OwnerId};
use crate::key_condition::{Span, TimeKeyCondition};
use crate::listing::{ListArguments, Listing, PageRequest, Query, SortDirection};
use crate::owners::Owners;

const MOVED_AT_ONCE: u32 = 100;

/// Arguments of the list query, as AppSync passes them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct ListFeedback {
    #[serde(flatten)]
    list: ListArguments,
    /// Only the caller's own feedback; relevant for admins.
    mine: Option<bool>,
}

/// Feedback with this id, as far as the caller may see it.
pub async fn get(
    store: &impl FeedbackStore,
    owners: &impl Owners,
    asker: &FeedbackCaller,
    id: &str,
) -> Result<FeedbackView, AppError> {
    let id = FeedbackId::parse(id)?;
    let found = store.get(&id).await?.ok_or(AppError::FeedbackNotFound(id))?;
    let is_creator = asker.names(owners).await?.contains(&found.creator);
    let viewer = match (asker.is_admin, is_creator) {
        (true, is_creator) => Viewer::Admin { is_creator },
        (false, true) => Viewer::Creator,
        (false, false) => Viewer::Stranger,
    };
    Ok(FeedbackView::of(found, viewer))
}

/// The caller's feedback, or all feedback for an admin unless `mine`. By default newest first.
pub async fn list(
    store: &impl FeedbackStore,
    owners: &impl Owners,
    asker: &FeedbackCaller,
    arguments: &ListFeedback,
) -> Result<Listing, AppError> {
    let name = asker.caller.may_keep_recipes()?;
    let is_everybody_s = asker.is_admin && arguments.mine != Some(true);
    let whose = if is_everybody_s { "everybody" } else { "own" };
    let of = ["feedback", whose, name.secret()];
    let query = Query::read(&of, &TimeKeyCondition::default(), &arguments.list, SortDirection::Desc)?;
    let Some(request) = &query.request else { return Ok(Listing::EMPTY) };
    if is_everybody_s {
        let page = store.all(request).await?;
        let viewer = |feedback: &Feedback| Viewer::Admin { is_creator: feedback.creator == name };
        return query.page(page.rows.into_iter().map(|row| shown(row, viewer)), page.next);
    }
    take_along(store, owners, asker).await?;
    let page = store.of_creator(&name, request).await?;
    let viewer = |_: &Feedback| {
        if asker.is_admin { Viewer::Admin { is_creator: true } } else { Viewer::Creator }
    };
    query.page(page.rows.into_iter().map(|row| shown(row, viewer)), page.next)
}

fn shown(feedback: Feedback, viewer: impl Fn(&Feedback) -> Viewer) -> FeedbackView {
    let viewer = viewer(&feedback);
    FeedbackView::of(feedback, viewer)
}

async fn take_along(
    store: &impl FeedbackStore,
    owners: &impl Owners,
    asker: &FeedbackCaller,
) -> Result<(), AppError> {
    let Some(user) = asker.caller.member() else { return Ok(()) };
    for identity in owners.identities_of(user).await? {
        let mut request =
            PageRequest { span: Span::default(), is_newest_first: false, limit: MOVED_AT_ONCE, after: None };
        loop {
            let page = store.of_creator(&identity, &request).await?;
            for row in page.rows {
                transfer_feedback_row(store, row, user).await?;
            }
            request.after = page.next;
            if request.after.is_none() {
                break;
            }
        }
    }
    Ok(())
}

/// Transfers feedback to the member. Ignores conflicts, because the next list query retries.
async fn transfer_feedback_row(
    store: &impl FeedbackStore,
    row: Feedback,
    user: &OwnerId,
) -> Result<(), AppError> {
    let was = row.version;
    let moved = Feedback { creator: user.clone(), is_of_member: true, version: was.saturating_add(1), ..row };
    match store.replace(&moved, was).await {
        Ok(()) | Err(WriteError::Conflict) => Ok(()),
        Err(WriteError::Ended) => Err(AppError::Superseded),
        Err(WriteError::Port(error)) => Err(error.into()),
    }
}
