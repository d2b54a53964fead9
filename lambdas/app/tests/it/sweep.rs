use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::Duration;

use app::job::Job;
use app::model::{Import, ImportState};
use app::owners::Owners;
use app::recipe_store::RecipeStore;
use app::workflows::{Execution, Workflow, Workflows};
use app::{AppError, Attempt, ErrorCode, NutritionStatus, OwnerId, Recipe, Stage, Status, sweep};
use test_support::fakes::{MemoryRecipes, MemoryWorkflows};
use test_support::samples::{at, id, job, submitted};
use zest_core::PortError;

struct Case {
    name: &'static str,
    status: Status,
    attempt: u32,
    /// `None` if it was never started.
    execution: Option<Execution>,
    quiet_seconds: i64,
    expected: (Status, u32, NutritionStatus),
    starts: Option<Workflow>,
}

#[tokio::test]
async fn sweep_handles_each_recipe_by_its_execution_state() {
    use Execution::{Ended, Running};
    use NutritionStatus::{Failed as NoNutrition, Pending as Waiting};
    use Status::{Failed, Pending, Success};
    let row = |name, (status, attempt, execution, quiet_seconds), expected, starts| Case {
        name,
        status,
        attempt,
        execution,
        quiet_seconds,
        expected,
        starts,
    };
    let processing = Some(Workflow::Processing);
    let post = Some(Workflow::PostProcessing);
    for case in [
        row("going on", (Pending, 1, Some(Running), 200), (Pending, 1, Waiting), processing),
        row("never started", (Pending, 1, None, 200), (Pending, 1, Waiting), processing),
        row("lost", (Pending, 1, Some(Ended), 200), (Pending, 2, Waiting), processing),
        row("lost twice", (Pending, 2, Some(Ended), 200), (Pending, 3, Waiting), processing),
        row("lost too often", (Pending, 3, Some(Ended), 200), (Failed, 3, NoNutrition), None),
        row("enriching", (Success, 1, None, 290), (Success, 1, Waiting), None),
        row("not enriched", (Success, 1, None, 310), (Success, 1, Waiting), post),
        row("enriching again", (Success, 1, None, 430), (Success, 1, Waiting), None),
        row("not enriched twice", (Success, 1, None, 730), (Success, 1, NoNutrition), None),
        row("changed a moment ago", (Pending, 1, Some(Ended), 10), (Pending, 1, Waiting), None),
    ] {
        let (store, machines) = (MemoryRecipes::default(), MemoryWorkflows::default());
        let mut recipe = submitted(id(1), &OwnerId::new("ann"), at(-case.quiet_seconds));
        let state = match case.status {
            Pending => ImportState::Pending(Stage::Fetching),
            Success => ImportState::Succeeded,
            Failed => ImportState::Failed(ErrorCode::NotFound.into()),
        };
        recipe.import = Import::new(state, Attempt(case.attempt));
        store.create(&recipe).await.unwrap();
        let workflow = if case.status == Success { Workflow::PostProcessing } else { Workflow::Processing };
        if let Some(execution) = case.execution {
            machines.set(workflow, &recipe.job(), execution);
        }

        sweep::sweep(&store, &machines, Duration::from_secs(120), at(0), || false).await.unwrap();

        let after = store.get(&recipe.id).await.unwrap().unwrap();
        let found = (after.status(), after.attempt().0, after.nutrition_status);
        assert_eq!(found, case.expected, "{}", case.name);
        if let Some(workflow) = case.starts {
            assert!(machines.has_started(workflow, &after.job()), "{}: not started", case.name);
        } else if case.execution.is_none() {
            assert!(!machines.has_started(workflow, &after.job()), "{}: started", case.name);
        }
        if after.status() == Failed {
            assert_eq!(after.failure().map(|failure| failure.code), Some(ErrorCode::Interrupted));
        }
    }
}

#[tokio::test]
async fn failed_execution_is_handled_immediately() {
    let (store, machines) = (MemoryRecipes::default(), MemoryWorkflows::default());
    let recipe: Recipe = submitted(id(1), &OwnerId::new("ann"), at(0));
    store.create(&recipe).await.unwrap();
    machines.set(Workflow::Processing, &recipe.job(), Execution::Ended);
    let report = sweep::settle_one(&store, &machines, &recipe.id, at(0)).await.unwrap();
    assert_eq!((report.seen, report.restarted), (1, 1));
    let nothing = sweep::settle_one(&store, &machines, &id(2), at(0)).await.unwrap();
    assert_eq!(nothing.seen, 0, "an execution of no recipe of ours");
}

#[tokio::test]
async fn recipe_being_deleted_is_skipped() {
    let (store, machines) = (MemoryRecipes::default(), MemoryWorkflows::default());
    let (ann, bob) = (OwnerId::new("ann"), OwnerId::new("bob"));
    for (number, owner) in [(1, &ann), (2, &bob)] {
        let recipe = submitted(id(number), owner, at(-200));
        store.create(&recipe).await.unwrap();
        machines.set(Workflow::Processing, &recipe.job(), Execution::Ended);
    }
    store.start_new_generation(&ann).await.unwrap();
    let report = sweep::sweep(&store, &machines, Duration::from_secs(120), at(0), || false).await.unwrap();
    assert_eq!((report.seen, report.restarted), (2, 1));
    assert_eq!(store.get(&id(2)).await.unwrap().unwrap().attempt(), Attempt(2));
}

#[tokio::test]
async fn unreadable_recipe_is_reported_and_blocks_no_other() {
    let (store, machines) = (MemoryRecipes::default(), MemoryWorkflows::default());
    for number in [1, 2, 3] {
        store.create(&submitted(id(number), &OwnerId::new("ann"), at(-200))).await.unwrap();
    }
    store.damage(&id(1));
    let swept = sweep::sweep(&store, &machines, Duration::from_secs(120), at(0), || false).await;
    assert!(matches!(swept, Err(AppError::Internal(_))), "somebody has to look at it: {swept:?}");
    for number in [2, 3] {
        assert!(machines.has_started(Workflow::Processing, &job(&id(number))), "{number}");
    }
}

#[derive(Default)]
struct SlowWorkflows {
    started: MemoryWorkflows,
    under_way: AtomicUsize,
    at_once: AtomicUsize,
    starts: AtomicU32,
}

impl Workflows for SlowWorkflows {
    async fn start(&self, workflow: Workflow, job: &Job) -> Result<Execution, PortError> {
        self.starts.fetch_add(1, Ordering::Relaxed);
        let under_way = self.under_way.fetch_add(1, Ordering::Relaxed) + 1;
        self.at_once.fetch_max(under_way, Ordering::Relaxed);
        tokio::task::yield_now().await;
        self.under_way.fetch_sub(1, Ordering::Relaxed);
        self.started.start(workflow, job).await
    }
}

async fn many(count: u128) -> MemoryRecipes {
    let store = MemoryRecipes::default();
    for number in 1..=count {
        store.create(&submitted(id(number), &OwnerId::new("ann"), at(-200))).await.unwrap();
    }
    store
}

#[tokio::test]
async fn sweep_handles_many_recipes_at_the_same_time_and_no_more_than_allowed() {
    let (store, machines) = (many(100).await, SlowWorkflows::default());
    let swept = sweep::sweep(&store, &machines, Duration::from_secs(120), at(0), || false).await.unwrap();
    assert_eq!((swept.seen, swept.restarted), (100, 0));
    assert_eq!(machines.at_once.into_inner(), sweep::AT_ONCE);
    assert_eq!(machines.starts.into_inner(), 100, "each once");
}

#[tokio::test]
async fn sweep_without_time_takes_no_more_recipes_and_the_next_one_continues() {
    let (store, machines) = (many(100).await, SlowWorkflows::default());
    let asked = AtomicUsize::new(0);
    let soon_over = || asked.fetch_add(1, Ordering::Relaxed) >= 40;
    let first = sweep::sweep(&store, &machines, Duration::from_secs(120), at(0), soon_over).await.unwrap();
    assert_eq!(first.seen, 40);
    let second = sweep::sweep(&store, &machines, Duration::from_secs(120), at(0), || false).await.unwrap();
    assert_eq!((second.seen, second.restarted), (100, 0), "those that run are left alone");
    assert!((1..=100).all(|number| machines.started.has_started(Workflow::Processing, &job(&id(number)))));
}
