//! Checks rate limits, credits and load before an import is stored.

use crate::caller::Caller;
use crate::error::AppError;
use crate::holds::{self, Credits};
use crate::import::create::{Admitted, CreateRecipe, own_upload};
use crate::job::{Attempt, Job};
use crate::limits::{CountedUse, Counters, UseLimits, claim_upload, spend};
use crate::model::{Source, UploadSource};
use crate::recipe_store::RecipeStore;
use crate::refusal::Refusal;
use crate::signed_token::KeyRing;
use crate::source_address::SourceAddress;
use crate::upload::{ReadAs, Upload, UploadKind};
use crate::uploads::store::UploadStore;
use zest_core::{RecipeId, Timestamp};

/// Ports and settings of [`admit`].
pub struct Admission<'a, Counting, Ledger, Uploads> {
    /// Rate-limit counters.
    pub counters: &'a Counting,
    /// Keys that hash the names of the counters.
    pub ring: &'a KeyRing,
    /// Rate limits, if any.
    pub limits: Option<UseLimits>,
    /// Ledger; `None` if imports are free.
    pub credits: Option<&'a Ledger>,
    /// Uploads, for the declared type.
    pub uploads: &'a Uploads,
    /// Maximum concurrent imports of all users; 0 for no limit.
    pub under_way: u32,
    /// Source address of the call, if known.
    pub source: Option<&'a SourceAddress>,
}

/// Admits and counts an import, and holds its credit. A repeated request always passes.
///
/// # Errors
/// [`AppError::Busy`] if too many imports are running; [`AppError::LimitReached`]; [`AppError::NoCredits`];
/// [`AppError::InvalidInput`] if another recipe uses the upload.
pub async fn admit(
    store: &impl RecipeStore,
    admission: &Admission<'_, impl Counters, impl Credits, impl UploadStore>,
    caller: &Caller,
    input: &CreateRecipe,
    now: Timestamp,
) -> Result<Admitted, AppError> {
    caller.may_keep_recipes()?;
    let refused = match take(store, admission, caller, input, now).await {
        Ok(admitted) => return Ok(admitted),
        Err(refused) => refused,
    };
    let is_sent_again = store.get(&input.id).await?.is_some_and(|stored| caller.owns(&stored));
    if is_sent_again { Ok(Admitted::default()) } else { Err(refused) }
}

async fn take(
    store: &impl RecipeStore,
    admission: &Admission<'_, impl Counters, impl Credits, impl UploadStore>,
    caller: &Caller,
    input: &CreateRecipe,
    now: Timestamp,
) -> Result<Admitted, AppError> {
    let id = &input.id;
    let Admission { counters, ring, limits, credits, uploads, under_way, source } = *admission;
    check_load(store, id, under_way, now).await?;
    let upload = match input.source.upload() {
        Some((kind, submission)) => Some(own_upload(store, caller, kind, submission).await?),
        None => None,
    };
    // Check this first, so that rejected requests do not count.
    if let Some(upload) = &upload
        && !claim_upload(counters, ring, upload, id, now).await?
    {
        return Err(AppError::InvalidInput(Refusal::UploadUsed));
    }
    let submitted = match upload {
        Some(upload) => Source::Upload(with_declared_type(uploads, upload).await?),
        None => Source::Address { part: None },
    };
    let using = if submitted.is_free() { CountedUse::FreeImport } else { CountedUse::UploadImport };
    if let Some(limits) = limits {
        spend(limits, counters, ring, using, caller, source, now).await?;
    }
    let charge = match (credits, caller.member()) {
        // A stored recipe is already paid for, or free.
        (Some(ledger), Some(member)) if !submitted.is_free() && store.get(id).await?.is_none() => {
            let job = Job { id: id.clone(), attempt: Attempt::FIRST };
            Some(holds::hold(ledger, member, &job, now).await?)
        }
        _ => None,
    };
    let is_plain_text = submitted.read_from().is_some_and(|upload| upload.read_as() == ReadAs::PlainText);
    Ok(Admitted { charge, is_plain_text })
}

/// [`AppError::Busy`] if at least `under_way` imports are running, without that of `id`; 0 for no limit.
pub(crate) async fn check_load(
    store: &impl RecipeStore,
    id: &RecipeId,
    under_way: u32,
    now: Timestamp,
) -> Result<(), AppError> {
    if under_way > 0 && store.is_full(id, under_way, now).await? {
        return Err(AppError::Busy);
    }
    Ok(())
}

/// The upload with its declared type. The type is stored, so replacing the object does not change it.
async fn with_declared_type(uploads: &impl UploadStore, upload: Upload) -> Result<UploadSource, AppError> {
    let is_plain_text = match upload.kind {
        UploadKind::Picture | UploadKind::Page => false,
        UploadKind::File => uploads.peek(&upload, 0).await?.is_some_and(|peeked| peeked.is_plain_text()),
    };
    Ok(UploadSource::submitted(upload, is_plain_text))
}
