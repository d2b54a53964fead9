//! Whether an import may begin now: before anything is stored, so that what cannot be taken is refused at once.

use crate::caller::Caller;
use crate::error::AppError;
use crate::holds::{self, Credits};
use crate::ids::RecipeId;
use crate::import::create::{Admitted, CreateRecipe, own_upload};
use crate::job::{Attempt, Job};
use crate::limits::{Counters, SourceAddress, Use, UseLimits, spend, take_upload};
use crate::model::{Source, UploadSource};
use crate::recipe_store::RecipeStore;
use crate::refusal::Refusal;
use crate::signed_token::KeyRing;
use crate::timestamp::Timestamp;
use crate::upload::{ReadAs, Upload, UploadKind};
use crate::uploads::store::UploadStore;

/// By what an import is admitted.
pub struct Admission<'a, Counting, Ledger, Uploads> {
    /// What has been used.
    pub counters: &'a Counting,
    /// The keys that a counter is named by, so that no row tells whose it is.
    pub ring: &'a KeyRing,
    /// How much may be used; `None` for as much as anybody likes.
    pub limits: Option<UseLimits>,
    /// What members pay with; `None` where imports cost nothing.
    pub credits: Option<&'a Ledger>,
    /// Where it is looked up as what something was uploaded.
    pub uploads: &'a Uploads,
    /// How many imports of everybody's may be under way; 0 for as many as there are.
    pub under_way: u32,
    /// Where the call comes from, where that is known.
    pub source: Option<&'a SourceAddress>,
}

/// Admits an import and counts it; where it costs a member's credit, that is held and answered. What was admitted before,
/// and is only sent again, always passes and costs nothing more.
///
/// # Errors
/// [`AppError::Busy`] while too many are under way; [`AppError::LimitReached`]; [`AppError::NoCredits`];
/// [`AppError::InvalidInput`] for an upload that has become another recipe.
pub async fn admit(
    store: &impl RecipeStore,
    admission: &Admission<'_, impl Counters, impl Credits, impl UploadStore>,
    caller: &Caller,
    input: &CreateRecipe,
    now: Timestamp,
) -> Result<Admitted, AppError> {
    caller.may_keep_recipes()?;
    let id = RecipeId::parse(&input.id)?;
    let refused = match take(store, admission, caller, input, &id, now).await {
        Ok(admitted) => return Ok(admitted),
        Err(refused) => refused,
    };
    let is_sent_again = store.get(&id).await?.is_some_and(|stored| caller.owns(&stored));
    if is_sent_again { Ok(Admitted::default()) } else { Err(refused) }
}

async fn take(
    store: &impl RecipeStore,
    admission: &Admission<'_, impl Counters, impl Credits, impl UploadStore>,
    caller: &Caller,
    input: &CreateRecipe,
    id: &RecipeId,
    now: Timestamp,
) -> Result<Admitted, AppError> {
    let Admission { counters, ring, limits, credits, uploads, under_way, source } = *admission;
    if under_way > 0 {
        let others = store.unsettled(now, under_way).await?;
        if others.len() >= usize::try_from(under_way).unwrap_or(usize::MAX) {
            return Err(AppError::Busy);
        }
    }
    let upload = match input.submission() {
        Some((kind, submission)) => Some(own_upload(store, caller, kind, submission).await?),
        None => None,
    };
    // First of all: what asks for the same upload under other ids uses up nothing.
    if let Some(upload) = &upload
        && !take_upload(counters, ring, upload, id, now).await?
    {
        return Err(AppError::InvalidInput(Refusal::UploadUsed));
    }
    let submitted = match upload {
        Some(upload) => Source::Upload(as_declared(uploads, upload).await?),
        None => Source::Address { part: None },
    };
    let using = if submitted.is_free() { Use::FreeImport } else { Use::UploadImport };
    if let Some(limits) = limits {
        spend(limits, counters, ring, using, caller, source, now).await?;
    }
    let charge = match (credits, caller.member()) {
        // What is there already was paid for, or was free.
        (Some(ledger), Some(member)) if !submitted.is_free() && store.get(id).await?.is_none() => {
            let job = Job { id: id.clone(), attempt: Attempt::FIRST };
            Some(holds::hold(ledger, member, &job, now).await?)
        }
        _ => None,
    };
    let is_plain_text = submitted.read_from().is_some_and(|upload| upload.read_as() == ReadAs::PlainText);
    Ok(Admitted { charge, is_plain_text })
}

/// The upload as what its form has let in. What is not there yet, or is exchanged later, is read as it was admitted.
async fn as_declared(uploads: &impl UploadStore, upload: Upload) -> Result<UploadSource, AppError> {
    let is_plain_text = match upload.kind {
        UploadKind::Picture | UploadKind::Page => false,
        UploadKind::File => uploads.peek(&upload, 0).await?.is_some_and(|peeked| peeked.is_plain_text()),
    };
    Ok(UploadSource::submitted(upload, is_plain_text))
}
