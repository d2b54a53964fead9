//! The fakes fulfil the contracts of the real adapters.

use testkit::contract;
use testkit::fakes::{
    MemoryArtifacts, MemoryCounters, MemoryGroceryLinks, MemoryMedia, MemoryMembers, MemoryRecipes,
    MemorySpending, MemoryWorkflows,
};

#[tokio::test]
async fn recipe_store_in_memory_fulfils_its_contract() {
    contract::recipe_store(&MemoryRecipes::default(), 1).await;
}

#[tokio::test]
async fn members_in_memory_fulfil_their_contract() {
    contract::members(&MemoryMembers::default(), 1).await;
}

#[tokio::test]
async fn grocery_links_in_memory_fulfil_their_contract() {
    contract::grocery_links(&MemoryGroceryLinks::default(), 1).await;
}

#[tokio::test]
async fn counters_in_memory_fulfil_their_contract() {
    contract::counters(&MemoryCounters::default(), 1).await;
}

#[tokio::test]
async fn spending_in_memory_fulfils_its_contract() {
    contract::spending(&MemorySpending::default(), 1).await;
}

#[tokio::test]
async fn artifacts_in_memory_fulfil_their_contract() {
    contract::artifacts(&MemoryArtifacts::default(), 1).await;
}

#[tokio::test]
async fn media_in_memory_fulfil_their_contract() {
    contract::media(&MemoryMedia::default(), 1).await;
}

#[tokio::test]
async fn state_machines_in_memory_fulfil_their_contract() {
    contract::workflows(&MemoryWorkflows::default(), 1).await;
}

#[tokio::test]
async fn ledger_in_memory_fulfils_its_contract() {
    testkit::credits::ledger(&ledger::Memory::default(), 1).await;
}

#[tokio::test]
async fn members_lists_in_memory_fulfil_their_contract() {
    testkit::credits::credit_reads(&testkit::member_credits::MemoryCredits::default(), 1).await;
}

#[tokio::test]
async fn conversations_in_memory_fulfil_their_contract() {
    let store = testkit::conversations::MemoryConversations::default();
    testkit::conversations::conversation_store(&store, 1).await;
}

#[tokio::test]
async fn feedback_in_memory_fulfils_its_contract() {
    testkit::conversations::conversation_store(&testkit::conversations::MemoryConversations::default(), 1)
        .await;
    testkit::feedback::feedback_store(&testkit::feedback::MemoryFeedback::default(), 1).await;
}
