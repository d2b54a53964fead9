#![expect(clippy::expect_used, reason = "tests fail by panicking")]

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use app::artifacts::Artifacts;
use app::book::{self, DELETIONS_LIMIT, DeletePorts, Progress};
use app::error::WriteError;
use app::media::MediaStore;
use app::model::{Import, ImportState, Source};
use app::recipe_store::{Order, RecipeStore, UnreadableRecipe};
use app::{AppError, Attempt, Caller, OwnerId, Recipe};
use test_support::fakes::{MemoryArtifacts, MemoryMedia, MemoryRecipes};
use test_support::samples::{at, bearer, finished, guest, id, submitted};
use test_support::uploads::MemoryUploads;
use zest_core::PortError;

#[derive(Default)]
struct World {
    store: MemoryRecipes,
    media: MemoryMedia,
    artifacts: MemoryArtifacts,
    uploads: MemoryUploads,
}

impl World {
    async fn with(count: u32) -> Self {
        let world = Self::default();
        for number in 1..=count {
            let mut recipe = finished(id(number.into()), &OwnerId::new("ann"), at(number.into()));
            let key = format!("media/{}/1", recipe.id);
            world.media.put(&key, "image/jpeg", vec![]).await.expect("a media store");
            recipe.image_url = Some(key);
            recipe.import = Import::new(ImportState::Succeeded, Attempt(2));
            for attempt in 1..=2 {
                let job = app::job::Job { id: recipe.id.clone(), attempt: Attempt(attempt) };
                world.artifacts.put(&job, "page", vec![1]).await.expect("an artifact");
            }
            world.store.create(&recipe).await.expect("a free id");
        }
        world
    }

    fn ports(&self) -> DeletePorts<'_, MemoryRecipes, MemoryMedia, MemoryArtifacts, MemoryUploads> {
        let Self { store, media, artifacts, uploads } = self;
        DeletePorts { recipes: store, media, artifacts, uploads }
    }

    async fn delete_many(&self, caller: &Caller, ids: &[String]) -> Result<Vec<book::Deletion>, AppError> {
        book::delete_many(&self.ports(), caller, ids.to_vec()).await
    }

    async fn delete_all(&self, is_over: impl Fn() -> bool + Send + Sync) -> Result<Progress, AppError> {
        book::delete_all_own(&self.ports(), &bearer("ann"), is_over).await
    }

    async fn left(&self) -> usize {
        let page = self.store.list(&OwnerId::new("ann"), Order::NewestFirst, 200, None).await;
        page.expect("a page").cards.len()
    }

    fn has_nothing_left_over(&self) -> bool {
        self.media.kept().is_empty() && self.artifacts.is_empty()
    }
}

fn is_never_over() -> bool {
    false
}

#[tokio::test]
async fn each_deleted_recipe_has_its_own_outcome() {
    let world = World::with(2).await;
    world.store.create(&submitted(id(7), &OwnerId::new("bob"), at(0))).await.unwrap();
    let ids = [id(1).to_string(), id(7).to_string(), id(8).to_string(), "x".to_owned(), id(1).to_string()];
    let deletions = world.delete_many(&bearer("ann"), &ids).await.unwrap();
    assert_eq!(
        deletions.iter().map(|deletion| &deletion.id).collect::<Vec<_>>(),
        ids.iter().collect::<Vec<_>>()
    );
    let refused: Vec<_> =
        deletions.iter().map(|deletion| deletion.outcome.as_ref().err().map(ToString::to_string)).collect();
    let sentence = "id must be 32 lowercase hexadecimal digits";
    // A missing recipe counts as deleted; another owner's recipe is `Unauthorized`.
    let expected = [None, Some("Unauthorized"), None, Some(sentence), None];
    assert_eq!(refused, expected.map(|text| text.map(str::to_owned)));
    assert!(world.store.get(&id(7)).await.unwrap().is_some());
    assert_eq!(world.left().await, 1);
    world.delete_many(&bearer("ann"), &[id(2).to_string()]).await.unwrap();
    assert!(world.has_nothing_left_over());
}

#[tokio::test]
async fn deleting_many_needs_an_owner_token_and_has_a_limit() {
    let world = World::with(1).await;
    for caller in [guest("ann"), Caller::Anonymous] {
        let refused = world.delete_many(&caller, &[id(1).to_string()]).await;
        assert_eq!(refused, Err(AppError::Unauthorized));
    }
    let others = world.delete_many(&bearer("bob"), &[id(1).to_string()]).await.unwrap();
    assert_eq!(others[0].outcome, Err(AppError::Unauthorized));
    let too_many = vec![id(1).to_string(); DELETIONS_LIMIT + 1];
    let refused = world.delete_many(&bearer("ann"), &too_many).await;
    assert!(matches!(refused, Err(AppError::InvalidInput(_))), "{refused:?}");
    assert_eq!(world.left().await, 1);
}

#[tokio::test]
async fn busy_store_is_reported_for_the_affected_recipe() {
    let world = World::with(2).await;
    world.store.fail_next_writes([WriteError::Port(PortError::Busy("throttled".to_owned()))]);
    let deletions = world.delete_many(&bearer("ann"), &[id(1).to_string(), id(2).to_string()]).await.unwrap();
    assert_eq!(deletions[0].outcome, Err(AppError::ServiceBusy("throttled".to_owned())));
    assert_eq!((&deletions[1].outcome, world.left().await), (&Ok(()), 1));
}

#[tokio::test]
async fn deleting_all_removes_all_data_of_the_owner_only() {
    let world = World::with(25).await;
    world.store.create(&submitted(id(99), &OwnerId::new("bob"), at(0))).await.unwrap();
    assert_eq!(world.delete_all(is_never_over).await, Ok(Progress { deleted: 25, done: true }));
    assert_eq!(world.left().await, 0);
    assert!(world.has_nothing_left_over());
    assert!(world.store.get(&id(99)).await.unwrap().is_some());
    assert_eq!(world.delete_all(is_never_over).await, Ok(Progress { deleted: 0, done: true }));
}

#[tokio::test]
async fn deleting_all_continues_with_the_next_call_after_a_timeout() {
    let world = World::with(25).await;
    let asked = AtomicU32::new(0);
    let after_one_page = || asked.fetch_add(1, Ordering::Relaxed) >= 1;
    let first = world.delete_all(after_one_page).await.unwrap();
    assert!(!first.done && first.deleted > 0);
    assert_eq!(world.left().await + usize::try_from(first.deleted).unwrap(), 25);
    let rest = world.delete_all(is_never_over).await.unwrap();
    assert_eq!((rest.deleted + first.deleted, rest.done), (25, true));
}

#[tokio::test]
async fn undeletable_recipe_blocks_no_other_and_is_reported_last() {
    let world = World::with(25).await;
    world.store.fail_next_writes([WriteError::Port(PortError::Busy("throttled".to_owned()))]);
    assert_eq!(world.delete_all(is_never_over).await, Ok(Progress { deleted: 24, done: false }));
    world.store.fail_next_writes([WriteError::Port(PortError::Busy("throttled".to_owned()))]);
    assert_eq!(world.delete_all(is_never_over).await, Err(AppError::ServiceBusy("throttled".to_owned())));
    assert_eq!(world.delete_all(is_never_over).await, Ok(Progress { deleted: 1, done: true }));
}

#[tokio::test]
async fn deleting_all_removes_unreadable_recipes() {
    let world = World::with(25).await;
    for number in [3, 25] {
        world.store.damage(&id(number));
    }
    assert_eq!(world.delete_all(is_never_over).await, Ok(Progress { deleted: 25, done: true }));
    assert_eq!(world.left().await, 0);
    assert!(world.has_nothing_left_over());
}

#[tokio::test]
async fn deleting_all_ends_despite_concurrent_writes() {
    let world = World::with(25).await;
    let ann = OwnerId::new("ann");
    let stop = AtomicBool::new(false);
    // An earlier import keeps adding recipes, and the user keeps creating new ones.
    let old = async {
        let mut written = 0_u32;
        for number in 1_000.. {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let added = world.store.create(&finished(id(number), &ann, at(-1))).await;
            written += u32::from(added.is_ok());
            tokio::task::yield_now().await;
        }
        written
    };
    let new = async {
        let mut begun = 0;
        for number in 1_000_000.. {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let id = id(number).to_string();
            let made = book::create_blank(&world.store, &guest("ann"), &id, None, at(9)).await;
            begun += usize::from(made.is_ok());
            tokio::task::yield_now().await;
        }
        begun
    };
    let deleting = async {
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
        let progress = world.delete_all(is_never_over).await;
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
        stop.store(true, Ordering::Relaxed);
        progress
    };
    let (written, begun, progress) = tokio::join!(old, new, deleting);
    let progress = progress.expect("a deletion");
    assert!(progress.done && progress.deleted > 25 + written, "{progress:?} {written}");
    let mut left = 0;
    for place in world.store.places(&ann, 100_000, None).await.expect("places").places {
        let recipe = world.store.get(&place.1).await.expect("a store").expect("a recipe");
        assert_eq!(
            (recipe.generation, recipe.source),
            (1, Source::Blank),
            "it was begun before the deletion"
        );
        left += 1;
    }
    assert!(left > 0 && left < begun, "{left} {begun}");
}

#[tokio::test]
async fn transferred_recipe_is_not_deleted_with_its_former_list() {
    let world = World::with(1).await;
    let before = world.store.get(&id(1)).await.expect("a store").expect("a recipe");
    let moved = Recipe { owner: OwnerId::new("bob"), version: before.version + 1, ..before.clone() };
    let stale = (before.created_at, before.id.clone());
    world.store.transfer(&moved, &before).await.expect("a move");
    world.store.erase(&OwnerId::new("ann"), &stale, &UnreadableRecipe::default()).await.expect("an end");
    assert_eq!(world.store.get(&id(1)).await, Ok(Some(moved)));
}
