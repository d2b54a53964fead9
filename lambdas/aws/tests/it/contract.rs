//! Runs the contract suites on the local cloud. `make test` starts it and sets `ZEST_STATE` and the AWS
//! environment.

#![expect(clippy::expect_used, clippy::large_futures, reason = "tests fail by panicking")]

use std::time::{SystemTime, UNIX_EPOCH};

use app::recipe_store::RecipeStore;
use aws::{
    Clients, DynamoConversations, DynamoCounters, DynamoFeedback, DynamoGroceryLinks, DynamoLedger,
    DynamoMembers, DynamoPersonalTokens, DynamoProgramProposals, DynamoRecipes, DynamoSharedLists,
    DynamoSpending, S3Artifacts, S3Media, StateMachines, TokenKeys,
};
use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::Value;
use test_support::contract;
use test_support::samples::{at, id, submitted};
use zest_core::PortError;

fn outputs() -> Value {
    let state = std::env::var("ZEST_STATE")
        .expect("ZEST_STATE names no running Zest: start the tests with make test");
    let file = format!("{state}/run/stack.json");
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    serde_json::from_str(&text).expect("the launcher writes JSON")
}

fn output(name: &str) -> String {
    outputs()[name].as_str().unwrap_or_else(|| panic!("the stack has no output {name}")).to_owned()
}

fn space() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
    u64::try_from(since.as_nanos() % u128::from(u64::MAX)).expect("below the modulus")
}

#[tokio::test]
async fn recipes_in_dynamodb_keep_their_contract() {
    let clients = Clients::from_env().await;
    let store = DynamoRecipes::new(clients.dynamodb(), output("RecipesTable"));
    contract::recipe_store(&store, space()).await;
}

#[tokio::test]
async fn a_recipe_from_before_the_shards_is_swept_and_moves_to_its_shard() {
    let (client, table) = (Clients::from_env().await.dynamodb(), output("RecipesTable"));
    let store = DynamoRecipes::new(client.clone(), table.clone());
    // So late that no scheduled sweep sees it.
    let late = at(2_100_000_000);
    let mut recipe = submitted(id(u128::from(space()) << 64), &app::OwnerId::new("us-east-1:old"), late);
    let key = |sort: &str| AttributeValue::S(sort.to_owned());
    let row = || client.get_item().table_name(&table).key("PK", key(&format!("R#{}", recipe.id)));
    let stored = async || {
        let answer = row().key("SK", key("R")).consistent_read(true).send().await.expect("a row");
        answer.item.expect("a recipe")
    };
    assert_eq!(store.create(&recipe).await, Ok(()));
    let mut old = stored().await;
    assert_eq!(old.insert("unsettled".to_owned(), key("unsettled")), Some(key("unsettled#0")));
    client.put_item().table_name(&table).set_item(Some(old)).send().await.expect("a write");
    let found = async || {
        let found = store.unsettled(late, 10_000).await.expect("a sweep");
        found.into_iter().filter(|found| *found == recipe.id).count()
    };
    assert_eq!(found().await, 1);

    recipe.version = 2;
    assert_eq!(store.replace(&recipe, 1).await, Ok(()));
    assert_eq!(found().await, 1);
    assert_eq!(stored().await.get("unsettled"), Some(&key("unsettled#0")));
    assert_eq!(store.delete(&recipe).await, Ok(()));
}

#[tokio::test]
async fn members_in_dynamodb_keep_their_contract() {
    let members = DynamoMembers::new(Clients::from_env().await.dynamodb(), output("RecipesTable"));
    contract::members(&members, space()).await;
}

#[tokio::test]
async fn counters_in_dynamodb_keep_their_contract() {
    let counters = DynamoCounters::new(Clients::from_env().await.dynamodb(), output("RecipesTable"));
    contract::counters(&counters, space()).await;
}

#[tokio::test]
async fn conversations_in_dynamodb_keep_their_contract() {
    let clients = Clients::from_env().await;
    let store = DynamoConversations::new(clients.dynamodb(), output("ConversationsTable"));
    test_support::conversations::conversation_store(&store, space()).await;
}

#[tokio::test]
async fn a_spending_in_dynamodb_keeps_its_contract() {
    let spending = DynamoSpending::new(Clients::from_env().await.dynamodb(), output("ConversationsTable"));
    contract::spending(&spending, space()).await;
}

#[tokio::test]
async fn grocery_links_in_dynamodb_keep_their_contract() {
    let links = DynamoGroceryLinks::new(Clients::from_env().await.dynamodb(), output("RecipesTable"));
    contract::grocery_links(&links, space()).await;
}

#[tokio::test]
async fn personal_tokens_in_dynamodb_keep_their_contract() {
    let store = DynamoPersonalTokens::new(Clients::from_env().await.dynamodb(), output("RecipesTable"));
    test_support::personal_tokens::personal_tokens(&store, space()).await;
}

#[tokio::test]
async fn program_proposals_in_dynamodb_keep_their_contract() {
    let store = DynamoProgramProposals::new(Clients::from_env().await.dynamodb(), output("RecipesTable"));
    test_support::program_proposals::program_proposals(&store, space()).await;
}

#[tokio::test]
async fn the_ledger_in_dynamodb_keeps_its_contract() {
    let ledger = DynamoLedger::new(Clients::from_env().await.dynamodb(), output("LedgerTable"));
    test_support::credits::ledger(&ledger, space()).await;
}

#[tokio::test]
async fn members_lists_in_dynamodb_keep_their_contract() {
    let ledger = DynamoLedger::new(Clients::from_env().await.dynamodb(), output("LedgerTable"));
    test_support::credits::credit_reads(&ledger, space()).await;
}

#[tokio::test]
async fn feedback_in_dynamodb_keeps_its_contract() {
    let feedback = DynamoFeedback::new(Clients::from_env().await.dynamodb(), output("FeedbackTable"));
    test_support::feedback::feedback_store(&feedback, space()).await;
}

#[tokio::test]
async fn shared_lists_in_dynamodb_keep_their_contract() {
    let lists = DynamoSharedLists::new(Clients::from_env().await.dynamodb(), output("SharedListsTable"));
    test_support::shared_lists::shared_list_store(&lists, space()).await;
}

#[tokio::test]
async fn the_largest_recipe_fits_into_the_table() {
    let clients = Clients::from_env().await;
    let store = DynamoRecipes::new(clients.dynamodb(), output("RecipesTable"));
    let owner = app::OwnerId::new("us-east-1:largest");
    let mut recipe = submitted(id(u128::from(space())), &owner, at(0));
    // Many short lines in many steps need most space.
    let line = recipe::Ingredient {
        text: "🍲".repeat(25),
        doubt: Some(recipe::Doubt::Guessed),
        step_mapping: vec![299; 25],
        ..recipe::Ingredient::default()
    };
    recipe.content.ingredients = vec![line; app::model::CONTENT_LIMIT_BYTES / 200];
    assert_eq!(app::model::content_bytes(&recipe.content), app::model::CONTENT_LIMIT_BYTES);
    recipe.raw_extraction = Some("x".repeat(app::model::RAW_LIMIT_BYTES));
    assert_eq!(store.create(&recipe).await, Ok(()));
    assert_eq!(store.get(&recipe.id).await, Ok(Some(recipe)));
}

#[tokio::test]
async fn the_artifacts_in_s3_keep_their_contract() {
    let artifacts = S3Artifacts::new(Clients::from_env().await.s3(), output("WorkBucket"));
    contract::artifacts(&artifacts, space()).await;
}

#[tokio::test]
async fn media_in_s3_keep_their_contract() {
    let media = S3Media::new(Clients::from_env().await.s3(), output("MediaBucket"));
    contract::media(&media, space()).await;
}

#[tokio::test]
async fn the_state_machines_keep_their_contract() {
    let (processing, post) = (output("ProcessingArn"), output("PostProcessingArn"));
    let machines =
        StateMachines::new(Clients::from_env().await.step_functions(), Some(processing), Some(post));
    contract::workflows(&machines, space()).await;
}

#[tokio::test]
async fn missing_table_is_broken_and_unreachable_cloud_is_busy() {
    let clients = Clients::from_env().await;
    let absent = DynamoRecipes::new(clients.dynamodb(), "no-such-table".to_owned());
    let answer = absent.get(&id(1)).await;
    assert!(matches!(answer, Err(PortError::Broken(_))), "{answer:?}");

    // Nothing listens on port 9 (discard).
    let nowhere = clients.dynamodb().config().to_builder().endpoint_url("http://127.0.0.1:9").build();
    let unreachable = DynamoRecipes::new(aws_sdk_dynamodb::Client::from_conf(nowhere), "Recipes".to_owned());
    let answer = unreachable.get(&id(1)).await;
    assert!(matches!(answer, Err(PortError::Busy(_))), "{answer:?}");
}

#[tokio::test]
async fn generated_token_keys_can_be_parsed() {
    let keys = TokenKeys::new(Clients::from_env().await.secrets_manager(), output("TokenSecret"));
    keys.for_issuing().await.expect("keys");
}
