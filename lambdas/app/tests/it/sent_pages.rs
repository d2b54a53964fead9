#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use app::addresses::Guard;
use app::book::{self, RetryBy};
use app::import::{self, Admission, CreateRecipe, ExtractPorts, NewSource, ReadPorts, Slice};
use app::limits::UseLimits;
use app::recipe_store::RecipeStore;
use app::refusal::Refusal;
use app::upload::{PAGE_LIMIT, SubmissionId, UploadKind};
use app::uploads::{self, CreateUpload, UploadForm};
use app::workflows::Workflow;
use app::{AppError, Caller, ErrorCode, Recipe, Status};
use test_support::fakes::{MemoryArtifacts, MemoryCounters, MemoryMedia, MemoryRecipes, MemoryWorkflows};
use test_support::member_credits::MemoryCredits;
use test_support::samples::{at, bearer, guest, id, import_of_address, member, ring};
use test_support::uploads::{MemoryUploads, PartsReader};

const SUBMISSION: &str = "0f8b4c1e-52d6-4a7b-9c3d-1e2f3a4b5c6d";
const ADDRESS: &str = "http://192.168.1.7:9000/soup?day=1";
const PAGE: &[u8] =
    br#"<!doctype html><meta charset="utf-16"><title>Soup</title><script type="application/ld+json">
{"@context":"https://schema.org","@type":"Recipe","name":"Soupe d\u00e9t\u00e9","image":"/soup.jpg",
"recipeIngredient":["2 leeks","1 l stock"],"recipeInstructions":["Cut the leeks.","Simmer them."]}</script>"#;

#[derive(Default)]
struct World {
    store: MemoryRecipes,
    artifacts: MemoryArtifacts,
    machines: MemoryWorkflows,
    media: MemoryMedia,
    uploads: MemoryUploads,
    reader: PartsReader,
    counters: MemoryCounters,
    ledger: MemoryCredits,
}

fn submission(number: u128) -> String {
    SUBMISSION.replacen('0', &number.to_string(), 1)
}

fn page(number: u128, url: &str) -> CreateRecipe {
    let submission = SubmissionId::parse(&submission(number)).unwrap();
    let source = NewSource::SentPage { url: url.to_owned(), submission };
    CreateRecipe { id: id(number), source, language: None }
}

fn wanted(number: u128, content_type: &str, size: u64) -> CreateUpload {
    CreateUpload {
        submission: submission(number),
        kind: UploadKind::Page,
        position: None,
        content_type: content_type.to_owned(),
        size: size.try_into().unwrap(),
        name: None,
    }
}

impl World {
    async fn form(&self, caller: &Caller, input: CreateUpload) -> Result<UploadForm, AppError> {
        uploads::create(&self.store, &self.uploads, caller, input, at(0)).await
    }

    async fn send(&self, caller: &Caller, number: u128, bytes: &[u8]) {
        let form = self.form(caller, wanted(number, "text/html", 9)).await.unwrap();
        self.uploads.post(&form, bytes);
    }

    async fn create(&self, limits: &str, caller: &Caller, input: CreateRecipe) -> Result<Recipe, AppError> {
        let ring = ring();
        let admission = Admission {
            counters: &self.counters,
            ring: &ring,
            limits: UseLimits::parse(limits).unwrap(),
            credits: Some(&self.ledger),
            uploads: &self.uploads,
            under_way: 0,
            source: None,
        };
        let admitted = import::admit(&self.store, &admission, caller, &input, at(0)).await?;
        import::create(&self.store, &self.machines, &Guard::default(), caller, input, admitted, at(0)).await
    }

    async fn process(&self, recipe: &Recipe) -> Recipe {
        let job = recipe.job();
        let reading = ReadPorts { uploads: &self.uploads, reader: &self.reader };
        let extracting =
            ExtractPorts { recipes: &self.store, media: &self.media, artifacts: &self.artifacts };
        let steps = async {
            import::read_upload(&self.store, &reading, &self.artifacts, &job, at(1)).await?;
            let slice = import::extract_recipe(&extracting, &job, at(2), || true).await?;
            assert_eq!(slice, Slice::Last);
            import::finish(&self.store, &self.uploads, &self.artifacts, &self.machines, &job, at(3)).await
        };
        match steps.await {
            Err(AppError::ImportFailed(code)) => import::fail(&self.store, &job, code, at(4)).await.unwrap(),
            other => other.unwrap(),
        }
        self.store.get(&recipe.id).await.unwrap().unwrap()
    }

    async fn failure(&self, number: u128, bytes: &[u8]) -> Option<ErrorCode> {
        self.send(&guest("ann"), number, bytes).await;
        let recipe = self.create("off", &guest("ann"), page(number, ADDRESS)).await.unwrap();
        self.process(&recipe).await.failure().map(|failure| failure.code)
    }
}

#[tokio::test]
async fn sent_page_is_read_like_a_fetched_one_and_not_kept() {
    let world = World::default();
    world.send(&guest("ann"), 1, PAGE).await;
    let recipe = world.create("on", &guest("ann"), page(1, ADDRESS)).await.unwrap();
    assert!(world.machines.has_started(Workflow::Reading, &recipe.job()));
    let read = world.process(&recipe).await;
    assert_eq!((read.status(), read.url.as_deref()), (Status::Success, Some(ADDRESS)));
    assert_eq!(
        read.content.title.as_deref(),
        Some("Soupe d\u{e9}t\u{e9}"),
        "it has no encoding of its own any more"
    );
    let extraction = import::load_extraction(&world.artifacts, &recipe.job()).await.unwrap();
    let picture = extraction.content.picture_url.unwrap();
    assert_eq!(picture, "http://192.168.1.7:9000/soup.jpg", "relative to its address");
    let listed = uploads::list(&world.store, &world.uploads, &guest("ann"), None).await.unwrap();
    assert_eq!(listed.len(), 1);
    assert!(world.uploads.kept().values().all(|is_kept| !is_kept), "the lifecycle forgets it");
}

#[tokio::test]
async fn only_html_is_read_as_a_sent_page() {
    let world = World::default();
    let long = [b"<p>".as_slice(), &vec![b'a'; usize::try_from(PAGE_LIMIT).unwrap()]].concat();
    for (number, bytes, expected) in [
        (1, b"%PDF-1.7\n".as_slice(), ErrorCode::NotAPage),
        (2, b"\x89PNG\r\n\x1a\n", ErrorCode::NotAPage),
        (3, b"PK\x03\x04", ErrorCode::NotAPage),
        (4, b"<!doctype html><title>News</title><p>It rained.", ErrorCode::NotARecipe),
        (5, b" ", ErrorCode::NotARecipe),
        (6, &long, ErrorCode::TooLarge),
    ] {
        assert_eq!(world.failure(number, bytes).await, Some(expected), "{number}");
    }
}

#[tokio::test]
async fn sent_page_is_free_and_counts_as_an_address() {
    let world = World::default();
    let recipe = world.create("on", &member("ann"), page(1, ADDRESS)).await.unwrap();
    assert_eq!(recipe.credit(), None, "a member without credits");
    let limits = "addressImports=2,guestUploads=0";
    let address = import_of_address(id(2), "https://example.com/soup");
    assert!(world.create(limits, &guest("bob"), address).await.is_ok());
    assert!(world.create(limits, &guest("bob"), page(3, ADDRESS)).await.is_ok());
    let beyond = world.create(limits, &guest("bob"), page(4, ADDRESS)).await;
    assert!(matches!(beyond, Err(AppError::LimitReached { .. })), "{beyond:?}");
}

#[tokio::test]
async fn missing_page_upload_can_be_sent_again() {
    let world = World::default();
    let recipe = world.create("off", &guest("ann"), page(1, ADDRESS)).await.unwrap();
    let failed = world.process(&recipe).await;
    assert_eq!(failed.failure().map(|failure| failure.code), Some(ErrorCode::UploadMissing));
    world.send(&guest("ann"), 2, PAGE).await;
    let (owner, id) = (bearer("ann"), id(1).to_string());
    let again =
        book::retry(&world.store, &world.machines, Some(&world.ledger), &owner, &id, RetryBy::Readers, at(5))
            .await;
    assert!(again.is_ok(), "another try begins");
}

#[tokio::test]
async fn address_of_a_sent_page_or_copied_text_is_http() {
    let world = World::default();
    for (number, url) in
        [(1, "javascript:alert(1)"), (2, "http://ann:secret@example.com/"), (3, "soup"), (4, "")]
    {
        let submission = SubmissionId::parse(&submission(number)).unwrap();
        let copied = NewSource::File { submission, url: Some(url.to_owned()) };
        for input in [page(number, url), CreateRecipe { source: copied, ..page(number, url) }] {
            let refused = world.create("off", &guest("ann"), input).await;
            assert_eq!(refused, Err(AppError::RefusedAddress(ErrorCode::InvalidUrl)), "{url:?}");
        }
    }
}

#[tokio::test]
async fn page_form_accepts_html_within_the_page_limit() {
    let world = World::default();
    for (content_type, size, expected) in [
        ("text/html", 1, None),
        ("text/html", PAGE_LIMIT, None),
        ("text/html", PAGE_LIMIT + 1, Some(Refusal::PageTooLarge)),
        ("text/html", 0, Some(Refusal::PageTooLarge)),
        ("text/plain", 9, Some(Refusal::NotHtml)),
        ("application/pdf", 9, Some(Refusal::NotHtml)),
    ] {
        let form = world.form(&guest("ann"), wanted(1, content_type, size)).await;
        assert_eq!(form.err(), expected.map(AppError::InvalidInput), "{size} bytes of {content_type}");
    }
}

#[tokio::test]
async fn sent_page_belongs_to_its_sender() {
    let world = World::default();
    world.send(&guest("ann"), 1, PAGE).await;
    let others = world.create("off", &guest("bob"), page(1, ADDRESS)).await.unwrap();
    let failed = world.process(&others).await;
    assert_eq!(failed.failure().map(|failure| failure.code), Some(ErrorCode::UploadMissing));
}
