use app::addresses::Guard;
use app::book::{self, Change, DeletePorts, IngredientEdit, RetryBy, UpdateRecipe};
use app::media::MediaStore;
use app::model::{Field, Source, content_bytes, fits};
use app::recipe_store::{Order, RecipeStore};
use app::workflows::Workflow;
use app::{AppError, Attempt, Caller, ErrorCode, Failure, NutritionStatus, OwnerId, Recipe, Status, enrich};
use extract::Code;
use recipe::{Doubt, Ingredient};
use serde_json::json;
use test_support::fakes::{MemoryArtifacts, MemoryMedia, MemoryRecipes, MemoryWorkflows};
use test_support::member_credits::FREE;
use test_support::samples::{self, at, bearer, guest, id, job, submitted};
use test_support::uploads::MemoryUploads;

fn owner() -> OwnerId {
    OwnerId::new("ann")
}

fn finished(number: u128) -> Recipe {
    let mut recipe = samples::finished(id(number), &owner(), at(0));
    recipe.url = Some("https://example.com/soup?for=ann#top".to_owned());
    recipe.raw_extraction = Some("{}".to_owned());
    recipe.warnings = vec![Code::InstructionsMissing];
    recipe
}

async fn store_with(recipe: &Recipe) -> MemoryRecipes {
    let store = MemoryRecipes::default();
    assert_eq!(store.create(recipe).await, Ok(()));
    store
}

async fn delete(
    store: &MemoryRecipes,
    media: &MemoryMedia,
    caller: &Caller,
    recipe: &Recipe,
) -> Result<zest_core::RecipeId, AppError> {
    let (artifacts, uploads) = (&MemoryArtifacts::default(), &MemoryUploads::default());
    book::delete(&DeletePorts { recipes: store, media, artifacts, uploads }, caller, recipe.id.as_str()).await
}

#[tokio::test]
async fn stranger_does_not_see_linked_recipes() {
    let mut recipe = finished(1);
    let line = recipe::Ingredient { recipe: Some(id(2).to_string()), ..recipe::Ingredient::default() };
    recipe.content.ingredients = vec![line];
    let store = store_with(&recipe).await;
    let own = book::get(&store, &guest("ann"), recipe.id.as_str()).await.unwrap();
    let own = serde_json::to_value(own).unwrap();
    assert_eq!(own["recipeLinks"], serde_json::json!([{ "line": 0, "recipe": id(2) }]));
    assert!(own["ingredients"][0].get("recipe").is_none());
    for caller in [guest("bob"), Caller::Anonymous, bearer("bob")] {
        let seen = book::get(&store, &caller, recipe.id.as_str()).await.unwrap();
        let seen = serde_json::to_value(seen).unwrap();
        assert_eq!(seen["recipeLinks"], serde_json::json!([]));
        assert!(!seen.to_string().contains(id(2).as_str()), "{seen}");
    }
    let public = book::shared(&store, recipe.id.as_str()).await.unwrap().unwrap();
    assert_eq!(public.content.ingredients[0].recipe, None);
}

#[tokio::test]
async fn stranger_sees_only_the_public_part_of_a_finished_recipe() {
    let recipe = finished(1);
    let store = store_with(&recipe).await;
    let own = book::get(&store, &guest("ann"), recipe.id.as_str()).await.unwrap();
    let own = serde_json::to_value(own).unwrap();
    assert_eq!(own["url"], "https://example.com/soup?for=ann#top");
    assert_eq!(own["mine"], true);
    assert_eq!(own["owners"], serde_json::json!(["ann"]));
    assert_eq!(own["warnings"], serde_json::json!(["INSTRUCTIONS_MISSING"]));
    for caller in [guest("bob"), Caller::Anonymous, bearer("bob")] {
        let seen =
            serde_json::to_value(book::get(&store, &caller, recipe.id.as_str()).await.unwrap()).unwrap();
        assert_eq!(seen["title"], "Soup");
        assert_eq!(seen["mine"], false);
        assert_eq!(seen["url"], "https://example.com/soup");
        for hidden in ["owners", "createdBy", "externalApiJson", "warnings"] {
            assert!(seen[hidden].is_null(), "{hidden}");
        }
        assert!(!seen.to_string().contains("ann"), "{seen}");
    }
}

#[tokio::test]
async fn stranger_does_not_see_an_unfinished_recipe() {
    let pending = submitted(id(1), &owner(), at(0));
    let mut failed = submitted(id(2), &owner(), at(0));
    failed.fail(Failure::from(ErrorCode::NotFound)).unwrap();
    for recipe in [pending, failed] {
        let store = store_with(&recipe).await;
        let unseen = book::get(&store, &guest("bob"), recipe.id.as_str()).await;
        assert_eq!(unseen, Err(AppError::RecipeNotFound(recipe.id.clone())));
        assert!(book::get(&store, &guest("ann"), recipe.id.as_str()).await.is_ok());
    }
}

#[tokio::test]
async fn public_page_shows_the_public_part_of_a_finished_recipe() {
    let mut recipe = finished(1);
    recipe.content.picture_url = Some("https://example.com/soup.jpg?for=ann".to_owned());
    recipe.notes = Some("for ann".to_owned());
    recipe.image_url = Some(format!("media/{}/abc", recipe.id));
    let shared = book::shared(&store_with(&recipe).await, recipe.id.as_str()).await.unwrap().unwrap();
    assert_eq!(shared.source.as_deref(), Some("https://example.com/soup"));
    assert_eq!(
        (shared.picture.as_ref(), shared.content.title.as_deref()),
        (recipe.image_url.as_ref(), Some("Soup"))
    );
    assert!(!shared.is_written_here);
    assert!(!format!("{shared:?}").contains("ann"), "{shared:?}");
    for (source, url, is_written_here) in [
        (Source::Blank, None, true),
        (Source::Blank, Some("https://example.com/soup"), false),
        (Source::Copy(id(2)), None, false),
        (Source::Address { part: None }, None, false),
    ] {
        let recipe = Recipe { source, url: url.map(str::to_owned), ..finished(1) };
        let shared = book::shared(&store_with(&recipe).await, recipe.id.as_str()).await.unwrap().unwrap();
        assert_eq!(shared.is_written_here, is_written_here, "{:?}", recipe.source);
    }
}

#[tokio::test]
async fn public_page_is_missing_for_unfinished_or_unknown_recipes() {
    let pending = submitted(id(1), &owner(), at(0));
    let mut failed = submitted(id(1), &owner(), at(0));
    failed.fail(Failure::from(ErrorCode::NotFound)).unwrap();
    for recipe in [pending, failed] {
        let store = store_with(&recipe).await;
        assert_eq!(book::shared(&store, recipe.id.as_str()).await, Ok(None));
        assert_eq!(book::shared(&store, id(2).as_str()).await, Ok(None));
        assert!(matches!(book::shared(&store, "soup").await, Err(AppError::InvalidInput(_))));
    }
}

#[tokio::test]
async fn changes_and_deletions_need_the_owners_token() {
    let recipe = finished(1);
    let store = store_with(&recipe).await;
    let (media, machines) = (MemoryMedia::default(), MemoryWorkflows::default());
    let rename = || UpdateRecipe {
        id: recipe.id.to_string(),
        title: Some("Mine".to_owned()),
        ..UpdateRecipe::default()
    };
    let others = [guest("ann"), guest("bob"), bearer("bob"), Caller::Anonymous];
    for caller in others {
        assert_eq!(
            book::update(&store, &Guard::default(), &caller, rename(), at(1)).await,
            Err(AppError::Unauthorized)
        );
        let deleted = delete(&store, &media, &caller, &recipe).await;
        assert_eq!(deleted, Err(AppError::Unauthorized));
        let retried =
            book::retry(&store, &machines, FREE, &caller, recipe.id.as_str(), RetryBy::Readers, at(1)).await;
        assert_eq!(retried, Err(AppError::Unauthorized));
        assert_eq!(store.get(&recipe.id).await, Ok(Some(recipe.clone())), "{caller:?} changed something");
    }
    book::update(&store, &Guard::default(), &bearer("ann"), rename(), at(1)).await.unwrap();
    let renamed = store.get(&recipe.id).await.unwrap().unwrap();
    assert_eq!((renamed.content.title.as_deref(), renamed.version), (Some("Mine"), 2));
    assert_eq!(delete(&store, &media, &bearer("ann"), &recipe).await, Ok(recipe.id.clone()));
    assert_eq!(store.get(&recipe.id).await, Ok(None));
}

#[tokio::test]
async fn deletion_removes_the_photo() {
    let mut recipe = finished(1);
    let key = |name: &str| format!("media/{}/{name}", id(1));
    let (shown, never_written_down) = (key("1"), key("2"));
    recipe.image_url = Some(shown.clone());
    let store = store_with(&recipe).await;
    let media = MemoryMedia::default();
    for key in [shown, never_written_down] {
        media.put(&key, "image/jpeg", vec![]).await.unwrap();
    }
    delete(&store, &media, &bearer("ann"), &recipe).await.unwrap();
    assert!(media.kept().is_empty());
}

#[tokio::test]
async fn edit_with_an_old_version_is_rejected() {
    let recipe = finished(1);
    let store = store_with(&recipe).await;
    let change = |version, title: &str| UpdateRecipe {
        id: recipe.id.to_string(),
        version: Some(version),
        title: Some(title.to_owned()),
        ..UpdateRecipe::default()
    };
    book::update(&store, &Guard::default(), &bearer("ann"), change(1, "first"), at(1)).await.unwrap();
    assert_eq!(
        book::update(&store, &Guard::default(), &bearer("ann"), change(1, "second"), at(2)).await,
        Err(AppError::Conflict)
    );
    assert_eq!(store.get(&recipe.id).await.unwrap().unwrap().content.title.as_deref(), Some("first"));
}

#[tokio::test]
async fn pending_recipe_cannot_be_edited() {
    let recipe = submitted(id(1), &owner(), at(0));
    let store = store_with(&recipe).await;
    let change =
        UpdateRecipe { id: recipe.id.to_string(), title: Some("x".to_owned()), ..UpdateRecipe::default() };
    let refused = book::update(&store, &Guard::default(), &bearer("ann"), change, at(1)).await;
    assert!(matches!(refused, Err(AppError::InvalidInput(_))), "{refused:?}");
}

#[tokio::test]
async fn post_processing_keeps_edited_fields() {
    let recipe = finished(1);
    let store = store_with(&recipe).await;
    let tags = Some(vec!["mine".to_owned()]);
    let change = UpdateRecipe { id: recipe.id.to_string(), tags, ..UpdateRecipe::default() };
    book::update(&store, &Guard::default(), &bearer("ann"), change, at(1)).await.unwrap();
    let found = enrich::Enrichment { tags: Some(vec!["theirs".to_owned()]), ..Default::default() };
    enrich::apply(
        &store,
        &MemoryMedia::default(),
        &MemoryArtifacts::default(),
        &job(&recipe.id),
        &found,
        at(2),
    )
    .await
    .unwrap();
    let stored = store.get(&recipe.id).await.unwrap().unwrap();
    assert_eq!(stored.content.tags, ["mine"]);
    assert!(stored.edited.contains(&Field::Tags));
    assert_eq!(stored.nutrition_status, NutritionStatus::Failed, "nothing was found");
}

fn unsure(quantity: &str, name: &str, note: &str) -> Ingredient {
    Ingredient {
        name: name.to_owned(),
        quantity: quantity.to_owned(),
        note: note.to_owned(),
        text: format!("{quantity} {name} {note}"),
        step_mapping: vec![0],
        doubt: Some(Doubt::Mended),
        ..Ingredient::default()
    }
}

#[tokio::test]
async fn edited_line_loses_its_uncertainty_and_others_keep_theirs() {
    let edit = |quantity: &str, name: &str, note: Option<&str>| IngredientEdit {
        name: name.to_owned(),
        quantity: quantity.to_owned(),
        note: note.map(str::to_owned),
        ..IngredientEdit::default()
    };
    let mut recipe = finished(1);
    recipe.content.instructions = vec!["Boil.".to_owned()];
    recipe.content.ingredients = vec![
        unsure("2", "leeks", "sliced"),
        unsure("1", "onion", ""),
        unsure("3", "carrots", "peeled"),
        unsure("", "salt", ""),
    ];
    let store = store_with(&recipe).await;
    let lines = vec![
        edit("3", "carrots", Some("peeled")), // moved
        edit("2", "leeks", None),             // absent parts stay unchanged
        edit("2", "onion", None),             // other amount
        edit("", "salt", Some("to taste")),   // other note
        edit("1", "bay leaf", Some("fresh")), // new
    ];
    let change = UpdateRecipe { id: recipe.id.to_string(), ingredients: Some(lines), ..Default::default() };
    book::update(&store, &Guard::default(), &bearer("ann"), change, at(1)).await.unwrap();
    let lines = store.get(&recipe.id).await.unwrap().unwrap().content.ingredients;
    let found: Vec<_> =
        lines.iter().map(|line| (line.text.as_str(), line.note.as_str(), line.doubt.is_some())).collect();
    assert_eq!(
        found,
        [
            ("3 carrots peeled", "peeled", true),
            ("2 leeks sliced", "sliced", true),
            ("2 onion", "", false),
            ("salt, to taste", "to taste", false),
            ("1 bay leaf, fresh", "fresh", false),
        ]
    );

    let steps = UpdateRecipe {
        id: recipe.id.to_string(),
        instructions: Some(vec!["Wash.".to_owned(), "Boil the leeks.".to_owned()]),
        ..Default::default()
    };
    book::update(&store, &Guard::default(), &bearer("ann"), steps, at(2)).await.unwrap();
    let lines = store.get(&recipe.id).await.unwrap().unwrap().content.ingredients;
    let mappings: Vec<_> = lines.iter().map(|line| line.step_mapping.as_slice()).collect();
    assert_eq!(mappings, [&[][..], &[1], &[], &[], &[]], "it is that of the new steps");
    assert!(lines[1].doubt.is_some(), "nobody has looked at the line");
}

#[tokio::test]
async fn editing_a_missing_part_removes_its_warning() {
    let mut recipe = finished(1);
    recipe.warnings = vec![Code::TextGarbled, Code::IngredientsMissing, Code::InstructionsMissing];
    let store = store_with(&recipe).await;
    let instructions = Some(vec!["Boil.".to_owned()]);
    let change = UpdateRecipe { id: recipe.id.to_string(), instructions, ..UpdateRecipe::default() };
    book::update(&store, &Guard::default(), &bearer("ann"), change, at(1)).await.unwrap();
    let stored = store.get(&recipe.id).await.unwrap().unwrap();
    assert_eq!(stored.warnings, [Code::TextGarbled, Code::IngredientsMissing]);
}

#[test]
fn all_parts_of_a_line_count_towards_the_size_limit() {
    let line = Ingredient {
        name: "a".to_owned(),
        quantity: "b".repeat(10),
        unit: "c".repeat(100),
        note: "d".repeat(1_000),
        text: "e".repeat(10_000),
        group: Some("f".repeat(100_000)),
        ..Ingredient::default()
    };
    let mut content = recipe::Content { ingredients: vec![line], ..recipe::Content::default() };
    assert_eq!(content_bytes(&content), 111_111);

    content.ingredients[0].step_mapping = vec![0; 50_000];
    assert!(fits(&mut content, None), "the mapping is let go before the recipe is");
    assert_eq!(content_bytes(&content), 111_111);
    content.instructions = vec!["x".repeat(100_000)];
    assert!(!fits(&mut content, None));
}

#[tokio::test]
async fn input_beyond_a_limit_is_rejected_with_a_message() {
    let recipe = finished(1);
    let store = store_with(&recipe).await;
    let base = || UpdateRecipe { id: recipe.id.to_string(), ..UpdateRecipe::default() };
    let line = |name: &str| IngredientEdit { name: name.to_owned(), ..IngredientEdit::default() };
    for (name, change) in [
        ("no id", UpdateRecipe { id: "1".to_owned(), ..base() }),
        ("empty title", UpdateRecipe { title: Some("  ".to_owned()), ..base() }),
        ("long title", UpdateRecipe { title: Some("x".repeat(301)), ..base() }),
        ("long description", UpdateRecipe { description: Change::To("x".repeat(50_001)), ..base() }),
        ("a long author", UpdateRecipe { author: Change::To("x".repeat(81)), ..base() }),
        ("many steps", UpdateRecipe { instructions: Some(vec![String::new(); 501]), ..base() }),
        ("long step", UpdateRecipe { instructions: Some(vec!["x".repeat(50_001)]), ..base() }),
        ("many lines", UpdateRecipe { ingredients: Some(vec![line("x"); 501]), ..base() }),
        ("long lines", UpdateRecipe { ingredients: Some(vec![line(&"x".repeat(40_000)); 3]), ..base() }),
        (
            "many tags",
            UpdateRecipe { tags: Some((0..31).map(|number| number.to_string()).collect()), ..base() },
        ),
        ("a long time", UpdateRecipe { prep_time: Change::To(u32::MAX), ..base() }),
        ("many guests", UpdateRecipe { servings: Change::To(10_001), ..base() }),
    ] {
        let refused = book::update(&store, &Guard::default(), &bearer("ann"), change, at(1)).await;
        assert!(matches!(refused, Err(AppError::InvalidInput(_))), "{name}: {refused:?}");
    }
    assert_eq!(store.get(&recipe.id).await, Ok(Some(recipe)));
}

#[tokio::test]
async fn list_pages_through_the_callers_own_recipes() {
    let store = MemoryRecipes::default();
    for number in 1..=5 {
        store.create(&submitted(id(number), &owner(), at(0))).await.unwrap();
        store.create(&submitted(id(100 + number), &OwnerId::new("bob"), at(0))).await.unwrap();
    }
    let (ann, newest) = (guest("ann"), Order::NewestFirst);
    let (mut seen, mut token) = (Vec::new(), None);
    loop {
        let own = json!({ "owners": { "contains": "ann" } });
        let page = book::list(&store, &ann, Some(&own), newest, Some(2), token.as_deref()).await.unwrap();
        seen.extend(page.cards.into_iter().map(|card| card.id));
        token = page.next_token;
        if token.is_none() {
            break;
        }
    }
    assert_eq!(seen, [5, 4, 3, 2, 1].map(id));
    for (caller, filter, limit) in [
        (guest("ann"), Some(json!({ "owners": { "contains": "bob" } })), None),
        (guest("ann"), Some(json!({ "owners": {} })), None),
        (guest("ann"), Some(json!({ "and": [{ "title": { "like": "soup" } }] })), None),
        (Caller::Anonymous, None, None),
        (bearer("ann"), None, None),
        (guest("ann"), None, Some(0)),
        (guest("ann"), None, Some(201)),
        (guest("ann"), None, Some(-1)),
    ] {
        assert!(
            book::list(&store, &caller, filter.as_ref(), newest, limit, None).await.is_err(),
            "{caller:?} {limit:?}"
        );
    }
}

#[tokio::test]
async fn list_applies_its_filter() {
    let store = MemoryRecipes::default();
    for number in 1..=3 {
        let mut recipe = submitted(id(number), &owner(), at(0));
        recipe.content.title = Some(format!("Soup {number}"));
        recipe.content.tags =
            [vec!["quick".to_owned()], Vec::new()][usize::try_from(number % 2).unwrap()].clone();
        store.create(&recipe).await.unwrap();
    }
    for (filter, shown) in [
        (json!(null), vec![3, 2, 1]),
        (json!({}), vec![3, 2, 1]),
        (json!({ "owners": null }), vec![3, 2, 1]),
        (json!({ "title": { "contains": "2" } }), vec![2]),
        (json!({ "tags": { "contains": "quick" } }), vec![2]),
        (json!({ "tags": { "notContains": "quick" } }), vec![3, 1]),
        (json!({ "status": { "eq": "SUCCESS" } }), vec![]),
        (json!({ "status": { "in": ["SUCCESS", "PENDING"] }, "title": { "ne": "Soup 1" } }), vec![3, 2]),
        (
            json!({ "not": { "or": [{ "title": { "eq": "Soup 1" } }, { "title": { "eq": "Soup 3" } }] } }),
            vec![2],
        ),
        (json!({ "total_time": { "attributeExists": false }, "title": { "lt": "Soup 2" } }), vec![1]),
        // `owners` is accepted only at the top level.
        (json!({ "or": [{ "owners": { "contains": "ann" } }] }), vec![]),
    ] {
        let page =
            book::list(&store, &guest("ann"), Some(&filter), Order::NewestFirst, None, None).await.unwrap();
        let ids: Vec<_> = page.cards.into_iter().map(|card| card.id).collect();
        assert_eq!(ids, shown.into_iter().map(id).collect::<Vec<_>>(), "{filter}");
    }
}

#[tokio::test]
async fn retry_starts_a_failed_import_with_a_new_attempt() {
    let mut recipe = submitted(id(1), &owner(), at(0));
    recipe.fail(Failure::from(ErrorCode::Unreachable)).unwrap();
    let store = store_with(&recipe).await;
    let machines = MemoryWorkflows::default();
    book::retry(&store, &machines, FREE, &bearer("ann"), recipe.id.as_str(), RetryBy::Readers, at(1))
        .await
        .unwrap();
    let again = store.get(&recipe.id).await.unwrap().unwrap();
    assert_eq!((again.status(), again.attempt(), again.failure()), (Status::Pending, Attempt(2), None));
    assert!(machines.has_started(Workflow::Processing, &again.job()));
    book::retry(&store, &machines, FREE, &bearer("ann"), recipe.id.as_str(), RetryBy::Readers, at(2))
        .await
        .unwrap();
    assert_eq!(
        store.get(&recipe.id).await.unwrap().unwrap().attempt(),
        Attempt(2),
        "it is on its way already"
    );
}
