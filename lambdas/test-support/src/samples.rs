//! Sample recipes, callers, ids and times.

use std::collections::BTreeSet;

use app::grocery::{LinkRequest, RecipePage};
use app::import::{CreateRecipe, NewSource};
use app::job::Job;
use app::model::Import;
use app::signed_token::KeyRing;
use app::upload::{SubmissionId, UploadKind};
use app::{Caller, OwnerId, Recipe};
use zest_core::{RecipeId, Timestamp};

/// A fixed time plus `seconds`.
#[must_use]
pub fn at(seconds: i64) -> Timestamp {
    Timestamp::from_millis(1_795_246_680_000 + seconds * 1000)
}

/// Recipe id whose last digits are `number` in hexadecimal.
#[must_use]
pub fn id(number: u128) -> RecipeId {
    let digits = format!("{number:032x}");
    RecipeId::parse(&digits).unwrap_or_else(|_| panic!("{digits} is no id"))
}

/// A PENDING recipe, submitted with an address.
#[must_use]
pub fn submitted(id: RecipeId, owner: &OwnerId, created_at: Timestamp) -> Recipe {
    let url = "https://example.com/recipe".to_owned();
    Recipe::submitted(id, owner.clone(), BTreeSet::from([owner.clone()]), url, None, created_at)
}

/// Import of an address.
#[must_use]
pub fn import_of_address(id: RecipeId, url: &str) -> CreateRecipe {
    CreateRecipe { id, source: NewSource::Address { url: url.to_owned(), part: None }, language: None }
}

/// Import of photos or a file.
#[must_use]
pub fn import_of_upload(id: RecipeId, kind: UploadKind, submission: &str) -> CreateRecipe {
    let submission = SubmissionId::parse(submission).unwrap_or_else(|error| panic!("{error}"));
    let source = match kind {
        UploadKind::Picture => NewSource::Pictures(submission),
        UploadKind::File => NewSource::File { submission, url: None },
        UploadKind::Page => panic!("a sent page has an address"),
    };
    CreateRecipe { id, source, language: None }
}

/// An imported recipe with the title "Soup" and pending nutrition.
#[must_use]
pub fn finished(id: RecipeId, owner: &OwnerId, created_at: Timestamp) -> Recipe {
    let mut recipe = submitted(id, owner, created_at);
    recipe.import = Import::nothing();
    recipe.content.title = Some("Soup".to_owned());
    recipe
}

/// A grocery page with salt, for en-US.
#[must_use]
pub fn grocery_page(title: &str) -> RecipePage {
    let body = serde_json::json!({ "title": title, "ingredients": [{ "name": "salt", "quantity": "1", "unit": "tsp" }] });
    let request: LinkRequest = serde_json::from_value(body).unwrap_or_else(|error| panic!("{error}"));
    request.page(None).unwrap_or_else(|error| panic!("{error}"))
}

/// Test keys.
#[must_use]
pub fn ring() -> KeyRing {
    KeyRing::from_json(&format!(r#"{{"kid":"k1","key":"{}"}}"#, "k".repeat(40)))
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Guest with this identity id.
#[must_use]
pub fn guest(name: &str) -> Caller {
    Caller::Guest { identity: OwnerId::new(name) }
}

/// Bearer of a guest's owner token.
#[must_use]
pub fn bearer(name: &str) -> Caller {
    Caller::Bearer { identity: OwnerId::new(name), user: None }
}

/// Member with the identity id `us:<name>`.
#[must_use]
pub fn member(name: &str) -> Caller {
    Caller::Member { user: OwnerId::new(name), identity: Some(OwnerId::new(format!("us:{name}"))) }
}

/// Bearer of a member's owner token.
#[must_use]
pub fn member_bearer(name: &str) -> Caller {
    Caller::Bearer { identity: OwnerId::new(format!("us:{name}")), user: Some(OwnerId::new(name)) }
}

/// First attempt of a recipe's import.
#[must_use]
pub fn job(id: &RecipeId) -> Job {
    Job { id: id.clone(), attempt: app::Attempt::FIRST }
}
