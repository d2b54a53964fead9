#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use app::addresses::Guard;
use app::artifacts::{Artifacts, EXTRACTION};
use app::book::{self, RetryBy};
use app::import::{self, Admitted, AssistError, CreateRecipe, ExtractPorts, ReadPorts, Slice};
use app::job::Job;
use app::model::{Assistance, CreditState};
use app::recipe_store::RecipeStore;
use app::refusal::Refusal;
use app::upload::UploadKind;
use app::uploads::{self, CreateUpload};
use app::{AppError, Caller, ErrorCode, OwnerId, Recipe, Stage, Status};
use billing::ledger::HoldState::{self, Held};
use extract::{Code, Field, Reader};
use test_support::assistant::{ScriptedAssistant, copied};
use test_support::fakes::{MemoryArtifacts, MemoryMedia, MemoryRecipes, MemoryWorkflows, ScriptedWeb};
use test_support::member_credits::MemoryCredits;
use test_support::samples::{at, id, import_of_address, import_of_upload, member, member_bearer};
use test_support::uploads::{MemoryUploads, PartsOpener, PartsReader, SameWords};
use zest_core::PortError;

const PROSE_URL: &str = "https://example.com/prose";
const PAGE: &str = r#"<!doctype html><html lang="en"><title>Aunt Ada</title>
<p>Aunt Ada only ever wanted 2 leeks, 1 l stock and an hour of peace.</p>
<p>She cut the leeks. She simmered them in the stock.</p></html>"#;
const SOUP: &str = r#"<!doctype html><html lang="en"><title>Soup</title><script type="application/ld+json">
{"@context":"https://schema.org","@type":"Recipe","name":"Leek soup","recipeIngredient":["2 leeks"],
"recipeInstructions":["Cut the leeks."]}</script></html>"#;
const FILE: &str = "0f8b4c1e-52d6-4a7b-9c3d-1e2f3a4b5c6d";

#[derive(Default)]
struct World {
    store: MemoryRecipes,
    artifacts: MemoryArtifacts,
    machines: MemoryWorkflows,
    web: ScriptedWeb,
    media: MemoryMedia,
    uploads: MemoryUploads,
    ledger: MemoryCredits,
    assistant: ScriptedAssistant,
}

fn ann() -> OwnerId {
    OwnerId::new("ann")
}

impl World {
    async fn with_page(credits: i64, page: &str) -> Self {
        let world = Self::default();
        if credits > 0 {
            world.ledger.give(&ann(), credits).await;
        }
        world.web.put_page(PROSE_URL, page.as_bytes());
        let steps = ["She cut the leeks.", "She simmered them in the stock."];
        world.assistant.answer("Aunt Ada", Ok(Some(copied(None, &["2 leeks", "1 l stock"], &steps))));
        world.create(import_of_address(id(1), PROSE_URL)).await;
        world
    }

    async fn with_file(text: &str) -> Self {
        let world = Self::default();
        world.ledger.give(&ann(), 1).await;
        let wanted = CreateUpload {
            submission: FILE.to_owned(),
            kind: UploadKind::File,
            position: None,
            content_type: "application/octet-stream".to_owned(),
            size: 9,
            name: Some("aunt.docx".to_owned()),
        };
        let form =
            uploads::create(&world.store, &world.uploads, &member("ann"), wanted, at(0)).await.unwrap();
        world.uploads.post(&form, text.as_bytes());
        world.create(import_of_upload(id(1), UploadKind::File, FILE)).await;
        world
    }

    async fn create(&self, input: CreateRecipe) {
        let (guard, admitted) = (Guard::default(), Admitted::default());
        import::create(&self.store, &self.machines, &guard, &member("ann"), input, admitted, at(0))
            .await
            .unwrap();
        self.process().await;
    }

    async fn retry(&self, by: RetryBy) -> Result<Recipe, AppError> {
        let (ledger, id) = (Some(&self.ledger), id(1));
        book::retry(&self.store, &self.machines, ledger, &member_bearer("ann"), id.as_str(), by, at(9))
            .await?;
        Ok(self.recipe().await)
    }

    async fn recipe(&self) -> Recipe {
        self.store.get(&id(1)).await.unwrap().unwrap()
    }

    async fn extract(&self, job: &Job) -> Result<Slice, AppError> {
        match &self.recipe().await.source {
            app::model::Source::Upload(_) => {
                let reader = PartsReader { opener: PartsOpener, recogniser: SameWords::default() };
                let ports = ReadPorts { uploads: &self.uploads, reader: &reader };
                import::read_upload(&self.store, &ports, &self.artifacts, job, at(1)).await?;
            }
            _ => import::fetch_page(&self.store, &self.web, &self.artifacts, job).await?,
        }
        let ports = ExtractPorts { recipes: &self.store, media: &self.media, artifacts: &self.artifacts };
        import::extract_recipe(&ports, job, at(1), || false).await
    }

    async fn assist(&self, job: &Job) -> Result<(), AppError> {
        import::assist(&self.store, &self.artifacts, &self.assistant, job, at(2)).await
    }

    async fn process(&self) -> Recipe {
        let job = self.recipe().await.job();
        let steps = async {
            if self.extract(&job).await? == Slice::Assist {
                self.assist(&job).await?;
            }
            import::finish(&self.store, &self.uploads, &self.artifacts, &self.machines, &job, at(3)).await
        };
        match steps.await {
            Ok(()) => {}
            Err(AppError::ImportFailed(code)) => {
                import::fail(&self.store, &job, code, at(3)).await.unwrap();
            }
            Err(other) => panic!("{other:?}"),
        }
        self.recipe().await
    }

    async fn holds(&self) -> Vec<(String, HoldState)> {
        let holds = self.ledger.holds(&ann()).await;
        let prefix = format!("{}-", id(1));
        holds.into_iter().map(|(name, state)| (name.replace(&prefix, ""), state)).collect()
    }
}

fn outcome(recipe: &Recipe) -> (Status, Option<ErrorCode>, Option<CreditState>) {
    (recipe.status(), recipe.failure().map(|failure| failure.code), recipe.credit())
}

#[tokio::test]
async fn requested_assistant_reads_a_failed_import_for_a_credit() {
    let world = World::with_page(1, PAGE).await;
    assert_eq!(outcome(&world.recipe().await), (Status::Failed, Some(ErrorCode::NotARecipe), None));
    assert_eq!(world.assistant.asked(), [], "nobody has asked for it");

    let pending = world.retry(RetryBy::Assistant).await.unwrap();
    assert_eq!(pending.import.assistance(), Some(Assistance::Asked));
    assert_eq!(world.holds().await, [("2-a".to_owned(), Held)]);
    let done = world.process().await;
    assert_eq!(outcome(&done), (Status::Success, None, Some(CreditState::Used)));
    assert_eq!(done.import.assistance(), Some(Assistance::Given));
    let lines: Vec<&str> = done.content.ingredients.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(lines, ["2 leeks", "1 l stock"]);
    assert_eq!(done.content.instructions.len(), 2);
    assert_eq!(done.content.title.as_deref(), Some("Aunt Ada"), "the page says so of itself");
    assert_eq!(done.warnings, [Code::ReadByAssistant]);
    let raw: extract::Extraction = serde_json::from_str(&done.raw_extraction.unwrap()).unwrap();
    let first =
        raw.provenance.iter().find(|it| it.field == Field::Ingredients && it.index == Some(0)).unwrap();
    assert_eq!((first.reader, first.path.as_str()), (Reader::Assistant, "line[1]"));
    let [(whom, text)] = <[_; 1]>::try_from(world.assistant.asked()).unwrap();
    assert_eq!(whom, ann(), "it costs the owner's day");
    assert!(text.lines().count() == 2 && text.starts_with("Aunt Ada only"), "{text}");
}

#[tokio::test]
async fn credit_is_released_if_the_assistant_fails_or_is_not_needed() {
    type Prepare = fn(&World);
    let rows: [(&str, Prepare, Status, Option<ErrorCode>); 4] = [
        (
            "it is away",
            |world| world.assistant.answer("Aunt Ada", Err(AssistError::Unavailable("throttled".to_owned()))),
            Status::Failed,
            Some(ErrorCode::AssistantUnavailable),
        ),
        (
            "nothing of its answer stands in the text",
            |world| world.assistant.answer("Aunt Ada", Ok(None)),
            Status::Failed,
            Some(ErrorCode::AssistantFoundNothing),
        ),
        (
            "it gives lines that say nothing",
            |world| world.assistant.answer("Aunt Ada", Ok(Some(copied(None, &[" "], &["\u{200b}"])))),
            Status::Failed,
            Some(ErrorCode::AssistantFoundNothing),
        ),
        ("the readers manage", |world| world.web.put_page(PROSE_URL, SOUP.as_bytes()), Status::Success, None),
    ];
    for (what, prepare, status, code) in rows {
        let world = World::with_page(1, PAGE).await;
        prepare(&world);
        world.retry(RetryBy::Assistant).await.unwrap();
        let done = world.process().await;
        assert_eq!(outcome(&done), (status, code, Some(CreditState::GivenBack)), "{what}");
    }
}

#[tokio::test]
async fn text_without_words_is_not_sent_to_the_assistant() {
    let world = World::with_file("~…").await;
    world.retry(RetryBy::Assistant).await.unwrap();
    let done = world.process().await;
    assert_eq!(outcome(&done).1, Some(ErrorCode::AssistantFoundNothing));
    assert_eq!(world.assistant.asked(), []);
}

#[tokio::test]
async fn assistant_reads_upload_texts_and_untitled_recipe_gets_a_title() {
    let world = World::with_file("~Aunt Ada only ever wanted 2 leeks.\nShe cut them.\n\n~A letter.").await;
    assert_eq!(outcome(&world.recipe().await).1, Some(ErrorCode::NoRecipeInFile));
    let answer = copied(None, &["2 leeks"], &["She cut them."]);
    world.assistant.answer("Aunt Ada", Ok(Some(answer)));
    world.retry(RetryBy::Assistant).await.unwrap();
    assert_eq!(world.holds().await, [("2-a".to_owned(), Held)], "one credit in all");
    let done = world.process().await;
    assert_eq!(outcome(&done), (Status::Success, None, Some(CreditState::Used)));
    assert!(done.content.title.is_some());
    let [(_, text)] = <[_; 1]>::try_from(world.assistant.asked()).unwrap();
    assert_eq!(text, "Aunt Ada only ever wanted 2 leeks.\nShe cut them.\nA letter.");
    let left = world.artifacts.kept();
    let read = |(job, name): &&(String, String)| job.ends_with("-2") && name.starts_with("reading");
    assert_eq!(left.iter().find(read), None, "of the try that it was read in");
}

#[tokio::test]
async fn repeated_assist_step_asks_once_and_only_if_requested() {
    let world = World::with_page(1, PAGE).await;
    let job = world.retry(RetryBy::Assistant).await.unwrap().job();
    assert_eq!(world.extract(&job).await, Ok(Slice::Assist));
    assert_eq!(world.recipe().await.stage(), Some(Stage::Extracting));
    for _ in 0..2 {
        assert_eq!(world.assist(&job).await, Ok(()));
        assert_eq!(world.recipe().await.stage(), Some(Stage::Checking));
    }
    assert_eq!(world.assistant.asked().len(), 1);
    assert!(world.artifacts.get(&job, EXTRACTION).await.unwrap().is_some());

    let world = World::with_page(1, PAGE).await;
    let job = world.retry(RetryBy::Readers).await.unwrap().job();
    assert_eq!(world.extract(&job).await, Err(AppError::ImportFailed(ErrorCode::NotARecipe)));
    assert!(matches!(world.assist(&job).await, Err(AppError::Internal(_))));
    assert_eq!(world.assistant.asked(), []);
}

#[tokio::test]
async fn busy_assistant_leaves_the_import_pending() {
    let world = World::with_page(1, PAGE).await;
    let job = world.retry(RetryBy::Assistant).await.unwrap().job();
    assert_eq!(world.extract(&job).await, Ok(Slice::Assist));
    world.assistant.answer("Aunt Ada", Err(AssistError::Port(PortError::Busy("spending".to_owned()))));
    assert_eq!(world.assist(&job).await, Err(AppError::ServiceBusy("spending".to_owned())));
    assert_eq!(outcome(&world.recipe().await), (Status::Pending, None, Some(CreditState::Held)));
}

#[tokio::test]
async fn assistant_retry_needs_a_failure_without_recipe() {
    let world = World::with_page(1, PAGE).await;
    for code in ErrorCode::ALL {
        let is_for = matches!(
            code,
            ErrorCode::NotARecipe
                | ErrorCode::NoRecipeInPicture
                | ErrorCode::NoRecipeInFile
                | ErrorCode::AssistantUnavailable
        );
        let mut recipe = world.recipe().await;
        let was = recipe.version;
        recipe.restart().unwrap();
        recipe.fail(code.into()).unwrap();
        recipe.version += 1;
        world.store.replace(&recipe, was).await.unwrap();
        let asked = book::is_for_assistant(&world.store, &member_bearer("ann"), id(1).as_str()).await;
        let refused = AppError::InvalidInput(Refusal::NotForAssistant);
        assert_eq!(asked, if is_for { Ok(true) } else { Err(refused) }, "{code:?}");
        if !is_for {
            let refused = world.retry(RetryBy::Assistant).await;
            assert_eq!(refused, Err(AppError::InvalidInput(Refusal::NotForAssistant)), "{code:?}");
            assert_eq!(world.recipe().await, recipe, "{code:?}");
        }
    }
    assert_eq!(world.holds().await, [], "nothing was held for what was refused");
}

#[tokio::test]
async fn only_the_owner_requests_the_assistant_and_only_once() {
    let world = World::with_page(1, PAGE).await;
    let bob = member_bearer("bob");
    let ledger = Some(&world.ledger);
    let by = RetryBy::Assistant;
    for caller in [&bob, &Caller::Anonymous, &member("ann")] {
        assert_eq!(
            book::is_for_assistant(&world.store, caller, id(1).as_str()).await,
            Err(AppError::Unauthorized)
        );
        let tried =
            book::retry(&world.store, &world.machines, ledger, caller, id(1).as_str(), by, at(9)).await;
        assert_eq!(tried, Err(AppError::Unauthorized), "{caller:?}");
    }
    let pending = world.retry(by).await.unwrap();
    assert_eq!(book::is_for_assistant(&world.store, &member_bearer("ann"), id(1).as_str()).await, Ok(false));
    assert_eq!(world.retry(by).await, Ok(pending));
    assert_eq!(world.holds().await.len(), 1);
}

#[tokio::test]
async fn assistant_retry_without_credit_changes_nothing() {
    let world = World::with_page(0, PAGE).await;
    let before = world.recipe().await;
    assert_eq!(world.retry(RetryBy::Assistant).await, Err(AppError::NoCredits));
    assert_eq!(world.recipe().await, before);
    let plain = world.retry(RetryBy::Readers).await.unwrap();
    assert_eq!((plain.status(), plain.import.assistance()), (Status::Pending, None), "that is free");
}
