//! Rows as they were written on the days on which their format grew: every one is read, and what is read is written as
//! it was. A file is never changed; a day on which rows are written otherwise gets a folder of its own.

use std::path::{Path, PathBuf};

use app::{Card, Recipe};
use serde::Deserialize;
use serde_dynamo::Item;

use crate::rows::{card_item, read_recipe, read_streamed, recipe_item, use_item};

/// All rows of one recipe, in DynamoDB's own JSON.
#[derive(Deserialize)]
pub(super) struct Recorded {
    pub(super) recipe: Item,
    pub(super) card: Item,
    upload: Option<Item>,
}

/// Every recording of the day on which rows got types of their own, by its name.
pub(super) fn recordings() -> Vec<(String, Recorded)> {
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

/// The recording of this name.
pub(super) fn recording(name: &str) -> Recorded {
    recordings().into_iter().find(|(known, _)| known == name).unwrap().1
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
fn every_row_ever_written_is_read_and_written_as_it_was() {
    let recordings = recordings();
    assert!(recordings.len() >= 28, "{}", recordings.len());
    for (name, Recorded { recipe: row, card, upload }) in recordings {
        let recipe = recipe_of(row.clone());
        assert_eq!(plain(recipe_item(&recipe).unwrap().into()), plain(row), "{name}");
        assert_eq!(card_of(card.clone()), Some(Card::from(&recipe)), "{name}");
        assert_eq!(plain(card_item(&recipe).unwrap().into()), plain(card), "{name}");
        let written = use_item(&recipe).map(|item| plain(item.unwrap().into()));
        assert_eq!(written, upload.map(plain), "{name}");
    }
}

#[test]
fn a_row_of_the_first_days_is_read_without_what_came_later() {
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
fn a_row_of_the_stream_that_is_no_list_row_is_passed_over() {
    assert_eq!(card_of(recording("blank").recipe), None);
}
