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
/// Sparse index of unfinished recipes, by shard and time.
pub(crate) const UNSETTLED_INDEX: &str = "unsettled";
pub(crate) const OWNER: &str = "owner";
/// Shard of an unfinished recipe. In rows from before the shards, the value is this name.
pub(crate) const UNSETTLED: &str = "unsettled";
/// Number of shards: a partition accepts 1,000 writes a second, an import makes eight.
pub(crate) const SHARDS: u32 = 8;
pub(crate) const UPDATED_AT: &str = "updatedAt";

pub(super) const RECIPE_SK: &str = "R";
const RECIPE_PREFIX: &str = "R#";
const LIST_PREFIX: &str = "O#";
const MEMBER_PREFIX: &str = "U#";

pub(crate) fn key(pk: String, sk: String) -> Item {
    HashMap::from([(PK.to_owned(), AttributeValue::S(pk)), (SK.to_owned(), AttributeValue::S(sk))])
}

pub(super) fn recipe_pk(id: &RecipeId) -> String {
    format!("{RECIPE_PREFIX}{id}")
}

/// `unsettled#<last digit of the id, modulo the number of shards>`. Ids are random, so the shards are even.
pub(crate) fn unsettled_shard(id: &RecipeId) -> String {
    let digit = id.as_str().chars().next_back().and_then(|digit| digit.to_digit(16)).unwrap_or_default();
    shard(digit % SHARDS)
}

/// All shards, and the value of rows that were written before there were shards.
pub(crate) fn unsettled_shards() -> impl Iterator<Item = String> {
    (0..SHARDS).map(shard).chain([UNSETTLED.to_owned()])
}

fn shard(number: u32) -> String {
    format!("{UNSETTLED}#{number}")
}

pub(crate) fn recipe_key(id: &RecipeId) -> Item {
    key(recipe_pk(id), RECIPE_SK.to_owned())
}

pub(crate) fn member_pk(user: &OwnerId) -> String {
    format!("{MEMBER_PREFIX}{}", user.secret())
}

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

/// Time of the last change, and id, from a row of the index [`UNSETTLED_INDEX`].
pub(crate) fn read_unsettled(item: &Item) -> Option<(String, RecipeId)> {
    Some((item.get(UPDATED_AT)?.as_s().ok()?.clone(), read_id(item)?))
}

fn read_id(item: &Item) -> Option<RecipeId> {
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn ids_are_evenly_spread_over_the_shards() {
        let mut counts = BTreeMap::new();
        // A sequence of pseudo-random numbers (SplitMix64), as ids of version 4 without dashes.
        let mut state = 0_u64;
        let mut random = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ (mixed >> 31)
        };
        for _ in 0..8_000 {
            let version = (random() & !0xf000) | 0x4000;
            let variant = (random() & !(0xc << 60)) | (0x8 << 60);
            let id = RecipeId::parse(&format!("{version:016x}{variant:016x}")).unwrap();
            *counts.entry(unsettled_shard(&id)).or_insert(0) += 1;
        }
        let shards: Vec<_> = unsettled_shards().filter(|shard| shard != UNSETTLED).collect();
        assert_eq!(counts.keys().cloned().collect::<Vec<_>>(), shards, "each shard is written and read");
        assert!(counts.values().all(|count| (900..1_100).contains(count)), "{counts:?}");
    }
}
