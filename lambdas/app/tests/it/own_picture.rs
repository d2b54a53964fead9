#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::sync::atomic::{AtomicBool, Ordering};

use app::book::{self, PhotoConverter, PicturePorts, SetPicture};
use app::enrich::{self, Enrichment};
use app::error::WriteError;
use app::limits::UseLimits;
use app::media::{MediaStore, PhotoReducer, Reduced};
use app::model::{Field, Source, UploadSource};
use app::owners::Owners;
use app::recipe_store::RecipeStore;
use app::refusal::Refusal;
use app::upload::{SubmissionId, Upload, UploadKind, Uploaded};
use app::view::RecipeView;
use app::{AppError, Caller, ErrorCode, OwnerId, Recipe};
use test_support::fakes::{MemoryArtifacts, MemoryCounters, MemoryMedia, MemoryRecipes};
use test_support::samples::{at, bearer, finished, guest, id, job, ring, submitted};
use test_support::uploads::MemoryUploads;
use zest_core::{PortError, RecipeId, Timestamp};

const DAY: i64 = 24 * 60 * 60;
const SUBMISSIONS: [&str; 3] = [
    "00000000-0000-4000-8000-000000000001",
    "00000000-0000-4000-8000-000000000002",
    "00000000-0000-4000-8000-000000000003",
];

struct Painter;

impl PhotoConverter for Painter {
    async fn paint(&self, file: Uploaded) -> Result<Vec<u8>, ErrorCode> {
        if file.bytes.starts_with(b"!") { Err(ErrorCode::UnreadablePicture) } else { Ok(file.bytes) }
    }
}

impl PhotoReducer for Painter {
    async fn reduce(&self, photo: Vec<u8>) -> Result<Reduced, ErrorCode> {
        if !photo.starts_with(b"sized") {
            return Err(ErrorCode::UnreadablePicture);
        }
        Ok(Reduced { width: 800, height: 600, versions: vec![(320, vec![1]), (640, vec![2])] })
    }
}

#[derive(Default)]
struct Media {
    kept: MemoryMedia,
    fails_to_put: AtomicBool,
    fails_to_delete: AtomicBool,
}

fn works(breaks: &AtomicBool) -> Result<(), PortError> {
    if breaks.swap(false, Ordering::Relaxed) { Err(PortError::Busy("broken".to_owned())) } else { Ok(()) }
}

impl MediaStore for Media {
    async fn put(&self, key: &str, content_type: &'static str, bytes: Vec<u8>) -> Result<(), PortError> {
        works(&self.fails_to_put)?;
        self.kept.put(key, content_type, bytes).await
    }

    async fn copy(&self, from: &str, to: &str) -> Result<bool, PortError> {
        self.kept.copy(from, to).await
    }

    async fn delete(&self, key: &str) -> Result<(), PortError> {
        works(&self.fails_to_delete)?;
        self.kept.delete(key).await
    }

    async fn delete_all_of(&self, id: &RecipeId) -> Result<(), PortError> {
        self.kept.delete_all_of(id).await
    }
}

#[derive(Default)]
struct World {
    recipes: MemoryRecipes,
    uploads: MemoryUploads,
    media: Media,
    counters: MemoryCounters,
    limits: Option<UseLimits>,
}

impl World {
    async fn with(recipe: &Recipe) -> Self {
        let world = Self::default();
        world.recipes.create(recipe).await.unwrap();
        if let Some(key) = &recipe.image_url {
            world.media.put(key, "image/webp", vec![]).await.unwrap();
        }
        world
    }

    async fn upload(&self, owner: &str, number: usize, bytes: &[u8]) -> Upload {
        let identity = OwnerId::new(owner);
        let folder = self.recipes.seed(&identity).await.unwrap().folder().unwrap();
        let submission = SubmissionId::parse(SUBMISSIONS[number]).unwrap();
        let upload = Upload { kind: UploadKind::Picture, submission, identity, folder };
        self.uploads.put(&upload, 0, Some("dish.jpg"), bytes);
        upload
    }

    async fn set(
        &self,
        caller: &Caller,
        number: Option<usize>,
        now: Timestamp,
    ) -> Result<RecipeView, AppError> {
        let ring = ring();
        let ports = PicturePorts {
            recipes: &self.recipes,
            uploads: &self.uploads,
            media: &self.media,
            painter: &Painter,
            counters: &self.counters,
            ring: &ring,
            limits: self.limits,
            source: None,
        };
        let submission = number.map(|number| SUBMISSIONS[number].to_owned());
        book::set_picture(&ports, caller, &SetPicture { id: id(1).to_string(), submission }, now).await
    }

    async fn stored(&self) -> Recipe {
        self.recipes.get(&id(1)).await.unwrap().unwrap()
    }

    async fn pictures(&self) -> (Option<String>, usize) {
        let (named, kept) = (self.stored().await.image_url, self.media.kept.kept());
        assert!(named.as_ref().is_none_or(|key| kept.contains_key(key)), "{named:?} is not there");
        (named, kept.len())
    }
}

fn shown(view: &RecipeView) -> Option<String> {
    serde_json::to_value(view).unwrap()["imageUrl"].as_str().map(str::to_owned)
}

fn soup() -> Recipe {
    let image_url = Some(format!("media/{}/page", id(1)));
    Recipe { image_url, ..finished(id(1), &OwnerId::new("ann"), at(0)) }
}

#[tokio::test]
async fn own_photo_replaces_the_pages_and_its_upload_is_deleted() {
    let world = World::with(&soup()).await;
    world.upload("ann", 0, b"first").await;
    let view = world.set(&bearer("ann"), Some(0), at(1)).await.unwrap();
    let (first, count) = world.pictures().await;
    assert_eq!((shown(&view), count), (first.clone(), 1), "the page's is deleted");
    assert!(first.as_ref().is_some_and(|key| key.starts_with(&format!("media/{}/", id(1)))));
    assert_eq!(world.media.kept.kept().into_values().collect::<Vec<_>>(), ["image/jpeg"]);
    assert!(world.uploads.kept().is_empty(), "what was uploaded is deleted");
    assert!(world.stored().await.edited.contains(&Field::Picture));

    world.upload("ann", 1, b"second").await;
    world.set(&bearer("ann"), Some(1), at(2)).await.unwrap();
    let (second, count) = world.pictures().await;
    assert_ne!(second, first);
    assert_eq!(count, 1);

    world.set(&bearer("ann"), None, at(3)).await.unwrap();
    assert_eq!(world.pictures().await, (None, 0));
    let version = world.stored().await.version;
    world.set(&bearer("ann"), None, at(4)).await.unwrap();
    assert_eq!(world.stored().await.version, version, "taking away what is not there changes nothing");
}

#[tokio::test]
async fn setting_the_same_photo_again_keeps_it() {
    let world = World::with(&soup()).await;
    for number in [0, 1] {
        world.upload("ann", number, b"the same").await;
        world.set(&bearer("ann"), Some(number), at(1)).await.unwrap();
        assert_eq!(world.pictures().await.1, 1);
    }
}

#[tokio::test]
async fn only_the_owner_sets_a_photo_from_an_own_upload() {
    let world = World::with(&soup()).await;
    world.upload("ann", 0, b"ann's").await;
    for stranger in [bearer("bob"), guest("ann"), Caller::Anonymous] {
        for number in [None, Some(0)] {
            assert_eq!(world.set(&stranger, number, at(1)).await.err(), Some(AppError::Unauthorized));
        }
    }
    world.upload("bob", 1, b"bob's").await;
    let of_another = world.set(&bearer("ann"), Some(1), at(1)).await;
    assert_eq!(of_another.err(), Some(AppError::ImportFailed(ErrorCode::UploadMissing)));
    assert_eq!(world.stored().await, soup());
}

#[tokio::test]
async fn invalid_photo_changes_nothing_and_can_be_retried() {
    let world = World::with(&soup()).await;
    world.upload("ann", 0, b"!damaged").await;
    for _ in 0..2 {
        let refused = world.set(&bearer("ann"), Some(0), at(1)).await;
        assert_eq!(refused.err(), Some(AppError::ImportFailed(ErrorCode::UnreadablePicture)));
    }
    assert_eq!(world.stored().await, soup());
}

#[tokio::test]
async fn photo_of_a_pending_recipe_cannot_be_set() {
    let world = World::with(&submitted(id(1), &OwnerId::new("ann"), at(0))).await;
    world.upload("ann", 0, b"dish").await;
    let refused = world.set(&bearer("ann"), Some(0), at(1)).await;
    assert_eq!(refused.err(), Some(AppError::InvalidInput(Refusal::StillImporting)));
}

#[tokio::test]
async fn photos_are_limited_per_day_and_removal_is_not_counted() {
    let mut world = World::with(&soup()).await;
    world.limits = UseLimits::parse("ownPictures=2").unwrap();
    for number in 0..3 {
        world.upload("ann", number, format!("picture {number}").as_bytes()).await;
    }
    for number in 0..2 {
        world.set(&bearer("ann"), Some(number), at(0)).await.unwrap();
        world.set(&bearer("ann"), None, at(0)).await.unwrap();
    }
    let refused = world.set(&bearer("ann"), Some(2), at(0)).await;
    assert!(matches!(refused, Err(AppError::LimitReached { .. })), "{refused:?}");
    assert!(world.set(&bearer("ann"), Some(2), at(DAY)).await.is_ok(), "the next day");
}

#[tokio::test]
async fn failed_port_call_leaves_an_existing_photo_and_retry_succeeds() {
    for call in ["put", "write", "delete"] {
        let world = World::with(&soup()).await;
        world.upload("ann", 0, b"dish").await;
        match call {
            "put" => world.media.fails_to_put.store(true, Ordering::Relaxed),
            "write" => world.recipes.fail_next_writes([PortError::Busy(String::new()).into()]),
            _ => world.media.fails_to_delete.store(true, Ordering::Relaxed),
        }
        let busy = world.set(&bearer("ann"), Some(0), at(1)).await;
        assert!(matches!(busy, Err(AppError::ServiceBusy(_))), "{call}: {busy:?}");
        assert!(world.pictures().await.0.is_some(), "{call}");
        let view = world.set(&bearer("ann"), Some(0), at(2)).await.unwrap();
        assert_ne!(shown(&view), soup().image_url, "{call}");
        assert_eq!(world.pictures().await.0, shown(&view), "{call}");
        world.media.delete_all_of(&id(1)).await.unwrap();
        assert!(world.media.kept.kept().is_empty(), "what is left lies beside the recipe");
    }
}

#[tokio::test]
async fn photo_is_deleted_if_the_recipe_was_deleted_meanwhile() {
    let world = World::with(&soup()).await;
    world.upload("ann", 0, b"dish").await;
    world.recipes.fail_next_writes([WriteError::Ended]);
    assert!(world.set(&bearer("ann"), Some(0), at(1)).await.is_err());
    assert_eq!(world.stored().await, soup());
    let recipe = world.stored().await;
    world.recipes.delete(&recipe).await.unwrap();
    assert!(matches!(world.set(&bearer("ann"), Some(0), at(1)).await, Err(AppError::RecipeNotFound(_))));
}

#[tokio::test]
async fn upload_used_by_a_recipe_is_kept() {
    let world = World::with(&soup()).await;
    let upload = world.upload("ann", 0, b"dish").await;
    let ann = OwnerId::new("ann");
    let source = UploadSource::submitted(upload, false);
    let read = Recipe::uploaded(id(2), ann.clone(), [ann].into(), source, None, at(0));
    assert!(matches!(read.source, Source::Upload(_)));
    world.recipes.create(&read).await.unwrap();
    world.set(&bearer("ann"), Some(0), at(1)).await.unwrap();
    assert_eq!(world.uploads.kept().len(), 1);
}

#[tokio::test]
async fn post_processing_keeps_an_own_photo_or_its_removal() {
    let found = Enrichment { image_url: Some(format!("media/{}/later", id(1))), ..Enrichment::default() };
    for (edited, expected) in [(true, None), (false, found.image_url.clone())] {
        let mut recipe = Recipe { image_url: None, ..soup() };
        if edited {
            recipe.edited.insert(Field::Picture);
        }
        let world = World::with(&recipe).await;
        let artifacts = MemoryArtifacts::default();
        enrich::apply(&world.recipes, &world.media, &artifacts, &job(&id(1)), &found, at(1)).await.unwrap();
        assert_eq!(world.stored().await.image_url, expected);
    }
}

#[tokio::test]
async fn versions_for_lists_are_stored_and_deleted_with_the_photo() {
    let world = World::with(&soup()).await;
    world.upload("ann", 0, b"sized").await;
    world.upload("ann", 1, b"plain").await;
    world.set(&bearer("ann"), Some(0), at(1)).await.unwrap();
    let key = world.stored().await.image_url.unwrap();
    assert!(key.ends_with("-800x600"), "{key}");
    let all = [key.clone(), format!("{key}-320"), format!("{key}-640")];
    assert_eq!(world.media.kept.kept().into_keys().collect::<Vec<_>>(), all);
    world.set(&bearer("ann"), Some(1), at(2)).await.unwrap();
    assert_eq!(world.pictures().await.1, 1, "the former photo is gone with its versions");
}
