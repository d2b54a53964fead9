//! A recipe as we keep it.

use std::collections::BTreeSet;

use extract::Code;
use recipe::{Content, Language};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::ids::{Attempt, Job, OwnerId, RecipeId};
use crate::import::ImportSummary;
use crate::ports::Workflow;
use crate::timestamp::Timestamp;
use crate::uploads::{PageSize, Upload};

/// Where a recipe stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// Being imported.
    Pending,
    /// There to be cooked.
    Success,
    /// Could not be imported; [`Recipe::failure`] says why.
    Failed,
}

/// How far a PENDING import has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Stage {
    /// The page is being fetched.
    Fetching,
    /// The uploaded pictures or file are being read.
    Reading,
    /// What was fetched or read is being understood.
    Extracting,
    /// What was read is being checked and stored.
    Checking,
}

/// Where the nutritional information stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum NutritionStatus {
    /// Being worked out.
    Pending,
    /// Known.
    Success,
    /// Not to be had from this source.
    Failed,
}

/// Where the nutritional information comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum NutritionSource {
    /// The page states it.
    Page,
    /// We have worked it out from the ingredients.
    Computed,
}

/// A field that a person may edit. What they edited is never overwritten by us.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Field {
    /// The title.
    Title,
    /// The description.
    Description,
    /// The ingredient lines.
    Ingredients,
    /// The steps.
    Instructions,
    /// Preparation, cooking and total time.
    Times,
    /// Servings and yield.
    Servings,
    /// The tags.
    Tags,
    /// The language it is written in.
    Language,
    /// The nutritional information.
    Nutrition,
}

/// How a recipe has come into the book. The same request again answers the same recipe.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Origin {
    /// Imported from an address.
    #[default]
    Address,
    /// Begun by hand.
    Blank,
    /// Copied from another recipe.
    Copy(RecipeId),
    /// Imported from an upload.
    Upload,
    /// Found in the upload with which another recipe was created.
    Sibling(RecipeId),
}

/// A recipe as we keep it: its content and all that is known about its making.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Recipe {
    /// Made by the client.
    pub id: RecipeId,
    /// The one canonical owner.
    pub owner: OwnerId,
    /// Identity id and, for a member, user name: every name under which the owner may call.
    pub owners: BTreeSet<OwnerId>,
    /// How it has come into the book.
    #[serde(default)]
    pub origin: Origin,
    /// The address as submitted or edited; `None` for what was written by hand.
    pub url: Option<String>,
    /// The upload that it was read from.
    #[serde(default)]
    pub upload: Option<Upload>,
    /// The uploaded file's own name.
    #[serde(default)]
    pub source_name: Option<String>,
    /// The upright pages that were made of the upload, in order.
    #[serde(default)]
    pub pages: Vec<PageSize>,
    /// How far the recipes of its upload have come, where there are many.
    #[serde(default)]
    pub import_summary: Option<ImportSummary>,
    /// What the recipe says. Tags and nutrition come last, with post-processing.
    pub content: Content,
    /// Of the import.
    pub status: Status,
    /// Of a PENDING import.
    pub stage: Option<Stage>,
    /// Of the nutritional information in `content`.
    pub nutrition_status: NutritionStatus,
    /// Of the same, once it is known.
    #[serde(default)]
    pub nutrition_source: Option<NutritionSource>,
    /// Why the import failed.
    pub failure: Option<Failure>,
    /// What a cook should know of how the page was read, each once: see [`Code::severity`].
    #[serde(default)]
    pub warnings: Vec<Code>,
    /// `media/<id>/<hash>` once the picture is ours.
    pub image_url: Option<String>,
    /// What the person asked in, used where the page does not tell its language.
    pub requested_language: Option<Language>,
    /// The raw extraction with provenance, as JSON text of at most [`RAW_LIMIT_BYTES`].
    pub raw_extraction: Option<String>,
    /// The owner's own words, theirs alone.
    #[serde(default)]
    pub notes: Option<String>,
    /// What a person has edited.
    pub edited: BTreeSet<Field>,
    /// Which try of the import this is.
    pub attempt: Attempt,
    /// Grows by one with every change.
    pub version: u64,
    /// When it was submitted.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// The title of a recipe that was begun by hand, until a person gives it another.
pub const BLANK_TITLE: &str = "New Recipe";

/// How much of the raw extraction is kept with the recipe: an item must stay far below DynamoDB's 400 KB.
pub const RAW_LIMIT_BYTES: usize = 100_000;

/// How much a recipe may say, for the same reason.
pub const CONTENT_LIMIT_BYTES: usize = 200_000;

/// What one entry of a step mapping takes in the table, in bytes: a number of up to three digits.
const MAPPED_STEP_BYTES: usize = 4;

/// How many bytes a recipe's content takes: its texts, and which line is used in which step.
#[must_use]
pub fn content_bytes(content: &Content) -> usize {
    let Content { title, description, ingredients, instructions, yields, tags, .. } = content;
    let texts = [title, description, yields].into_iter().flatten().chain(instructions).chain(tags);
    let lines = ingredients.iter().map(|line| {
        let group = line.group.as_ref().map_or(0, String::len);
        let parts = [&line.name, &line.quantity, &line.unit, &line.note, &line.text];
        let mapping = line.step_mapping.len() * MAPPED_STEP_BYTES;
        parts.into_iter().map(String::len).sum::<usize>() + group + mapping
    });
    texts.map(String::len).chain(lines).sum()
}

/// Whether a content can be kept, together with its owner's notes. Where only its step mapping is too much, which can
/// be told anew at any time, that is let go.
#[must_use]
pub fn fits(content: &mut Content, notes: Option<&str>) -> bool {
    let limit = CONTENT_LIMIT_BYTES.saturating_sub(notes.map_or(0, str::len));
    if content_bytes(content) > limit {
        content.ingredients.iter_mut().for_each(|line| line.step_mapping.clear());
    }
    content_bytes(content) <= limit
}

/// How many bytes the texts of a recipe take, all in all.
#[must_use]
pub fn kept_bytes(recipe: &Recipe) -> usize {
    let long = [&recipe.notes, &recipe.raw_extraction].into_iter().flatten().map(String::len);
    content_bytes(&recipe.content) + long.sum::<usize>()
}

impl Recipe {
    /// A recipe that has just been submitted.
    #[must_use]
    pub fn submitted(
        id: RecipeId,
        owner: OwnerId,
        owners: BTreeSet<OwnerId>,
        url: String,
        language: Option<Language>,
        now: Timestamp,
    ) -> Self {
        Self {
            id,
            owner,
            owners,
            origin: Origin::Address,
            url: Some(url),
            upload: None,
            source_name: None,
            pages: Vec::new(),
            import_summary: None,
            content: Content::default(),
            status: Status::Pending,
            stage: Some(Stage::Fetching),
            nutrition_status: NutritionStatus::Pending,
            nutrition_source: None,
            failure: None,
            warnings: Vec::new(),
            image_url: None,
            requested_language: language,
            raw_extraction: None,
            notes: None,
            edited: BTreeSet::new(),
            attempt: Attempt::FIRST,
            version: 1,
            created_at: now,
            updated_at: now,
        }
    }

    /// A recipe that has just been submitted as an upload.
    #[must_use]
    pub fn uploaded(
        id: RecipeId,
        owner: OwnerId,
        owners: BTreeSet<OwnerId>,
        upload: Upload,
        language: Option<Language>,
        now: Timestamp,
    ) -> Self {
        Self {
            origin: Origin::Upload,
            url: None,
            upload: Some(upload),
            stage: Some(Stage::Reading),
            ..Self::submitted(id, owner, owners, String::new(), language, now)
        }
    }

    /// A recipe to be written by hand: there from the start, and empty but for a title.
    #[must_use]
    pub fn blank(
        id: RecipeId,
        owner: OwnerId,
        owners: BTreeSet<OwnerId>,
        language: Option<Language>,
        now: Timestamp,
    ) -> Self {
        let title = Some(BLANK_TITLE.to_owned());
        Self {
            origin: Origin::Blank,
            url: None,
            content: Content { title, language, ..Content::default() },
            status: Status::Success,
            stage: None,
            nutrition_status: NutritionStatus::Success,
            ..Self::submitted(id, owner, owners, String::new(), language, now)
        }
    }

    /// The current try of its import.
    #[must_use]
    pub fn job(&self) -> Job {
        Job { id: self.id.clone(), attempt: self.attempt }
    }

    /// Which state machine imports it.
    #[must_use]
    pub fn workflow(&self) -> Workflow {
        if self.upload.is_some() { Workflow::Reading } else { Workflow::Processing }
    }

    /// Whether some part of the import still has to end: the sweep looks only at these.
    #[must_use]
    pub fn is_unsettled(&self) -> bool {
        match self.status {
            Status::Pending => true,
            Status::Success => self.nutrition_status == NutritionStatus::Pending,
            Status::Failed => false,
        }
    }

    /// Ends the import with a reason.
    pub fn fail(&mut self, failure: Failure) {
        self.status = Status::Failed;
        self.stage = None;
        self.nutrition_status = NutritionStatus::Failed;
        self.failure = Some(failure);
    }

    /// Takes over what an import has read, except where a person has edited: what they wrote stays.
    pub fn take_in(&mut self, read: Content) {
        let mut written = std::mem::replace(&mut self.content, read);
        let content = &mut self.content;
        for field in &self.edited {
            match field {
                Field::Title => content.title = written.title.take(),
                Field::Description => content.description = written.description.take(),
                Field::Ingredients => content.ingredients = std::mem::take(&mut written.ingredients),
                Field::Instructions => content.instructions = std::mem::take(&mut written.instructions),
                Field::Times => {
                    content.prep_minutes = written.prep_minutes;
                    content.cook_minutes = written.cook_minutes;
                    content.total_minutes = written.total_minutes;
                }
                Field::Servings => {
                    content.servings = written.servings;
                    content.yields = written.yields.take();
                }
                Field::Tags => content.tags = std::mem::take(&mut written.tags),
                Field::Language => content.language = written.language,
                Field::Nutrition => content.nutrition = std::mem::take(&mut written.nutrition),
            }
        }
    }

    /// Goes back to the start with a new try.
    pub fn restart(&mut self) {
        self.status = Status::Pending;
        self.stage = Some(if self.upload.is_some() { Stage::Reading } else { Stage::Fetching });
        self.nutrition_status = NutritionStatus::Pending;
        self.failure = None;
        self.import_summary = None;
        self.attempt = self.attempt.next();
    }
}
