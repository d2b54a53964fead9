use app::model::{COLLECTIONS_LIMIT, DAYS_LIMIT, Day, Field, Import, ImportState, Marks};
use app::{Attempt, Card, ErrorCode, Failure, OwnerId, Recipe, RecipeChange};
use aws_sdk_dynamodb::types::AttributeValue;
use extract::Code;
use test_support::samples::{at, id, submitted};

use crate::rows::keys::Item;
use crate::rows::{card_item, recipe_item};

#[test]
fn only_failed_imports_and_their_list_rows_expire() {
    let pending = submitted(id(1), &OwnerId::new("ann"), at(0));
    let mut failed = pending.clone();
    failed.fail(Failure::from(ErrorCode::NotFound)).unwrap();
    let mut retried = failed.clone();
    retried.restart().unwrap();
    for (recipe, expires) in [(pending, false), (failed, true), (retried, false)] {
        for item in [recipe_item(&recipe).unwrap(), card_item(&recipe).unwrap()] {
            let expected = (at(0).seconds() + 90 * 86_400).to_string();
            let found = item.get("expiresAt").and_then(|value| value.as_n().ok());
            assert_eq!(found, expires.then_some(&expected), "{:?}", recipe.status());
        }
    }
}

fn value_bytes(value: &AttributeValue) -> usize {
    match value {
        AttributeValue::S(text) => text.len(),
        AttributeValue::N(digits) => digits.len().div_ceil(2) + 1,
        AttributeValue::L(list) => 3 + list.iter().map(|item| 1 + value_bytes(item)).sum::<usize>(),
        AttributeValue::M(map) => 3 + map.len() + item_bytes(map),
        AttributeValue::Bool(_) | AttributeValue::Null(_) => 1,
        other => panic!("a kind of value that no row has: {other:?}"),
    }
}

fn item_bytes(item: &Item) -> usize {
    item.iter().map(|(name, value)| name.len() + value_bytes(value)).sum()
}

/// A recipe at all limits, with four-byte characters.
fn largest() -> Recipe {
    let owner = OwnerId::new("x".repeat(60));
    let mut recipe = submitted(id(1), &owner, at(0));
    recipe.owners.insert(OwnerId::new("y".repeat(60)));
    let failure = Failure::from(ErrorCode::TooManyRedirects);
    recipe.import = Import::new(ImportState::Failed(failure), Attempt::FIRST);
    recipe.url = Some("u".repeat(app::import::URL_LIMIT));
    recipe.image_url = Some(format!("media/{}/{}", recipe.id, "0".repeat(32)));
    recipe.raw_extraction = Some("r".repeat(app::model::RAW_LIMIT_BYTES));
    recipe.marks = Marks {
        favourite: true,
        rating: Some(5),
        collections: vec!["🍲".repeat(60); COLLECTIONS_LIMIT],
        made_on: vec![Day::latest_at(at(0)); DAYS_LIMIT],
    };
    recipe.warnings = vec![Code::InstructionsMissing; 30];
    recipe.edited =
        [Field::Title, Field::Description, Field::Ingredients, Field::Instructions, Field::Nutrition].into();
    let value = Some("🍲".repeat(60));
    let [calories, fat, carbs, protein] = [value.clone(), value.clone(), value.clone(), value];
    let content = &mut recipe.content;
    content.nutrition = recipe::Nutrition { calories, fat, carbs, protein };
    content.title = Some("🍲".repeat(app::book::TITLE_LIMIT));
    content.author = Some("🍲".repeat(app::book::AUTHOR_LIMIT));
    content.tags = vec!["🍲".repeat(60); 30];
    content.instructions = vec!["🍲".to_owned(); app::book::LINE_LIMIT];
    let heading = |step| recipe::StepHeading { step, text: "🍲".to_owned() };
    content.step_headings = (0..).map(heading).take(app::book::LINE_LIMIT).collect();
    let line = recipe::Ingredient {
        name: "🍲".repeat(40),
        group: Some("🍲".to_owned()),
        doubt: Some(recipe::Doubt::Guessed),
        counted_as: Some(recipe::CountedAs { food: Some("🍲".to_owned()), grams: Some(100_000) }),
        recipe: Some("a".repeat(32)),
        ..recipe::Ingredient::default()
    };
    content.ingredients = vec![line; app::book::LINE_LIMIT];
    for (number, line) in content.ingredients.iter_mut().take(40).enumerate() {
        line.name = format!("{number:02}{}", "🍲".repeat(38));
    }
    let room =
        |content: &recipe::Content| app::model::CONTENT_LIMIT_BYTES - app::model::content_bytes(content);
    content.description = Some("🍲".repeat(room(content).min(4 * app::book::TEXT_LIMIT) / 8));
    recipe.notes = Some("🍲".repeat(room(content) / 4));
    assert!(app::model::fits(&mut recipe.content, recipe.notes.as_deref()));
    assert!(
        room(&recipe.content) - recipe.notes.as_ref().map_or(0, String::len) < 4,
        "there is room for more"
    );
    recipe
}

#[test]
fn the_largest_recipe_stays_below_350_kb_and_its_change_below_200_kb() {
    let recipe = largest();
    let bytes = item_bytes(&recipe_item(&recipe).unwrap());
    assert!((300_000..350_000).contains(&bytes), "{bytes} bytes of DynamoDB's 400 KB");

    // Imported titles may be longer than edited ones.
    let mut imported = recipe;
    imported.content.title = Some("🍲".repeat(1_250));
    let card = Card::from(&imported);
    assert_eq!(card.ingredient_names.len(), 40);
    let change = RecipeChange { owner: imported.owner, id: imported.id, version: 1, card: Some(card) };
    let bytes = serde_json::to_vec(&change).unwrap().len();
    assert!((10_000..200_000).contains(&bytes), "{bytes} bytes of what a subscription carries");
}
