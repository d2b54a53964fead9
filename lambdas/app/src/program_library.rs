//! A member's recipes for programs: read one, import one.

use recipe::{Content, schema_org};
use serde::Serialize;
use serde_json::Value;

use crate::addresses::guard::Guard;
use crate::caller::Caller;
use crate::error::AppError;
use crate::import::admission::check_load;
use crate::import::create::{Admitted, CreateRecipe, NewSource, create};
use crate::limits::{self, CountedUse, Counters, UseLimits};
use crate::model::Status;
use crate::recipe_store::RecipeStore;
use crate::signed_token::KeyRing;
use crate::source_address::SourceAddress;
use crate::workflows::Workflows;
use zest_core::{RecipeId, Timestamp};

/// A recipe of the member. It names no owner and no identity.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnRecipe {
    /// Id of the recipe.
    pub id: RecipeId,
    /// Increases with each change.
    pub version: u64,
    /// PENDING while it is imported.
    pub status: Status,
    /// Address of its page.
    pub url: Option<String>,
    /// Title, lines, steps, times and servings.
    pub recipe: Content,
    /// The same as a schema.org document, once imported.
    pub json_ld: Option<Value>,
    /// The member's private notes; they are not shared by link.
    pub notes: Option<String>,
}

/// Reads a recipe of the member.
///
/// # Errors
/// [`AppError::RecipeNotFound`], also for another owner's.
pub async fn read(store: &impl RecipeStore, member: &Caller, id: &str) -> Result<OwnRecipe, AppError> {
    let id = RecipeId::parse(id)?;
    let stored = store.get(&id).await?.filter(|recipe| member.owns(recipe));
    let recipe = stored.ok_or(AppError::RecipeNotFound(id))?;
    let status = recipe.status();
    let described = schema_org::Recipe {
        content: &recipe.content,
        url: recipe.url.as_deref(),
        source: None,
        image: None,
    };
    let json_ld = match status {
        Status::Success => {
            let document = schema_org::document(&described);
            let document = document.and_then(|text| serde_json::from_str(&text));
            Some(document.map_err(|error| AppError::internal(&error))?)
        }
        Status::Pending | Status::Failed => None,
    };
    Ok(OwnRecipe {
        id: recipe.id,
        version: recipe.version,
        status,
        url: recipe.url,
        recipe: recipe.content,
        json_ld,
        notes: recipe.notes,
    })
}

/// Ports and settings of [`import`].
#[derive(Debug)]
pub struct ImportPorts<'a, Recipes, Machines, Counts> {
    /// Stores and lists recipes.
    pub recipes: &'a Recipes,
    /// Starts the processing of an import.
    pub workflows: &'a Machines,
    /// Refuses private addresses.
    pub guard: &'a Guard,
    /// Counts imports.
    pub counters: &'a Counts,
    /// Keys for counter names.
    pub ring: &'a KeyRing,
    /// Rate limits; `None` for no limits.
    pub limits: Option<UseLimits>,
    /// Maximum concurrent imports of all users; 0 for no limit.
    pub under_way: u32,
    /// Source address of the call.
    pub source: Option<&'a SourceAddress>,
}

/// Starts the import of a page under a new id. Counts as a [`CountedUse::FreeImport`].
///
/// # Errors
/// [`AppError::RefusedAddress`]; [`AppError::LimitReached`]; [`AppError::Busy`] with too many imports running.
pub async fn import(
    ports: &ImportPorts<'_, impl RecipeStore, impl Workflows, impl Counters>,
    member: &Caller,
    id: RecipeId,
    url: String,
    now: Timestamp,
) -> Result<RecipeId, AppError> {
    check_load(ports.recipes, ports.under_way, now).await?;
    if let Some(limits) = ports.limits {
        let (counters, ring) = (ports.counters, ports.ring);
        limits::spend(limits, counters, ring, CountedUse::FreeImport, member, ports.source, now).await?;
    }
    let input = CreateRecipe { id, source: NewSource::Address { url, part: None }, language: None };
    let (recipes, workflows, guard) = (ports.recipes, ports.workflows, ports.guard);
    Ok(create(recipes, workflows, guard, member, input, Admitted::default(), now).await?.id)
}
