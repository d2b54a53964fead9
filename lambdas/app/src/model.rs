//! A recipe as we keep it.

mod charge;
mod day;
mod import;
mod marks;
mod source;
mod summary;

pub use charge::{Charge, CreditState};
pub use day::{Day, InvalidDay};
pub use import::{Assistance, Import, ImportState, Stage, Status, TransitionRefused};
pub use marks::{COLLECTION_NAME_LIMIT, COLLECTIONS_LIMIT, DAYS_LIMIT, Marks};
pub(crate) use marks::{tidied_days, tidied_names};
pub use source::{Source, UploadSource};
pub use summary::{ImportProblem, ImportSummary, PROBLEMS_LIMIT};

use std::collections::BTreeSet;

use extract::Code;
use recipe::{Content, Language};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::ids::{OwnerId, RecipeId};
use crate::job::{Attempt, Job};
use crate::timestamp::Timestamp;
use crate::upload::PageSize;

/// Where the nutritional information stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum NutritionStatus {
    /// Not worked out yet: post-processing has still to come to it.
    Pending,
    /// Known: stated by the source or a person, or computed. A recipe without ingredients may hold none.
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
    /// The recipe's name, [`Content::title`].
    Title,
    /// What is said about the recipe, [`Content::description`].
    Description,
    /// Who has written the recipe, [`Content::author`].
    Author,
    /// All ingredient lines together, [`Content::ingredients`]: one that changes marks them all.
    Ingredients,
    /// All steps together, [`Content::instructions`]: one that changes marks them all.
    Instructions,
    /// Preparation, cooking and total time.
    Times,
    /// [`Content::servings`] and [`Content::yields`]: one that changes marks both.
    Servings,
    /// All tags together, [`Content::tags`].
    Tags,
    /// The language it is written in.
    Language,
    /// All four values of [`Content::nutrition`]: a person has stated them, so none is computed.
    Nutrition,
    /// The picture: one that a person has chosen, or has taken away.
    Picture,
}

/// A recipe as we keep it: its content and all that is known about its making.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The id, which the client has made; it never changes.
    pub id: RecipeId,
    /// The one canonical owner.
    pub owner: OwnerId,
    /// Identity id and, for a member, user name, as the API tells its owner; `owner` alone decides who that is.
    pub owners: BTreeSet<OwnerId>,
    /// Which of its owner's generations it belongs to: see [`crate::owners::Standing`].
    pub generation: u64,
    /// How it has come into the book.
    pub source: Source,
    /// The address as submitted or edited; `None` for what was written by hand.
    pub url: Option<String>,
    /// What the recipe says. Tags and nutrition come last, with post-processing.
    pub content: Content,
    /// How the import stands; SUCCESS at once where there was nothing to import.
    pub import: Import,
    /// Of the nutritional information in `content`.
    pub nutrition_status: NutritionStatus,
    /// Of the same, once it is known.
    pub nutrition_source: Option<NutritionSource>,
    /// What a cook should know of how the page was read, each once: see [`Code::severity`].
    pub warnings: Vec<Code>,
    /// `media/<id>/<hash>` once the picture is ours.
    pub image_url: Option<String>,
    /// What the person asked in, used where the page does not tell its language.
    pub requested_language: Option<Language>,
    /// The raw extraction with provenance, as JSON text of at most [`RAW_LIMIT_BYTES`].
    pub raw_extraction: Option<String>,
    /// The owner's own words, theirs alone.
    pub notes: Option<String>,
    /// What the owner has put on it for themselves.
    pub marks: Marks,
    /// What a person has edited.
    pub edited: BTreeSet<Field>,
    /// Grows by one with every change.
    pub version: u64,
    /// When it was submitted; of a sibling, a moment after the recipe that was created with its upload.
    pub created_at: Timestamp,
    /// When what it says or its state last changed; a change of hands is no change.
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
    let mapped = content.ingredients.iter().map(|line| line.step_mapping.len() * MAPPED_STEP_BYTES);
    content.text_bytes() + mapped.sum::<usize>()
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
    /// A recipe that holds nothing yet. What is imported waits for its import; the rest is there from the start.
    fn new(
        id: RecipeId,
        owner: OwnerId,
        owners: BTreeSet<OwnerId>,
        source: Source,
        language: Option<Language>,
        now: Timestamp,
    ) -> Self {
        let (import, nutrition_status) = if source.is_imported() {
            (Import::submitted(source.first_stage()), NutritionStatus::Pending)
        } else {
            (Import::nothing(), NutritionStatus::Success)
        };
        Self {
            id,
            owner,
            owners,
            generation: 0,
            source,
            url: None,
            content: Content::default(),
            import,
            nutrition_status,
            nutrition_source: None,
            warnings: Vec::new(),
            image_url: None,
            requested_language: language,
            raw_extraction: None,
            notes: None,
            marks: Marks::default(),
            edited: BTreeSet::new(),
            version: 1,
            created_at: now,
            updated_at: now,
        }
    }

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
        Self { url: Some(url), ..Self::new(id, owner, owners, Source::Address { part: None }, language, now) }
    }

    /// A recipe that has just been submitted as an upload.
    #[must_use]
    pub fn uploaded(
        id: RecipeId,
        owner: OwnerId,
        owners: BTreeSet<OwnerId>,
        upload: UploadSource,
        language: Option<Language>,
        now: Timestamp,
    ) -> Self {
        Self::new(id, owner, owners, Source::Upload(upload), language, now)
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
        let content = Content { title, language, ..Content::default() };
        Self { content, ..Self::new(id, owner, owners, Source::Blank, language, now) }
    }

    /// What the copy of another recipe will be made of: there from the start, and empty.
    #[must_use]
    pub fn copy_of(
        original: &Self,
        id: RecipeId,
        owner: OwnerId,
        owners: BTreeSet<OwnerId>,
        now: Timestamp,
    ) -> Self {
        let source = Source::Copy(original.id.clone());
        Self::new(id, owner, owners, source, original.requested_language, now)
    }

    /// Another recipe of the upload with which this one was created: there from the start, and empty. `None` where it
    /// was created otherwise.
    #[must_use]
    pub fn sibling(&self, id: RecipeId, created_at: Timestamp) -> Option<Self> {
        let Source::Upload(upload) = &self.source else { return None };
        let source = Source::Sibling { of: self.id.clone(), upload: upload.clone() };
        let (owner, owners) = (self.owner.clone(), self.owners.clone());
        Some(Self::new(id, owner, owners, source, self.requested_language, created_at))
    }

    /// The current try of its import.
    #[must_use]
    pub fn job(&self) -> Job {
        Job { id: self.id.clone(), attempt: self.attempt() }
    }

    /// Where its import stands.
    #[must_use]
    pub fn status(&self) -> Status {
        self.import.status()
    }

    /// How far a PENDING import has come.
    #[must_use]
    pub fn stage(&self) -> Option<Stage> {
        self.import.stage()
    }

    /// Why a FAILED import has failed.
    #[must_use]
    pub fn failure(&self) -> Option<&Failure> {
        self.import.failure()
    }

    /// Which try of the import this is.
    #[must_use]
    pub fn attempt(&self) -> Attempt {
        self.import.attempt()
    }

    /// What has become of the credit that its import costs; `None` where it costs none.
    #[must_use]
    pub fn credit(&self) -> Option<CreditState> {
        self.import.charge().map(|charge| charge.state)
    }

    /// The import costs this credit from now on, unless one that it has cost before still counts.
    ///
    /// # Errors
    /// [`TransitionRefused`] unless it is PENDING.
    pub fn bear(&mut self, charge: Charge) -> Result<(), TransitionRefused> {
        self.import.bear(charge)
    }

    /// The assistant is to read where this try finds no recipe.
    ///
    /// # Errors
    /// [`TransitionRefused`] unless it is PENDING.
    pub fn ask_assistant(&mut self) -> Result<(), TransitionRefused> {
        self.import.ask_assistant()
    }

    /// The assistant has read the recipe.
    ///
    /// # Errors
    /// [`TransitionRefused`] unless it is PENDING and the assistant was asked for.
    pub fn take_assistance(&mut self) -> Result<(), TransitionRefused> {
        self.import.take_assistance()
    }

    /// What becomes of the import's credit when a recipe comes of it: where the source is free, the credit was the assistant's.
    fn worth(&self) -> CreditState {
        let is_earned = !self.source.is_free() || self.import.assistance() == Some(Assistance::Given);
        if is_earned { CreditState::Used } else { CreditState::GivenBack }
    }

    /// Whether some part of the import still has to end: the sweep looks only at these.
    #[must_use]
    pub fn is_unsettled(&self) -> bool {
        match self.status() {
            Status::Pending => true,
            Status::Success => self.nutrition_status == NutritionStatus::Pending,
            Status::Failed => false,
        }
    }

    /// The import comes to a stage; it never goes back to an earlier one.
    ///
    /// # Errors
    /// [`TransitionRefused`] unless it is PENDING.
    pub fn advance(&mut self, stage: Stage) -> Result<(), TransitionRefused> {
        self.import.advance(stage)
    }

    /// The state READING has found what the uploaded file is called.
    ///
    /// # Errors
    /// [`TransitionRefused`] unless it is PENDING, of an upload of its own.
    pub fn name_upload(&mut self, name: Option<String>) -> Result<(), TransitionRefused> {
        self.pending_upload()?.rename(name);
        Ok(())
    }

    /// The state READING has made upright pages of the upload, and ends.
    ///
    /// # Errors
    /// [`TransitionRefused`] unless it is PENDING, of an upload of its own.
    pub fn end_reading(&mut self, pages: Vec<PageSize>) -> Result<(), TransitionRefused> {
        self.pending_upload()?.set_pages(pages);
        self.import.advance(Stage::Extracting)
    }

    fn pending_upload(&mut self) -> Result<&mut UploadSource, TransitionRefused> {
        match (&mut self.source, self.import.status()) {
            (Source::Upload(upload), Status::Pending) => Ok(upload),
            _ => Err(TransitionRefused),
        }
    }

    /// Tells how far the recipes of its upload have come, where there are many.
    ///
    /// # Errors
    /// [`TransitionRefused`] unless the import is PENDING.
    pub fn summarize(&mut self, summary: Option<ImportSummary>) -> Result<(), TransitionRefused> {
        let end = self.worth();
        self.import.summarize(summary, end)
    }

    /// Ends the import with what it has read; post-processing has still to come to the nutrition.
    ///
    /// # Errors
    /// [`TransitionRefused`] unless it is PENDING.
    pub fn succeed(
        &mut self,
        read: Content,
        warnings: Vec<Code>,
        raw_extraction: String,
    ) -> Result<(), TransitionRefused> {
        let end = self.worth();
        self.import.succeed(end)?;
        self.nutrition_status = NutritionStatus::Pending;
        self.take_in(read);
        self.warnings = warnings;
        self.raw_extraction = Some(raw_extraction);
        Ok(())
    }

    /// Ends the import with a reason.
    ///
    /// # Errors
    /// [`TransitionRefused`] unless it is PENDING.
    pub fn fail(&mut self, failure: Failure) -> Result<(), TransitionRefused> {
        self.import.fail(failure)?;
        self.nutrition_status = NutritionStatus::Failed;
        Ok(())
    }

    /// Makes a failed import that a person has filled in a recipe like one that they have begun by hand.
    ///
    /// # Errors
    /// [`TransitionRefused`] unless it is FAILED.
    pub fn write_by_hand(&mut self) -> Result<(), TransitionRefused> {
        self.import.write_by_hand()?;
        self.nutrition_status = NutritionStatus::Success;
        self.content.title.get_or_insert_with(|| BLANK_TITLE.to_owned());
        Ok(())
    }

    /// Takes over what an import has read, except where a person has edited: what they wrote stays.
    pub fn take_in(&mut self, read: Content) {
        let mut written = std::mem::replace(&mut self.content, read);
        let content = &mut self.content;
        for field in &self.edited {
            match field {
                Field::Title => content.title = written.title.take(),
                Field::Description => content.description = written.description.take(),
                Field::Author => content.author = written.author.take(),
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
                // It lies beside the content.
                Field::Picture => {}
            }
        }
    }

    /// Goes back to the start with a new try.
    ///
    /// # Errors
    /// [`TransitionRefused`] when the recipe is there already.
    pub fn restart(&mut self) -> Result<(), TransitionRefused> {
        self.import.restart(self.source.first_stage())?;
        self.nutrition_status = NutritionStatus::Pending;
        Ok(())
    }
}
