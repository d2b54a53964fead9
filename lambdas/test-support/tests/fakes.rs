//! The fakes fulfil the contracts of the real adapters.

use test_support::contract;
use test_support::fakes::{
    MemoryArtifacts, MemoryCounters, MemoryGroceryLinks, MemoryMedia, MemoryMembers, MemoryRecipes,
    MemorySpending, MemoryWorkflows,
};
use test_support::personal_tokens::MemoryPersonalTokens;
use test_support::program_proposals::MemoryProgramProposals;

#[tokio::test]
async fn recipe_store_in_memory_fulfils_its_contract() {
    contract::recipe_store(&MemoryRecipes::default(), 1).await;
}

#[tokio::test]
async fn members_in_memory_fulfil_their_contract() {
    contract::members(&MemoryMembers::default(), 1).await;
}

#[tokio::test]
async fn personal_tokens_in_memory_fulfil_their_contract() {
    test_support::personal_tokens::personal_tokens(&MemoryPersonalTokens::default(), 1).await;
}

#[tokio::test]
async fn program_proposals_in_memory_fulfil_their_contract() {
    test_support::program_proposals::program_proposals(&MemoryProgramProposals::default(), 1).await;
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
    test_support::credits::ledger(&billing::ledger::Memory::default(), 1).await;
}

#[tokio::test]
async fn members_lists_in_memory_fulfil_their_contract() {
    test_support::credits::credit_reads(&test_support::member_credits::MemoryCredits::default(), 1).await;
}

#[tokio::test]
async fn conversations_in_memory_fulfil_their_contract() {
    let store = test_support::conversations::MemoryConversations::default();
    test_support::conversations::conversation_store(&store, 1).await;
}

#[tokio::test]
async fn feedback_in_memory_fulfils_its_contract() {
    test_support::conversations::conversation_store(
        &test_support::conversations::MemoryConversations::default(),
        1,
    )
    .await;
    test_support::feedback::feedback_store(&test_support::feedback::MemoryFeedback::default(), 1).await;
}

#[tokio::test]
async fn shared_lists_in_memory_fulfil_their_contract() {
    let lists = test_support::shared_lists::MemorySharedLists::default();
    test_support::shared_lists::shared_list_store(&lists, 1).await;
}
