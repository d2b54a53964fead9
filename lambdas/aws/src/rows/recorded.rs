//! Recorded rows of each format: all are readable and round-trip. Never change a file: a new format gets a
//! new folder.

use std::path::{Path, PathBuf};

use app::{Card, OwnerId, Recipe};
use serde::Deserialize;
use serde_dynamo::{AttributeValue, Item};

use crate::rows::keys::{PK, SK, UNSETTLED, unsettled_shard};
use crate::rows::{
    card_item, keys_to_delete, member_item, member_key, read_identity, read_recipe, read_streamed,
    recipe_item, use_item,
};

#[derive(Deserialize)]
#[serde(untagged)]
enum Recording {
    Recipe(Recorded),
    Member(RecordedMember),
}

#[derive(Deserialize)]
pub(super) struct Recorded {
    pub(super) recipe: Item,
    pub(super) card: Item,
    upload: Option<Item>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RecordedMember {
    member: Item,
    claim: Item,
    claim_of_member: Item,
}

fn recordings() -> Vec<(String, Recording)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let files = |folder: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    let mut found: Vec<_> = files(&folder)
        .iter()
        .flat_map(|day| files(day))
        .map(|file| {
            let recorded = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
            (file.file_stem().unwrap().to_string_lossy().into_owned(), recorded)
        })
        .collect();
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    found
}

pub(super) fn recording(name: &str) -> Recorded {
    match recordings().into_iter().find(|(known, _)| known == name) {
        Some((_, Recording::Recipe(recorded))) => recorded,
        _ => panic!("there is no recording {name} of a recipe"),
    }
}

pub(super) fn recipe_of(item: Item) -> Recipe {
    read_recipe(item.into()).unwrap()
}

pub(super) fn card_of(item: Item) -> Option<Card> {
    read_streamed(item).map(|(_, card)| card)
}

fn plain(item: Item) -> serde_json::Value {
    serde_json::to_value(item).unwrap()
}

#[test]
fn recorded_rows_are_read_and_round_trip() {
    let recordings = recordings();
    assert!(recordings.len() >= 35, "{}", recordings.len());
    assert!(recordings.iter().any(|(_, recording)| matches!(recording, Recording::Member(_))));
    for (name, recording) in recordings {
        match recording {
            Recording::Recipe(rows) => check_recipe(&name, rows),
            Recording::Member(rows) => check_member(&name, rows),
        }
    }
}

fn check_recipe(name: &str, Recorded { recipe: row, card, upload }: Recorded) {
    let recipe = recipe_of(row.clone());
    assert_eq!(plain(recipe_item(&recipe).unwrap().into()), plain(in_shard(row, &recipe)), "{name}");
    assert_eq!(card_of(card.clone()), Some(Card::from(&recipe)), "{name}");
    assert_eq!(plain(card_item(&recipe).unwrap().into()), plain(card), "{name}");
    let written = use_item(&recipe).map(|item| plain(item.unwrap().into()));
    assert_eq!(written, upload.map(plain), "{name}");
}

/// The row as it is written now, in its shard.
fn in_shard(mut row: Item, recipe: &Recipe) -> Item {
    if let Some(AttributeValue::S(shard)) = row.get_mut(UNSETTLED)
        && shard == UNSETTLED
    {
        *shard = unsettled_shard(&recipe.id);
    }
    row
}

fn check_member(name: &str, RecordedMember { member, claim, claim_of_member }: RecordedMember) {
    let text = |row: &Item, attribute: &str| match row.get(attribute) {
        Some(AttributeValue::S(text)) => text.clone(),
        other => panic!("{attribute} of {name}: {other:?}"),
    };
    let key = |row: &Item| serde_json::json!({ PK: { "S": text(row, PK) }, SK: { "S": text(row, SK) } });
    let user = OwnerId::new(text(&member, PK).strip_prefix("U#").unwrap());
    let identity = read_identity(member.clone().into()).unwrap();
    assert_eq!(plain(member_item(&user, &identity).unwrap().into()), plain(member.clone()), "{name}");
    assert_eq!(plain(member_key(&user).into()), key(&member), "{name}");

    let forgotten = |row: &Item| -> Vec<_> {
        keys_to_delete(&user, &row.clone().into()).into_iter().map(|key| plain(key.into())).collect()
    };
    assert_eq!(forgotten(&claim_of_member), [key(&claim), key(&claim_of_member)], "{name}");
    assert_eq!(forgotten(&member), [key(&member)], "{name}");
}

#[test]
fn unreadable_member_row_has_no_identity() {
    let broken =
        [(PK, "U#ann"), (SK, "U")].map(|(name, text)| (name.to_owned(), AttributeValue::S(text.to_owned())));
    assert_eq!(read_identity(Item::from(std::collections::HashMap::from(broken)).into()), None);
}

#[test]
fn oldest_rows_are_read_without_later_fields() {
    let (mut row, mut card) = {
        let recorded = recording("address-fetching");
        (recorded.recipe, recorded.card)
    };
    let whole = recipe_of(row.clone());
    for later in
        ["origin", "upload", "sourceName", "pages", "importSummary", "nutritionSource", "warnings", "notes"]
    {
        row.remove(later).unwrap();
    }
    assert_eq!(recipe_of(row), whole);
    for later in
        ["ingredientNames", "pictureSubmissionUUID", "fileSubmissionUUID", "sourceName", "importSummary"]
    {
        card.remove(later).unwrap();
    }
    assert_eq!(card_of(card), Some(Card::from(&whole)));
}

#[test]
fn step_headings_are_read_and_old_rows_have_none() {
    let mut row = recording("blank-with-step-headings").recipe;
    let recipe = recipe_of(row.clone());
    let headings: Vec<_> =
        recipe.content.step_headings.iter().map(|heading| (heading.step, heading.text.as_str())).collect();
    assert_eq!(headings, [(0, "La pâte"), (2, "La cuisson")]);
    let Some(AttributeValue::M(content)) = row.get_mut("content") else { panic!("a recipe has content") };
    content.remove("stepHeadings").unwrap();
    let old = recipe_of(row);
    assert_eq!(old.content.step_headings, []);
    assert_eq!(old.content.instructions, recipe.content.instructions);
}

#[test]
fn linked_recipes_are_read_and_old_rows_have_none() {
    let linked = recipe_of(recording("blank-with-linked-recipe").recipe);
    assert_eq!(linked.content.ingredients[0].recipe.as_deref(), Some("0000000000000000000000000000002a"));
    let old = recipe_of(recording("blank-with-step-headings").recipe);
    assert_eq!(old.content.ingredients[0].recipe, None);
    let lines = |recipe: &Recipe| {
        let lines = recipe.content.ingredients.iter().cloned();
        lines.map(|line| recipe::Ingredient { recipe: None, ..line }).collect::<Vec<_>>()
    };
    assert_eq!(lines(&linked), lines(&old));
}

#[test]
fn stream_rows_other_than_list_rows_are_skipped() {
    assert_eq!(card_of(recording("blank").recipe), None);
}
