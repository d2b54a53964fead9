//! Reads and imports a member's recipes for programs.

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

/// A member's recipe, without owners and identities.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnRecipe {
    /// Recipe id.
    pub id: RecipeId,
    /// Increases with every change.
    pub version: u64,
    /// PENDING during the import.
    pub status: Status,
    /// Address of its page.
    pub url: Option<String>,
    /// Title, lines, steps, times and servings.
    pub recipe: Content,
    /// The recipe as a schema.org document, after the import.
    pub json_ld: Option<Value>,
    /// The member's private notes; links do not share them.
    pub notes: Option<String>,
}

/// Reads a member's recipe.
///
/// # Errors
/// [`AppError::RecipeNotFound`] if missing or not the member's.
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
    /// Recipes; the new one is stored here.
    pub recipes: &'a Recipes,
    /// Starts the workflow of an import.
    pub workflows: &'a Machines,
    /// Refuses private and malformed addresses.
    pub guard: &'a Guard,
    /// Rate-limit counters.
    pub counters: &'a Counts,
    /// Keys that hash counter names.
    pub ring: &'a KeyRing,
    /// Rate limits, if any.
    pub limits: Option<UseLimits>,
    /// Maximum concurrent imports of all users; 0 for no limit.
    pub under_way: u32,
    /// Source address of the call.
    pub source: Option<&'a SourceAddress>,
}

/// Starts the import of a page as a new recipe. Counts as a [`CountedUse::FreeImport`].
///
/// # Errors
/// [`AppError::RefusedAddress`]; [`AppError::LimitReached`]; [`AppError::Busy`] if too many imports are
/// running.
pub async fn import(
    ports: &ImportPorts<'_, impl RecipeStore, impl Workflows, impl Counters>,
    member: &Caller,
    id: RecipeId,
    url: String,
    now: Timestamp,
) -> Result<RecipeId, AppError> {
    check_load(ports.recipes, &id, ports.under_way, now).await?;
    if let Some(limits) = ports.limits {
        let (counters, ring) = (ports.counters, ports.ring);
        limits::spend(limits, counters, ring, CountedUse::FreeImport, member, ports.source, now).await?;
    }
    let input = CreateRecipe { id, source: NewSource::Address { url, part: None }, language: None };
    let (recipes, workflows, guard) = (ports.recipes, ports.workflows, ports.guard);
    Ok(create(recipes, workflows, guard, member, input, Admitted::default(), now).await?.id)
}
