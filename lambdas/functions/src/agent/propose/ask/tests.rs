use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};

use agent::Price;
use agent::{Event, Events, ModelError, ModelStop, Request, Role, Usage};
use app::agent_budget::DayBudgets;
use app::limits::CounterName;
use app::owners::Owners;
use recipe::line;
use serde_json::{Value, json};
use test_support::fakes::{MemoryCounters, MemoryRecipes, MemorySpending};
use test_support::samples::{at, finished, guest, id, ring};
use zest_core::PortError;

use super::*;

struct Ring;

impl Keys for Ring {
    async fn ring(&self, _token: &str) -> Result<KeyRing, AppError> {
        Ok(ring())
    }

    async fn of_counters(&self) -> Result<KeyRing, AppError> {
        Ok(ring())
    }
}

#[derive(Clone)]
enum Does {
    Substitutes,
    Thinks,
    Fails(ModelError),
}

struct Asked {
    does: Does,
    requests: Mutex<Vec<Request>>,
}

impl Model for Asked {
    type Events = Saying;

    async fn ask(&self, request: Request) -> Result<Saying, ModelError> {
        let has_results = request.messages.iter().any(|message| message.role == Role::Assistant);
        self.requests.lock().unwrap().push(request);
        let usage = Event::Usage(Usage { input_tokens: 100, output_tokens: 10 });
        let events = match &self.does {
            Does::Fails(error) => return Err(error.clone()),
            Does::Thinks => return Ok(Saying(None)),
            Does::Substitutes if has_results => {
                vec![Event::Text("Take oil.".to_owned()), Event::Stop(ModelStop::EndTurn), usage]
            }
            Does::Substitutes => {
                let start = Event::ToolStart { id: "t1".to_owned(), name: "substitute".to_owned() };
                let input = Event::ToolInput(r#"{"food":"butter"}"#.to_owned());
                vec![start, input, Event::BlockStop, Event::Stop(ModelStop::ToolUse), usage]
            }
        };
        Ok(Saying(Some(events.into())))
    }
}

/// Events that a model sends; `None` waits forever.
struct Saying(Option<VecDeque<Event>>);

impl Events for Saying {
    async fn next(&mut self) -> Result<Option<Event>, ModelError> {
        Ok(self.0.as_mut().map_or(Some(Event::Waiting), VecDeque::pop_front))
    }
}

/// Clock: finding the recipe takes ten seconds, each reading of the clock a tenth of a second.
#[derive(Default)]
struct Time(AtomicI64);

impl Clock for Time {
    fn now(&self) -> Timestamp {
        let looks = self.0.fetch_add(1, Ordering::SeqCst);
        let found_after = if looks == 0 { 0 } else { 10_000 };
        Timestamp::from_millis(at(0).millis() + found_after + 100 * looks)
    }
}

#[derive(Default)]
struct Counted {
    port: MemoryCounters,
    fails: Option<PortError>,
}

impl Counters for Counted {
    async fn count(&self, name: &CounterName, limit: u32, expires: Timestamp) -> Result<bool, PortError> {
        match &self.fails {
            Some(error) => Err(error.clone()),
            None => self.port.count(name, limit, expires).await,
        }
    }

    async fn claim(
        &self,
        name: &CounterName,
        holder: &zest_core::RecipeId,
        expires: Timestamp,
    ) -> Result<bool, PortError> {
        self.port.claim(name, holder, expires).await
    }
}

#[derive(Default)]
struct Spent {
    port: MemorySpending,
    fails: Option<PortError>,
}

impl Spending for Spent {
    async fn spend(&self, owner: &OwnerId, micro_dollars: u64, now: Timestamp) -> Result<u64, PortError> {
        match &self.fails {
            Some(error) => Err(error.clone()),
            None => self.port.spend(owner, micro_dollars, now).await,
        }
    }

    async fn forget(&self, owner: &OwnerId) -> Result<(), PortError> {
        self.port.forget(owner).await
    }
}

struct World {
    recipes: MemoryRecipes,
    counters: Counted,
    spending: Spent,
    model: Option<Asked>,
    cents: u32,
}

impl World {
    /// Recipes 1 (for four) and 3 of Ann, 2 of Bob; no model is configured.
    async fn with_two_cooks() -> Self {
        let recipes = MemoryRecipes::default();
        for (number, owner, servings) in [(1, "ann", Some(4)), (2, "bob", Some(4)), (3, "ann", None)] {
            let mut recipe = finished(id(number), &OwnerId::new(owner), at(0));
            recipe.content.servings = servings;
            recipe.content.language = Some(Language::En);
            recipe.content.ingredients = vec![line::read("200 g butter", Some(Language::En))];
            recipes.create(&recipe).await.unwrap();
        }
        let (counters, spending) = (Counted::default(), Spent::default());
        Self { recipes, counters, spending, model: None, cents: 100 }
    }

    async fn with_a_model(does: Does) -> Self {
        let model = Asked { does, requests: Mutex::default() };
        Self { model: Some(model), ..Self::with_two_cooks().await }
    }

    fn asked(&self) -> usize {
        self.model.as_ref().map_or(0, |model| model.requests.lock().unwrap().len())
    }

    async fn ask(&self, token: Option<&str>, body: &str) -> (u16, Value) {
        let event = json!({
            "httpMethod": "POST",
            "resource": "/agent/propose",
            "headers": token.map(|token| json!({ "Authorization": format!("Bearer {token}") })),
            "body": body,
        });
        let request: RestRequest = serde_json::from_value(event).unwrap();
        let price = Price::of("", Some("1/1")).unwrap();
        let spending = &self.spending;
        let budgets = DayBudgets { person: self.cents, stage: 1_000 };
        let ports = Ports {
            recipes: &self.recipes,
            counters: &self.counters,
            limits: UseLimits::parse("wishes=2").unwrap(),
            keys: &Ring,
            model: self.model.as_ref().map(|model| PaidModel { model, price, spending, budgets }),
            edge_proof: None,
        };
        let (run, time) = (RunId::parse("run1").unwrap(), Time::default());
        let answer = ports.propose(&request, &run, &time).await.unwrap_or_else(|error| error.answer());
        let answer = serde_json::to_value(answer).unwrap();
        let body = serde_json::from_str(answer["body"].as_str().unwrap()).unwrap();
        (u16::try_from(answer["statusCode"].as_u64().unwrap()).unwrap(), body)
    }

    async fn wish(&self, recipe: u128, wish: &str) -> (u16, Value) {
        self.ask(Some(&token_of("ann")), &body(id(recipe).as_str(), wish)).await
    }

    async fn error_of(&self, wish: &str) -> (u16, String) {
        let (status, answer) = self.wish(1, wish).await;
        (status, answer["code"].as_str().unwrap().to_owned())
    }

    async fn spent(&self) -> u64 {
        self.spending.port.spend(&OwnerId::new("ann"), 0, at(0)).await.unwrap()
    }
}

fn body(recipe: &str, wish: &str) -> String {
    json!({ "recipeId": recipe, "wish": wish, "language": "es" }).to_string()
}

fn token_of(name: &str) -> String {
    owner_token::issue(&ring(), &guest(name), None, at(0)).unwrap().token
}

#[tokio::test]
async fn deterministic_request_returns_an_unsaved_patch() {
    let world = World::with_two_cooks().await;
    let before = world.recipes.get(&id(1)).await.unwrap();
    let (status, answer) = world.wish(1, "vegan, for 8").await;
    assert_eq!((status, &answer["reckoned"], &answer["words"]), (200, &json!(true), &Value::Null));
    assert_eq!(answer["patch"]["recipeId"], id(1).as_str());
    assert_eq!(answer["patch"]["lines"][0]["after"]["text"], "400 g plant-based butter");
    assert_eq!(
        world.wish(1, "para 4").await,
        (200, json!({ "patch": null, "words": null, "reckoned": true }))
    );
    assert_eq!(world.recipes.get(&id(1)).await.unwrap(), before);
}

#[tokio::test]
async fn impossible_proposal_is_reported_with_a_code() {
    let world = World::with_two_cooks().await;
    for (recipe, wish, status, code) in [
        (2, "vegan", 404, "NO_RECIPE"),
        (9, "vegan", 404, "NO_RECIPE"),
        (2, "shorter", 404, "NO_RECIPE"),
        (3, "for 8", 422, "AGENT_NO_SERVINGS"),
        (1, " ", 400, "AGENT_EMPTY"),
        (1, &"x".repeat(20_001), 400, "AGENT_TEXT_TOO_LONG"),
        (1, "shorter", 422, "AGENT_OFF"),
    ] {
        let (actual, answer) = world.wish(recipe, wish).await;
        assert_eq!((actual, &answer["code"]), (status, &code.into()), "{recipe} {wish:.20}");
    }
    let large = body(id(1).as_str(), &"x".repeat(MAX_BYTES));
    for (sent, status, code) in [
        ("", 400, "INVALID_INPUT"),
        ("[]", 400, "INVALID_INPUT"),
        (r#"{"recipeId":"r"}"#, 400, "INVALID_INPUT"),
        (r#"{"recipeId":"r","wish":"vegan","language":"de"}"#, 400, "INVALID_INPUT"),
        (r#"{"recipeId":"../r","wish":"vegan","language":"en"}"#, 400, "INVALID_INPUT"),
        (&*large, 413, "TOO_LARGE"),
    ] {
        let (actual, answer) = world.ask(Some(&token_of("ann")), sent).await;
        assert_eq!((actual, &answer["code"]), (status, &code.into()), "{sent:.60}");
    }
}

#[tokio::test]
async fn invalid_token_and_deleted_owner_are_rejected() {
    let world = World::with_two_cooks().await;
    let vegan = body(id(1).as_str(), "vegan");
    let old = owner_token::issue(&ring(), &guest("ann"), None, at(-3_600)).unwrap().token;
    let anonymous = at(0).seconds().to_string() + "000";
    for token in [None, Some(""), Some("nonsense"), Some(&*old), Some(&*anonymous)] {
        let (status, answer) = world.ask(token, &vegan).await;
        assert_eq!((status, &answer["code"]), (401, &"Unauthorized".into()), "{token:?}");
    }
    world.recipes.leave(&OwnerId::new("ann")).await.unwrap();
    assert_eq!(world.ask(Some(&token_of("ann")), &vegan).await.0, 401);
}

#[tokio::test]
async fn other_requests_use_the_model_and_are_charged() {
    let world = World::with_a_model(Does::Substitutes).await;
    let before = world.recipes.get(&id(1)).await.unwrap();
    let (status, answer) = world.wish(1, "no butter").await;
    assert_eq!((status, &answer["reckoned"], &answer["words"]), (200, &json!(false), &json!("Take oil.")));
    let after = &answer["patch"]["lines"][0];
    assert_eq!((&after["before"], &after["verdict"]), (&json!("200 g butter"), &json!("REPLACED")));
    assert_eq!(world.recipes.get(&id(1)).await.unwrap(), before);
    assert_eq!((world.asked(), world.spent().await), (2, 220));
}

#[tokio::test]
async fn only_model_requests_count_towards_the_daily_limit() {
    let world = World::with_a_model(Does::Substitutes).await;
    for (recipe, wish, status) in [
        (9, "no butter", 404),
        (2, "no butter", 404),
        (1, "vegan", 200),
        (1, " ", 400),
        (1, "no butter", 200),
        (1, "no butter", 200),
    ] {
        assert_eq!(world.wish(recipe, wish).await.0, status, "{recipe} {wish}");
    }
    let asked = world.asked();
    let (status, answer) = world.wish(1, "no butter").await;
    assert_eq!((status, &answer["code"]), (429, &json!("LIMIT_REACHED")));
    assert!(answer["message"].as_str().unwrap().contains("try again after"), "{answer}");
    assert_eq!((world.asked(), asked), (4, 4));
    assert_eq!(world.wish(1, "vegan").await.0, 200);
}

#[tokio::test]
async fn failures_have_a_code_and_the_users_language() {
    for (error, status, code) in [
        (ModelError::Throttled, 503, "AGENT_THROTTLED"),
        (ModelError::Refused, 502, "AGENT_REFUSED"),
        (ModelError::Broken(String::new()), 502, "AGENT_BROKEN"),
    ] {
        let world = World::with_a_model(Does::Fails(error)).await;
        assert_eq!(world.error_of("no butter").await, (status, code.to_owned()));
    }
    let world = World { cents: 0, ..World::with_a_model(Does::Substitutes).await };
    let (status, answer) = world.wish(1, "no butter").await;
    assert_eq!((status, &answer["code"], world.asked()), (429, &json!("AGENT_DAY_USED_UP"), 0));
    assert_eq!(answer["message"], Failure::DayUsedUp.sentence(Language::Es));
}

#[tokio::test]
async fn slow_model_is_stopped_before_the_gateway_timeout() {
    let world = World::with_a_model(Does::Thinks).await;
    assert_eq!(world.error_of("no butter").await, (502, "AGENT_TOO_SLOW".to_owned()));
    let until = world.model.as_ref().unwrap().requests.lock().unwrap()[0].until;
    let waited = until.millis() - at(0).millis();
    assert!((24_000..25_000).contains(&waited), "{waited}");
    assert!(world.spent().await > 0, "what was read to it is paid for");
}

#[tokio::test]
async fn model_is_not_called_without_counters_and_spending() {
    let lost = || PortError::Busy("lost".to_owned());
    let broken = || PortError::Broken("broken".to_owned());
    for (counters, spending, status, code) in [
        (Some(lost()), None, 503, "BUSY"),
        (Some(broken()), None, 500, "INTERNAL"),
        (None, Some(lost()), 502, "AGENT_BROKEN"),
        (None, Some(broken()), 502, "AGENT_BROKEN"),
    ] {
        let mut world = World::with_a_model(Does::Substitutes).await;
        (world.counters.fails, world.spending.fails) = (counters, spending);
        assert_eq!((world.error_of("no butter").await, world.asked()), ((status, code.to_owned()), 0));
    }
}
