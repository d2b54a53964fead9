#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use app::book;
use app::error::WriteError;
use app::import::{self, Admitted};
use app::members::Members;
use app::owners::{self, Owners, Purpose};
use app::recipe_store::{Order, RecipeStore};
use app::signed_token::KeyRing;
use app::{AppError, Caller, OwnerId, Recipe, Status, claim, owner_token};
use futures_util::FutureExt;
use test_support::fakes::{MemoryMembers, MemoryRecipes, MemoryWorkflows};
use test_support::samples::{at, id, import_of_address, submitted};

fn ring() -> KeyRing {
    KeyRing::from_json(&format!(r#"{{"kid":"k1","key":"{}"}}"#, "k".repeat(40))).unwrap()
}

fn guest(name: &str) -> Caller {
    Caller::Guest { identity: OwnerId::new(name) }
}

fn member(user: &str, identity: &str) -> Caller {
    Caller::Member { user: OwnerId::new(user), identity: Some(OwnerId::new(identity)) }
}

fn token(guest_name: &str, seconds: i64) -> String {
    claim::issue(&ring(), &guest(guest_name), at(seconds)).unwrap().token
}

struct World {
    store: MemoryRecipes,
    members: MemoryMembers,
}

impl World {
    async fn with(guest_name: &str, numbers: impl IntoIterator<Item = u128>) -> Self {
        let world = Self { store: MemoryRecipes::default(), members: MemoryMembers::default() };
        for number in numbers {
            let recipe = submitted(id(number), &OwnerId::new(guest_name), at(0));
            world.store.create(&recipe).await.unwrap();
        }
        world
    }

    async fn claim(&self, caller: &Caller, token: Option<&str>) -> Result<claim::Progress, AppError> {
        claim::claim(&self.store, &self.members, &ring(), caller, token, at(10), || false).await
    }

    async fn listed(&self, owner: &str) -> usize {
        self.store.list(&OwnerId::new(owner), Order::NewestFirst, 1_000, None).await.unwrap().cards.len()
    }

    async fn recipe(&self, number: u128) -> Recipe {
        self.store.get(&id(number)).await.unwrap().unwrap()
    }
}

fn done(claimed: u32) -> Result<claim::Progress, AppError> {
    Ok(claim::Progress { claimed, done: true })
}

#[tokio::test]
async fn claim_transfers_all_recipes_and_is_idempotent() {
    let world = World::with("guest", 1..=120).await;
    world.store.create(&submitted(id(500), &OwnerId::new("other"), at(0))).await.unwrap();
    let token = token("guest", 0);
    assert_eq!(world.claim(&member("ann", "ann-id"), Some(&token)).await, done(120));
    assert_eq!(world.claim(&member("ann", "ann-id"), Some(&token)).await, done(0));
    assert_eq!((world.listed("guest").await, world.listed("ann").await), (0, 120));
    let moved = world.recipe(1).await;
    assert_eq!(moved.owners, [OwnerId::new("ann"), OwnerId::new("ann-id")].into(), "the guest is no owner");
    assert_eq!((moved.version, moved.updated_at), (2, at(0)), "nothing that the recipe says has changed");
    assert_eq!(world.recipe(500).await.owner, OwnerId::new("other"));
    let bound = world.members.identity_of(&OwnerId::new("ann")).await;
    assert_eq!(bound, Ok(Some(OwnerId::new("ann-id"))));
}

#[tokio::test]
async fn member_with_the_guests_identity_needs_no_claim() {
    let world = World::with("guest", [1, 2]).await;
    assert_eq!(world.claim(&member("ann", "guest"), None).await, done(2));
    let owners = world.recipe(1).await.owners;
    assert_eq!(owners, [OwnerId::new("ann"), OwnerId::new("guest")].into(), "it is the member's own now");
}

#[tokio::test]
async fn claims_of_a_linked_guest_are_rejected() {
    let world = World::with("guest", [1]).await;
    let (used, another) = (token("guest", 0), token("guest", 1));
    assert_eq!(world.claim(&member("ann", "ann-id"), Some(&used)).await, done(1));
    world.store.create(&submitted(id(2), &OwnerId::new("guest"), at(1))).await.unwrap();
    for token in [&used, &another] {
        assert_eq!(world.claim(&member("bob", "bob-id"), Some(token)).await, Err(AppError::Unauthorized));
    }
    assert_eq!(world.listed("bob").await, 0);
    assert_eq!(world.claim(&member("ann", "ann-id"), Some(&another)).await, done(1));
}

#[tokio::test]
async fn kept_identity_admits_only_signed_in_sessions() {
    let world = World::with("guest", [1]).await;
    let (old, old_token) = (guest("guest"), Caller::Bearer { identity: OwnerId::new("guest"), user: None });
    let ann = member("ann", "guest");
    for caller in [&old, &old_token] {
        assert!(caller.owns(&world.recipe(1).await), "{caller:?}");
    }
    assert_eq!(world.claim(&ann, None).await, done(1));
    let moved = world.recipe(1).await;
    assert!(ann.owns(&moved) && moved.owners.contains(&OwnerId::new("guest")));
    for caller in [old, old_token] {
        assert!(!caller.owns(&moved), "{caller:?}");
        for purpose in [Purpose::Token, Purpose::Other] {
            let admitted = owners::admit(&world.store, caller.clone(), purpose).await;
            assert_eq!(admitted, Ok(Caller::Anonymous), "{caller:?}");
        }
        let begun = book::create_blank(&world.store, &caller, id(9).as_str(), None, at(1)).await;
        assert_eq!(begun.map(drop), Err(AppError::Unauthorized), "{caller:?}");
    }
    assert_eq!(owners::admit(&world.store, ann.clone(), Purpose::Other).await, Ok(ann));
    let bob = world.claim(&member("bob", "guest"), None).await;
    assert_eq!(bob, Err(AppError::Unauthorized), "it is another's");
}

#[tokio::test]
async fn nothing_is_claimed_after_the_guest_deleted_everything() {
    let world = World::with("guest", [1, 2]).await;
    let token = token("guest", 0);
    assert_eq!(world.store.start_new_generation(&OwnerId::new("guest")).await, Ok(1));
    assert_eq!(world.claim(&member("ann", "ann-id"), Some(&token)).await, done(0));
    assert_eq!(world.listed("ann").await, 0, "what is being deleted was moved");
}

#[tokio::test]
async fn invalid_claim_still_transfers_recipes_of_the_own_identity() {
    let ring = ring();
    let owner = owner_token::issue(&ring, &guest("guest"), None, at(0)).unwrap().token;
    let good = token("guest", 0);
    let old = token("guest", -7 * 86_400 + 9);
    for (name, bad) in [
        ("an owner token", owner),
        ("one that has expired", old),
        ("one that was tampered with", good[..good.len() - 2].to_owned() + "AA"),
        ("nothing of ours", "v1.k1.e30.AAAA".to_owned()),
        ("nothing", String::new()),
    ] {
        let world = World::with("guest", [1]).await;
        world.store.create(&submitted(id(2), &OwnerId::new("ann-id"), at(0))).await.unwrap();
        let refused = world.claim(&member("ann", "ann-id"), Some(&bad)).await;
        assert_eq!(refused, Err(AppError::Unauthorized), "{name}");
        assert_eq!((world.listed("guest").await, world.listed("ann").await), (1, 1), "{name}");
    }
    let still_good = token("guest", -7 * 86_400 + 11);
    let world = World::with("guest", [1]).await;
    assert_eq!(world.claim(&member("ann", "ann-id"), Some(&still_good)).await, done(1));
}

#[tokio::test]
async fn claim_is_not_accepted_as_owner_token() {
    assert_eq!(owner_token::verify(&ring(), &token("guest", 0), at(1)), Err(AppError::Unauthorized));
}

#[tokio::test]
async fn only_guests_get_claims_and_only_verified_members_use_them() {
    let world = World::with("guest", [1]).await;
    let (ann, identity) = (OwnerId::new("ann"), OwnerId::new("guest"));
    let unbound = Caller::Member { user: ann.clone(), identity: None };
    let bearer = Caller::Bearer { identity, user: Some(ann) };
    let token = token("guest", 0);
    for (caller, error) in [
        (guest("guest"), AppError::AuthenticationRequired),
        (unbound.clone(), AppError::Unauthorized),
        (bearer.clone(), AppError::Unauthorized),
        (Caller::Anonymous, AppError::Unauthorized),
    ] {
        assert_eq!(world.claim(&caller, Some(&token)).await, Err(error), "{caller:?}");
    }
    assert_eq!(world.listed("guest").await, 1);
    for caller in [member("ann", "guest"), unbound, bearer, Caller::Anonymous] {
        assert_eq!(claim::issue(&ring(), &caller, at(0)), Err(AppError::Unauthorized), "{caller:?}");
    }
}

#[tokio::test]
async fn claim_continues_with_the_next_call_after_a_timeout() {
    let world = World::with("guest", 1..=5).await;
    let token = token("guest", 0);
    let (ann, mut claimed, mut calls) = (member("ann", "ann-id"), 0, 0);
    loop {
        let asked = std::sync::atomic::AtomicU32::new(0);
        let after_two = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= 2;
        let (store, members) = (&world.store, &world.members);
        let progress =
            claim::claim(store, members, &ring(), &ann, Some(&token), at(10), after_two).await.unwrap();
        (claimed, calls) = (claimed + progress.claimed, calls + 1);
        if progress.done {
            break;
        }
        assert_eq!(progress.claimed, 2);
    }
    assert_eq!((claimed, calls, world.listed("ann").await), (5, 3, 5));
}

#[tokio::test]
async fn concurrent_import_loses_nothing_during_a_claim() {
    let world = World::with("guest", [1]).await;
    world.store.fail_next_writes([WriteError::Conflict, WriteError::Conflict]);
    assert_eq!(world.claim(&member("ann", "guest"), None).await, done(1));
    let recipe = world.recipe(1).await;
    assert_eq!((recipe.status(), &recipe.owner), (Status::Pending, &OwnerId::new("ann")));
    import::fail(&world.store, &recipe.job(), app::ErrorCode::NotFound, at(20)).await.unwrap();
    assert_eq!(world.recipe(1).await.status(), Status::Failed);
    assert_eq!((world.listed("guest").await, world.listed("ann").await), (0, 1));
}

#[tokio::test]
async fn concurrently_transferred_recipe_stays_with_its_new_owner() {
    let world = World::with("guest", [1]).await;
    let (guest, bob) = (OwnerId::new("guest"), OwnerId::new("bob"));
    let meanwhile = || {
        let before = world.recipe(1).now_or_never().unwrap();
        let mut recipe = before.clone();
        if recipe.owner == guest {
            (recipe.owner, recipe.owners) = (bob.clone(), [bob.clone()].into());
            recipe.version += 1;
            world.store.transfer(&recipe, &before).now_or_never().unwrap().unwrap();
        }
        false
    };
    let (ann, token) = (member("ann", "ann-id"), token("guest", 0));
    let (store, members) = (&world.store, &world.members);
    let progress = claim::claim(store, members, &ring(), &ann, Some(&token), at(10), meanwhile).await;
    assert_eq!(progress, done(0));
    assert_eq!(world.recipe(1).await.owner, bob);
}

#[tokio::test]
async fn guests_request_may_be_repeated_as_member() {
    let world = World::with("guest", []).await;
    let machines = MemoryWorkflows::default();
    let input = || import_of_address(id(1), "https://example.com/soup");
    let guard = app::addresses::Guard::new(None);
    import::create(&world.store, &machines, &guard, &guest("guest"), input(), Admitted::default(), at(0))
        .await
        .unwrap();
    world.claim(&member("ann", "guest"), None).await.unwrap();
    let again = import::create(
        &world.store,
        &machines,
        &guard,
        &member("ann", "guest"),
        input(),
        Admitted::default(),
        at(1),
    )
    .await;
    assert_eq!(again.unwrap().owner, OwnerId::new("ann"));
}

#[tokio::test]
async fn unreadable_recipe_does_not_block_the_claim_of_others() {
    let world = World::with("guest", [1, 2, 3]).await;
    world.store.damage(&id(2));
    assert_eq!(world.claim(&member("ann", "ann-id"), Some(&token("guest", 0))).await, done(2));
    assert_eq!((world.listed("guest").await, world.listed("ann").await), (1, 2));
}
