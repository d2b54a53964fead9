#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use app::addresses::Guard;
use app::book::{self, RetryBy};
use app::holds::{self, ChargeChange, HoldOutcome, outcome_of_hold};
use app::import::{self, Admission, CreateRecipe};
use app::model::{CreditState, Source};
use app::recipe_store::RecipeStore;
use app::upload::{PLAIN_TEXT_LIMIT, ReadAs, UploadKind};
use app::uploads::{self, CreateUpload, UploadForm};
use app::workflows::Workflow;
use app::{AppError, Caller, ErrorCode, OwnerId, Recipe};
use billing::ledger::HoldState::{self, Held, Released, Settled};
use test_support::conversations::MemoryConversations;
use test_support::fakes::{MemoryCounters, MemoryRecipes, MemoryWorkflows};
use test_support::member_credits::MemoryCredits;
use test_support::samples::{
    at, guest, id, import_of_address, import_of_upload, member, member_bearer, ring,
};
use test_support::uploads::MemoryUploads;
use zest_core::{RecipeId, Timestamp};

const FILE: &str = "0f8b4c1e-52d6-4a7b-9c3d-1e2f3a4b5c6d";
const DUE: i64 = 15 * 60;

#[derive(Default)]
struct World {
    store: MemoryRecipes,
    machines: MemoryWorkflows,
    counters: MemoryCounters,
    uploads: MemoryUploads,
    ledger: MemoryCredits,
}

fn ann() -> OwnerId {
    OwnerId::new("ann")
}

fn file(number: u128) -> CreateRecipe {
    import_of_upload(id(number), UploadKind::File, FILE)
}

fn address(number: u128) -> CreateRecipe {
    import_of_address(id(number), "https://example.com/soup")
}

impl World {
    async fn with(credits: i64) -> Self {
        let world = Self::default();
        if credits > 0 {
            world.ledger.give(&ann(), credits).await;
        }
        world
    }

    async fn create(&self, caller: &Caller, input: CreateRecipe, now: Timestamp) -> Result<Recipe, AppError> {
        let ring = ring();
        let admission = Admission {
            counters: &self.counters,
            ring: &ring,
            limits: None,
            credits: Some(&self.ledger),
            uploads: &self.uploads,
            under_way: 0,
            source: None,
        };
        let admitted = import::admit(&self.store, &admission, caller, &input, now).await?;
        import::create(&self.store, &self.machines, &Guard::default(), caller, input, admitted, now).await
    }

    async fn form(&self, content_type: &str) -> UploadForm {
        let wanted = CreateUpload {
            submission: FILE.to_owned(),
            kind: UploadKind::File,
            position: None,
            content_type: content_type.to_owned(),
            size: 9,
            name: None,
        };
        uploads::create(&self.store, &self.uploads, &member("ann"), wanted, at(0)).await.unwrap()
    }

    async fn upload(&self, content_type: &str, bytes: &[u8]) {
        self.uploads.post(&self.form(content_type).await, bytes);
    }

    async fn retry(&self, id: &RecipeId, now: Timestamp) -> Result<(), AppError> {
        let ledger = Some(&self.ledger);
        book::retry(
            &self.store,
            &self.machines,
            ledger,
            &member_bearer("ann"),
            id.as_str(),
            RetryBy::Readers,
            now,
        )
        .await
        .map(drop)
    }

    async fn get(&self, id: &RecipeId) -> Recipe {
        self.store.get(id).await.unwrap().unwrap()
    }

    async fn change(&self, id: &RecipeId, edit: impl Fn(&mut Recipe)) {
        let before = self.get(id).await;
        let mut after = before.clone();
        edit(&mut after);
        after.version += 1;
        self.store.replace(&after, before.version).await.unwrap();
        self.follow_change(&before, Some(&after)).await;
    }

    async fn follow_change(&self, before: &Recipe, after: Option<&Recipe>) {
        let charge = |recipe: &Recipe| recipe.import.charge().cloned();
        let Some(before) = charge(before) else { return };
        let change = ChargeChange { before, after: after.and_then(charge) };
        for _ in 0..2 {
            let report = holds::follow(&self.ledger, vec![change.clone()], at(5)).await.unwrap();
            assert_eq!(report.odd, 0);
        }
    }

    async fn fail(&self, id: &RecipeId) {
        self.change(id, |recipe| recipe.fail(ErrorCode::UnreadableFile.into()).unwrap()).await;
    }

    async fn delete(&self, id: &RecipeId) {
        let recipe = self.get(id).await;
        self.store.delete(&recipe).await.unwrap();
        self.follow_change(&recipe, None).await;
    }

    async fn check(&self, what: &str, balance: u32, holds: &[(&str, HoldState)]) {
        let now = at(2 * DUE);
        assert_eq!(self.ledger.balance(&ann()).await, balance, "{what}");
        let found: Vec<_> = self.ledger.holds(&ann()).await;
        let expected: Vec<_> =
            holds.iter().map(|(name, state)| (format!("{}-{name}", id(1)), *state)).collect();
        assert_eq!(found, expected, "{what}");
        assert_eq!(self.ledger.damages(&ann(), now).await, [], "{what}");
    }

    async fn sweep(&self, seconds: i64) -> (u32, u32) {
        let report = holds::settle_due_holds(
            &self.ledger,
            &self.store,
            &MemoryConversations::default(),
            at(seconds),
            100,
        )
        .await
        .unwrap();
        (report.settled, report.released)
    }
}

fn succeed(recipe: &mut Recipe) {
    recipe.succeed(recipe::Content::default(), Vec::new(), "{}".to_owned()).unwrap();
}

#[tokio::test]
async fn members_upload_holds_a_credit_and_success_uses_it() {
    let world = World::with(2).await;
    let recipe = world.create(&member("ann"), file(1), at(0)).await.unwrap();
    assert_eq!(recipe.credit(), Some(CreditState::Held));
    assert_eq!(
        world.create(&member("ann"), file(1), at(1)).await.as_ref(),
        Ok(&recipe),
        "its answer was lost"
    );
    world.check("held once", 1, &[("1", Held)]).await;
    world.change(&recipe.id, succeed).await;
    assert_eq!(world.get(&recipe.id).await.credit(), Some(CreditState::Used));
    world.check("used", 1, &[("1", Settled)]).await;
    assert!(world.create(&member("ann"), file(1), at(6)).await.is_ok(), "sent again after its end");
    world.delete(&recipe.id).await;
    world.check("used for good", 1, &[("1", Settled)]).await;
    assert!(world.create(&member("ann"), file(1), at(7)).await.is_ok(), "the same id for another import");
    world.check("which costs another", 0, &[("1", Settled), ("1-2", Held)]).await;
}

#[tokio::test]
async fn only_short_plain_text_is_free_also_on_retry() {
    let text = |length: u64| vec![b'a'; usize::try_from(length).unwrap()];
    for (content_type, bytes, is_free) in [
        ("text/plain", text(9), true),
        ("text/plain", text(PLAIN_TEXT_LIMIT), true),
        ("text/plain", text(PLAIN_TEXT_LIMIT + 1), false),
        ("text/html", text(9), false),
        ("application/pdf", text(9), false),
        ("text/plain", b"%PDF-1.7".to_vec(), true),
    ] {
        let what = format!("{} bytes of {content_type}", bytes.len());
        let world = World::with(1).await;
        world.upload(content_type, &bytes).await;
        let recipe = world.create(&member("ann"), file(1), at(0)).await.unwrap();
        assert_eq!(recipe.source.is_free(), is_free, "{what}");
        if !is_free {
            assert_eq!(recipe.credit(), Some(CreditState::Held), "{what}");
            continue;
        }
        assert_eq!(recipe.credit(), None, "{what}");
        world.check(&what, 1, &[]).await;
        world.fail(&recipe.id).await;
        world.retry(&recipe.id, at(6)).await.unwrap();
        world.check(&format!("another try of {what}"), 1, &[]).await;
    }
    let world = World::with(1).await;
    let unknown = world.create(&member("ann"), file(1), at(0)).await.unwrap();
    assert_eq!(unknown.credit(), Some(CreditState::Held), "nothing has been uploaded yet");
}

#[tokio::test]
async fn file_replaced_after_admission_is_still_read_as_text() {
    let world = World::with(0).await;
    let form = world.form("application/pdf").await;
    world.upload("text/plain", b"Soup").await;
    let recipe = world.create(&member("ann"), file(1), at(0)).await.unwrap();
    world.uploads.post(&form, b"%PDF-1.7");
    assert_eq!(world.create(&member("ann"), file(1), at(1)).await, Ok(recipe.clone()));
    for _ in 0..2 {
        let Source::Upload(upload) = world.get(&recipe.id).await.source else { panic!("no upload") };
        assert_eq!(upload.read_as(), ReadAs::PlainText);
        world.fail(&recipe.id).await;
        world.retry(&recipe.id, at(2)).await.unwrap();
    }
}

#[tokio::test]
async fn failed_import_releases_its_credit_and_retry_holds_another() {
    let world = World::with(1).await;
    let recipe = world.create(&member("ann"), file(1), at(0)).await.unwrap();
    world.fail(&recipe.id).await;
    assert_eq!(world.get(&recipe.id).await.credit(), Some(CreditState::GivenBack));
    world.check("given back", 1, &[("1", Released)]).await;
    world.retry(&recipe.id, at(6)).await.unwrap();
    world.retry(&recipe.id, at(6)).await.unwrap();
    world.check("tried again, and asked so twice", 0, &[("1", Released), ("2", Held)]).await;
    world.change(&recipe.id, succeed).await;
    world.check("used", 0, &[("1", Released), ("2", Settled)]).await;
}

#[tokio::test]
async fn without_credits_nothing_is_stored_or_retried() {
    let world = World::with(0).await;
    assert_eq!(world.create(&member("ann"), file(1), at(0)).await, Err(AppError::NoCredits));
    assert_eq!(world.store.get(&id(1)).await, Ok(None));
    let job = app::job::Job { id: id(1), attempt: app::Attempt::FIRST };
    assert!(!world.machines.has_started(Workflow::Reading, &job));
    assert!(world.create(&member("ann"), address(2), at(0)).await.is_ok(), "addresses are free");
    assert_eq!(world.get(&id(2)).await.credit(), None);
    let as_guest = world.create(&guest("bob"), file(3), at(0)).await.unwrap();
    assert_eq!(as_guest.credit(), None, "guests pay nothing");

    world.ledger.give(&ann(), 1).await;
    assert!(world.create(&member("ann"), file(1), at(1)).await.is_ok(), "the same, once there are credits");
    world.fail(&id(1)).await;
    assert!(
        world
            .create(&member("ann"), import_of_upload(id(4), UploadKind::File, &FILE.replace('0', "1")), at(2))
            .await
            .is_ok()
    );
    let before = world.get(&id(1)).await;
    assert_eq!(world.retry(&id(1), at(3)).await, Err(AppError::NoCredits));
    assert_eq!(world.get(&id(1)).await, before);
}

#[tokio::test]
async fn deleted_import_releases_its_credit_unless_used() {
    let summary = |imported| app::model::ImportSummary { found: 3, imported, ..Default::default() };
    for (what, imported, balance, state) in
        [("nothing came of it", 1, 1, Released), ("another recipe is there", 2, 0, Settled)]
    {
        let world = World::with(1).await;
        let recipe = world.create(&member("ann"), file(1), at(0)).await.unwrap();
        world.change(&recipe.id, |recipe| recipe.summarize(Some(summary(imported))).unwrap()).await;
        world.delete(&recipe.id).await;
        world.check(what, balance, &[("1", state)]).await;
    }
}

#[tokio::test]
async fn interruption_keeps_the_credit_and_used_credit_covers_retries() {
    let world = World::with(1).await;
    let recipe = world.create(&member("ann"), file(1), at(0)).await.unwrap();
    world.change(&recipe.id, |recipe| recipe.restart().unwrap()).await;
    world.check("the sweep has started it anew", 0, &[("1", Held)]).await;
    let summary = app::model::ImportSummary { found: 3, imported: 2, ..Default::default() };
    world.change(&recipe.id, |recipe| recipe.summarize(Some(summary.clone())).unwrap()).await;
    world.fail(&recipe.id).await;
    world.check("some recipes are there", 0, &[("1", Settled)]).await;
    world.retry(&recipe.id, at(6)).await.unwrap();
    world.change(&recipe.id, succeed).await;
    world.check("one submission, one credit", 0, &[("1", Settled)]).await;
}

#[tokio::test]
async fn hold_missed_by_the_stream_is_settled_at_its_deadline() {
    let world = World::with(4).await;
    for (number, submission) in [(1, "0"), (2, "1"), (3, "2"), (4, "3")] {
        let input = import_of_upload(id(number), UploadKind::File, &FILE.replacen('0', submission, 1));
        world.create(&member("ann"), input, at(0)).await.unwrap();
    }
    let quietly = async |number, edit: fn(&mut Recipe)| {
        let before = world.get(&id(number)).await;
        let mut after = Recipe { version: before.version + 1, ..before.clone() };
        edit(&mut after);
        world.store.replace(&after, before.version).await.unwrap();
    };
    quietly(1, succeed).await;
    quietly(2, |recipe| recipe.fail(ErrorCode::TimedOut.into()).unwrap()).await;
    world.store.delete(&world.get(&id(3)).await).await.unwrap();
    assert_eq!(world.sweep(DUE - 1).await, (0, 0), "not due yet");
    assert_eq!(world.sweep(DUE).await, (1, 2));
    assert_eq!(world.sweep(DUE).await, (0, 0), "the fourth goes on");
    assert_eq!(world.ledger.balance(&ann()).await, 2);
    assert_eq!(world.ledger.damages(&ann(), at(DUE)).await, []);
}

#[tokio::test]
async fn hold_without_recipe_is_released_and_a_repeat_holds_again() {
    let world = World::with(1).await;
    let job = app::job::Job { id: id(1), attempt: app::Attempt::FIRST };
    let charge = holds::hold(&world.ledger, &ann(), &job, at(0)).await.unwrap();
    assert_eq!(holds::hold(&world.ledger, &ann(), &job, at(1)).await.as_ref(), Ok(&charge));
    assert_eq!(world.sweep(DUE).await, (0, 1));
    world.check("given back", 1, &[("1", Released)]).await;
    assert!(world.create(&member("ann"), file(1), at(DUE + 1)).await.is_ok());
    world.check("held anew", 0, &[("1", Released), ("1-2", Held)]).await;
    let bea = OwnerId::new("bea");
    world.ledger.give(&bea, 1).await;
    assert_eq!(holds::hold(&world.ledger, &bea, &job, at(2)).await, Err(AppError::Unauthorized));
}

#[tokio::test]
async fn recipe_decides_only_about_its_own_hold() {
    let world = World::with(1).await;
    let pending = world.create(&member("ann"), file(1), at(0)).await.unwrap();
    let hold = pending.import.charge().unwrap().hold.clone();
    let other = billing::ledger::HoldId::new(format!("{}-2", id(1))).unwrap();
    let (mut done, mut failed) = (pending.clone(), pending.clone());
    succeed(&mut done);
    failed.fail(ErrorCode::TimedOut.into()).unwrap();
    for (what, recipe, hold, expected) in [
        ("under way", Some(&pending), &hold, HoldOutcome::Wait),
        ("done", Some(&done), &hold, HoldOutcome::Settle),
        ("failed", Some(&failed), &hold, HoldOutcome::Release),
        ("gone", None, &hold, HoldOutcome::Release),
        ("another's", Some(&done), &other, HoldOutcome::Release),
    ] {
        assert_eq!(outcome_of_hold(recipe, hold), expected, "{what}");
    }
}
