use app::limits::UseLimits;
use app::owners::Owners;
use app::refusal::Refusal;
use app::shared_lists::{
    self, CHANGES_LIMIT, ChangeSharedList, CreateSharedList, ITEMS_LIMIT, ItemChange, KEPT, LISTS_LIMIT,
    Ports, SharedListStore,
};
use app::{AppError, Caller, OwnerId};
use serde_json::{Value, json};
use test_support::fakes::{MemoryCounters, MemoryRecipes};
use test_support::samples::{at, bearer, guest, id, ring};
use test_support::shared_lists::{MemorySharedLists, shared_list};
use zest_core::Timestamp;

#[derive(Default)]
struct World {
    store: MemorySharedLists,
    owners: MemoryRecipes,
    counters: MemoryCounters,
    limits: Option<UseLimits>,
}

fn member(user: &str) -> Caller {
    Caller::Member { user: OwnerId::new(user), identity: Some(OwnerId::new(format!("{user}-id"))) }
}

fn new(id: &str, text: &str) -> ItemChange {
    ItemChange { id: id.to_owned(), text: Some(text.to_owned()), ..ItemChange::default() }
}

fn tick(id: &str, done: bool) -> ItemChange {
    ItemChange { id: id.to_owned(), done: Some(done), ..ItemChange::default() }
}

fn remove(id: &str) -> ItemChange {
    ItemChange { id: id.to_owned(), removed: Some(true), ..ItemChange::default() }
}

impl World {
    async fn create(&self, caller: &Caller, number: u128, items: Vec<ItemChange>) -> Result<Value, AppError> {
        let input = CreateSharedList { id: id(number).to_string(), items };
        let ring = ring();
        let Self { store, owners, counters, limits, .. } = self;
        let ports = Ports { store, owners, counters, ring: &ring, limits: *limits, source: None };
        shared_lists::create(&ports, caller, input, at(0)).await.map(|view| json!(view))
    }

    async fn change(
        &self,
        caller: &Caller,
        items: Vec<ItemChange>,
        now: Timestamp,
    ) -> Result<Value, AppError> {
        let input = ChangeSharedList { id: id(1).to_string(), items };
        let ring = ring();
        let Self { store, owners, counters, limits, .. } = self;
        let ports = Ports { store, owners, counters, ring: &ring, limits: *limits, source: None };
        shared_lists::change(&ports, caller, input, now).await.map(|change| json!(change))
    }

    async fn get(&self, caller: &Caller, now: Timestamp) -> Result<Value, AppError> {
        let read = shared_lists::get(&self.store, &self.owners, caller, id(1).as_str(), now).await;
        read.map(|view| json!(view))
    }
}

#[tokio::test]
async fn everyone_with_the_id_reads_and_changes_and_only_the_owner_ends() {
    let world = World::default();
    let made = world.create(&guest("us:ann"), 1, vec![new("a", " flour ")]).await.unwrap();
    assert_eq!((&made["mine"], &made["items"][0]["text"]), (&json!(true), &json!("flour")));
    assert_eq!(world.get(&guest("us:bob"), at(1)).await.unwrap()["mine"], json!(false));
    let change = world.change(&member("bob"), vec![tick("a", true)], at(1)).await.unwrap();
    assert_eq!((&change["version"], &change["items"][0]["done"]), (&json!(2), &json!(true)));
    let end = async |caller: Caller| {
        shared_lists::end(&world.store, &world.owners, &caller, id(1).as_str()).await.map(|end| json!(end))
    };
    assert_eq!(end(guest("us:bob")).await, Err(AppError::Unauthorized));
    assert_eq!(end(guest("us:ann")).await.unwrap()["version"], json!(3));
    assert_eq!(end(guest("us:ann")).await.unwrap()["ended"], json!(true), "twice is no error");
    assert_eq!(world.get(&guest("us:ann"), at(1)).await, Err(AppError::SharedListNotFound));
    assert_eq!(
        world.change(&guest("us:ann"), vec![tick("a", true)], at(1)).await,
        Err(AppError::SharedListNotFound)
    );
}

#[tokio::test]
async fn callers_without_a_verified_identity_are_refused() {
    let world = World::default();
    world.create(&guest("us:ann"), 1, vec![new("a", "flour")]).await.unwrap();
    for caller in [Caller::Anonymous, bearer("us:ann")] {
        assert_eq!(world.create(&caller, 2, vec![]).await, Err(AppError::Unauthorized));
        assert_eq!(world.get(&caller, at(1)).await, Err(AppError::Unauthorized));
        assert_eq!(world.change(&caller, vec![tick("a", true)], at(1)).await, Err(AppError::Unauthorized));
        let subscribed = shared_lists::may_listen(&world.store, &caller, id(1).as_str(), at(1)).await;
        assert_eq!(subscribed, Err(AppError::Unauthorized));
    }
}

#[tokio::test]
async fn late_changes_merge_per_item() {
    let world = World::default();
    let (ann, bob) = (guest("us:ann"), guest("us:bob"));
    world.create(&ann, 1, vec![new("a", "flour"), new("b", "milk")]).await.unwrap();
    world.change(&ann, vec![tick("a", true), remove("b")], at(1)).await.unwrap();
    // Bob was offline: he ticks an item that Ann has removed, and adds two items, one of them twice.
    let late = vec![tick("b", true), new("c", "eggs"), ItemChange { done: Some(true), ..new("d", "salt") }];
    let change = world.change(&bob, late.clone(), at(2)).await.unwrap();
    assert_eq!(change["removed"], json!(["b"]));
    world.change(&ann, vec![tick("d", false)], at(3)).await.unwrap();
    let again = world.change(&bob, vec![new("c", "something else")], at(4)).await.unwrap();
    assert_eq!(
        (&again["version"], &again["items"][0]["text"]),
        (&json!(4), &json!("eggs")),
        "nothing changed"
    );
    let items = world.get(&ann, at(5)).await.unwrap()["items"].clone();
    let seen: Vec<_> = items.as_array().unwrap().iter().map(|item| (&item["text"], &item["done"])).collect();
    assert_eq!(json!(seen), json!([["flour", true], ["eggs", false], ["salt", false]]));
}

#[tokio::test]
async fn a_list_expires_thirty_days_after_its_last_change() {
    let world = World::default();
    let ann = guest("us:ann");
    world.create(&ann, 1, vec![new("a", "flour")]).await.unwrap();
    let nearly = at(0).plus(KEPT - std::time::Duration::from_secs(1));
    world.change(&ann, vec![tick("a", true)], nearly).await.unwrap();
    assert!(world.get(&ann, at(0).plus(KEPT)).await.is_ok());
    let over = nearly.plus(KEPT);
    assert_eq!(world.get(&ann, over).await, Err(AppError::SharedListNotFound));
    assert_eq!(world.change(&ann, vec![tick("a", false)], over).await, Err(AppError::SharedListNotFound));
}

#[tokio::test]
async fn input_out_of_bounds_is_refused() {
    let world = World::default();
    let ann = guest("us:ann");
    let many = |count: usize| (0..count).map(|n| new(&format!("{n:x}"), "salt")).collect::<Vec<_>>();
    let refused = |why| Err(AppError::InvalidInput(why));
    let created = world.create(&ann, 1, many(ITEMS_LIMIT + 1)).await;
    assert_eq!(created, refused(Refusal::TooManyListItems));
    for wrong in [
        new("", "salt"),
        new("G", "salt"),
        new(&"a".repeat(33), "salt"),
        new("a", " \u{7} "),
        new("a", &"x".repeat(201)),
        tick("a", true),
    ] {
        assert_eq!(world.create(&ann, 1, vec![wrong]).await, refused(Refusal::MalformedListItem));
    }
    world.create(&ann, 1, many(ITEMS_LIMIT)).await.unwrap();
    for wrong in [vec![], many(CHANGES_LIMIT + 1), vec![tick("a", true), tick("a", false)]] {
        assert_eq!(world.change(&ann, wrong, at(1)).await, refused(Refusal::TooManyListChanges));
    }
    let one_more = world.change(&ann, vec![new("ffff", "salt")], at(1)).await;
    assert_eq!(one_more, refused(Refusal::TooManyListItems));
}

#[tokio::test]
async fn an_owner_has_at_most_ten_lists_and_repeats_an_id_freely() {
    let world = World::default();
    let ann = guest("us:ann");
    for number in 1..=u128::try_from(LISTS_LIMIT).unwrap() {
        world.create(&ann, number, vec![]).await.unwrap();
    }
    let refused = Err(AppError::InvalidInput(Refusal::TooManySharedLists));
    assert_eq!(world.create(&ann, 99, vec![]).await, refused);
    assert_eq!(world.create(&ann, 1, vec![]).await.unwrap()["mine"], json!(true));
    assert_eq!(world.create(&guest("us:bob"), 1, vec![]).await, Err(AppError::Unauthorized));
    let listed = shared_lists::list(&world.store, &world.owners, &ann, at(1)).await.unwrap();
    assert_eq!(listed.len(), LISTS_LIMIT);
}

#[tokio::test]
async fn a_guest_s_list_belongs_to_the_member_they_become() {
    let world = World::default();
    let (was, ann) = (OwnerId::new("us:ann"), member("ann"));
    world.store.create(&shared_list(1, &was, 0)).await.unwrap();
    assert_eq!(world.get(&ann, at(1)).await.unwrap()["mine"], json!(false));
    assert!(world.owners.link_identity_to_member(&was, &OwnerId::new("ann")).await.unwrap());
    assert_eq!(world.get(&ann, at(1)).await.unwrap()["mine"], json!(true));
    assert_eq!(shared_lists::list(&world.store, &world.owners, &ann, at(1)).await.unwrap().len(), 1);
    assert!(shared_lists::end(&world.store, &world.owners, &ann, id(1).as_str()).await.is_ok());
}

#[tokio::test]
async fn a_list_created_while_the_account_is_deleted_does_not_stay() {
    let world = World::default();
    world.owners.leave(&OwnerId::new("ann")).await.unwrap();
    assert_eq!(world.create(&member("ann"), 1, vec![]).await, Err(AppError::Unauthorized));
    assert!(world.store.kept().is_empty());
}

#[tokio::test]
async fn lists_and_changes_are_limited() {
    let limits = UseLimits::parse("sharedLists=1,listChanges=2").unwrap();
    let world = World { limits, ..World::default() };
    let ann = guest("us:ann");
    world.create(&ann, 1, vec![new("a", "flour")]).await.unwrap();
    assert!(matches!(world.create(&ann, 2, vec![]).await, Err(AppError::LimitReached { .. })));
    for done in [true, false] {
        world.change(&ann, vec![tick("a", done)], at(1)).await.unwrap();
    }
    assert!(matches!(
        world.change(&ann, vec![tick("a", true)], at(1)).await,
        Err(AppError::LimitReached { .. })
    ));
}
