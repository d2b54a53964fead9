use app::limits::UseLimits;
use app::program_extraction::{ExtractInput, Sent};
use app::program_files::{FilePorts, FileReader, SentFiles, extract_files, read_files};
use app::reading::{Entry, Found, ReadUpload, UploadReader};
use app::refusal::Refusal;
use app::upload::{ReadAs, Uploaded};
use app::{AppError, Caller, ErrorCode, Language, OwnerId};
use billing::ledger::HoldState::{self, Released, Settled};
use serde_json::{Value, json};
use test_support::fakes::MemoryCounters;
use test_support::member_credits::MemoryCredits;
use test_support::samples::{at, id, ring};

/// base64 of "soup"
const FILE: &str = "c291cA==";

fn ann() -> OwnerId {
    OwnerId::new("ann")
}

fn a_file() -> SentFiles {
    SentFiles::file(FILE.to_owned(), Some("soup.pdf".to_owned()), None).unwrap()
}

type Read = fn() -> Result<Value, AppError>;

struct Scripted(Read);

impl FileReader for Scripted {
    async fn read(&self, _: &SentFiles) -> Result<Value, AppError> {
        self.0()
    }
}

struct World {
    ledger: MemoryCredits,
    counters: MemoryCounters,
    limits: Option<UseLimits>,
    reader: Scripted,
}

impl World {
    async fn with(credits: i64, read: Read) -> Self {
        let ledger = MemoryCredits::default();
        if credits > 0 {
            ledger.give(&ann(), credits).await;
        }
        Self { ledger, counters: MemoryCounters::default(), limits: None, reader: Scripted(read) }
    }

    async fn extract(&self, sent: &SentFiles) -> Result<Value, AppError> {
        let ring = ring();
        let ports = FilePorts {
            reader: &self.reader,
            credits: Some(&self.ledger),
            counters: &self.counters,
            ring: &ring,
            limits: self.limits,
            source: None,
        };
        let member = Caller::Member { user: ann(), identity: None };
        extract_files(&ports, &member, sent, &id(7), at(0)).await
    }

    async fn state(&self) -> (u32, Vec<HoldState>) {
        let holds = self.ledger.holds(&ann()).await;
        (self.ledger.balance(&ann()).await, holds.into_iter().map(|(_, state)| state).collect())
    }
}

#[tokio::test]
async fn extraction_of_a_file_costs_a_credit() {
    let world = World::with(2, || Ok(json!({ "recipe": {} }))).await;
    assert_eq!(world.extract(&a_file()).await, Ok(json!({ "recipe": {} })));
    assert_eq!(world.state().await, (1, vec![Settled]));
    assert_eq!(world.ledger.damages(&ann(), at(1)).await, []);
}

#[tokio::test]
async fn credit_of_a_failed_extraction_is_returned() {
    let failures: [Read; 2] =
        [|| Err(AppError::ImportFailed(ErrorCode::NoRecipeInFile)), || Err(AppError::Busy)];
    for read in failures {
        let world = World::with(2, read).await;
        assert_eq!(world.extract(&a_file()).await, read());
        assert_eq!(world.state().await, (2, vec![Released]));
    }
}

#[tokio::test]
async fn nothing_is_read_without_credits_or_base64() {
    let world = World::with(0, || Ok(json!({}))).await;
    assert_eq!(world.extract(&a_file()).await, Err(AppError::NoCredits));
    let damaged = SentFiles { contents: vec!["a".to_owned()], ..a_file() };
    let world = World::with(1, || Ok(json!({}))).await;
    assert_eq!(world.extract(&damaged).await, Err(AppError::InvalidInput(Refusal::ExtractFiles)));
    assert_eq!(world.state().await, (1, vec![]));
}

#[tokio::test]
async fn extraction_of_a_file_counts_as_an_import_of_a_file() {
    let mut world = World::with(1, || Ok(json!({}))).await;
    world.limits = UseLimits::parse("uploadImports=0").unwrap();
    assert!(matches!(world.extract(&a_file()).await, Err(AppError::LimitReached { .. })));
    assert_eq!(world.state().await, (1, vec![]));
}

#[test]
fn request_has_one_source() {
    let some = |text: &str| Some(text.to_owned());
    let none = ExtractInput::default;
    let photos = |count| Some(vec![FILE.to_owned(); count]);
    let file = ExtractInput { file: some(FILE), file_name: some("soup.pdf"), ..none() };
    assert_eq!(file.parse(), Ok(Sent::Files(a_file())));
    let sent = ExtractInput { photos: photos(10), ..none() }.parse();
    assert!(matches!(sent, Ok(Sent::Files(SentFiles { read_as: ReadAs::Pictures, .. }))));
    for (input, refusal) in [
        (ExtractInput { file: some(FILE), text: some("a"), ..none() }, Refusal::ExtractSource),
        (ExtractInput { file: some(FILE), photos: photos(1), ..none() }, Refusal::ExtractSource),
        (ExtractInput { text: some("a"), file_name: some("a.txt"), ..none() }, Refusal::ExtractSource),
        (ExtractInput { photos: photos(1), part: some("Soup"), ..none() }, Refusal::ExtractSource),
        (ExtractInput { photos: photos(0), ..none() }, Refusal::ExtractFiles),
        (ExtractInput { photos: photos(11), ..none() }, Refusal::ExtractFiles),
        (ExtractInput { file: some(""), ..none() }, Refusal::ExtractFiles),
        (
            ExtractInput { file: some(FILE), file_name: Some("a".repeat(201)), ..none() },
            Refusal::ExtractFiles,
        ),
    ] {
        assert_eq!(input.parse().err(), Some(AppError::InvalidInput(refusal)));
    }
}

struct Entries(Vec<Found>);

impl UploadReader for Entries {
    async fn read(
        &self,
        _: ReadAs,
        files: Vec<Uploaded>,
        _: Option<Language>,
    ) -> Result<ReadUpload, AppError> {
        assert_eq!(files, [Uploaded { name: Some("soup.pdf".to_owned()), bytes: b"soup".to_vec() }]);
        Ok(ReadUpload { entries: self.0.iter().cloned().map(Entry::of).collect(), pages: Vec::new() })
    }
}

fn page(title: &str) -> Found {
    let lines = "<h2>Ingredients</h2><ul><li>2 leeks<li>1 l stock</ul><h2>Method</h2><ol><li>Cut the leeks.<li>Simmer.</ol>";
    Found::Page { html: format!("<!doctype html><title>{title}</title><h1>{title}</h1>{lines}") }
}

#[tokio::test]
async fn first_recipe_of_a_file_is_extracted_or_the_named_one() {
    let reader = Entries(vec![Found::Unreadable(ErrorCode::UnreadableFile), page("Leek soup"), page("Cake")]);
    let read = read_files(&reader, &a_file()).await.unwrap();
    assert_eq!(
        (read.recipe.title.as_deref(), &*read.other_recipes),
        (Some("Leek soup"), &["Cake".to_owned()][..])
    );
    let part = |title: &str| SentFiles { part: Some(title.to_owned()), ..a_file() };
    let read = read_files(&reader, &part("Cake")).await.unwrap();
    assert_eq!(
        (read.recipe.title.as_deref(), &*read.other_recipes),
        (Some("Cake"), &["Leek soup".to_owned()][..])
    );
    let missing = read_files(&reader, &part("Pie")).await;
    assert_eq!(missing.err(), Some(AppError::ImportFailed(ErrorCode::PartMissing)));
}

#[tokio::test]
async fn file_without_a_recipe_says_why() {
    for (entries, code) in [
        (vec![Found::Unreadable(ErrorCode::UnreadableFile)], ErrorCode::UnreadableFile),
        (vec![Found::Page { html: "<p>Hello.".to_owned() }], ErrorCode::NoRecipeInFile),
    ] {
        let read = read_files(&Entries(entries), &a_file()).await;
        assert_eq!(read.err(), Some(AppError::ImportFailed(code)));
    }
}
