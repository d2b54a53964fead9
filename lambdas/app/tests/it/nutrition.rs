#![expect(clippy::expect_used, reason = "tests fail by panicking")]

use app::addresses::Guard;
use app::book::{self, UpdateRecipe};
use app::model::{Field, NutritionSource};
use app::recipe_store::RecipeStore;
use app::refusal::Refusal;
use app::view::RecipeView;
use app::{AppError, NutritionStatus, OwnerId, Recipe};
use recipe::{Language, line, nutrition};
use serde_json::{Value, json};
use test_support::fakes::MemoryRecipes;
use test_support::samples::{at, bearer, finished, id};

/// Computed nutrition for one person; one line has an unknown food, another no amount.
fn dessert() -> Recipe {
    let mut recipe = finished(id(1), &OwnerId::new("ann"), at(0));
    let lines = ["200 g sugar", "30 g snark", "Whipped cream", "Salt to taste"];
    recipe.content.language = Some(Language::En);
    recipe.content.servings = Some(1);
    recipe.content.ingredients = lines.iter().map(|text| line::read(text, Some(Language::En))).collect();
    recipe.content.nutrition = nutrition::per_serving(&recipe.content).nutrition.expect("enough known foods");
    recipe.nutrition_status = NutritionStatus::Success;
    recipe.nutrition_source = Some(NutritionSource::Computed);
    recipe
}

async fn edited(recipe: &Recipe, changes: Value) -> Result<Recipe, AppError> {
    let store = MemoryRecipes::default();
    assert_eq!(store.create(recipe).await, Ok(()));
    let mut input = changes;
    input["id"] = json!(id(1));
    let input: UpdateRecipe = serde_json::from_value(input).expect("an input of the schema");
    book::update(&store, &Guard::default(), &bearer("ann"), input, at(1)).await?;
    Ok(store.get(&id(1)).await.expect("a store").expect("a recipe"))
}

fn lines(view: &RecipeView) -> Vec<Value> {
    let view = serde_json::to_value(view).expect("a view");
    view["nutritionalInformation"]["lines"].as_array().expect("lines").clone()
}

#[test]
fn view_names_the_lines_left_out_and_why_also_for_strangers() {
    let own = lines(&RecipeView::for_owner(dessert()));
    let reasons: Vec<&Value> = own.iter().map(|line| &line["leftOut"]).collect();
    assert_eq!(reasons, [&json!(null), &json!("UNKNOWN_FOOD"), &json!("NO_AMOUNT"), &json!("NEGLIGIBLE")]);
    assert_eq!(
        own[0],
        json!({ "line": 0, "food": "sugar", "grams": 200, "leftOut": null, "corrected": false })
    );
    assert_eq!(lines(&RecipeView::for_stranger(dessert()).expect("a public recipe")), own);
}

#[test]
fn stated_or_pending_nutrition_has_no_lines() {
    for (status, source, edited) in [
        (NutritionStatus::Success, Some(NutritionSource::Page), false),
        (NutritionStatus::Pending, None, false),
        (NutritionStatus::Success, None, true),
    ] {
        let mut recipe = dessert();
        (recipe.nutrition_status, recipe.nutrition_source) = (status, source);
        if edited {
            recipe.edited.insert(Field::Nutrition);
        }
        assert_eq!(lines(&RecipeView::for_owner(recipe)), Vec::<Value>::new(), "{status:?} {source:?}");
    }
}

#[tokio::test]
async fn correction_counts_is_kept_by_other_edits_and_can_be_undone() {
    let before = dessert();
    let fixes = json!({ "nutritionFixes": [
        { "line": 1, "food": "butter", "grams": null },
        { "line": 2, "food": null, "grams": 50 },
    ] });
    let fixed = edited(&before, fixes).await.unwrap();
    assert_ne!(fixed.content.nutrition, before.content.nutrition);
    assert!(!nutrition::is_incomplete(&fixed.content));
    assert_eq!(fixed.version, before.version + 1);
    assert!(!fixed.edited.contains(&Field::Ingredients), "the lines are as they were");

    let rows: Vec<Value> = fixed
        .content
        .ingredients
        .iter()
        .rev()
        .map(|line| json!({ "name": line.name, "quantity": line.quantity, "unit": line.unit, "text": line.text }))
        .collect();
    let moved = edited(&fixed, json!({ "ingredients": rows })).await.unwrap();
    assert_eq!(moved.content.nutrition, fixed.content.nutrition);

    let undone = json!({ "nutritionFixes": [{ "line": 1 }, { "line": 2 }] });
    let again = edited(&fixed, undone).await.unwrap();
    assert_eq!(again.content, before.content);
}

#[tokio::test]
async fn impossible_correction_is_refused() {
    for (fix, refusal) in [
        (json!({ "line": 1, "food": "boojum" }), Refusal::UnknownFood),
        (json!({ "line": 4, "grams": 1 }), Refusal::OutOfBounds),
        (json!({ "line": 0, "grams": 100_001 }), Refusal::OutOfBounds),
        (json!({ "line": 0, "food": "x".repeat(61) }), Refusal::OutOfBounds),
    ] {
        let answer = edited(&dessert(), json!({ "nutritionFixes": [fix] })).await;
        assert_eq!(answer.err(), Some(AppError::InvalidInput(refusal)), "{fix}");
    }
}

#[tokio::test]
async fn shared_page_has_no_nutrition_that_misses_lines() {
    let store = MemoryRecipes::default();
    assert_eq!(store.create(&dessert()).await, Ok(()));
    let shared = book::shared(&store, id(1).as_str()).await.unwrap().expect("a shared recipe");
    assert!(shared.content.nutrition.is_empty());
}
