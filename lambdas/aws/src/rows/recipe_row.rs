//! Recipe row: `R#<id>`/`R`.
//!
//! Every row ever written stays readable: later fields are optional, and an unknown code reads as the field's
//! fallback. `tests/recorded` has rows of each format.

use app::model::{Assistance, Field, Import, ImportState, Marks, NutritionSource};
use app::{Attempt, ErrorCode, Failure, Language, NutritionStatus, OwnerId, Recipe, Stage, Status};
use extract::Code;
use serde::{Deserialize, Serialize};
use zest_core::{PortError, RecipeId, Timestamp};

use crate::rows::charge_row::ChargeRow;
use crate::rows::codes::{Coded, known, optional};
use crate::rows::content::ContentRow;
use crate::rows::keys::{Item, RECIPE_SK, recipe_pk, unsettled_shard};
use crate::rows::marks_row::MarksRow;
use crate::rows::read::{expiry, read, write};
use crate::rows::source_row::{OriginRow, PageRow, SourceRow, UploadRow};
use crate::rows::summary::SummaryRow;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RecipeRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    /// Shard of the sparse index; only while unfinished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unsettled: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires_at: Option<i64>,
    id: RecipeId,
    owner: OwnerId,
    owners: Vec<OwnerId>,
    /// Absent for the first generation.
    #[serde(default, skip_serializing_if = "is_first")]
    generation: u64,
    /// Origin; if unknown, derived from other fields: see [`SourceRow::into_source`].
    #[serde(default, deserialize_with = "optional")]
    origin: Option<OriginRow>,
    #[serde(default)]
    url: Option<String>,
    /// Recipe within the page at `url`; absent for the main one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    part: Option<String>,
    /// Unknown variants deserialize to `None`.
    #[serde(default, deserialize_with = "optional")]
    upload: Option<UploadRow>,
    #[serde(default)]
    source_name: Option<String>,
    #[serde(default)]
    pages: Vec<PageRow>,
    #[serde(default, deserialize_with = "optional")]
    import_summary: Option<SummaryRow>,
    /// Charge; absent for free imports. An unreadable one reads as none; the sweep of holds releases the
    /// credit.
    #[serde(default, deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
    charge: Option<ChargeRow>,
    /// Absent without assistance; an unknown code reads as none.
    #[serde(default, skip_serializing_if = "Coded::is_absent")]
    assistance: Coded<Assistance>,
    content: ContentRow,
    /// An unknown status reads as FAILED with [`ErrorCode::Internal`], which the user can retry.
    #[serde(default)]
    status: Coded<Status>,
    /// An unknown stage reads as the first one of PENDING.
    #[serde(default)]
    stage: Coded<Stage>,
    /// An unknown status reads as FAILED.
    #[serde(default)]
    nutrition_status: Coded<NutritionStatus>,
    /// An unknown source reads as none.
    #[serde(default)]
    nutrition_source: Coded<NutritionSource>,
    #[serde(default)]
    failure: Option<FailureRow>,
    /// Unknown warnings are skipped.
    #[serde(default)]
    warnings: Vec<Coded<Code>>,
    #[serde(default)]
    image_url: Option<String>,
    /// An unknown language reads as none.
    #[serde(default)]
    requested_language: Coded<Language>,
    #[serde(default)]
    raw_extraction: Option<String>,
    #[serde(default)]
    notes: Option<String>,
    /// Absent without marks; unreadable ones read as none.
    #[serde(default, deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
    marks: Option<MarksRow>,
    /// Edited fields. Unknown ones are skipped: this version does not overwrite them.
    #[serde(default)]
    edited: Vec<Coded<Field>>,
    attempt: u32,
    version: u64,
    created_at: Timestamp,
    updated_at: Timestamp,
}

#[derive(Serialize, Deserialize)]
struct FailureRow {
    /// Unknown reads as [`ErrorCode::Internal`]; `details` is kept.
    #[serde(default)]
    code: Coded<ErrorCode>,
    #[serde(default)]
    details: Option<String>,
}

fn is_first(generation: &u64) -> bool {
    *generation == 0
}

pub(crate) fn recipe_item(recipe: &Recipe) -> Result<Item, PortError> {
    write(&RecipeRow::from(recipe))
}

pub(crate) fn read_recipe(item: Item) -> Result<Recipe, PortError> {
    read::<RecipeRow>(item.into()).map(RecipeRow::into_recipe)
}

impl From<&Recipe> for RecipeRow {
    fn from(recipe: &Recipe) -> Self {
        let recipe = recipe.clone();
        let source = SourceRow::from(recipe.source.clone());
        Self {
            pk: recipe_pk(&recipe.id),
            sk: RECIPE_SK.to_owned(),
            unsettled: recipe.is_unsettled().then(|| unsettled_shard(&recipe.id)),
            expires_at: expiry(&recipe),
            id: recipe.id,
            owner: recipe.owner,
            owners: recipe.owners.into_iter().collect(),
            generation: recipe.generation,
            origin: source.origin,
            url: recipe.url,
            part: source.part,
            upload: source.upload,
            source_name: source.source_name,
            pages: source.pages,
            import_summary: recipe.import.summary().map(SummaryRow::from),
            charge: recipe.import.charge().map(ChargeRow::from),
            assistance: recipe.import.assistance().into(),
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
            marks: MarksRow::of(recipe.marks),
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
        let Self { origin, upload, source_name, pages, part, .. } = self;
        let source = SourceRow { origin, upload, source_name, pages, part }.into_source(self.url.is_some());
        let state = match self.status.known().unwrap_or(Status::Failed) {
            Status::Pending => ImportState::Pending(self.stage.known().unwrap_or(source.first_stage())),
            Status::Success => ImportState::Succeeded,
            Status::Failed => {
                ImportState::Failed(self.failure.map_or_else(|| ErrorCode::Internal.into(), Failure::from))
            }
        };
        let summary = self.import_summary.map(Into::into);
        let charge = self.charge.and_then(ChargeRow::into_charge);
        Recipe {
            id: self.id,
            owner: self.owner,
            owners: self.owners.into_iter().collect(),
            generation: self.generation,
            source,
            url: self.url,
            content: self.content.into(),
            import: Import::new(state, Attempt(self.attempt))
                .with_assistance(self.assistance.known())
                .with_summary(summary)
                .with_charge(charge),
            nutrition_status: self.nutrition_status.known().unwrap_or(NutritionStatus::Failed),
            nutrition_source: self.nutrition_source.known(),
            warnings: known(self.warnings).collect(),
            image_url: self.image_url,
            requested_language: self.requested_language.known(),
            raw_extraction: self.raw_extraction,
            notes: self.notes,
            marks: self.marks.map(Marks::from).unwrap_or_default(),
            edited: known(self.edited).collect(),
            version: self.version,
            created_at: self.created_at,
            updated_at: self.updated_at,
        }
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
