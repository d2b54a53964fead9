//! Fault tests: each port call fails in turn, another run ends the answer, and the credit matches the
//! outcome.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

use agent::Price;
use agent::{Block, Event, Events, Message, ModelError, ModelStop, Part, Request, Role, Row, Usage};
use app::OwnerId;
use app::agent_budget::DayBudgets;
use app::conversations::{Conversation, Exchange, Over, PartialWriteResult, Payment, Progress};
use app::error::WriteError;
use app::listing::{PageRequest, RowPage};
use app::model::{Charge, CreditState};
use billing::ledger::HoldId;
use test_support::conversations::{MemoryConversations, MemoryParts, asked, conversation_id, question_id};
use test_support::fakes::{MemoryRecipes, MemorySpending};
use test_support::samples::at;
use zest_core::{PortError, Timestamp};

use super::*;

struct ScriptedModel;

struct Saying(VecDeque<Event>);

impl Model for ScriptedModel {
    type Events = Saying;

    async fn ask(&self, request: Request) -> Result<Saying, ModelError> {
        let was_asked = request.messages.iter().any(|message| message.role == Role::Assistant);
        let usage = Event::Usage(Usage { input_tokens: 100, output_tokens: 10 });
        let events = if was_asked {
            let text = |text: &str| Event::Text(text.to_owned());
            vec![text("There is "), text("none."), Event::BlockStop, Event::Stop(ModelStop::EndTurn), usage]
        } else {
            let start = Event::ToolStart { id: "t1".to_owned(), name: "findRecipes".to_owned() };
            let input = Event::ToolInput(r#"{"query":"leeks"}"#.to_owned());
            vec![start, input, Event::BlockStop, Event::Stop(ModelStop::ToolUse), usage]
        };
        Ok(Saying(events.into()))
    }
}

impl Events for Saying {
    async fn next(&mut self) -> Result<Option<Event>, ModelError> {
        Ok(self.0.pop_front())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// The call has no effect, and a temporary failure is returned.
    Lost,
    /// The call takes effect, but the reply is lost.
    ReplyLost,
    Broken,
}

#[derive(Default)]
struct Calls {
    made: AtomicUsize,
    broken: Option<(usize, Fault)>,
    log: Mutex<Vec<&'static str>>,
}

impl Calls {
    async fn call<T, E: From<PortError>>(
        &self,
        name: &'static str,
        work: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        let number = self.made.fetch_add(1, Ordering::SeqCst);
        self.log.lock().unwrap().push(name);
        let lost = || E::from(PortError::Busy("lost".to_owned()));
        match self.broken.filter(|(at, _)| *at == number).map(|(_, fault)| fault) {
            None => work.await,
            Some(Fault::Lost) => Err(lost()),
            Some(Fault::Broken) => Err(E::from(PortError::Broken("broken".to_owned()))),
            Some(Fault::ReplyLost) => {
                work.await?;
                Err(lost())
            }
        }
    }
}

struct Breaking<'a, Port> {
    port: &'a Port,
    calls: &'a Calls,
}

impl ConversationStore for Breaking<'_, MemoryConversations> {
    async fn get(&self, id: &ConversationId) -> Result<Option<Conversation>, PortError> {
        self.calls.call("get", self.port.get(id)).await
    }

    async fn create(&self, conversation: &Conversation) -> Result<(), WriteError> {
        self.port.create(conversation).await
    }

    async fn replace(&self, conversation: &Conversation, was: u64) -> Result<(), WriteError> {
        self.port.replace(conversation, was).await
    }

    async fn ask(
        &self,
        conversation: &Conversation,
        was: u64,
        question: &app::conversations::Question,
    ) -> Result<(), WriteError> {
        self.port.ask(conversation, was, question).await
    }

    async fn end(
        &self,
        conversation: &Conversation,
        was: u64,
        number: usize,
        row: &Row,
        over: Over<'_>,
    ) -> Result<(), WriteError> {
        self.calls.call("end", self.port.end(conversation, was, number, row, over)).await
    }

    async fn exchanges(
        &self,
        id: &ConversationId,
        from: usize,
        to: usize,
    ) -> Result<Vec<Exchange>, PortError> {
        self.calls.call("exchanges", self.port.exchanges(id, from, to)).await
    }

    async fn progress(&self, id: &ConversationId, number: usize) -> Result<Option<Progress>, PortError> {
        self.calls.call("progress", self.port.progress(id, number)).await
    }

    async fn take(
        &self,
        id: &ConversationId,
        number: usize,
        row: &Row,
        over: Over<'_>,
    ) -> Result<bool, PortError> {
        self.calls.call("take", self.port.take(id, number, row, over)).await
    }

    async fn write_partial(
        &self,
        id: &ConversationId,
        number: usize,
        row: &Row,
    ) -> Result<PartialWriteResult, PortError> {
        self.calls.call("write_partial", self.port.write_partial(id, number, row)).await
    }

    async fn stop(&self, id: &ConversationId, number: usize) -> Result<bool, PortError> {
        self.port.stop(id, number).await
    }

    async fn of_owner(
        &self,
        owner: &OwnerId,
        page: &PageRequest,
    ) -> Result<RowPage<Conversation>, PortError> {
        self.port.of_owner(owner, page).await
    }

    async fn ids_of_owner(&self, owner: &OwnerId) -> Result<Vec<ConversationId>, PortError> {
        self.port.ids_of_owner(owner).await
    }

    async fn erase(&self, id: &ConversationId) -> Result<(), PortError> {
        self.port.erase(id).await
    }
}

impl PartPublisher for Breaking<'_, MemoryParts> {
    async fn publish(&self, owner: &OwnerId, part: &Part) -> Result<(), PortError> {
        self.calls.call("publish", self.port.publish(owner, part)).await
    }
}

impl Spending for Breaking<'_, MemorySpending> {
    async fn spend(&self, owner: &OwnerId, micros: u64, now: Timestamp) -> Result<u64, PortError> {
        self.calls.call("spend", self.port.spend(owner, micros, now)).await
    }

    async fn forget(&self, owner: &OwnerId) -> Result<(), PortError> {
        self.port.forget(owner).await
    }
}

struct Time(AtomicI64);

impl Clock for Time {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.fetch_add(1, Ordering::SeqCst))
    }
}

struct World {
    conversations: MemoryConversations,
    recipes: MemoryRecipes,
    spending: MemorySpending,
    parts: MemoryParts,
    clock: Time,
}

impl World {
    async fn with_a_question() -> Self {
        let (id, question) = (conversation_id("c1"), question_id("q1"));
        let ann = OwnerId::new("ann");
        let conversations = MemoryConversations::default();
        let mut conversation = Conversation::new(id.clone(), ann.clone(), at(0));
        conversations.create(&conversation).await.unwrap();
        let was = conversation.version;
        conversation.payment = Payment::Charged(Charge::held(ann, HoldId::new("c-c1-1").unwrap()));
        conversation.questions.push(question.clone());
        conversation.version += 1;
        let sent = asked(&id, &question, vec![Block::Text("Find my leeks".to_owned())], at(0));
        conversations.ask(&conversation, was, &sent).await.unwrap();
        Self {
            conversations,
            recipes: MemoryRecipes::default(),
            spending: MemorySpending::default(),
            parts: MemoryParts::default(),
            clock: Time(AtomicI64::new(at(0).millis())),
        }
    }

    async fn run(&self, run: &str, calls: &Calls, cents: u32) -> Result<Ended, AppError> {
        let conversations = Breaking { port: &self.conversations, calls };
        let spending = Breaking { port: &self.spending, calls };
        let publisher = Breaking { port: &self.parts, calls };
        let ports = Ports {
            model: PaidModel {
                model: &ScriptedModel,
                price: Price::of("", Some("1/1")).unwrap(),
                spending: &spending,
                budgets: DayBudgets { person: cents, stage: 1_000 },
            },
            conversations: &conversations,
            recipes: &self.recipes,
            publisher: &publisher,
        };
        let run = RunId::parse(run).unwrap();
        ports.answer(&conversation_id("c1"), &question_id("q1"), &run, &self.clock).await
    }

    fn row(&self) -> Option<Row> {
        self.conversations.kept()[0].1[0].progress.answer.clone()
    }

    fn credit(&self) -> Option<CreditState> {
        self.conversations.kept()[0].0.credit()
    }

    fn merged(&self) -> Message {
        let mut answer = agent::Answer::new(conversation_id("c1"), question_id("q1"));
        self.parts.published().iter().for_each(|(_, part)| answer.fold(part));
        answer.message()
    }
}

fn expected(outcome: Outcome) -> CreditState {
    match outcome.credit(0) {
        Credit::Settle => CreditState::Used,
        Credit::GiveBack => CreditState::GivenBack,
        Credit::Keep => CreditState::Held,
    }
}

#[tokio::test]
async fn question_is_answered_counted_and_paid() {
    let world = World::with_a_question().await;
    let ended = world.run("run1", &Calls::default(), 100).await.unwrap();
    assert_eq!((ended.outcome, ended.credit, ended.used.rounds), (Outcome::Finished, Credit::Settle, 2));
    assert_eq!(ended.used.usage, Usage { input_tokens: 200, output_tokens: 20 });
    assert_eq!(world.credit(), Some(CreditState::Used));
    assert_eq!(world.spending.spend(&OwnerId::new("ann"), 0, at(1)).await, Ok(220));
    assert_eq!(world.merged(), world.row().unwrap().answer.message());
}

#[tokio::test]
async fn exhausted_budget_releases_the_credit() {
    let world = World::with_a_question().await;
    let ended = world.run("run1", &Calls::default(), 0).await.unwrap();
    assert_eq!(ended.outcome, Outcome::Failed(agent::Failure::DayUsedUp));
    assert_eq!((ended.used.rounds, world.credit()), (0, Some(CreditState::GivenBack)));
}

#[tokio::test]
async fn another_run_ends_the_answer_after_any_fault() {
    let clean = Calls::default();
    World::with_a_question().await.run("run1", &clean, 100).await.unwrap();
    let made = clean.log.lock().unwrap().clone();
    for port in ["get", "exchanges", "take", "write_partial", "end", "publish", "spend"] {
        assert!(made.contains(&port), "{port} is never called: {made:?}");
    }
    for (number, name) in made.iter().enumerate() {
        for fault in [Fault::Lost, Fault::ReplyLost, Fault::Broken] {
            let what = format!("{fault:?} at {number}, {name}");
            let world = World::with_a_question().await;
            let calls = Calls { broken: Some((number, fault)), ..Calls::default() };
            let first = world.run("run1", &calls, 100).await;
            if let Ok(ended) = first {
                let row = world.row().unwrap();
                assert_eq!(row.ended, Some(ended.outcome), "{what}");
                assert_eq!(world.credit(), Some(expected(ended.outcome)), "{what}");
                continue;
            }
            // Lambda retries after the failed run's lease has expired.
            world.clock.0.fetch_add(60_000, Ordering::SeqCst);
            let ended = world.run("run2", &Calls::default(), 100).await.unwrap();
            let row = world.row().unwrap();
            assert_eq!(row.ended, Some(ended.outcome), "{what}");
            assert_eq!(world.credit(), Some(expected(ended.outcome)), "{what}");
            assert!(row.answer.is_whole(), "{what}");
        }
    }
}

#[tokio::test]
async fn missing_conversation_is_ignored() {
    let world = World::with_a_question().await;
    world.conversations.erase(&conversation_id("c1")).await.unwrap();
    let ended = world.run("run1", &Calls::default(), 100).await.unwrap();
    assert_eq!((ended.outcome, ended.used.rounds), (Outcome::Superseded, 0));
}
