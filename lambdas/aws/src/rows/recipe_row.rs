//! A recipe as its own row holds it: `R#<id>`/`R`.
//!
//! Every row ever written is read: what came later than the first rows is optional, and a code that is not known becomes
//! what its field says. `tests/recorded` holds rows of each day on which the format grew.

use app::error::PortError;
use app::model::{Field, Import, ImportState, NutritionSource, Origin};
use app::upload::{PageSize, SubmissionId, Upload, UploadKind};
use app::{
    Attempt, ErrorCode, Failure, Language, NutritionStatus, OwnerId, Recipe, RecipeId, Stage, Status,
    Timestamp,
};
use extract::Code;
use serde::{Deserialize, Serialize};

use crate::rows::codes::{Coded, known, optional};
use crate::rows::content::ContentRow;
use crate::rows::keys::{Item, RECIPE_SK, UNSETTLED, recipe_pk};
use crate::rows::read::{expiry, read, write};
use crate::rows::summary::SummaryRow;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RecipeRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    /// Present only while something has to end: the index then holds the row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unsettled: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires_at: Option<i64>,
    id: RecipeId,
    owner: OwnerId,
    owners: Vec<OwnerId>,
    /// One that is not known follows from what else the row holds: see [`origin`].
    #[serde(default, deserialize_with = "optional")]
    origin: Option<OriginRow>,
    #[serde(default)]
    url: Option<String>,
    /// One of a kind that is not known is none: nothing could be read from it here.
    #[serde(default, deserialize_with = "optional")]
    upload: Option<UploadRow>,
    #[serde(default)]
    source_name: Option<String>,
    #[serde(default)]
    pages: Vec<PageRow>,
    #[serde(default, deserialize_with = "optional")]
    import_summary: Option<SummaryRow>,
    content: ContentRow,
    /// One that is not known is FAILED with [`ErrorCode::Internal`]: a person sees a failure that they can try again.
    #[serde(default)]
    status: Coded<Status>,
    /// One that is not known is the first one of a PENDING import.
    #[serde(default)]
    stage: Coded<Stage>,
    /// One that is not known is FAILED: nothing is promised.
    #[serde(default)]
    nutrition_status: Coded<NutritionStatus>,
    /// One that is not known is none: nothing is said of where the figures come from.
    #[serde(default)]
    nutrition_source: Coded<NutritionSource>,
    #[serde(default)]
    failure: Option<FailureRow>,
    /// Those that are not known are left out.
    #[serde(default)]
    warnings: Vec<Coded<Code>>,
    #[serde(default)]
    image_url: Option<String>,
    /// One that is not known is none.
    #[serde(default)]
    requested_language: Coded<Language>,
    #[serde(default)]
    raw_extraction: Option<String>,
    #[serde(default)]
    notes: Option<String>,
    /// Those that are not known are left out: this version has no such field that it could write over.
    #[serde(default)]
    edited: Vec<Coded<Field>>,
    attempt: u32,
    version: u64,
    created_at: Timestamp,
    updated_at: Timestamp,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum OriginRow {
    Address,
    Blank,
    Copy(RecipeId),
    Upload,
    Sibling(RecipeId),
}

#[derive(Serialize, Deserialize)]
struct UploadRow {
    kind: Coded<UploadKind>,
    submission: SubmissionId,
    identity: OwnerId,
}

#[derive(Serialize, Deserialize)]
struct PageRow {
    width: u32,
    height: u32,
}

#[derive(Serialize, Deserialize)]
struct FailureRow {
    /// One that is not known is [`ErrorCode::Internal`]; the sentence stays, whoever wrote it knew more.
    #[serde(default)]
    code: Coded<ErrorCode>,
    #[serde(default)]
    details: Option<String>,
}

/// The row of a recipe.
pub(crate) fn recipe_item(recipe: &Recipe) -> Result<Item, PortError> {
    write(&RecipeRow::from(recipe))
}

/// The recipe of a row.
pub(crate) fn read_recipe(item: Item) -> Result<Recipe, PortError> {
    read::<RecipeRow>(item.into()).map(RecipeRow::into_recipe)
}

impl From<&Recipe> for RecipeRow {
    fn from(recipe: &Recipe) -> Self {
        let recipe = recipe.clone();
        Self {
            pk: recipe_pk(&recipe.id),
            sk: RECIPE_SK.to_owned(),
            unsettled: recipe.is_unsettled().then(|| UNSETTLED.to_owned()),
            expires_at: expiry(&recipe),
            id: recipe.id,
            owner: recipe.owner,
            owners: recipe.owners.into_iter().collect(),
            origin: Some(recipe.origin.into()),
            url: recipe.url,
            upload: recipe.upload.map(UploadRow::from),
            source_name: recipe.source_name,
            pages: recipe.pages.into_iter().map(PageRow::from).collect(),
            import_summary: recipe.import.summary().map(SummaryRow::from),
            content: ContentRow::from(&recipe.content),
            status: recipe.import.status().into(),
            stage: recipe.import.stage().into(),
            nutrition_status: recipe.nutrition_status.into(),
            nutrition_source: recipe.nutrition_source.into(),
            failure: recipe.import.failure().cloned().map(FailureRow::from),
            warnings: recipe.warnings.into_iter().map(Coded::Known).collect(),
            image_url: recipe.image_url,
            requested_language: recipe.requested_language.into(),
            raw_extraction: recipe.raw_extraction,
            notes: recipe.notes,
            edited: recipe.edited.into_iter().map(Coded::Known).collect(),
            attempt: recipe.import.attempt().0,
            version: recipe.version,
            created_at: recipe.created_at,
            updated_at: recipe.updated_at,
        }
    }
}

impl RecipeRow {
    fn into_recipe(self) -> Recipe {
        let upload = self.upload.and_then(UploadRow::into_upload);
        let origin = origin(self.origin, upload.is_some(), self.url.is_some());
        let state = match self.status.known().unwrap_or(Status::Failed) {
            Status::Pending => {
                ImportState::Pending(self.stage.known().unwrap_or(Stage::first(upload.is_some())))
            }
            Status::Success => ImportState::Succeeded,
            Status::Failed => {
                ImportState::Failed(self.failure.map_or_else(|| ErrorCode::Internal.into(), Failure::from))
            }
        };
        let summary = self.import_summary.map(Into::into);
        Recipe {
            id: self.id,
            owner: self.owner,
            owners: self.owners.into_iter().collect(),
            origin,
            url: self.url,
            upload,
            source_name: self.source_name,
            pages: self.pages.into_iter().map(PageSize::from).collect(),
            content: self.content.into(),
            import: Import::new(state, Attempt(self.attempt)).with_summary(summary),
            nutrition_status: self.nutrition_status.known().unwrap_or(NutritionStatus::Failed),
            nutrition_source: self.nutrition_source.known(),
            warnings: known(self.warnings).collect(),
            image_url: self.image_url,
            requested_language: self.requested_language.known(),
            raw_extraction: self.raw_extraction,
            notes: self.notes,
            edited: known(self.edited).collect(),
            version: self.version,
            created_at: self.created_at,
            updated_at: self.updated_at,
        }
    }
}

/// How a recipe has come in, as far as its row tells. What came of an upload has one; what has an address can be imported
/// from it; the rest was written by hand.
fn origin(stored: Option<OriginRow>, has_upload: bool, has_url: bool) -> Origin {
    match (stored, has_upload) {
        (Some(OriginRow::Address), false) => Origin::Address,
        (Some(OriginRow::Blank), false) => Origin::Blank,
        (Some(OriginRow::Copy(of)), false) => Origin::Copy(of),
        (Some(OriginRow::Sibling(of)), true) => Origin::Sibling(of),
        (_, true) => Origin::Upload,
        (_, false) if has_url => Origin::Address,
        (_, false) => Origin::Blank,
    }
}

impl From<Origin> for OriginRow {
    fn from(origin: Origin) -> Self {
        match origin {
            Origin::Address => Self::Address,
            Origin::Blank => Self::Blank,
            Origin::Copy(of) => Self::Copy(of),
            Origin::Upload => Self::Upload,
            Origin::Sibling(of) => Self::Sibling(of),
        }
    }
}

impl From<Upload> for UploadRow {
    fn from(upload: Upload) -> Self {
        let Upload { kind, submission, identity } = upload;
        Self { kind: kind.into(), submission, identity }
    }
}

impl UploadRow {
    fn into_upload(self) -> Option<Upload> {
        let Self { kind, submission, identity } = self;
        Some(Upload { kind: kind.known()?, submission, identity })
    }
}

impl From<PageSize> for PageRow {
    fn from(PageSize { width, height }: PageSize) -> Self {
        Self { width, height }
    }
}

impl From<PageRow> for PageSize {
    fn from(PageRow { width, height }: PageRow) -> Self {
        Self { width, height }
    }
}

impl From<Failure> for FailureRow {
    fn from(failure: Failure) -> Self {
        Self { code: failure.code.into(), details: Some(failure.details) }
    }
}

impl From<FailureRow> for Failure {
    fn from(row: FailureRow) -> Self {
        let code = row.code.known().unwrap_or(ErrorCode::Internal);
        Self { code, details: row.details.unwrap_or_else(|| code.sentence().to_owned()) }
    }
}
