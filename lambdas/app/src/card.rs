//! What a list shows of a recipe, and what a list is told when a recipe changes.

use std::collections::BTreeSet;

use recipe::{Ingredient, Language};
use serde::{Deserialize, Serialize};

use crate::failure::ErrorCode;
use crate::ids::{OwnerId, RecipeId};
use crate::model::{CreditState, Day, ImportSummary, NutritionStatus, Recipe, Stage, Status};
use crate::timestamp::Timestamp;
use crate::upload::{SubmissionId, UploadKind};

/// A tag as the API shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tag {
    /// The tag as people see it, of at most 60 characters.
    pub name: String,
}

/// What a list card shows; the `RecipeCard` of the schema, field by field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Card {
    /// Id of the recipe that the card stands for.
    pub id: RecipeId,
    /// The recipe's name, as soon as it is known.
    pub title: Option<String>,
    /// The first [`DESCRIPTION_LIMIT`] characters of what is said about the recipe.
    pub description: Option<String>,
    /// Who has written it, for the search; `None` where nobody is named.
    #[serde(default)]
    pub author: Option<String>,
    /// The address as it was submitted or edited; `None` for what has none.
    pub url: Option<String>,
    /// Which recipe of the page at `url`; `None` for the one that the page is about.
    #[serde(default)]
    pub part: Option<String>,
    /// Key of the picture, `media/<recipe id>/<hash>`: its path on the app's own origin. `None` without a picture.
    pub image_url: Option<String>,
    /// How the import stands; SUCCESS at once where there was nothing to import.
    pub status: Status,
    /// How far a PENDING import has come; `None` once it has ended.
    pub stage: Option<Stage>,
    /// The language that the recipe is written in; `None` where nobody has told it.
    pub language: Option<Language>,
    /// The names of the tags, in the order in which they are shown.
    pub tags: Vec<Tag>,
    /// Minutes from start to table; `None` where they are unknown.
    #[serde(rename = "total_time")]
    pub total_minutes: Option<u32>,
    /// How many people it serves.
    pub servings: Option<u32>,
    /// What to buy, for the search: see [`ingredient_names`].
    #[serde(default)]
    pub ingredient_names: Vec<String>,
    /// Where the nutritional information stands; the figures are not on a card.
    pub nutrition_status: NutritionStatus,
    /// Why a FAILED import has failed, as a code that clients translate; `None` in every other state.
    pub error_code: Option<ErrorCode>,
    /// The same in a sentence.
    pub error_details: Option<String>,
    /// The submission of its pictures.
    #[serde(rename = "pictureSubmissionUUID", default)]
    pub picture_submission: Option<SubmissionId>,
    /// The submission of its file.
    #[serde(rename = "fileSubmissionUUID", default)]
    pub file_submission: Option<SubmissionId>,
    /// The uploaded file's own name.
    #[serde(default)]
    pub source_name: Option<String>,
    /// How far the recipes of its upload have come, where there are many.
    #[serde(default)]
    pub import_summary: Option<ImportSummary>,
    /// What has become of the credit that its import costs; `None` where it costs none.
    #[serde(default)]
    pub credit: Option<CreditState>,
    /// Whether it is one of the owner's favourites.
    #[serde(default)]
    pub favourite: bool,
    /// How good the owner finds it, 1 to 5; `None` where they have not said.
    #[serde(default)]
    pub rating: Option<u8>,
    /// The names of the owner's collections that it is in.
    #[serde(default)]
    pub collections: Vec<String>,
    /// The day on which the owner has made it last; `None` where they have not said.
    #[serde(default)]
    pub last_made_on: Option<Day>,
    /// [`Recipe::version`] as of this card: of two cards of a recipe the one with the larger is newer.
    pub version: u64,
    /// When the recipe was submitted.
    pub created_at: Timestamp,
    /// When the recipe last changed; a change of hands is no change.
    pub updated_at: Timestamp,
}

/// Characters of a description that a card carries: a published change must stay below 200 KB.
pub const DESCRIPTION_LIMIT: usize = 300;

/// Ingredient names that a card carries, and characters of each.
const NAME_LIMITS: (usize, usize) = (40, 40);

/// The names of the ingredients, each once whatever its case: at most 40 of at most 40 characters.
fn ingredient_names(lines: &[Ingredient]) -> Vec<String> {
    let (most, longest) = NAME_LIMITS;
    let mut seen = BTreeSet::new();
    let short = |line: &Ingredient| line.name.trim().chars().take(longest).collect::<String>();
    let names = lines.iter().map(short).filter(|name| !name.is_empty());
    names.filter(|name| seen.insert(name.to_lowercase())).take(most).collect()
}

impl From<&Recipe> for Card {
    fn from(recipe: &Recipe) -> Self {
        let content = &recipe.content;
        Self {
            id: recipe.id.clone(),
            title: content.title.clone(),
            description: content
                .description
                .as_deref()
                .map(|text| text.chars().take(DESCRIPTION_LIMIT).collect()),
            author: content.author.clone(),
            url: recipe.url.clone(),
            part: recipe.source.part().map(str::to_owned),
            image_url: recipe.image_url.clone(),
            status: recipe.status(),
            stage: recipe.stage(),
            language: content.language,
            tags: content.tags.iter().map(|name| Tag { name: name.clone() }).collect(),
            total_minutes: content.total_minutes,
            servings: content.servings,
            ingredient_names: ingredient_names(&content.ingredients),
            nutrition_status: recipe.nutrition_status,
            error_code: recipe.failure().map(|failure| failure.code),
            error_details: recipe.failure().map(|failure| failure.details.clone()),
            picture_submission: recipe.source.submission(UploadKind::Picture).cloned(),
            file_submission: recipe.source.submission(UploadKind::File).cloned(),
            source_name: recipe.source.file_name().map(str::to_owned),
            import_summary: recipe.import.summary().cloned(),
            credit: recipe.credit(),
            favourite: recipe.marks.favourite,
            rating: recipe.marks.rating,
            collections: recipe.marks.collections.clone(),
            last_made_on: recipe.marks.made_on.first().copied(),
            version: recipe.version,
            created_at: recipe.created_at,
            updated_at: recipe.updated_at,
        }
    }
}

/// One change in one owner's list; the `RecipeChange` of the schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecipeChange {
    /// The owner in whose list the row changed: subscriptions are told apart by it.
    pub owner: OwnerId,
    /// Id of the recipe that changed or was deleted.
    pub id: RecipeId,
    /// Of the recipe; a deletion counts as one more than the last.
    pub version: u64,
    /// As it is now; `None` when it was deleted.
    pub card: Option<Card>,
}
