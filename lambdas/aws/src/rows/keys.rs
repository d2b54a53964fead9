//! Keys and attribute names of the recipe table.

use std::collections::HashMap;

use app::OwnerId;
use app::upload::{Upload, UploadKind};
use aws_sdk_dynamodb::types::AttributeValue;
use zest_core::{RecipeId, Timestamp};

pub(crate) type Item = HashMap<String, AttributeValue>;

pub(crate) const PK: &str = "PK";
pub(crate) const SK: &str = "SK";
/// Version; every write is conditional on it.
pub(crate) const VERSION: &str = "version";
/// Sparse index of unfinished recipes, by this constant and time.
pub(crate) const UNSETTLED_INDEX: &str = "unsettled";
/// Owner of a recipe.
pub(crate) const OWNER: &str = "owner";
pub(crate) const UNSETTLED: &str = "unsettled";
pub(crate) const UPDATED_AT: &str = "updatedAt";

pub(super) const RECIPE_SK: &str = "R";
const RECIPE_PREFIX: &str = "R#";
const LIST_PREFIX: &str = "O#";
const MEMBER_PREFIX: &str = "U#";

pub(crate) fn key(pk: String, sk: String) -> Item {
    HashMap::from([(PK.to_owned(), AttributeValue::S(pk)), (SK.to_owned(), AttributeValue::S(sk))])
}

/// `R#<id>`, the partition of a recipe.
pub(super) fn recipe_pk(id: &RecipeId) -> String {
    format!("{RECIPE_PREFIX}{id}")
}

pub(crate) fn recipe_key(id: &RecipeId) -> Item {
    key(recipe_pk(id), RECIPE_SK.to_owned())
}

/// `U#<sub>`, the partition of a member.
pub(crate) fn member_pk(user: &OwnerId) -> String {
    format!("{MEMBER_PREFIX}{}", user.secret())
}

/// `O#<owner>`, the partition of an owner's list.
pub(crate) fn list_key(owner: &OwnerId) -> String {
    format!("{LIST_PREFIX}{}", owner.secret())
}

pub(super) fn is_list_key(pk: &str) -> bool {
    pk.starts_with(LIST_PREFIX)
}

/// `<createdAt>#<id>`, which sorts a list by time.
pub(super) fn card_sk(created_at: Timestamp, id: &RecipeId) -> String {
    format!("{}#{id}", String::from(created_at))
}

pub(crate) fn card_key(owner: &OwnerId, created_at: Timestamp, id: &RecipeId) -> Item {
    key(list_key(owner), card_sk(created_at, id))
}

pub(crate) fn read_place(item: &Item) -> Option<(Timestamp, RecipeId)> {
    let (created_at, id) = item.get(SK)?.as_s().ok()?.split_once('#')?;
    Some((Timestamp::try_from(created_at.to_owned()).ok()?, RecipeId::parse(id).ok()?))
}

pub(crate) fn read_id(item: &Item) -> Option<RecipeId> {
    RecipeId::parse(item.get(PK)?.as_s().ok()?.strip_prefix(RECIPE_PREFIX)?).ok()
}

/// `P#<identity>#<kind>#<submission>`, the partition of an upload's recipes.
pub(crate) fn upload_key(upload: &Upload) -> String {
    let kind = match upload.kind {
        UploadKind::Picture => "pictures",
        UploadKind::File => "file",
        UploadKind::Page => "page",
    };
    format!("P#{}#{kind}#{}", upload.identity.secret(), upload.submission)
}

pub(super) fn use_sk(id: &RecipeId) -> String {
    format!("{RECIPE_PREFIX}{id}")
}

pub(crate) fn use_key(upload: &Upload, id: &RecipeId) -> Item {
    key(upload_key(upload), use_sk(id))
}

pub(crate) fn read_user(item: &Item) -> Option<RecipeId> {
    RecipeId::parse(item.get(SK)?.as_s().ok()?.strip_prefix(RECIPE_PREFIX)?).ok()
}
