//! Contract suites of the ports; they panic on violations. `space` is unique per run.

use app::artifacts::Artifacts;
use app::error::WriteError;
use app::groceries::{GroceryLink, GroceryLinks, LinkName};
use app::job::Job;
use app::limits::{CounterName, Counters};
use app::media::MediaStore;
use app::members::Members;
use app::model::{Day, Marks, Source, UploadSource};
use app::owners::{OwnerState, State};
use app::recipe_store::{Order, RecipeStore};
use app::spending::Spending;
use app::upload::{Folder, SubmissionId, Upload, UploadKind};
use app::workflows::{Execution, Workflow, Workflows};
use app::{Attempt, Card, OwnerId};
use futures_util::future::join_all;
use zest_core::Timestamp;

use crate::samples::{at, grocery_page, id, job, ring, submitted};
use crate::unsettled::{only_the_unsettled_are_swept, unsettled_recipes_of_all_shards_are_found};

/// Contract of the recipe store.
pub async fn recipe_store(store: &impl RecipeStore, space: u64) {
    let number = |n: u64| id((u128::from(space) << 64) | u128::from(n));
    let owner = OwnerId::new(format!("us-east-1:owner-{space}"));
    let stranger = OwnerId::new(format!("us-east-1:stranger-{space}"));

    a_recipe_is_created_once(store, &submitted(number(1), &owner, at(1))).await;
    a_write_needs_the_version_that_is_stored(store, &submitted(number(2), &owner, at(2))).await;
    of_many_writers_one_wins(store, &submitted(number(3), &owner, at(3))).await;
    a_list_holds_its_owners_recipes_in_order(store, &owner, &stranger, &number).await;
    only_the_unsettled_are_swept(store, &submitted(number(40), &owner, at(-1_000_000))).await;
    unsettled_recipes_of_all_shards_are_found(store, &owner, &number).await;
    marks_are_kept_and_listed(store, &submitted(number(45), &owner, at(45))).await;
    an_author_is_kept_and_listed(store, &submitted(number(46), &owner, at(46))).await;
    a_deletion_leaves_nothing(store, &submitted(number(50), &owner, at(50))).await;
    a_transfer_moves_the_list_row(store, &submitted(number(60), &owner, at(60)), space).await;
    an_upload_knows_its_recipes(store, &owner, &stranger, &number).await;
    a_deletion_is_not_written_behind(store, &number, space).await;
    what_cannot_be_read_is_erased(store, &submitted(number(90), &owner, at(90))).await;
    of_two_members_one_is_the_guest(store, space).await;
    who_has_left_writes_nothing(store, &number, space).await;
    a_seed_stays(store, &owner, &stranger).await;
}

async fn a_deletion_is_not_written_behind(
    store: &impl RecipeStore,
    number: &impl Fn(u64) -> zest_core::RecipeId,
    space: u64,
) {
    let owner = OwnerId::new(format!("us-east-1:again-{space}"));
    assert_eq!(store.owner_state(&owner).await, Ok(OwnerState::default()), "nothing is known of it");
    let old = submitted(number(80), &owner, at(80));
    assert_eq!(store.create(&old).await, Ok(()));
    let write = |from: u64| {
        let owner = owner.clone();
        async move {
            for n in from..from + 1_000 {
                match store.create(&submitted(number(n), &owner, at(81))).await {
                    Ok(()) | Err(WriteError::Conflict) => tokio::task::yield_now().await,
                    ended => return ended,
                }
            }
            Ok(())
        }
    };
    let (generation, a, b) =
        tokio::join!(store.start_new_generation(&owner), write(1_000_000), write(2_000_000));
    assert_eq!((generation, a, b), (Ok(1), Err(WriteError::Ended), Err(WriteError::Ended)));
    let mut changed = app::Recipe { version: 2, ..old.clone() };
    assert_eq!(store.replace(&changed, 1).await, Err(WriteError::Ended), "a change");
    changed.owner = OwnerId::new(format!("sub-of-{space}"));
    assert_eq!(store.transfer(&changed, &old).await, Err(WriteError::Ended), "a move away");
    let elsewhere = submitted(number(82), &changed.owner, at(82));
    assert_eq!(store.create(&elsewhere).await, Ok(()));
    let moved = app::Recipe { owner: owner.clone(), version: 2, ..elsewhere.clone() };
    assert_eq!(store.transfer(&moved, &elsewhere).await, Err(WriteError::Ended), "a move here");
    assert_eq!(store.get(&old.id).await, Ok(Some(old.clone())), "a refused write changed something");
    let new = app::Recipe { generation: 1, ..submitted(number(83), &owner, at(83)) };
    assert_eq!(store.create(&new).await, Ok(()), "what is begun later");
    assert_eq!(store.delete(&old).await, Ok(()), "a deletion is no such write");
}

async fn what_cannot_be_read_is_erased(store: &impl RecipeStore, recipe: &app::Recipe) {
    let remains = app::recipe_store::UnreadableRecipe {
        owner: Some(recipe.owner.clone()),
        attempt: Some(1),
        ..app::recipe_store::UnreadableRecipe::default()
    };
    assert_eq!(store.remains(&recipe.id).await, Ok(None));
    assert_eq!(store.create(recipe).await, Ok(()));
    assert_eq!(store.remains(&recipe.id).await, Ok(Some(remains.clone())));
    let place = (recipe.created_at, recipe.id.clone());
    let is_listed = || async {
        let page = store.places(&recipe.owner, 1_000, None).await.expect("places");
        page.places.contains(&place)
    };
    assert!(is_listed().await);
    let other = OwnerId::new("nobody-of-the-contract");
    assert_eq!(store.erase(&other, &place, &remains).await, Ok(()));
    assert!(is_listed().await && store.get(&recipe.id).await != Ok(None), "it is not theirs");
    assert_eq!(store.erase(&recipe.owner, &place, &remains).await, Ok(()));
    assert_eq!(store.erase(&recipe.owner, &place, &remains).await, Ok(()), "twice is no error");
    assert!(!is_listed().await && store.get(&recipe.id).await == Ok(None));
}

async fn of_two_members_one_is_the_guest(store: &impl RecipeStore, space: u64) {
    let [ann, bob] = ["ann", "bob"].map(|name| OwnerId::new(format!("{name}-of-{space}")));
    let guests: Vec<_> = (0..30).map(|n| OwnerId::new(format!("us-east-1:guest-{n}-{space}"))).collect();
    for guest in &guests {
        assert_eq!(store.link_identity_to_member(guest, &ann).await, Ok(true));
    }
    let [guest, ..] = guests.as_slice() else { return };
    assert_eq!(store.link_identity_to_member(guest, &ann).await, Ok(true), "the same member again");
    assert_eq!(store.link_identity_to_member(guest, &bob).await, Ok(false), "it is another's");
    assert_eq!(store.owner_state(guest).await.map(|owner_state| owner_state.state), Ok(State::Member));
    assert_eq!(store.identities_of(&ann).await, Ok(guests.iter().cloned().collect()));
    let contested = OwnerId::new(format!("us-east-1:contested-{space}"));
    let (a, b) = tokio::join!(
        store.link_identity_to_member(&contested, &ann),
        store.link_identity_to_member(&contested, &bob)
    );
    let won = |result: &Result<bool, _>| *result == Ok(true);
    assert_ne!(won(&a), won(&b), "exactly one gets it: {a:?} {b:?}");
}

async fn who_has_left_writes_nothing(
    store: &impl RecipeStore,
    number: &impl Fn(u64) -> zest_core::RecipeId,
    space: u64,
) {
    let [ann, guest] = ["leaving", "us-east-1:leaving"].map(|name| OwnerId::new(format!("{name}-{space}")));
    let recipe = submitted(number(95), &ann, at(95));
    assert_eq!(store.leave(&ann).await, Ok(()));
    assert_eq!(store.create(&recipe).await, Err(WriteError::Ended));
    assert_eq!(store.link_identity_to_member(&guest, &ann).await, Ok(false), "who leaves takes nobody along");
    assert_eq!(store.close(&ann, at(1_000_000)).await, Ok(()));
    assert_eq!(store.leave(&ann).await, Ok(()));
    assert_eq!(
        store.owner_state(&ann).await.map(|owner_state| owner_state.state),
        Ok(State::Gone),
        "for good"
    );
    assert_eq!(store.create(&recipe).await, Err(WriteError::Ended));
    assert_eq!(store.link_identity_to_member(&ann, &guest).await, Ok(false));
}

async fn a_seed_stays(store: &impl RecipeStore, owner: &OwnerId, stranger: &OwnerId) {
    let (a, b) = tokio::join!(store.seed(owner), store.seed(owner));
    assert!(a.is_ok() && a == b, "of two at once one stays");
    assert_eq!(store.start_new_generation(owner).await, Ok(1));
    assert_eq!(store.seed(owner).await, a);
    assert_ne!(store.seed(stranger).await, a);
}

async fn an_upload_knows_its_recipes(
    store: &impl RecipeStore,
    owner: &OwnerId,
    stranger: &OwnerId,
    number: &impl Fn(u64) -> zest_core::RecipeId,
) {
    let submission = SubmissionId::parse("0f8b4c1e-52d6-4a7b-9c3d-1e2f3a4b5c6d").expect("a submission");
    let folder = Folder::Keyed("f".repeat(32));
    let upload = Upload { kind: UploadKind::File, submission, identity: owner.clone(), folder };
    let pictures = Upload { kind: UploadKind::Picture, ..upload.clone() };
    let theirs = Upload { identity: stranger.clone(), ..upload.clone() };
    let of = |upload| async move { store.recipes_of(upload, None, 100).await.expect("recipes") };
    assert_eq!(of(&upload).await, []);
    let mut recipes: Vec<_> = [70, 71]
        .map(|n| app::Recipe {
            source: Source::Upload(UploadSource::submitted(upload.clone(), n == 71)),
            ..submitted(number(n), owner, at(70))
        })
        .into();
    for recipe in &recipes {
        assert_eq!(store.create(recipe).await, Ok(()));
        let stored = store.get(&recipe.id).await.map(|stored| stored.map(|stored| stored.source));
        assert_eq!(stored, Ok(Some(recipe.source.clone())), "also what it is to be read as");
    }
    assert_eq!(of(&upload).await, [number(70), number(71)]);
    for (after, expected) in [(None, vec![number(70)]), (Some(70), vec![number(71)]), (Some(71), vec![])] {
        let page = store.recipes_of(&upload, after.map(number).as_ref(), 1).await;
        assert_eq!(page, Ok(expected), "after {after:?}");
    }
    assert_eq!((of(&pictures).await, of(&theirs).await), (vec![], vec![]), "another kind, another's");

    // The recipe is transferred; the upload stays.
    let before = recipes[0].clone();
    let moved = &mut recipes[0];
    moved.owner = OwnerId::new("member-of-the-contract");
    moved.version = 2;
    assert_eq!(store.transfer(moved, &before).await, Ok(()));
    assert_eq!(of(&upload).await.len(), 2);
    for recipe in &recipes {
        assert_eq!(store.delete(recipe).await, Ok(()));
    }
    assert_eq!(of(&upload).await, []);
}

async fn a_transfer_moves_the_list_row(store: &impl RecipeStore, recipe: &app::Recipe, space: u64) {
    assert_eq!(store.create(recipe).await, Ok(()));
    let mut moved = recipe.clone();
    moved.owner = OwnerId::new(format!("sub-{space}"));
    moved.owners = [moved.owner.clone()].into();
    moved.version = 2;
    let listed = |owner: OwnerId| async move {
        let page = store.list(&owner, Order::NewestFirst, 100, None).await.expect("a page");
        page.cards.into_iter().filter(|card| card.id == recipe.id).collect::<Vec<_>>()
    };
    assert_eq!(
        store.transfer(&moved, &app::Recipe { version: 7, ..recipe.clone() }).await,
        Err(WriteError::Conflict),
        "another version"
    );
    assert_eq!(
        listed(recipe.owner.clone()).await,
        [Card::from(recipe)],
        "a refused transfer moved something"
    );
    let other = async { store.transfer(&moved, recipe).await };
    let (a, b) = tokio::join!(store.transfer(&moved, recipe), other);
    assert_eq!([&a, &b].into_iter().filter(|result| result.is_ok()).count(), 1, "{a:?} {b:?}");
    assert_eq!(store.get(&recipe.id).await, Ok(Some(moved.clone())));
    assert_eq!(listed(recipe.owner.clone()).await, []);
    assert_eq!(listed(moved.owner.clone()).await, [Card::from(&moved)]);
}

/// Contract of the member store.
pub async fn members(members: &impl Members, space: u64) {
    let [ann, bob] = ["ann", "bob"].map(|name| OwnerId::new(format!("{name}-{space}")));
    let [first, second] = ["first", "second"].map(|name| OwnerId::new(format!("us-east-1:{name}-{space}")));
    assert_eq!(members.identity_of(&ann).await, Ok(None));
    assert_eq!(members.bind(&ann, &first).await, Ok(()));
    assert_eq!(members.bind(&ann, &second).await, Ok(()));
    assert_eq!(members.identity_of(&ann).await, Ok(Some(second)), "the last one counts");
    assert_eq!(members.identity_of(&bob).await, Ok(None));

    assert_eq!(members.forget(&ann).await, Ok(()));
    assert_eq!(members.forget(&ann).await, Ok(()), "twice is no error");
    assert_eq!(members.identity_of(&ann).await, Ok(None));
}

async fn a_recipe_is_created_once(store: &impl RecipeStore, recipe: &app::Recipe) {
    assert_eq!(store.get(&recipe.id).await, Ok(None));
    assert_eq!(store.create(recipe).await, Ok(()));
    assert_eq!(store.create(recipe).await, Err(WriteError::Conflict));
    assert_eq!(store.get(&recipe.id).await, Ok(Some(recipe.clone())));
}

async fn a_write_needs_the_version_that_is_stored(store: &impl RecipeStore, recipe: &app::Recipe) {
    let mut next = recipe.clone();
    next.version = 2;
    next.content.title = Some("Soup — crème brûlée 🍲".to_owned());
    assert_eq!(store.replace(&next, 1).await, Err(WriteError::Conflict), "nothing is stored yet");
    assert_eq!(store.create(recipe).await, Ok(()));
    assert_eq!(store.replace(&next, 2).await, Err(WriteError::Conflict), "a version that is not stored");
    assert_eq!(store.get(&recipe.id).await, Ok(Some(recipe.clone())), "a refused write changed something");
    assert_eq!(store.replace(&next, 1).await, Ok(()));
    assert_eq!(store.replace(&next, 1).await, Err(WriteError::Conflict), "the same write twice");
    assert_eq!(store.get(&recipe.id).await, Ok(Some(next)));
}

async fn marks_are_kept_and_listed(store: &impl RecipeStore, recipe: &app::Recipe) {
    assert_eq!(store.create(recipe).await, Ok(()));
    let days = ["2026-11-22", "2025-02-28"].map(|day| Day::try_from(day.to_owned()).expect("a day"));
    let each = [
        Marks { favourite: true, ..Marks::default() },
        Marks { rating: Some(4), ..Marks::default() },
        Marks { collections: vec!["Noël 🎄".to_owned(), "weekdays".to_owned()], ..Marks::default() },
        Marks { made_on: days.into(), ..Marks::default() },
        Marks::default(),
    ];
    for (version, marks) in (1..).zip(each) {
        let next = app::Recipe { version: version + 1, marks, ..recipe.clone() };
        assert_eq!(store.replace(&next, version).await, Ok(()));
        assert_eq!(store.get(&recipe.id).await, Ok(Some(next.clone())));
        let page = store.list(&recipe.owner, Order::NewestFirst, 100, None).await.expect("a page");
        assert!(page.cards.contains(&Card::from(&next)), "{:?}", next.marks);
    }
}

async fn an_author_is_kept_and_listed(store: &impl RecipeStore, recipe: &app::Recipe) {
    assert_eq!(store.create(recipe).await, Ok(()));
    for (version, author) in (1..).zip([Some("Ann Lee, Léa 🍲"), Some("A"), None]) {
        let mut next = app::Recipe { version: version + 1, ..recipe.clone() };
        next.content.author = author.map(str::to_owned);
        assert_eq!(store.replace(&next, version).await, Ok(()));
        assert_eq!(store.get(&recipe.id).await, Ok(Some(next.clone())));
        let page = store.list(&recipe.owner, Order::NewestFirst, 100, None).await.expect("a page");
        let [card] = page.cards.iter().filter(|card| card.id == recipe.id).collect::<Vec<_>>()[..] else {
            panic!("one card of the recipe");
        };
        assert_eq!(card.author.as_deref(), author);
    }
}

async fn of_many_writers_one_wins(store: &impl RecipeStore, recipe: &app::Recipe) {
    assert_eq!(store.create(recipe).await, Ok(()));
    let write = |number: u32| {
        let mut next = recipe.clone();
        next.version = 2;
        next.content.servings = Some(number);
        async move { store.replace(&next, 1).await }
    };
    let (a, b, c, d) = tokio::join!(write(1), write(2), write(3), write(4));
    let won = [&a, &b, &c, &d].into_iter().filter(|result| result.is_ok()).count();
    assert_eq!(won, 1, "{a:?} {b:?} {c:?} {d:?}");
}

async fn a_list_holds_its_owners_recipes_in_order(
    store: &impl RecipeStore,
    owner: &OwnerId,
    stranger: &OwnerId,
    number: &impl Fn(u64) -> zest_core::RecipeId,
) {
    // Equal timestamps are ordered by id.
    for (n, seconds) in [(10, 10), (11, 11), (12, 11), (13, 13)] {
        assert_eq!(store.create(&submitted(number(n), stranger, at(seconds))).await, Ok(()));
    }
    let expected: Vec<_> = [10, 11, 12, 13].into_iter().map(number).collect();
    for (order, limit) in [(Order::OldestFirst, 1), (Order::OldestFirst, 3), (Order::NewestFirst, 2)] {
        let (mut seen, mut after) = (Vec::new(), None);
        loop {
            let page = store.list(stranger, order, limit, after.as_ref()).await.expect("a page");
            assert!(page.cards.len() <= usize::try_from(limit).expect("a small limit"));
            seen.extend(page.cards.into_iter().map(|card| card.id));
            // A store may return a position after the last full page; then an empty page follows.
            let Some(next) = page.next else { break };
            after = Some(next);
            assert!(seen.len() <= expected.len(), "a card comes twice");
        }
        if order == Order::NewestFirst {
            seen.reverse();
        }
        assert_eq!(seen, expected, "{order:?} by {limit}");
    }
    let others = store.list(owner, Order::OldestFirst, 100, None).await.expect("a page");
    assert!(others.cards.iter().all(|card| !expected.contains(&card.id)), "a stranger's recipe is listed");
}

async fn a_deletion_leaves_nothing(store: &impl RecipeStore, recipe: &app::Recipe) {
    assert_eq!(store.create(recipe).await, Ok(()));
    let mut stale = recipe.clone();
    stale.version = 7;
    assert_eq!(store.delete(&stale).await, Err(WriteError::Conflict), "another version");
    let card = Card::from(recipe);
    let listed = || async {
        let page = store.list(&recipe.owner, Order::OldestFirst, 100, None).await.expect("a page");
        page.cards.contains(&card)
    };
    assert!(listed().await);
    assert_eq!(store.delete(recipe).await, Ok(()));
    assert_eq!(store.get(&recipe.id).await, Ok(None));
    assert!(!listed().await, "the list row stayed");
    assert_eq!(store.delete(recipe).await, Err(WriteError::Conflict), "it is gone already");
}

/// Contract of the artifact store.
pub async fn artifacts(artifacts: &impl Artifacts, space: u64) {
    let first = job(&id(u128::from(space) << 64));
    let second = Job { id: first.id.clone(), attempt: Attempt(2) };
    assert_eq!(artifacts.get(&first, "page").await, Ok(None));
    let bytes: Vec<u8> = (0..=255).cycle().take(300_000).collect();
    assert_eq!(artifacts.put(&first, "page", bytes.clone()).await, Ok(()));
    assert_eq!(artifacts.get(&first, "page").await, Ok(Some(bytes)));
    assert_eq!(artifacts.get(&second, "page").await, Ok(None), "attempts share nothing");
    assert_eq!(artifacts.get(&first, "other").await, Ok(None));
    assert_eq!(artifacts.put(&first, "page", vec![]).await, Ok(()));
    assert_eq!(artifacts.get(&first, "page").await, Ok(Some(vec![])), "the last one stays");
    assert_eq!(artifacts.put(&second, "page", vec![2]).await, Ok(()));
    assert_eq!(artifacts.delete(&first, "page").await, Ok(()));
    assert_eq!(artifacts.get(&first, "page").await, Ok(None));
    assert_eq!(artifacts.get(&second, "page").await, Ok(Some(vec![2])), "another attempt's went too");
    assert_eq!(artifacts.delete(&first, "page").await, Ok(()), "what is not there is no error");
}

/// Contract of counters and claims.
pub async fn counters(counters: &impl Counters, space: u64) {
    let ring = ring();
    let name = |what: &str| {
        CounterName::of(&ring, &[what, &space.to_string()]).unwrap_or_else(|error| panic!("{error}"))
    };
    let expires = at(3600);
    let [imports, forms, upload] = ["imports", "forms", "upload"].map(name);
    let asked = join_all((0..8).map(|_| counters.count(&imports, 5, expires))).await;
    assert_eq!(
        asked.iter().filter(|counted| **counted == Ok(true)).count(),
        5,
        "of many at once exactly so many"
    );
    assert_eq!(counters.count(&imports, 5, expires).await, Ok(false));
    assert_eq!(counters.count(&imports, 6, expires).await, Ok(true), "there is more room");
    assert_eq!(counters.count(&forms, 1, expires).await, Ok(true), "another counter");
    assert_eq!(counters.count(&name("none"), 0, expires).await, Ok(false), "a limit of nothing");
    let recipe = |number: u64| id((u128::from(space) << 64) | u128::from(number));
    let recipes: Vec<_> = (0..8).map(recipe).collect();
    let claimed = join_all(recipes.iter().map(|recipe| counters.claim(&upload, recipe, expires))).await;
    let first: Vec<usize> = (0..8).filter(|number| claimed[*number] == Ok(true)).collect();
    let [first] = first[..] else { panic!("exactly one has it, not {first:?}") };
    assert_eq!(counters.claim(&upload, &recipes[first], expires).await, Ok(true), "the same again");
    assert_eq!(counters.claim(&upload, &recipe(9), expires).await, Ok(false), "it is another's");
}

/// Contract of daily spending.
pub async fn spending(spending: &impl Spending, space: u64) {
    let [ann, bob] = ["ann", "bob"].map(|name| OwnerId::new(format!("{name} {space}")));
    let day = 24 * 60 * 60;
    let spent = join_all((0..8).map(|_| spending.spend(&ann, 5, at(1)))).await;
    assert!(spent.contains(&Ok(40)), "of many at once none is lost: {spent:?}");
    assert_eq!(spending.spend(&ann, 0, at(2)).await, Ok(40));
    assert_eq!(spending.spend(&bob, 3, at(2)).await, Ok(3), "each person for themselves");
    assert_eq!(spending.spend(&ann, 1, at(2 + day)).await, Ok(1), "each day for itself");
    let dear = 1 << 50;
    assert_eq!(spending.spend(&ann, dear, at(2 + day)).await, Ok(dear + 1));
    for _ in 0..2 {
        assert_eq!(spending.forget(&ann).await, Ok(()));
    }
    for (owner, now, expected) in [(&ann, at(2), 1), (&ann, at(2 + day), 1), (&bob, at(2), 4)] {
        assert_eq!(spending.spend(owner, 1, now).await, Ok(expected), "only ann's days are deleted");
    }
}

/// Contract of the store of grocery links.
pub async fn grocery_links(links: &impl GroceryLinks, space: u64) {
    let name = |title: &str| {
        let page = grocery_page(&format!("{title} {space}"));
        LinkName::of(&ring(), "production", &page).unwrap_or_else(|error| panic!("{error}"))
    };
    let [soup, cake] = ["soup", "cake"].map(name);
    let link = |url: &str, seconds| GroceryLink {
        url: url.to_owned(),
        expires_at: Timestamp::from_millis(at(seconds).seconds() * 1000),
    };
    assert_eq!(links.find(&soup).await, Ok(None));
    let first = link("https://www.instacart.com/store/recipes/1", 60);
    assert_eq!(links.keep(&soup, &first).await, Ok(()));
    assert_eq!(links.find(&soup).await, Ok(Some(first)));
    let second = link("https://www.instacart.com/store/recipes/2?a=b", 3600);
    assert_eq!(links.keep(&soup, &second).await, Ok(()));
    assert_eq!(links.find(&soup).await, Ok(Some(second)), "the newer one takes its place");
    assert_eq!(links.find(&cake).await, Ok(None), "another page's");
}

/// Contract of the media store. Copying an object shows whether it is stored.
pub async fn media(media: &impl MediaStore, space: u64) {
    let recipe = |number: u64| id((u128::from(space) << 64) | u128::from(number));
    let key = |number: u64, name: u32| format!("media/{}/{name}", recipe(number));
    let [original, other, copy, second] = [key(1, 0), key(1, 1), key(2, 0), key(3, 0)];
    assert_eq!(media.copy(&original, &copy).await, Ok(false), "there is nothing to copy");
    assert_eq!(media.put(&original, "image/png", vec![1, 2, 3]).await, Ok(()));
    assert_eq!(media.put(&other, "image/png", vec![4]).await, Ok(()));
    assert_eq!(media.copy(&original, &copy).await, Ok(true));
    assert_eq!(media.copy(&original, &copy).await, Ok(true), "copying again is no error");
    let third = key(2, 4);
    assert_eq!(media.copy(&copy, &third).await, Ok(true));
    assert_eq!(media.delete(&third).await, Ok(()));
    assert_eq!(media.delete(&third).await, Ok(()), "nothing there is no error");
    assert_eq!(media.copy(&third, &key(2, 5)).await, Ok(false), "it is deleted, and only it");
    assert_eq!(media.delete_all_of(&recipe(1)).await, Ok(()));
    assert_eq!(media.delete_all_of(&recipe(1)).await, Ok(()), "what is not there is no error");
    for gone in [original, other] {
        assert_eq!(media.copy(&gone, &second).await, Ok(false), "it is gone");
    }
    assert_eq!(media.copy(&copy, &second).await, Ok(true), "a copy goes with its original");
    for number in [2, 3] {
        assert_eq!(media.delete_all_of(&recipe(number)).await, Ok(()));
    }
}

/// Contract of the state machines. The job's recipe must not exist.
pub async fn workflows(workflows: &impl Workflows, space: u64) {
    let job = job(&id((u128::from(space) << 64) | 0xff));
    for workflow in [Workflow::Processing, Workflow::PostProcessing] {
        assert_eq!(workflows.start(workflow, &job).await, Ok(Execution::Running));
        let again = workflows.start(workflow, &job).await;
        assert!(again.is_ok(), "it runs, or has ended in the meantime: {again:?}");
    }
}
