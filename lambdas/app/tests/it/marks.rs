#![expect(clippy::expect_used, reason = "tests fail by panicking")]

use app::addresses::Guard;
use app::book::{self, UpdateRecipe};
use app::model::{Day, Marks};
use app::recipe_store::{Order, RecipeStore};
use app::refusal::Refusal;
use app::view::RecipeView;
use app::{AppError, OwnerId, Recipe, Status};
use proptest::prelude::*;
use serde_json::{Value, json};
use test_support::fakes::MemoryRecipes;
use test_support::samples::{at, bearer, finished, guest, id, submitted};

async fn marked(recipe: &Recipe, changes: &[Value]) -> Result<Recipe, AppError> {
    let store = MemoryRecipes::default();
    store.create(recipe).await.expect("a store");
    for change in changes {
        mark(&store, change).await?;
    }
    Ok(store.get(&recipe.id).await.expect("a store").expect("a recipe"))
}

async fn mark(store: &MemoryRecipes, change: &Value) -> Result<RecipeView, AppError> {
    let mut input = change.clone();
    input["id"] = json!(id(1));
    let input: UpdateRecipe = serde_json::from_value(input).expect("an input");
    book::update(store, &Guard::default(), &bearer("ann"), input, at(1)).await
}

fn soup() -> Recipe {
    finished(id(1), &OwnerId::new("ann"), at(0))
}

fn days(texts: &[&str]) -> Vec<Day> {
    texts.iter().map(|day| Day::try_from((*day).to_owned()).expect("a day")).collect()
}

#[tokio::test]
async fn each_mark_is_set_and_removed_independently() {
    let all = [
        json!({ "favourite": true }),
        json!({ "rating": 4 }),
        json!({ "collections": [" Noël ", "weekdays", "NOËL", " "] }),
        json!({ "madeOn": ["2026-11-02", "2026-11-20", "2026-11-02"] }),
    ];
    let marks = Marks {
        favourite: true,
        rating: Some(4),
        collections: vec!["Noël".to_owned(), "weekdays".to_owned()],
        made_on: days(&["2026-11-20", "2026-11-02"]),
    };
    let with_all = marked(&soup(), &all).await.unwrap();
    assert_eq!(with_all, Recipe { marks: marks.clone(), version: 5, updated_at: at(1), ..soup() });
    for (change, expected) in [
        (json!({ "favourite": false }), Marks { favourite: false, ..marks.clone() }),
        (json!({ "rating": null }), Marks { rating: None, ..marks.clone() }),
        (json!({ "collections": [] }), Marks { collections: vec![], ..marks.clone() }),
        (json!({ "madeOn": [] }), Marks { made_on: vec![], ..marks.clone() }),
        (json!({ "title": "Stew" }), marks.clone()),
        (json!({ "favourite": null, "collections": null, "madeOn": null }), marks.clone()),
    ] {
        let after = marked(&with_all, std::slice::from_ref(&change)).await.unwrap();
        assert_eq!(after.marks, expected, "{change}");
    }
}

#[tokio::test]
async fn last_mark_without_version_wins_and_edits_still_conflict() {
    let store = MemoryRecipes::default();
    store.create(&soup()).await.unwrap();
    mark(&store, &json!({ "rating": 2 })).await.unwrap();
    mark(&store, &json!({ "rating": 5 })).await.unwrap();
    assert_eq!(mark(&store, &json!({ "title": "Stew", "version": 1 })).await, Err(AppError::Conflict));
    assert_eq!(store.get(&id(1)).await.unwrap().unwrap().marks.rating, Some(5));
}

#[tokio::test]
async fn marks_can_be_set_during_an_import_and_are_kept() {
    let pending = submitted(id(1), &OwnerId::new("ann"), at(0));
    let mut kept = marked(&pending, &[json!({ "favourite": true })]).await.unwrap();
    assert_eq!((kept.status(), kept.marks.favourite), (Status::Pending, true));
    kept.succeed(soup().content, Vec::new(), "{}".to_owned()).unwrap();
    assert!(kept.marks.favourite && kept.edited.is_empty());
    let with_words = marked(&pending, &[json!({ "favourite": true, "title": "Stew" })]).await;
    assert_eq!(with_words, Err(AppError::InvalidInput(Refusal::StillImporting)));
}

#[tokio::test]
async fn marks_beyond_a_limit_are_rejected() {
    let many = |count: usize| (0..count).map(|n| n.to_string()).collect::<Vec<_>>();
    // The test clock is at 2026-11-21 in UTC.
    for (change, refusal) in [
        (json!({ "rating": 0 }), Refusal::RatingOutOfBounds),
        (json!({ "rating": 6 }), Refusal::RatingOutOfBounds),
        (json!({ "collections": many(21) }), Refusal::TooManyCollections),
        (json!({ "collections": ["🍲".repeat(61)] }), Refusal::LongCollection),
        (json!({ "madeOn": ["2026-11-23", "2020-01-01"] }), Refusal::FutureDay),
    ] {
        assert_eq!(marked(&soup(), &[change]).await, Err(AppError::InvalidInput(refusal)), "{refusal:?}");
    }
    let most = json!({ "rating": 1, "collections": many(20), "madeOn": ["2026-11-22"] });
    assert_eq!(marked(&soup(), &[most]).await.unwrap().marks.collections.len(), 20);
    let longest = json!({ "collections": ["🍲".repeat(60)] });
    assert!(marked(&soup(), &[longest]).await.is_ok());
    for malformed in
        [json!({ "madeOn": ["yesterday"] }), json!({ "rating": -1 }), json!({ "favourite": "yes" })]
    {
        assert!(serde_json::from_value::<UpdateRecipe>(malformed).is_err());
    }
}

#[tokio::test]
async fn latest_days_are_kept_beyond_the_limit() {
    let all: Vec<String> = (0..250).map(|n| format!("20{:02}-01-{:02}", n / 25, n % 25 + 1)).collect();
    let made_on = marked(&soup(), &[json!({ "madeOn": all })]).await.unwrap().marks.made_on;
    assert_eq!((made_on.len(), made_on.first().copied()), (200, days(&["2009-01-25"]).first().copied()));
    assert_eq!(made_on.last().copied(), days(&["2002-01-01"]).first().copied());
}

#[tokio::test]
async fn list_can_be_filtered_by_marks() {
    let store = MemoryRecipes::default();
    let of = |n: u128, marks: Marks| Recipe { marks, ..finished(id(n), &OwnerId::new("ann"), at(0)) };
    let collections = vec!["Noël".to_owned()];
    store.create(&of(1, Marks { favourite: true, rating: Some(5), ..Marks::default() })).await.unwrap();
    store.create(&of(2, Marks { collections, rating: Some(2), ..Marks::default() })).await.unwrap();
    store.create(&of(3, Marks { made_on: days(&["2026-11-20"]), ..Marks::default() })).await.unwrap();
    for (filter, expected) in [
        (json!({ "favourite": { "eq": true } }), vec![1]),
        (json!({ "favourite": { "eq": false } }), vec![2, 3]),
        (json!({ "rating": { "ge": 3 } }), vec![1]),
        (json!({ "rating": { "attributeExists": false } }), vec![3]),
        (json!({ "collections": { "contains": "Noël" } }), vec![2]),
        (json!({ "lastMadeOn": { "between": ["2026-11-01", "2026-11-30"] } }), vec![3]),
        (json!({ "lastMadeOn": { "beginsWith": "2026-12" } }), vec![]),
    ] {
        let page =
            book::list(&store, &guest("ann"), Some(&filter), Order::OldestFirst, None, None).await.unwrap();
        let found: Vec<_> = page.cards.into_iter().map(|card| card.id).collect();
        assert_eq!(found, expected.into_iter().map(id).collect::<Vec<_>>(), "{filter}");
    }
}

#[test]
fn stranger_sees_no_marks() {
    let marks = Marks {
        favourite: true,
        rating: Some(5),
        collections: vec!["Ann".to_owned()],
        made_on: days(&["2026-11-20"]),
    };
    let marks_of = |view: Option<RecipeView>| {
        let view = serde_json::to_value(view).unwrap();
        ["favourite", "rating", "collections", "madeOn"].map(|name| view[name].clone())
    };
    let recipe = Recipe { marks, ..soup() };
    let own = RecipeView::for_owner(recipe.clone());
    assert_eq!(marks_of(Some(own)), [json!(true), json!(5), json!(["Ann"]), json!(["2026-11-20"])]);
    let shared = RecipeView::for_stranger(recipe);
    assert_eq!(marks_of(shared), [json!(false), json!(null), json!([]), json!([])]);
}

proptest! {
    #[test]
    fn stored_marks_are_normalised(
        names in prop::collection::vec("[ aAéÉ\0🍲]{0,5}", 0..20),
        days in prop::collection::vec((2000..2027_u32, 1..13_u32, 1..29_u32), 0..300),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let texts: Vec<_> = days.iter().map(|(y, m, d)| format!("{y}-{m:02}-{d:02}")).collect();
        let change = json!({ "collections": names, "madeOn": texts });
        let outcome = runtime.block_on(marked(&soup(), &[change.clone(), change]));
        let is_future = texts.iter().any(|day| day.as_str() > "2026-11-22");
        prop_assert_eq!(outcome.is_err(), is_future);
        if let Ok(recipe) = outcome {
            let Marks { collections, made_on, .. } = recipe.marks;
            prop_assert!(collections.iter().all(|name| !name.is_empty() && name.trim() == name));
            let folded: std::collections::BTreeSet<_> = collections.iter().map(|name| name.to_lowercase()).collect();
            prop_assert_eq!(folded.len(), collections.len());
            prop_assert!(made_on.is_sorted_by(|a, b| a > b) && made_on.len() <= 200);
            prop_assert!(recipe.version <= 2);
        }
    }
}
