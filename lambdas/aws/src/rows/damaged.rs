//! Damaged rows: an unknown code affects only its field, an unreadable row only itself.

use app::model::Source;
use app::{Card, ErrorCode, NutritionStatus, Recipe, Stage, Status};
use recipe::Doubt;
use serde_dynamo::{AttributeValue, Item};
use zest_core::PortError;

use crate::rows::recorded::{Recorded, card_of, recipe_of, recording};
use crate::rows::{read_cards, read_recipe};

fn text(name: &str) -> AttributeValue {
    AttributeValue::S(name.to_owned())
}

fn at<'a>(item: &'a mut Item, path: &str) -> &'a mut AttributeValue {
    let mut parts = path.split('.');
    let mut value = item.get_mut(parts.next().unwrap()).unwrap();
    for part in parts {
        value = match value {
            AttributeValue::M(map) => map.get_mut(part).unwrap(),
            AttributeValue::L(list) => &mut list[part.parse::<usize>().unwrap()],
            other => panic!("{path}: {other:?}"),
        };
    }
    value
}

/// A recorded recipe with an unknown code at `path`, for each kind of value.
fn damaged(name: &str, path: &str) -> Vec<Recipe> {
    [text("TELEPORTED"), AttributeValue::N("7".to_owned()), AttributeValue::M([].into())]
        .into_iter()
        .map(|value| {
            let mut row = recording(name).recipe;
            *at(&mut row, path) = value;
            recipe_of(row)
        })
        .collect()
}

#[test]
fn unknown_code_reads_as_the_fields_fallback() {
    type Check = fn(&Recipe) -> bool;
    let rows: [(&str, &str, Check); 19] = [
        ("address-checking", "status", |recipe| {
            let code = recipe.failure().map(|failure| failure.code);
            (recipe.status(), recipe.stage(), code) == (Status::Failed, None, Some(ErrorCode::Internal))
        }),
        ("address-checking", "stage", |recipe| recipe.stage() == Some(Stage::Fetching)),
        ("file-checking-with-summary", "stage", |recipe| recipe.stage() == Some(Stage::Reading)),
        ("address-succeeded-nutrition-computed", "nutritionStatus", |recipe| {
            recipe.nutrition_status == NutritionStatus::Failed
        }),
        ("address-succeeded-nutrition-computed", "nutritionSource", |recipe| {
            recipe.nutrition_source.is_none() && recipe.nutrition_status == NutritionStatus::Success
        }),
        ("address-failed", "failure.code", |recipe| {
            let stored = recipe_of(recording("address-failed").recipe);
            let failure = recipe.failure().unwrap();
            failure.code == ErrorCode::Internal && failure.details == stored.failure().unwrap().details
        }),
        ("address-with-doubts", "content.ingredients.0.doubt", |recipe| {
            recipe.content.ingredients[0].doubt == Some(Doubt::Guessed)
        }),
        ("address-with-doubts", "content.language", |recipe| recipe.content.language.is_none()),
        ("address-fetching", "requestedLanguage", |recipe| recipe.requested_language.is_none()),
        ("address-succeeded-with-warnings-nutrition-failed", "warnings.0", |recipe| {
            recipe.warnings.len() == 1
        }),
        ("address-edited", "edited.0", |recipe| {
            recipe.edited.len() + 1 == recipe_of(recording("address-edited").recipe).edited.len()
        }),
        ("file-succeeded-with-summary", "importSummary.problems.0.errorCode", |recipe| {
            recipe.import.summary().unwrap().problems[0].error_code == ErrorCode::Internal
        }),
        ("file-succeeded-with-summary", "upload.kind", |recipe| {
            let whole = recipe_of(recording("file-succeeded-with-summary").recipe);
            *recipe == Recipe { source: Source::Blank, ..whole }
        }),
        ("file-reading-credit-held", "charge.state", |recipe| recipe.import.charge().is_none()),
        ("file-reading-assistance-asked", "assistance", |recipe| recipe.import.assistance().is_none()),
        ("sibling", "upload.kind", |recipe| recipe.source == Source::Blank),
        ("address-fetching", "origin", |recipe| recipe.source == Source::Address { part: None }),
        ("file-reading", "origin", |recipe| {
            recipe.source == recipe_of(recording("file-reading").recipe).source
        }),
        ("sibling", "origin", |recipe| matches!(recipe.source, Source::Upload(_))),
    ];
    for (name, path, is_right) in rows {
        for recipe in damaged(name, path) {
            assert!(is_right(&recipe), "{path} of {name}: {recipe:?}");
        }
    }
}

#[test]
fn unknown_code_in_a_list_row_reads_as_failure_or_none() {
    let shown = |name: &str, path: &str| {
        let mut row = recording(name).card;
        *at(&mut row, path) = text("TELEPORTED");
        card_of(row).unwrap()
    };
    let failed = shown("address-checking", "status");
    assert_eq!((failed.status, failed.stage), (Status::Failed, None));
    assert_eq!(failed.error_code, Some(ErrorCode::Internal));
    assert_eq!(failed.error_details.as_deref(), Some(ErrorCode::Internal.sentence()));
    assert_eq!(shown("address-checking", "stage").stage, Some(Stage::Fetching));
    assert_eq!(shown("picture-extracting", "stage").stage, Some(Stage::Reading));
    assert_eq!(shown("address-failed", "errorCode").error_code, Some(ErrorCode::Internal));
    assert_eq!(shown("address-checking", "language").language, None);
    assert_eq!(shown("address-checking", "nutritionStatus").nutrition_status, NutritionStatus::Failed);
    assert_eq!(shown("file-reading", "fileSubmissionUUID").file_submission, None);
}

#[test]
fn unreadable_row_is_skipped_in_pages_and_batches() {
    let Recorded { recipe, card: whole, .. } = recording("blank");
    for essential in ["id", "owner", "version", "createdAt", "updatedAt"] {
        let mut row = whole.clone();
        *at(&mut row, essential) = AttributeValue::Bool(true);
        assert_eq!(card_of(row.clone()), None, "{essential} of a batch's row");
        let page = read_cards(vec![row.into(), whole.clone().into()]);
        assert_eq!(page, [Card::from(&recipe_of(recipe.clone()))], "{essential} of a page's row");
    }
    let mut row = recipe;
    *at(&mut row, "content") = text("soup");
    assert!(matches!(read_recipe(row.into()), Err(PortError::Unreadable(_))));
}
