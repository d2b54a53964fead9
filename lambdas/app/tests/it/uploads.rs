#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod siblings;

use app::addresses::Guard;
use app::book::{self, DeletePorts, Progress, RetryBy};
use app::error::WriteError;
use app::import::{self, Admitted, CreateRecipe, ExtractPorts, NewSource, ReadPorts, Slice};
use app::model::{Import, ImportState, Marks, TransitionRefused, UploadSource};
use app::owners::Owners;
use app::recipe_store::{Order, RecipeStore};
use app::upload::{Folder, PageSize, SubmissionId, Upload, UploadKind};
use app::uploads::{self, CreateUpload, UploadForm};
use app::workflows::Workflow;
use app::{AppError, Attempt, Caller, ErrorCode, NutritionStatus, OwnerId, Recipe, Stage, Status};
use ocr::Word;
use sha2::{Digest, Sha256};
use test_support::fakes::{MemoryArtifacts, MemoryMedia, MemoryRecipes, MemoryWorkflows};
use test_support::member_credits::FREE;
use test_support::samples::{at, bearer, finished, guest, id, import_of_upload};
use test_support::uploads::{MemoryUploads, PartsReader, SameWords};
use zest_core::{PortError, RecipeId};

const SUBMISSION: &str = "0f8b4c1e-52d6-4a7b-9c3d-1e2f3a4b5c6d";

#[derive(Default)]
struct World {
    store: MemoryRecipes,
    artifacts: MemoryArtifacts,
    machines: MemoryWorkflows,
    media: MemoryMedia,
    uploads: MemoryUploads,
    reader: PartsReader,
}

fn part(title: &str) -> String {
    format!("{title}\n- 2 leeks\n- 1 l stock\nCut the leeks.\nSimmer them.")
}

fn upload_in(folder: Folder, kind: UploadKind) -> Upload {
    let submission = SubmissionId::parse(SUBMISSION).unwrap();
    Upload { kind, submission, identity: OwnerId::new("ann"), folder }
}

async fn sibling(world: &World, first: &Recipe, entry: u32) -> RecipeId {
    world.store.seed(&OwnerId::new("ann")).await.unwrap().sibling(&first.id, entry, 0).unwrap()
}

impl World {
    async fn folder(&self) -> Folder {
        self.store.seed(&OwnerId::new("ann")).await.unwrap().folder().unwrap()
    }

    async fn upload(&self, kind: UploadKind) -> Upload {
        upload_in(self.folder().await, kind)
    }

    async fn submit(&self, caller: &Caller, kind: UploadKind) -> Result<Recipe, AppError> {
        self.create(caller, import_of_upload(id(1), kind, SUBMISSION)).await
    }

    async fn submit_copied(&self, url: &str) -> Result<Recipe, AppError> {
        let submission = SubmissionId::parse(SUBMISSION).unwrap();
        let source = NewSource::File { submission, url: Some(url.to_owned()) };
        self.create(&guest("ann"), CreateRecipe { id: id(1), source, language: None }).await
    }

    async fn create(&self, caller: &Caller, input: CreateRecipe) -> Result<Recipe, AppError> {
        let guard = Guard::default();
        import::create(&self.store, &self.machines, &guard, caller, input, Admitted::default(), at(0)).await
    }

    async fn with_file(&self, parts: &[String]) -> Recipe {
        self.uploads.put(
            &self.upload(UploadKind::File).await,
            0,
            Some("book.txt"),
            parts.join("\n\n").as_bytes(),
        );
        self.submit(&guest("ann"), UploadKind::File).await.unwrap()
    }

    async fn read(&self, recipe: &Recipe) -> Result<(), AppError> {
        let reader = ReadPorts { uploads: &self.uploads, reader: &self.reader };
        import::read_upload(&self.store, &reader, &self.artifacts, &recipe.job(), at(1)).await
    }

    async fn extract(&self, recipe: &Recipe) -> Result<Slice, AppError> {
        let reading = ExtractPorts { recipes: &self.store, media: &self.media, artifacts: &self.artifacts };
        import::extract_recipe(&reading, &recipe.job(), at(2), || true).await
    }

    async fn process(&self, recipe: &Recipe) -> Result<(), AppError> {
        let steps = async {
            self.read(recipe).await?;
            while self.extract(recipe).await? == Slice::More {}
            import::finish(&self.store, &self.uploads, &self.artifacts, &self.machines, &recipe.job(), at(3))
                .await
        };
        match steps.await {
            Err(AppError::ImportFailed(code)) => import::fail(&self.store, &recipe.job(), code, at(4)).await,
            other => other,
        }
    }

    async fn stored(&self, recipe: &Recipe) -> Recipe {
        self.store.get(&recipe.id).await.unwrap().unwrap()
    }

    async fn titles(&self, owner: &str) -> Vec<String> {
        let page = self.store.list(&OwnerId::new(owner), Order::OldestFirst, 5000, None).await.unwrap();
        page.cards.into_iter().filter_map(|card| card.title).collect()
    }

    async fn delete_upload(&self, caller: Caller) -> Result<SubmissionId, AppError> {
        uploads::delete(&self.store, &self.uploads, &caller, SUBMISSION).await
    }

    async fn form(&self, caller: Caller, position: i64) -> Result<UploadForm, AppError> {
        let wanted = CreateUpload {
            submission: SUBMISSION.to_owned(),
            kind: UploadKind::Picture,
            position: Some(position),
            content_type: "image/jpeg".to_owned(),
            size: 9,
            name: None,
        };
        uploads::create(&self.store, &self.uploads, &caller, wanted, at(0)).await
    }

    async fn delete(&self, caller: &Caller, id: &str) -> Result<zest_core::RecipeId, AppError> {
        let Self { store, media, artifacts, uploads, .. } = self;
        book::delete(&DeletePorts { recipes: store, media, artifacts, uploads }, caller, id).await
    }
}

#[tokio::test]
async fn file_becomes_a_recipe_that_keeps_its_upload() {
    let world = World::default();
    let pending = world.with_file(&[part("Soup with a picture")]).await;
    assert_eq!((pending.status(), pending.stage()), (Status::Pending, Some(Stage::Reading)));
    assert!(world.machines.has_started(Workflow::Processing, &pending.job()));
    world.process(&pending).await.unwrap();
    let soup = world.stored(&pending).await;
    assert_eq!((soup.status(), soup.content.ingredients.len()), (Status::Success, 2));
    assert_eq!(soup.source.file_name(), Some("book.txt"));
    assert_eq!(soup.import.summary(), None, "there is nothing to sum up");
    assert_eq!(world.media.kept().keys().collect::<Vec<_>>(), [soup.image_url.as_ref().unwrap()]);
    assert!(world.uploads.kept().values().all(|is_kept| *is_kept));
    assert!(world.machines.has_started(Workflow::PostProcessing, &pending.job()));
}

#[tokio::test]
async fn recipes_of_a_copied_text_have_the_address_of_its_page() {
    let world = World::default();
    let parts = [part("Soup"), part("Stew")].join("\n\n");
    world.uploads.put(&world.upload(UploadKind::File).await, 0, Some("pasted.txt"), parts.as_bytes());
    let address = "https://example.com/soups";
    let pending = world.submit_copied(address).await.unwrap();
    world.process(&pending).await.unwrap();
    let second = world.store.get(&sibling(&world, &pending, 1).await).await.unwrap().unwrap();
    for recipe in [world.stored(&pending).await, second] {
        assert_eq!((recipe.status(), recipe.url.as_deref()), (Status::Success, Some(address)));
    }
}

#[tokio::test]
async fn photos_without_text_and_missing_photos_have_different_codes() {
    let world = World::default();
    let pending = world.submit(&guest("ann"), UploadKind::Picture).await.unwrap();
    world.process(&pending).await.unwrap();
    assert_eq!(world.stored(&pending).await.failure().unwrap().code, ErrorCode::UploadMissing);

    world.uploads.put(&world.upload(UploadKind::Picture).await, 0, None, b"one");
    world.uploads.put(&world.upload(UploadKind::Picture).await, 2, None, b"two");
    let machines = &world.machines;
    book::retry(&world.store, machines, FREE, &bearer("ann"), pending.id.as_str(), RetryBy::Readers, at(9))
        .await
        .unwrap();
    let again = world.stored(&pending).await;
    assert_eq!((again.stage(), again.attempt().0), (Some(Stage::Reading), 2));
    world.process(&again).await.unwrap();
    assert_eq!(world.stored(&pending).await.failure().unwrap().code, ErrorCode::NoTextInPicture);
    assert!(world.uploads.kept().values().all(|is_kept| !is_kept), "what failed expires");
}

#[tokio::test]
async fn each_recipe_of_a_file_is_created_and_problems_are_listed() {
    let world = World::default();
    let mut parts: Vec<_> = (0..45).map(|number| part(&format!("Soup {number:02}"))).collect();
    parts[0] = "!Broken soup".to_owned();
    parts[30] = "!Another".to_owned();
    let pending = world.with_file(&parts).await;
    world.read(&pending).await.unwrap();
    let mut seen = Vec::new();
    while world.extract(&pending).await.unwrap() == Slice::More {
        let summary = world.stored(&pending).await.import.summary().unwrap().clone();
        seen.push((summary.found, summary.imported, summary.failed));
    }
    assert_eq!(seen, [(45, 19, 1), (45, 38, 2)], "it grows piece by piece");
    assert_eq!(world.stored(&pending).await.status(), Status::Pending);
    import::finish(&world.store, &world.uploads, &world.artifacts, &world.machines, &pending.job(), at(3))
        .await
        .unwrap();
    let first = world.stored(&pending).await;
    let summary = first.import.summary().unwrap().clone();
    assert_eq!((summary.found, summary.imported, summary.failed), (45, 43, 2));
    let problems: Vec<_> = summary.problems.iter().map(|problem| problem.title.as_deref()).collect();
    assert_eq!(problems, [Some("!Broken soup"), Some("!Another")]);
    let titles = world.titles("ann").await;
    assert_eq!(titles.len(), 43);
    assert!(titles.is_sorted(), "in the order of the file: {titles:?}");
    let sibling = world.store.get(&sibling(&world, &first, 2).await).await.unwrap().unwrap();
    assert_eq!(sibling.status(), Status::Success);
    assert_ne!(sibling.nutrition_status, NutritionStatus::Pending, "it is worked out at once");
    assert!(!sibling.is_unsettled() && sibling.source.read_from() == first.source.read_from());
}

#[tokio::test]
async fn imported_marks_are_set_unless_marked_meanwhile() {
    let parts = [part("A favourite of five stars"), part("Stew of five stars"), part("Soup")];
    let world = World::default();
    let pending = world.with_file(&parts).await;
    world.process(&pending).await.unwrap();
    let all = Marks { favourite: true, rating: Some(5), ..Marks::default() };
    let first = world.stored(&pending).await;
    assert_eq!(first.marks, all);
    for (entry, marks) in [(1, Marks { favourite: false, ..all.clone() }), (2, Marks::default())] {
        let made = world.store.get(&sibling(&world, &first, entry).await).await.unwrap().unwrap();
        assert_eq!(made.marks, marks, "{:?}", made.content.title);
        assert!(!made.raw_extraction.unwrap().contains("favourite\":"), "they are no part of what was read");
    }
    let seen = book::get(&world.store, &guest("bob"), first.id.as_str()).await.unwrap();
    let seen = serde_json::to_value(seen).unwrap();
    assert_eq!((&seen["favourite"], &seen["rating"]), (&false.into(), &serde_json::Value::Null));
    let shared = book::shared(&world.store, first.id.as_str()).await.unwrap();
    assert!(!format!("{shared:?}").contains("rating"), "{shared:?}");

    let world = World::default();
    let pending = world.with_file(&parts).await;
    world.read(&pending).await.unwrap();
    let rated = serde_json::json!({ "id": pending.id, "rating": 2 });
    let rated = serde_json::from_value(rated).unwrap();
    book::update(&world.store, &Guard::default(), &bearer("ann"), rated, at(2)).await.unwrap();
    while world.extract(&pending).await.unwrap() == Slice::More {}
    let mine = Marks { rating: Some(2), ..Marks::default() };
    assert_eq!(world.stored(&pending).await.marks, mine);
}

#[tokio::test]
async fn only_a_pending_recipe_with_its_own_upload_is_read() {
    let world = World::default();
    let pending = world.with_file(&[part("Soup"), part("Stew")]).await;
    world.process(&pending).await.unwrap();
    let sibling_id = sibling(&world, &pending, 1).await;
    for id in [&pending.id, &sibling_id] {
        let before = world.store.get(id).await.unwrap().unwrap();
        let mut after = before.clone();
        assert_eq!(after.name_upload(Some("other.txt".to_owned())), Err(TransitionRefused));
        assert_eq!(after.end_reading(vec![PageSize { width: 1, height: 1 }]), Err(TransitionRefused));
        assert_eq!(after, before);
    }

    // An unreadable state is loaded like this; the upload belongs to the other recipe.
    let mut sibling = world.store.get(&sibling_id).await.unwrap().unwrap();
    let was = sibling.version;
    sibling.import = Import::new(ImportState::Failed(ErrorCode::Internal.into()), Attempt::FIRST);
    sibling.version += 1;
    world.store.replace(&sibling, was).await.unwrap();
    let ann = bearer("ann");
    let retried =
        book::retry(&world.store, &world.machines, FREE, &ann, sibling_id.as_str(), RetryBy::Readers, at(9))
            .await;
    let error = retried.unwrap_err().to_string();
    assert!(error.contains("has no address to import"), "{error}");
}

#[tokio::test]
async fn crash_between_chunks_creates_no_duplicates() {
    let world = World::default();
    let parts: Vec<_> = (0..45).map(|number| part(&format!("Soup {number:02}"))).collect();
    let pending = world.with_file(&parts).await;
    world.read(&pending).await.unwrap();
    assert_eq!(world.extract(&pending).await, Ok(Slice::More));
    // Runs during the second chunk.
    let busy = || WriteError::Port(PortError::Busy("as the test wants it".to_owned()));
    world.store.fail_next_writes([busy()]);
    assert_eq!(world.extract(&pending).await, Err(AppError::ServiceBusy("as the test wants it".to_owned())));
    let half = world.titles("ann").await.len();
    assert!((20..40).contains(&half), "{half}");

    // The same call is repeated, then a new attempt is started.
    while world.extract(&pending).await.unwrap() == Slice::More {}
    assert_eq!(world.titles("ann").await.len(), 45);
    let mut again = world.stored(&pending).await;
    let was = again.version;
    again.restart().unwrap();
    again.version += 1;
    world.store.replace(&again, was).await.unwrap();
    world.process(&again).await.unwrap();
    let summary = world.stored(&pending).await.import.summary().unwrap().clone();
    assert_eq!((summary.found, summary.imported, summary.failed), (45, 45, 0));
    assert_eq!(world.titles("ann").await.len(), 45);
}

#[tokio::test]
async fn upload_is_deleted_with_its_last_recipe() {
    let world = World::default();
    let pending = world.with_file(&[part("Soup"), part("Stew"), part("Pie")]).await;
    world.process(&pending).await.unwrap();
    let ann = bearer("ann");
    world.delete(&ann, pending.id.as_str()).await.unwrap();
    world.delete(&ann, sibling(&world, &pending, 1).await.as_str()).await.unwrap();
    assert_eq!(world.uploads.kept().len(), 1, "a sibling needs it");
    let error = world.delete_upload(bearer("ann")).await.unwrap_err().to_string();
    assert!(error.contains("Delete the recipe"), "{error}");
    assert!(world.delete_upload(bearer("bob")).await.is_ok(), "nothing of bob's is there");
    assert_eq!(world.delete_upload(guest("ann")).await, Err(AppError::Unauthorized));
    assert_eq!(world.uploads.kept().len(), 1);
    world.delete(&ann, sibling(&world, &pending, 2).await.as_str()).await.unwrap();
    assert!(world.uploads.kept().is_empty());
    assert!(world.media.kept().is_empty());
}

#[tokio::test]
async fn siblings_deleted_concurrently_delete_the_upload() {
    let world = World::default();
    let pending = world.with_file(&[part("Soup"), part("Stew")]).await;
    world.process(&pending).await.unwrap();
    let (first, second) = (pending.id.to_string(), sibling(&world, &pending, 1).await.to_string());
    let ann = bearer("ann");
    let (a, b) = tokio::join!(world.delete(&ann, &first), world.delete(&ann, &second));
    assert!(a.is_ok() && b.is_ok());
    assert!(world.uploads.kept().is_empty());
}

#[tokio::test]
async fn form_is_issued_for_own_positions_unless_a_recipe_uses_it() {
    let world = World::default();
    let given = world.form(guest("ann"), 3).await.unwrap();
    assert_eq!(given.fields[0].value, world.upload(UploadKind::Picture).await.key(3));
    assert!(!given.fields[0].value.contains("ann"), "a key names nobody");
    assert_eq!(given.expires_at, at(300));
    assert!(matches!(world.form(guest("ann"), 10).await, Err(AppError::InvalidInput(_))));
    assert_eq!(world.form(bearer("ann"), 0).await, Err(AppError::Unauthorized));
    assert_eq!(world.form(Caller::Anonymous, 0).await, Err(AppError::Unauthorized));
    let member = Caller::Member { user: OwnerId::new("sub"), identity: None };
    assert!(world.form(member, 0).await.unwrap_err().to_string().contains("sign in once more"));

    world.submit(&guest("ann"), UploadKind::Picture).await.unwrap();
    let error = world.form(guest("ann"), 0).await.unwrap_err().to_string();
    assert_eq!(error, "This upload is already a recipe.");
    assert!(world.form(guest("bob"), 0).await.is_ok(), "bob's submission of the same name is another");
}

#[tokio::test]
async fn repeated_upload_request_succeeds_and_another_is_rejected() {
    let world = World::default();
    let first = world.submit(&guest("ann"), UploadKind::File).await.unwrap();
    assert_eq!(world.submit(&guest("ann"), UploadKind::File).await, Ok(first));
    assert_eq!(world.submit(&guest("ann"), UploadKind::Picture).await, Err(AppError::Unauthorized));
    assert_eq!(world.submit(&guest("bob"), UploadKind::File).await, Err(AppError::Unauthorized));
}

#[tokio::test]
async fn recognised_photos_become_page_images_visible_to_the_owner() {
    let area = ocr::Area { left: 0, top: 0, width: 1, height: 1 };
    let word = Word { text: "Soup".to_owned(), area, region: 0, line: 0, confidence: 90 };
    let world = World {
        reader: PartsReader { recogniser: SameWords(vec![word]), ..PartsReader::default() },
        ..World::default()
    };
    world.uploads.put(&world.upload(UploadKind::Picture).await, 0, Some("card.jpg"), b"one");
    let pending = world.submit(&guest("ann"), UploadKind::Picture).await.unwrap();
    world.read(&pending).await.unwrap();
    let read = world.stored(&pending).await;
    assert_eq!(
        (read.stage(), read.source.read_from().map(|read| read.pages().len())),
        (Some(Stage::Extracting), Some(1))
    );
    let ann = guest("ann");
    let pages = uploads::source_pages(&world.store, &world.uploads, &ann, pending.id.as_str());
    let pages_json = serde_json::to_value(pages.await.unwrap()).unwrap();
    let key = world.upload(UploadKind::Picture).await.page_key(0);
    assert_eq!(pages_json[0]["url"], format!("memory:{key}?image/jpeg"));
    for stranger in [guest("bob"), bearer("ann")] {
        let pages = uploads::source_pages(&world.store, &world.uploads, &stranger, pending.id.as_str());
        assert_eq!(pages.await, Err(AppError::Unauthorized));
    }
}

#[tokio::test]
async fn deleting_all_ends_a_running_import_without_leftovers() {
    let world = World::default();
    let parts: Vec<_> = (0..45).map(|number| part(&format!("Soup {number:02}, with a picture"))).collect();
    let pending = world.with_file(&parts).await;
    world.read(&pending).await.unwrap();
    assert_eq!(world.extract(&pending).await, Ok(Slice::More));
    let writing = async {
        loop {
            match world.extract(&pending).await {
                Ok(Slice::More) => tokio::task::yield_now().await,
                ended => return ended,
            }
        }
    };
    let ports = DeletePorts {
        recipes: &world.store,
        media: &world.media,
        artifacts: &world.artifacts,
        uploads: &world.uploads,
    };
    let ann = bearer("ann");
    let (deleted, ended) = tokio::join!(book::delete_all_own(&ports, &ann, || false), writing);
    assert_eq!(deleted, Ok(Progress { deleted: 20, done: true }));
    assert_eq!(ended, Err(AppError::Superseded));
    assert_eq!(world.titles("ann").await, Vec::<String>::new());
    assert!(world.media.kept().is_empty() && world.uploads.kept().is_empty() && world.artifacts.is_empty());

    let later = world.with_file(&[part("Soup"), part("Stew")]).await;
    assert_eq!(later.generation, 1);
    world.process(&later).await.unwrap();
    assert_eq!(world.titles("ann").await.len(), 2);
}

#[tokio::test]
async fn sibling_ids_cannot_be_derived_from_the_first_id() {
    let world = World::default();
    let pending = world.with_file(&[part("Soup"), part("Stew")]).await;
    world.process(&pending).await.unwrap();
    // The previous derivation of sibling ids, which was predictable.
    let hash = Sha256::digest(format!("zest sibling {} 1 0", pending.id));
    let derived = hex::encode(&hash[..16]);
    assert_eq!(world.store.get(&RecipeId::parse(&derived).unwrap()).await, Ok(None));
    assert!(world.store.get(&sibling(&world, &pending, 1).await).await.unwrap().is_some());
}

#[tokio::test]
async fn upload_is_kept_for_a_recipe_after_many_failed_ones() {
    let world = World::default();
    let upload = world.upload(UploadKind::File).await;
    world.uploads.put(&upload, 0, Some("book.txt"), b"book");
    let ann = OwnerId::new("ann");
    for number in 1..=60 {
        let source = UploadSource::submitted(upload.clone(), false);
        let mut recipe = Recipe::uploaded(id(number), ann.clone(), [ann.clone()].into(), source, None, at(0));
        if number != 60 {
            recipe.fail(ErrorCode::NoRecipeInFile.into()).unwrap();
        }
        world.store.create(&recipe).await.unwrap();
    }
    let error = world.delete_upload(bearer("ann")).await.unwrap_err().to_string();
    assert!(error.contains("recipe"), "{error}");
    assert_eq!(world.uploads.kept().len(), 1);
    world.delete(&bearer("ann"), id(60).as_str()).await.unwrap();
    assert!(world.delete_upload(bearer("ann")).await.is_ok());
    assert!(world.uploads.kept().is_empty());
}

#[tokio::test]
async fn uploads_in_the_old_folder_are_listed_and_deleted() {
    let world = World::default();
    let old = upload_in(Folder::Identity, UploadKind::File);
    world.uploads.put(&old, 0, Some("old.txt"), b"before");
    world.uploads.put(&world.upload(UploadKind::Picture).await, 0, None, b"now");
    let listed = uploads::list(&world.store, &world.uploads, &guest("ann"), None).await.unwrap();
    assert_eq!(listed.len(), 2);
    assert!(world.delete_upload(bearer("ann")).await.is_ok());
    assert!(world.uploads.kept().is_empty());

    // A recipe keeps the upload in its old folder.
    world.uploads.put(&old, 0, Some("old.txt"), part("Soup").as_bytes());
    let ann = OwnerId::new("ann");
    let recipe =
        Recipe::uploaded(id(1), ann.clone(), [ann].into(), UploadSource::submitted(old, false), None, at(0));
    world.store.create(&recipe).await.unwrap();
    world.process(&recipe).await.unwrap();
    assert_eq!(world.stored(&recipe).await.status(), Status::Success);
    world.delete(&bearer("ann"), recipe.id.as_str()).await.unwrap();
    assert!(world.uploads.kept().is_empty());
}
