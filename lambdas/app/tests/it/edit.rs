#![expect(clippy::expect_used, reason = "tests fail by panicking")]

use app::addresses::Guard;
use app::book::{self, RetryBy, UpdateRecipe};
use app::enrich::{self, Enrichment};
use app::import::{self, ExtractPorts};
use app::model::{CONTENT_LIMIT_BYTES, Field, NutritionSource, content_bytes};
use app::recipe_store::RecipeStore;
use app::refusal::Refusal;
use app::view::RecipeView;
use app::workflows::Workflow;
use app::{AppError, ErrorCode, Failure, NutritionStatus, OwnerId, Recipe, Status};
use recipe::{Content, Ingredient, Language, Nutrition, StepHeading};
use serde_json::{Value, json};
use test_support::fakes::{MemoryArtifacts, MemoryMedia, MemoryRecipes, MemoryWorkflows, ScriptedWeb};
use test_support::member_credits::FREE;
use test_support::samples::{at, bearer, finished, id, job, submitted};
use test_support::uploads::MemoryUploads;

fn soup() -> Recipe {
    finished(id(1), &OwnerId::new("ann"), at(0))
}

fn with_computed_nutrition() -> Recipe {
    let mut recipe = soup();
    recipe.content.language = Some(Language::En);
    recipe.content.servings = Some(4);
    recipe.content.ingredients = vec![line("200", "g", "sugar"), line("200", "g", "flour")];
    recipe.content.nutrition =
        recipe::nutrition::per_serving(&recipe.content).nutrition.expect("known foods");
    recipe.nutrition_status = NutritionStatus::Success;
    recipe.nutrition_source = Some(NutritionSource::Computed);
    recipe
}

fn line(quantity: &str, unit: &str, name: &str) -> Ingredient {
    Ingredient {
        quantity: quantity.to_owned(),
        unit: unit.to_owned(),
        name: name.to_owned(),
        text: format!("{quantity} {unit} {name}"),
        ..Ingredient::default()
    }
}

async fn store_with(recipe: &Recipe) -> MemoryRecipes {
    let store = MemoryRecipes::default();
    assert_eq!(store.create(recipe).await, Ok(()));
    store
}

/// Input as AppSync passes it, where absent and null differ.
fn input(changes: &Value) -> UpdateRecipe {
    let mut input = changes.clone();
    input["id"] = json!(id(1));
    serde_json::from_value(input).expect("an input of the schema")
}

async fn edit(store: &MemoryRecipes, changes: &Value) -> Result<RecipeView, AppError> {
    book::update(store, &Guard::default(), &bearer("ann"), input(changes), at(1)).await
}

async fn stored(store: &MemoryRecipes) -> Recipe {
    store.get(&id(1)).await.expect("a store").expect("a recipe")
}

async fn edited(recipe: &Recipe, changes: &Value) -> Recipe {
    let store = store_with(recipe).await;
    edit(&store, changes).await.expect("an edit");
    stored(&store).await
}

fn heading(step: u32, text: &str) -> StepHeading {
    StepHeading { step, text: text.to_owned() }
}

#[tokio::test]
async fn step_headings_are_tidied_and_follow_their_steps() {
    let mut recipe = soup();
    recipe.content.instructions = ["Mix.", "Bake.", "Whip."].map(str::to_owned).to_vec();
    let sent = json!([
        { "step": 2, "text": "  For the\n cream\0 " },
        { "step": 1, "text": " " },
        { "step": 0, "text": "Cake" },
        { "step": 3, "text": "Nothing" },
    ]);
    let headed = edited(&recipe, &json!({ "stepHeadings": sent })).await;
    assert_eq!(headed.content.step_headings, [heading(0, "Cake"), heading(2, "For the cream")]);
    assert!(headed.edited.contains(&Field::Instructions));

    // A client that does not support headings sends only the steps.
    let longer = edited(&headed, &json!({ "instructions": ["Weigh.", "Mix.", "Bake.", "Whip."] })).await;
    assert_eq!(longer.content.step_headings, [heading(1, "Cake"), heading(3, "For the cream")]);
    let shorter = edited(&headed, &json!({ "instructions": ["Mix."] })).await;
    assert_eq!(shorter.content.step_headings, [heading(0, "Cake")]);
    let both = json!({ "instructions": ["Bake."], "stepHeadings": [{ "step": 0, "text": "Oven" }] });
    assert_eq!(edited(&headed, &both).await.content.step_headings, [heading(0, "Oven")]);
    let none = edited(&headed, &json!({ "stepHeadings": [] })).await;
    assert_eq!((none.content.step_headings.len(), none.content.instructions.len()), (0, 3));

    let long = json!({ "stepHeadings": [{ "step": 0, "text": "🍲".repeat(301) }] });
    let refused = edit(&store_with(&recipe).await, &long).await;
    assert_eq!(refused.err(), Some(AppError::InvalidInput(Refusal::LongStepHeading)));
}

#[tokio::test]
async fn linked_recipes_follow_their_lines() {
    let other = id(2).to_string();
    let links = |recipe: &Recipe| -> Vec<Option<String>> {
        recipe.content.ingredients.iter().map(|line| line.recipe.clone()).collect()
    };
    let lines = json!([{ "name": "salt" }, { "quantity": "1", "unit": "portion", "name": "dough" }]);
    let linked = json!({ "ingredients": lines, "recipeLinks": [{ "line": 1, "recipe": other }] });
    let store = store_with(&soup()).await;
    assert_eq!(store.create(&finished(id(2), &OwnerId::new("ann"), at(0))).await, Ok(()));
    edit(&store, &linked).await.expect("an edit");
    let linked = stored(&store).await;
    assert_eq!(links(&linked), [None, Some(other.clone())]);

    // A client that does not support links sends only the lines: here moved, and with another amount.
    let moved = json!([{ "quantity": "2", "unit": "portions", "name": "dough" }, { "name": "salt" }]);
    assert_eq!(links(&edited(&linked, &json!({ "ingredients": moved })).await), [Some(other), None]);
    let gone = edited(&linked, &json!({ "ingredients": [{ "name": "salt" }] })).await;
    assert_eq!(links(&gone), [None]);
    assert_eq!(links(&edited(&linked, &json!({ "recipeLinks": [] })).await), [None, None]);

    for wrong in [id(1).to_string(), "no id".to_owned()] {
        let wrong = json!({ "recipeLinks": [{ "line": 0, "recipe": wrong }] });
        let refused = edit(&store_with(&linked).await, &wrong).await;
        assert_eq!(refused.err(), Some(AppError::InvalidInput(Refusal::OutOfBounds)));
    }
}

#[tokio::test]
async fn new_links_to_recipes_of_others_are_dropped() {
    let mut recipe = soup();
    recipe.content.ingredients =
        ["deleted", "own", "another's", "missing"].map(|name| line("1", "", name)).to_vec();
    recipe.content.ingredients[0].recipe = Some(id(2).to_string());
    let store = store_with(&recipe).await;
    for (number, owner) in [(3, "ann"), (4, "bob")] {
        assert_eq!(store.create(&finished(id(number), &OwnerId::new(owner), at(0))).await, Ok(()));
    }
    let sent: Vec<_> = (0..4_u128).map(|line| json!({ "line": line, "recipe": id(line + 2) })).collect();
    edit(&store, &json!({ "recipeLinks": sent })).await.expect("an edit");
    let links: Vec<_> =
        stored(&store).await.content.ingredients.into_iter().map(|line| line.recipe).collect();
    assert_eq!(links, [Some(id(2).to_string()), Some(id(3).to_string()), None, None]);
}

#[tokio::test]
async fn null_clears_optional_fields_and_absent_ones_stay() {
    let mut full = soup();
    full.notes = Some("Less salt.".to_owned());
    full.nutrition_status = NutritionStatus::Success;
    full.edited = [Field::Nutrition].into();
    full.content = Content {
        description: Some("Warm.".to_owned()),
        author: Some("Ann Lee".to_owned()),
        prep_minutes: Some(1),
        cook_minutes: Some(2),
        total_minutes: Some(3),
        servings: Some(4),
        yields: Some("a pot".to_owned()),
        language: Some(Language::Fr),
        tags: vec!["soup".to_owned()],
        instructions: vec!["Boil.".to_owned()],
        nutrition: Nutrition { fat: Some("1 g".to_owned()), ..Nutrition::default() },
        ..full.content
    };
    assert_eq!(edited(&full, &json!({})).await, full);
    for (field, shown) in [
        ("description", "description"),
        ("author", "author"),
        ("prep_time", "prep_time"),
        ("cook_time", "cook_time"),
        ("total_time", "total_time"),
        ("servings", "servings"),
        ("yield", "yield"),
        ("notes", "notes"),
        ("language", "language"),
        ("url", "url"),
        ("nutrition", "nutritionalInformation"),
    ] {
        let before = serde_json::to_value(RecipeView::for_owner(full.clone())).unwrap();
        let recipe = edited(&full, &json!({ field: null })).await;
        let after = serde_json::to_value(RecipeView::for_owner(recipe)).unwrap();
        let emptied = match field {
            "nutrition" => {
                json!({ "status": "SUCCESS", "source": null, "calories": null, "fat": null, "carbs": null,
                "protein": null, "lines": [] })
            }
            _ => Value::Null,
        };
        let mut expected = before.clone();
        expected[shown] = emptied;
        for name in ["version", "updatedAt"] {
            expected[name] = after[name].clone();
        }
        assert_eq!(after, expected, "{field}");
        assert_ne!(after["version"], before["version"]);
    }
    for field in ["title", "ingredients", "instructions", "tags", "version"] {
        assert_eq!(
            edited(&full, &json!({ field: null })).await,
            full,
            "{field}: null is as if it were absent"
        );
    }
}

#[tokio::test]
async fn texts_are_stored_unchanged_except_for_nul() {
    for (sent, kept) in [
        ("<script>alert(1)</script> & \"quotes\" {{x}} ${y}", None),
        ("مرق العدس \u{202e}desrever\u{202c} שלום", None),
        ("🍲👩‍🍳🇫🇷 ﷽ Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢ ", None),
        ("line\r\nline\ttab \u{1}\u{1b}[31m\u{7f}\u{feff}", None),
        ("a\0b\0", Some("ab")),
    ] {
        let kept = kept.unwrap_or(sent);
        let changes = json!({
            "description": sent, "notes": sent, "instructions": [sent],
            "ingredients": [{ "name": sent, "quantity": "", "unit": "", "group": sent, "note": sent, "text": sent }],
        });
        let recipe = edited(&soup(), &changes).await;
        let line = &recipe.content.ingredients[0];
        let texts = [&line.name, &line.note, &line.text, &recipe.content.instructions[0]];
        assert!(texts.into_iter().all(|text| text == kept), "{sent:.20}");
        let maybe = [&recipe.content.description, &recipe.notes, &line.group];
        assert!(maybe.into_iter().all(|text| text.as_deref() == Some(kept)), "{sent:.20}");
    }
    let recipe =
        edited(&soup(), &json!({ "title": "S\0oup", "yield": "\0", "tags": [" a ", "a", "\0", "b"] })).await;
    assert_eq!((recipe.content.title.as_deref(), recipe.content.yields), (Some("Soup"), None));
    assert_eq!(recipe.content.tags, ["a", "b"]);
}

#[tokio::test]
async fn fifty_thousand_characters_are_stored() {
    let long = "é".repeat(50_000);
    let recipe = edited(&soup(), &json!({ "description": long })).await;
    assert_eq!(recipe.content.description.as_ref(), Some(&long));
    assert_eq!(edited(&soup(), &json!({ "notes": long })).await.notes, Some(long));
}

#[tokio::test]
async fn edit_recomputes_computed_nutrition() {
    let before = with_computed_nutrition().content.nutrition;
    let twice = edited(&with_computed_nutrition(), &json!({ "servings": 8 })).await;
    assert_ne!(twice.content.nutrition, before);
    assert_eq!(twice.nutrition_source, Some(NutritionSource::Computed));
    assert_eq!(twice.content.nutrition, recipe::nutrition::per_serving(&twice.content).nutrition.unwrap());

    let unknown = edited(&with_computed_nutrition(), &json!({ "servings": null })).await;
    assert_eq!((unknown.nutrition_status, unknown.nutrition_source), (NutritionStatus::Failed, None));
    assert!(unknown.content.nutrition.is_empty());
    let again = edited(&unknown, &json!({ "servings": 4 })).await;
    assert_eq!((again.nutrition_status, again.content.nutrition), (NutritionStatus::Success, before));

    let empty = edited(&with_computed_nutrition(), &json!({ "ingredients": [] })).await;
    assert_eq!((empty.nutrition_status, empty.nutrition_source), (NutritionStatus::Success, None));

    let renamed =
        edited(&with_computed_nutrition(), &json!({ "title": "Cake", "instructions": ["Mix."] })).await;
    assert_eq!(renamed.content.nutrition, with_computed_nutrition().content.nutrition);
}

#[tokio::test]
async fn edit_keeps_stated_nutrition() {
    let mut of_page = with_computed_nutrition();
    of_page.nutrition_source = Some(NutritionSource::Page);
    let change =
        json!({ "servings": 8, "ingredients": [{ "name": "butter", "quantity": "1", "unit": "kg" }] });
    let recipe = edited(&of_page, &change).await;
    assert_eq!(recipe.content.nutrition, of_page.content.nutrition);
    assert_eq!(recipe.nutrition_source, Some(NutritionSource::Page));

    let stated = json!({ "nutrition": { "calories": "500 kcal", "fat": " ", "carbs": null }, "servings": 2 });
    let own = edited(&with_computed_nutrition(), &stated).await;
    let expected = Nutrition { calories: Some("500 kcal".to_owned()), ..Nutrition::default() };
    assert_eq!((&own.content.nutrition, own.nutrition_source), (&expected, None));
    assert_eq!(edited(&own, &json!({ "servings": 6 })).await.content.nutrition, expected);
    let none = edited(&own, &json!({ "nutrition": null })).await;
    assert_eq!(edited(&none, &json!({ "servings": 6 })).await.content.nutrition, Nutrition::default());
}

#[tokio::test]
async fn post_processing_computes_nutrition_from_edited_fields() {
    let found = |source| Enrichment {
        nutrition: Some(Nutrition { calories: Some("1 kcal".to_owned()), ..Nutrition::default() }),
        nutrition_source: Some(source),
        ..Enrichment::default()
    };
    for (changes, source, calories) in [
        (json!({ "title": "Cake" }), NutritionSource::Computed, "1 kcal"),
        (json!({ "servings": 4 }), NutritionSource::Computed, "376 kcal"),
        (json!({ "servings": 4 }), NutritionSource::Page, "1 kcal"),
        (json!({ "nutrition": { "calories": "2 kcal" } }), NutritionSource::Page, "2 kcal"),
    ] {
        let mut pending = with_computed_nutrition();
        pending.content.servings = Some(1);
        pending.content.nutrition = Nutrition::default();
        pending.nutrition_status = NutritionStatus::Pending;
        pending.nutrition_source = None;
        let store = store_with(&pending).await;
        edit(&store, &changes).await.unwrap();
        let (media, artifacts) = (MemoryMedia::default(), MemoryArtifacts::default());
        enrich::apply(&store, &media, &artifacts, &job(&id(1)), &found(source), at(2)).await.unwrap();
        let recipe = stored(&store).await;
        assert_eq!(recipe.nutrition_status, NutritionStatus::Success, "{changes}");
        assert_eq!(recipe.content.nutrition.calories.as_deref(), Some(calories), "{changes}");
    }
}

#[tokio::test]
async fn field_sent_unchanged_is_not_edited() {
    let mut recipe = with_computed_nutrition();
    recipe.content.tags = vec!["cake".to_owned()];
    let same = json!({ "title": "Soup", "servings": 4, "tags": ["cake"], "description": null, "ingredients": [
        { "quantity": "200", "unit": "g", "name": "sugar" }, { "quantity": "200", "unit": "g", "name": "flour" } ] });
    assert_eq!(edited(&recipe, &same).await, recipe);
    let mixed = json!({ "title": "Soup", "servings": 5 });
    assert_eq!(edited(&recipe, &mixed).await.edited, [Field::Servings].into());
}

#[tokio::test]
async fn one_of_two_writers_with_the_same_version_wins() {
    let store = store_with(&soup()).await;
    let change = |title: &str| json!({ "version": 1, "title": title });
    let (ours, theirs) = (change("Ours"), change("Theirs"));
    let (a, b) = tokio::join!(edit(&store, &ours), edit(&store, &theirs));
    let won = [&a, &b].into_iter().filter(|answer| answer.is_ok()).count();
    let refused = [&a, &b].into_iter().filter(|answer| **answer == Err(AppError::Conflict)).count();
    assert_eq!((won, refused), (1, 1), "{a:?} {b:?}");
    assert_eq!(stored(&store).await.version, 2);
}

#[tokio::test]
async fn repeated_edit_succeeds_without_a_second_write() {
    let store = store_with(&with_computed_nutrition()).await;
    let change = json!({ "version": 1, "servings": 6, "notes": " ", "tags": ["a", "a "], "url": "https://example.com" });
    let first = edit(&store, &change).await.unwrap();
    assert_eq!(edit(&store, &change).await, Ok(first));
    assert_eq!(stored(&store).await.version, 2);
}

#[tokio::test]
async fn edit_with_a_rejected_address_changes_nothing() {
    for (url, code) in [
        ("nonsense", ErrorCode::InvalidUrl),
        ("javascript:alert(1)", ErrorCode::InvalidUrl),
        ("http://127.0.0.1/admin", ErrorCode::AddressNotAllowed),
        (&format!("https://example.com/{}", "x".repeat(2_000)), ErrorCode::InvalidUrl),
    ] {
        let store = store_with(&soup()).await;
        let refused = edit(&store, &json!({ "url": url, "title": "x" })).await;
        assert_eq!(refused, Err(AppError::RefusedAddress(code)), "{url:.30}");
        assert_eq!(stored(&store).await, soup());
    }
    let recipe = edited(&soup(), &json!({ "url": " HTTPS://Example.com/a b " })).await;
    assert_eq!(recipe.url.as_deref(), Some("https://example.com/a%20b"));
    assert_eq!(edited(&soup(), &json!({ "url": "" })).await.url, None);
}

fn failed() -> Recipe {
    let mut recipe = submitted(id(1), &OwnerId::new("ann"), at(0));
    assert!(recipe.fail(Failure::from(ErrorCode::NotARecipe)).is_ok());
    recipe
}

#[tokio::test]
async fn filling_in_a_failed_import_makes_it_a_success() {
    let by_hand = edited(&failed(), &json!({ "instructions": ["Boil."] })).await;
    assert_eq!((by_hand.status(), by_hand.failure()), (Status::Success, None));
    assert_eq!(by_hand.content.title.as_deref(), Some("New Recipe"));
    assert_eq!(by_hand.nutrition_status, NutritionStatus::Success);
    assert!(!by_hand.is_unsettled());
    let noted = edited(&failed(), &json!({ "notes": "Try again.", "title": "Soup" })).await;
    assert_eq!((noted.status(), noted.failure()), (Status::Failed, failed().failure()));
}

#[tokio::test]
async fn retry_uses_the_edited_address_and_keeps_edited_fields() {
    let machines = MemoryWorkflows::default();
    let store = store_with(&failed()).await;
    edit(&store, &json!({ "url": null })).await.unwrap();
    let aimless =
        book::retry(&store, &machines, FREE, &bearer("ann"), id(1).as_str(), RetryBy::Readers, at(2)).await;
    assert!(matches!(aimless, Err(AppError::InvalidInput(_))), "{aimless:?}");

    edit(&store, &json!({ "url": "https://example.com/better", "title": "Mine", "tags": ["ours"] }))
        .await
        .unwrap();
    book::retry(&store, &machines, FREE, &bearer("ann"), id(1).as_str(), RetryBy::Readers, at(3))
        .await
        .unwrap();
    let again = stored(&store).await;
    assert!(machines.has_started(Workflow::Processing, &again.job()));

    let page = br#"<script type="application/ld+json">{"@context":"https://schema.org","@type":"Recipe","name":"Theirs","keywords":"theirs",
"recipeIngredient":["2 leeks"],"recipeInstructions":["Cut the leeks."]}</script>"#;
    let (artifacts, web) = (MemoryArtifacts::default(), ScriptedWeb::default());
    web.put_page("https://example.com/better", page);
    import::fetch_page(&store, &web, &artifacts, &again.job()).await.unwrap();
    let (media, uploads) = (&MemoryMedia::default(), &MemoryUploads::default());
    let reading = ExtractPorts { recipes: &store, media, artifacts: &artifacts };
    import::extract_recipe(&reading, &again.job(), at(4), || false).await.unwrap();
    import::finish(&store, uploads, &artifacts, &machines, &again.job(), at(5)).await.unwrap();
    let recipe = stored(&store).await;
    assert_eq!((recipe.status(), recipe.content.title.as_deref()), (Status::Success, Some("Mine")));
    assert_eq!((recipe.content.tags, recipe.content.ingredients.len()), (vec!["ours".to_owned()], 1));
}

#[tokio::test]
async fn notes_count_towards_the_size_limit() {
    let steps = |characters: usize| {
        json!(["x".repeat(50_000), "x".repeat(50_000), "x".repeat(50_000), "x".repeat(characters)])
    };
    let store = store_with(&soup()).await;
    edit(&store, &json!({ "instructions": steps(40_000), "notes": "x".repeat(9_996) })).await.unwrap();
    assert_eq!(content_bytes(&stored(&store).await.content) + 9_996, CONTENT_LIMIT_BYTES);
    let longer = edit(&store, &json!({ "notes": "x".repeat(9_997) })).await;
    assert_eq!(longer, Err(AppError::InvalidInput(Refusal::RecipeTooLong)));
}
