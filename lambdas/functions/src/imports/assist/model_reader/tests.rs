//! Scripted model answers in an in-memory import: results and booked cost, with each port call failing in
//! turn.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use zest_core::PortError;

use agent::Price;
use agent::{Event, Events, ModelError, ModelStop, Request};
use app::agent_budget::DayBudgets;
use app::artifacts::Artifacts;
use app::frames::{write_frame, write_json};
use app::import;
use app::job::Job;
use app::model::{Import, ImportState, Recipe, Stage};
use app::recipe_store::RecipeStore;
use app::{AppError, ErrorCode};
use serde_json::json;
use test_support::fakes::{MemoryArtifacts, MemoryRecipes, MemorySpending};
use test_support::samples::{at, id, submitted};
use zest_core::Timestamp;

use super::*;

const PAGE: &str =
    "<title>Aunt Ada</title><p>Aunt Ada wanted 2 leeks, 1 l stock.<p>Cut the leeks. Simmer them.";

struct ScriptedModel {
    events: Result<Vec<Event>, ModelError>,
    asked: AtomicUsize,
}

struct Saying(VecDeque<Event>);

impl ScriptedModel {
    fn new(events: Result<Vec<Event>, ModelError>) -> Self {
        Self { events, asked: AtomicUsize::new(0) }
    }

    fn recipe(ingredients: &[&str], instructions: &[&str]) -> Self {
        let answer = json!({ "ingredients": ingredients, "instructions": instructions }).to_string();
        Self::new(Ok(vec![
            Event::ToolStart { id: "t1".to_owned(), name: "giveRecipe".to_owned() },
            Event::ToolInput(answer),
            Event::BlockStop,
            Event::Stop(ModelStop::ToolUse),
            Event::Usage(Usage { input_tokens: 100, output_tokens: 10 }),
        ]))
    }

    fn ending(stop: ModelStop) -> Self {
        Self::new(Ok(vec![Event::Stop(stop)]))
    }
}

impl Model for ScriptedModel {
    type Events = Saying;

    async fn ask(&self, _: Request) -> Result<Saying, ModelError> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        self.events.clone().map(|events| Saying(events.into()))
    }
}

impl Events for Saying {
    async fn next(&mut self) -> Result<Option<Event>, ModelError> {
        Ok(self.0.pop_front())
    }
}

struct Breaking<'a> {
    spending: &'a MemorySpending,
    calls: Mutex<Vec<u64>>,
    broken: Option<(usize, fn() -> PortError)>,
}

impl Spending for Breaking<'_> {
    async fn spend(&self, owner: &OwnerId, micros: u64, now: Timestamp) -> Result<u64, PortError> {
        let number = {
            let mut calls = self.calls.lock().unwrap();
            calls.push(micros);
            calls.len()
        };
        match self.broken {
            Some((at, error)) if at == number => Err(error()),
            _ => self.spending.spend(owner, micros, now).await,
        }
    }

    async fn forget(&self, owner: &OwnerId) -> Result<(), PortError> {
        self.spending.forget(owner).await
    }
}

struct Still;

impl Clock for Still {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(at(0).millis())
    }
}

#[derive(Default)]
struct World {
    recipes: MemoryRecipes,
    artifacts: MemoryArtifacts,
    spending: MemorySpending,
}

impl World {
    async fn asked() -> (Self, Job) {
        let world = Self::default();
        let mut recipe = submitted(id(1), &OwnerId::new("ann"), at(0));
        let import = Import::new(ImportState::Pending(Stage::Extracting), recipe.attempt());
        recipe.import = import.with_assistance(Some(app::model::Assistance::Asked));
        world.recipes.create(&recipe).await.unwrap();
        let job = recipe.job();
        let page = json!({ "url": "https://example.com/outcome", "contentType": null });
        let mut bytes = Vec::new();
        write_json(&mut bytes, &page).unwrap();
        write_frame(&mut bytes, PAGE.as_bytes()).unwrap();
        world.artifacts.put(&job, "page", bytes).await.unwrap();
        (world, job)
    }

    async fn run(
        &self,
        job: &Job,
        model: &ScriptedModel,
        spending: &impl Spending,
        cents: u32,
    ) -> Result<(), AppError> {
        let reader = ModelReader {
            model: PaidModel {
                model,
                price: Price::of("", Some("1/1")).unwrap(),
                spending,
                budgets: DayBudgets { person: cents, stage: 1_000 },
            },
            clock: &Still,
            run: RunId::parse("run1").unwrap(),
            until: Timestamp::from_millis(at(60).millis()),
        };
        import::assist(&self.recipes, &self.artifacts, &reader, job, at(1)).await
    }

    async fn recipe(&self) -> Recipe {
        self.recipes.get(&id(1)).await.unwrap().unwrap()
    }

    async fn spent(&self) -> u64 {
        self.spending.spend(&OwnerId::new("ann"), 0, at(2)).await.unwrap()
    }
}

#[tokio::test]
async fn grounded_lines_are_kept_and_the_cost_is_booked() {
    let (world, job) = World::asked().await;
    let model = ScriptedModel::recipe(
        &["1 l stock", "3 eggs", "2 leeks"],
        &["Cut the leeks.", "Bake for 9 minutes."],
    );
    world.run(&job, &model, &world.spending, 100).await.unwrap();
    let extraction = import::load_extraction(&world.artifacts, &job).await.unwrap();
    let lines: Vec<&str> = extraction.content.ingredients.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(lines, ["1 l stock"], "no others begin a clause of the page");
    assert_eq!(extraction.content.instructions, ["Cut the leeks."]);
    let left_out: Vec<_> = extraction.diagnostics.iter().filter_map(|it| it.path.clone()).collect();
    assert_eq!(left_out, ["ingredients[2]", "instructions[1]"]);
    assert_eq!(world.recipe().await.stage(), Some(Stage::Checking));
    assert_eq!(world.spent().await, 110);

    world.run(&job, &model, &world.spending, 100).await.unwrap();
    assert_eq!(model.asked.load(Ordering::SeqCst), 1, "the answer is there");
}

#[tokio::test]
async fn failed_answer_is_reported_and_its_cost_booked() {
    let nonsense = |input: &str| {
        let start = Event::ToolStart { id: "t1".to_owned(), name: "giveRecipe".to_owned() };
        ScriptedModel::new(Ok(vec![
            start,
            Event::ToolInput(input.to_owned()),
            Event::Stop(ModelStop::ToolUse),
        ]))
    };
    for (what, model, costs) in [
        ("throttled", ScriptedModel::new(Err(ModelError::Throttled)), false),
        ("away", ScriptedModel::new(Err(ModelError::Broken(String::new()))), false),
        ("refused", ScriptedModel::ending(ModelStop::Refused), true),
        ("cut off", ScriptedModel::ending(ModelStop::MaxTokens), true),
        ("nonsense", nonsense("{\"ingredients\":"), true),
    ] {
        let (world, job) = World::asked().await;
        let outcome = world.run(&job, &model, &world.spending, 100).await;
        assert_eq!(outcome, Err(AppError::ImportFailed(ErrorCode::AssistantUnavailable)), "{what}");
        assert_eq!(world.spent().await > 0, costs, "{what}");
    }
    let (world, job) = World::asked().await;
    let invented = ScriptedModel::recipe(&["3 eggs"], &["Bake for 9 minutes."]);
    let outcome = world.run(&job, &invented, &world.spending, 100).await;
    assert_eq!(outcome, Err(AppError::ImportFailed(ErrorCode::AssistantFoundNothing)));
    assert_eq!(world.spent().await, 110);
}

#[tokio::test]
async fn exhausted_budget_is_reported_before_the_model_call() {
    let (world, job) = World::asked().await;
    let model = ScriptedModel::recipe(&["1 l stock"], &["Cut the leeks."]);
    let outcome = world.run(&job, &model, &world.spending, 0).await;
    assert_eq!(outcome, Err(AppError::ImportFailed(ErrorCode::AssistantUnavailable)));
    assert_eq!(model.asked.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn spending_fault_retries_before_and_keeps_answer_after() {
    type Lost = (&'static str, fn() -> PortError, AppError);
    let rows: [Lost; 2] = [
        ("busy", || PortError::Busy("lost".to_owned()), AppError::ServiceBusy("lost".to_owned())),
        ("broken", || PortError::Broken("lost".to_owned()), AppError::Internal("lost".to_owned())),
    ];
    for (what, error, before) in rows {
        // Each charge is booked for the stage and for the person.
        for number in 1..=4 {
            let (world, job) = World::asked().await;
            let model = ScriptedModel::recipe(&["1 l stock"], &["Cut the leeks."]);
            let broken = Some((number, error));
            let spending = Breaking { spending: &world.spending, calls: Mutex::default(), broken };
            let outcome = world.run(&job, &model, &spending, 100).await;
            let is_before = number <= 2;
            assert_eq!(model.asked.load(Ordering::SeqCst), usize::from(!is_before), "{what} {number}");
            if is_before {
                assert_eq!(outcome.as_ref(), Err(&before), "{what}");
            } else {
                assert_eq!(
                    (outcome, world.recipe().await.stage()),
                    (Ok(()), Some(Stage::Checking)),
                    "{what}"
                );
            }
        }
    }
}
