use app::program_proposals::{LIFETIME, MAX_PROPOSALS, ProgramProposal, add, discard, list};
use app::{AppError, OwnerId};
use test_support::program_proposals::MemoryProgramProposals;
use test_support::samples::{at, id};

fn ann() -> OwnerId {
    OwnerId::new("ann")
}

fn proposal(number: u64, wish: &str) -> ProgramProposal {
    ProgramProposal {
        id: id(u128::from(number)),
        recipe_id: id(1_000),
        program: "Kitchen robot".to_owned(),
        wish: wish.to_owned(),
        created_at: at(i64::try_from(number).unwrap()),
    }
}

async fn ids_of(store: &MemoryProgramProposals, owner: &OwnerId) -> Vec<String> {
    let proposals = list(store, owner, at(100)).await.unwrap();
    proposals.iter().map(|proposal| proposal.id.as_str().to_owned()).collect()
}

#[tokio::test]
async fn proposal_waits_for_its_member_only_until_discarded() {
    let (store, bob) = (MemoryProgramProposals::default(), OwnerId::new("bob"));
    let vegan = proposal(1, "vegan");
    add(&store, &ann(), &vegan).await.unwrap();
    assert_eq!(list(&store, &ann(), at(2)).await.unwrap(), std::slice::from_ref(&vegan));
    assert_eq!(list(&store, &bob, at(2)).await.unwrap(), []);
    assert!(!discard(&store, &bob, vegan.id.as_str(), at(2)).await.unwrap());
    assert!(discard(&store, &ann(), vegan.id.as_str(), at(2)).await.unwrap());
    assert!(!discard(&store, &ann(), vegan.id.as_str(), at(2)).await.unwrap());
    assert_eq!(list(&store, &ann(), at(2)).await.unwrap(), []);
    assert!(matches!(discard(&store, &ann(), "1", at(2)).await, Err(AppError::InvalidInput(_))));
}

#[tokio::test]
async fn equal_proposal_replaces_the_earlier_one() {
    let store = MemoryProgramProposals::default();
    for (number, wish) in [(1, "vegan"), (2, "metric"), (3, "vegan")] {
        add(&store, &ann(), &proposal(number, wish)).await.unwrap();
    }
    assert_eq!(ids_of(&store, &ann()).await, [id(2).as_str(), id(3).as_str()]);
}

#[tokio::test]
async fn further_proposal_replaces_the_oldest() {
    let store = MemoryProgramProposals::default();
    let count = u64::try_from(MAX_PROPOSALS).unwrap() + 2;
    for number in 1..=count {
        add(&store, &ann(), &proposal(number, &format!("for {number}"))).await.unwrap();
    }
    let ids = ids_of(&store, &ann()).await;
    assert_eq!(ids.len(), MAX_PROPOSALS);
    assert_eq!(ids.first().map(String::as_str), Some(id(3).as_str()));
    assert_eq!(ids.last().map(String::as_str), Some(id(u128::from(count)).as_str()));
}

#[tokio::test]
async fn proposal_expires() {
    let store = MemoryProgramProposals::default();
    let vegan = proposal(1, "vegan");
    add(&store, &ann(), &vegan).await.unwrap();
    let end = at(1).plus(LIFETIME);
    assert_eq!(vegan.expires_at(), end);
    assert_eq!(list(&store, &ann(), end).await.unwrap(), []);
    assert!(!discard(&store, &ann(), vegan.id.as_str(), end).await.unwrap());
}

#[tokio::test]
async fn concurrent_change_is_repeated_a_few_times() {
    let store = MemoryProgramProposals::default();
    store.conflict(3);
    add(&store, &ann(), &proposal(1, "vegan")).await.unwrap();
    assert_eq!(ids_of(&store, &ann()).await.len(), 1);
    store.conflict(100);
    assert_eq!(add(&store, &ann(), &proposal(2, "metric")).await, Err(AppError::Busy));
    store.conflict(0);
    assert_eq!(ids_of(&store, &ann()).await, [id(1).as_str()]);
}
