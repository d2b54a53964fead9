#![expect(clippy::expect_used, reason = "tests fail by panicking")]

use app::recipe_store::{Order, RecipeStore};
use app::{AppError, Caller, Card, OwnerId, book};
use recipe::Ingredient;
use serde_json::Value;
use test_support::fakes::MemoryRecipes;
use test_support::samples::{at, bearer, finished, guest, id};

async fn store_of(count: u32, raw_bytes: usize) -> MemoryRecipes {
    let store = MemoryRecipes::default();
    for number in 1..=count {
        for (owner, offset) in [("ann", 0), ("bob", 1_000)] {
            let mut recipe =
                finished(id(u128::from(number + offset)), &OwnerId::new(owner), at(number.into()));
            recipe.notes = Some("mine".to_owned());
            recipe.raw_extraction = Some("x".repeat(raw_bytes));
            store.create(&recipe).await.expect("a free id");
        }
    }
    store
}

async fn pages(store: &MemoryRecipes, limit: Option<i64>) -> Vec<Vec<String>> {
    let (mut pages, mut token) = (Vec::new(), None);
    loop {
        let page = book::export(store, &guest("ann"), limit, token.as_deref()).await.expect("a page");
        let recipes: Vec<Value> =
            page.recipes.iter().map(|recipe| serde_json::to_value(recipe).expect("JSON")).collect();
        assert!(recipes.iter().all(|recipe| recipe["notes"] == "mine"));
        pages.push(recipes.iter().map(|recipe| recipe["id"].as_str().expect("an id").to_owned()).collect());
        token = page.next_token;
        if token.is_none() {
            return pages;
        }
    }
}

#[tokio::test]
async fn export_contains_every_own_recipe_once() {
    let store = store_of(45, 10).await;
    let expected: Vec<_> = (1..=45).rev().map(|number| id(number).to_string()).collect();
    for limit in [None, Some(1), Some(7), Some(20)] {
        assert_eq!(pages(&store, limit).await.concat(), expected, "{limit:?}");
    }
    assert!(pages(&store, None).await.iter().all(|page| page.len() <= 20));
}

#[tokio::test]
async fn large_recipes_shorten_export_pages() {
    let store = store_of(45, 90_000).await;
    let pages = pages(&store, None).await;
    assert_eq!(pages.concat().len(), 45);
    assert!(
        pages.iter().all(|page| page.len() * 90_000 < 2_000_000),
        "AppSync takes 5 MB with all that JSON adds"
    );
}

#[tokio::test]
async fn export_contains_only_the_callers_recipes() {
    let store = store_of(3, 10).await;
    for caller in [Caller::Anonymous, bearer("ann")] {
        assert_eq!(book::export(&store, &caller, None, None).await, Err(AppError::Unauthorized));
    }
    for limit in [0, 21, -1, i64::MAX] {
        let refused = book::export(&store, &guest("ann"), Some(limit), None).await;
        assert!(matches!(refused, Err(AppError::InvalidInput(_))), "{limit}");
    }
    let token = book::export(&store, &guest("ann"), Some(1), None).await.unwrap().next_token.unwrap();
    assert!(book::export(&store, &guest("bob"), Some(1), Some(&token)).await.is_err(), "another's token");
    let listed = book::list(&store, &guest("ann"), None, Order::NewestFirst, Some(1), Some(&token)).await;
    assert!(listed.is_err(), "the token of another query");
}

#[test]
fn card_lists_unique_ingredient_names_within_limits() {
    let mut recipe = finished(id(1), &OwnerId::new("ann"), at(0));
    let line = |name: &str| Ingredient { name: name.to_owned(), ..Ingredient::default() };
    let long = "é".repeat(60);
    recipe.content.ingredients = ["Butter", " butter ", "", "flour", &long].map(line).into();
    assert_eq!(Card::from(&recipe).ingredient_names, ["Butter", "flour", &"é".repeat(40)]);
    recipe.content.ingredients = (0..100).map(|number| line(&number.to_string())).collect();
    assert_eq!(Card::from(&recipe).ingredient_names.len(), 40);
}
