//! Cards of the recipe list, and their change events.

use std::collections::BTreeSet;

use recipe::{Ingredient, Language};
use serde::{Deserialize, Serialize};

use crate::failure::ErrorCode;
use crate::ids::OwnerId;
use crate::model::{CreditState, Day, ImportSummary, NutritionStatus, Recipe, Stage, Status};
use crate::upload::{SubmissionId, UploadKind};
use zest_core::{RecipeId, Timestamp};

/// A tag in the API.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tag {
    /// Text of the tag, at most 60 characters.
    pub name: String,
}

/// A card of the recipe list: `RecipeCard` in the schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Card {
    /// Recipe id.
    pub id: RecipeId,
    /// Title, once known.
    pub title: Option<String>,
    /// First [`DESCRIPTION_LIMIT`] characters of the description.
    pub description: Option<String>,
    /// Author, for the search.
    #[serde(default)]
    pub author: Option<String>,
    /// Address as submitted or edited.
    pub url: Option<String>,
    /// Title of one of several recipes at `url`; `None` for the page's main recipe.
    #[serde(default)]
    pub part: Option<String>,
    /// Object key of the photo (see [`MediaStore::put`](crate::media::MediaStore::put)) and path on the app's
    /// origin.
    pub image_url: Option<String>,
    /// Status of the import; SUCCESS for a recipe that was not imported.
    pub status: Status,
    /// Stage; `None` unless PENDING.
    pub stage: Option<Stage>,
    /// Language of the recipe; `None` if unknown.
    pub language: Option<Language>,
    /// Tags in display order.
    pub tags: Vec<Tag>,
    /// Total time in minutes; `None` if unknown.
    #[serde(rename = "total_time")]
    pub total_minutes: Option<u32>,
    /// Number of servings.
    pub servings: Option<u32>,
    /// Ingredient names, for the search: see [`ingredient_names`].
    #[serde(default)]
    pub ingredient_names: Vec<String>,
    /// Status of the nutrition. The card has no nutrition values.
    pub nutrition_status: NutritionStatus,
    /// Error code; `None` unless FAILED.
    pub error_code: Option<ErrorCode>,
    /// Error text; `None` unless FAILED.
    pub error_details: Option<String>,
    /// Submission id of its photos.
    #[serde(rename = "pictureSubmissionUUID", default)]
    pub picture_submission: Option<SubmissionId>,
    /// Submission id of its file.
    #[serde(rename = "fileSubmissionUUID", default)]
    pub file_submission: Option<SubmissionId>,
    /// Name of the uploaded file.
    #[serde(default)]
    pub source_name: Option<String>,
    /// Summary of a multi-recipe upload.
    #[serde(default)]
    pub import_summary: Option<ImportSummary>,
    /// State of the import's credit; `None` if the import is free.
    #[serde(default)]
    pub credit: Option<CreditState>,
    /// Whether it is a favourite of the owner.
    #[serde(default)]
    pub favourite: bool,
    /// The owner's rating, 1 to 5.
    #[serde(default)]
    pub rating: Option<u8>,
    /// Names of the owner's collections with this recipe.
    #[serde(default)]
    pub collections: Vec<String>,
    /// Most recent day when the owner made it.
    #[serde(default)]
    pub last_made_on: Option<Day>,
    /// [`Recipe::version`]; a larger version is newer.
    pub version: u64,
    /// Time of submission.
    pub created_at: Timestamp,
    /// Time of the last change; transfers to another owner do not count.
    pub updated_at: Timestamp,
}

/// Maximum characters of a card's description. A published change must be below 200 KB.
pub const DESCRIPTION_LIMIT: usize = 300;

/// Maximum names on a card, and characters of each.
const NAME_LIMITS: (usize, usize) = (40, 40);

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

/// A change in an owner's list: `RecipeChange` in the schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecipeChange {
    /// Owner of the list. Subscriptions filter by it.
    pub owner: OwnerId,
    /// Id of the changed or deleted recipe.
    pub id: RecipeId,
    /// Version of the recipe; for a deletion, the last version plus one.
    pub version: u64,
    /// Current card; `None` if deleted.
    pub card: Option<Card>,
}
