use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use agent::{
    Answer, Block, Budget, Card, Clock, ConversationId, Ended, LibraryError, Limits, Message, OwnRecipe,
    Part, Patch, Ports, QuestionId, RecipeLibrary, Role, Row, RunId, Thread, ToolUse, Transcripts, Usage,
    WriteOutcome,
};
use recipe::{Content, Language, line};
use serde_json::{Value, json};
use zest_core::{PortError, RecipeId, Timestamp};

use crate::model::Scripted;

pub(crate) fn question() -> QuestionId {
    QuestionId::parse("q1").unwrap()
}

pub(crate) fn conversation() -> ConversationId {
    ConversationId::parse("c1").unwrap()
}

pub(crate) fn recipe_id(id: &str) -> RecipeId {
    RecipeId::parse(id).unwrap()
}

pub(crate) fn content(language: Language, title: &str, lines: &[&str], steps: &[&str]) -> Content {
    Content {
        title: Some(title.to_owned()),
        ingredients: lines.iter().map(|text| line::read(text, Some(language))).collect(),
        instructions: steps.iter().map(|step| (*step).to_owned()).collect(),
        servings: Some(4),
        language: Some(language),
        ..Content::default()
    }
}

pub(crate) fn pancakes() -> Content {
    content(
        Language::En,
        "Pancakes",
        &["2 cups flour", "2 eggs", "1 ½ cups milk", "50 g butter", "a pinch of salt"],
        &["Whisk the eggs with the milk.", "Fry in the butter for 3 minutes.", "Keep warm at 200°F."],
    )
}

/// Library of one owner. It also holds other owners' recipes, which it must not return.
pub(crate) struct MemoryLibrary {
    own: BTreeMap<RecipeId, OwnRecipe>,
    others: BTreeMap<RecipeId, OwnRecipe>,
    pub(crate) asked: Mutex<Vec<String>>,
    pub(crate) is_broken: bool,
}

impl MemoryLibrary {
    pub(crate) fn with(own: Content) -> Self {
        let recipe =
            |id: &str, content| (recipe_id(id), OwnRecipe { id: recipe_id(id), version: 7, content });
        let secret =
            content(Language::En, "Zanzibar secret soup", &["3 truffles of Zanzibar"], &["Hide it."]);
        let soup = content(Language::En, "Leek soup", &["3 leeks", "1 l broth"], &["Simmer for 20 minutes."]);
        Self {
            own: BTreeMap::from([
                recipe("0000000000000000000000000000000a", own),
                recipe("0000000000000000000000000000000b", soup),
            ]),
            others: BTreeMap::from([recipe("0000000000000000000000000000000f", secret)]),
            asked: Mutex::default(),
            is_broken: false,
        }
    }

    pub(crate) fn all(&self) -> Vec<OwnRecipe> {
        self.own.values().chain(self.others.values()).cloned().collect()
    }
}

impl RecipeLibrary for MemoryLibrary {
    async fn recipe(&self, id: &RecipeId) -> Result<Option<OwnRecipe>, LibraryError> {
        self.asked.lock().unwrap().push(id.to_string());
        if self.is_broken { Err(LibraryError("down".to_owned())) } else { Ok(self.own.get(id).cloned()) }
    }

    async fn find(&self, words: &str, most: usize) -> Result<Vec<Card>, LibraryError> {
        let words = words.to_lowercase();
        let contains_words = |recipe: &&OwnRecipe| {
            let text = serde_json::to_string(&recipe.content).unwrap().to_lowercase();
            words.split_whitespace().any(|word| text.contains(word))
        };
        let cards = self.own.values().filter(contains_words).map(|recipe| Card {
            recipe_id: recipe.id.clone(),
            title: recipe.content.title.clone().unwrap_or_default(),
        });
        Ok(cards.take(most).collect())
    }
}

#[derive(Default)]
pub(crate) struct TestClock {
    pub(crate) now: AtomicI64,
    pub(crate) step: AtomicI64,
}

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.now.fetch_add(self.step.load(Ordering::SeqCst), Ordering::SeqCst))
    }
}

pub(crate) struct Tokens {
    pub(crate) left: AtomicU64,
}

impl Budget for Tokens {
    async fn charge(&self, usage: Usage) -> Result<bool, PortError> {
        let used = usage.input_tokens + usage.output_tokens;
        let before = self
            .left
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| Some(left.saturating_sub(used)));
        Ok(before.unwrap_or_default() > used)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoreFault {
    Lost,
    ReplyLost,
    Broken,
    Stop,
    TakenOver,
}

pub(crate) struct Memory {
    thread: Mutex<Thread>,
    pub(crate) published: Mutex<Vec<Part>>,
    pub(crate) rows: Mutex<Vec<Row>>,
    is_stopped: Mutex<bool>,
    calls: Mutex<usize>,
    pub(crate) mishaps: BTreeMap<usize, StoreFault>,
}

impl Memory {
    pub(crate) fn with(messages: Vec<Message>) -> Self {
        let thread = Thread { messages, answered: 0, answer: None };
        Self {
            thread: Mutex::new(thread),
            published: Mutex::default(),
            rows: Mutex::default(),
            is_stopped: Mutex::default(),
            calls: Mutex::default(),
            mishaps: BTreeMap::new(),
        }
    }

    pub(crate) fn asked(text: &str) -> Self {
        Self::with(vec![cook(text)])
    }

    pub(crate) fn answered(&self, count: u32) {
        self.thread.lock().unwrap().answered = count;
    }

    pub(crate) fn row(&self) -> Option<Row> {
        self.thread.lock().unwrap().answer.clone()
    }

    pub(crate) fn put(&self, row: Row) {
        self.thread.lock().unwrap().answer = Some(row);
    }

    pub(crate) fn answer(&self) -> Answer {
        let mut answer = Answer::new(conversation(), question());
        self.published.lock().unwrap().iter().for_each(|part| answer.fold(part));
        answer
    }

    fn mishap(&self) -> Option<StoreFault> {
        let mut calls = self.calls.lock().unwrap();
        *calls += 1;
        self.mishaps.get(&(*calls - 1)).copied()
    }

    pub(crate) fn calls(&self) -> usize {
        *self.calls.lock().unwrap()
    }

    fn before(&self, mishap: Option<StoreFault>) -> Result<(), PortError> {
        match mishap {
            Some(StoreFault::Lost) => return Err(PortError::Busy("lost".to_owned())),
            Some(StoreFault::Broken) => return Err(PortError::Broken("broken".to_owned())),
            Some(StoreFault::Stop) => *self.is_stopped.lock().unwrap() = true,
            Some(StoreFault::TakenOver) => {
                if let Some(row) = &mut self.thread.lock().unwrap().answer {
                    row.run = RunId::parse("another").unwrap();
                }
            }
            Some(StoreFault::ReplyLost) | None => {}
        }
        Ok(())
    }
}

fn reply<R>(mishap: Option<StoreFault>, reply: R) -> Result<R, PortError> {
    if mishap == Some(StoreFault::ReplyLost) {
        Err(PortError::Busy("no reply".to_owned()))
    } else {
        Ok(reply)
    }
}

impl Transcripts for Memory {
    async fn thread(&self, question: &QuestionId) -> Result<Option<Thread>, PortError> {
        let thread = self.thread.lock().unwrap().clone();
        Ok(Some(thread)
            .filter(|thread| thread.messages.last().is_some_and(|last| last.id == question.message())))
    }

    async fn take(&self, row: &Row, over: Option<&Row>) -> Result<bool, PortError> {
        let mishap = self.mishap();
        self.before(mishap)?;
        let mut thread = self.thread.lock().unwrap();
        let is_free = thread.answer.as_ref() == over;
        let is_ours = thread.answer.as_ref().is_some_and(|stored| stored.run == row.run);
        if is_free || is_ours {
            thread.answer = Some(row.clone());
        }
        reply(mishap, is_free || is_ours)
    }

    async fn publish(&self, row: &Row, parts: &[Part]) -> Result<WriteOutcome, PortError> {
        let mishap = self.mishap();
        self.before(mishap)?;
        let mut thread = self.thread.lock().unwrap();
        if thread.answer.as_ref().is_none_or(|stored| stored.run != row.run) {
            return reply(mishap, WriteOutcome::LeaseLost);
        }
        // Round trip through JSON, as in the table.
        let stored: Row = serde_json::from_value(serde_json::to_value(row).unwrap()).unwrap();
        thread.answer = Some(stored.clone());
        self.rows.lock().unwrap().push(stored);
        self.published.lock().unwrap().extend(parts.iter().cloned());
        let outcome =
            if *self.is_stopped.lock().unwrap() { WriteOutcome::Cancelled } else { WriteOutcome::Continue };
        reply(mishap, outcome)
    }
}

pub(crate) fn message(id: &str, role: Role, content: Vec<Block>) -> Message {
    Message {
        id: agent::MessageId::parse(id).unwrap(),
        conversation_id: conversation(),
        associated_user_message_id: None,
        role,
        content,
        ai_context: Some(json!({ "recipeId": "0000000000000000000000000000000a", "language": "en" })),
        tool_configuration: None,
    }
}

pub(crate) fn cook(text: &str) -> Message {
    message("q1", Role::User, vec![Block::Text(text.to_owned())])
}

pub(crate) struct Stage {
    pub(crate) model: Scripted,
    pub(crate) library: MemoryLibrary,
    pub(crate) transcripts: Memory,
    pub(crate) budget: Tokens,
    pub(crate) clock: TestClock,
    pub(crate) limits: Limits,
}

impl Stage {
    pub(crate) fn new(model: Scripted, transcripts: Memory) -> Self {
        Self {
            model,
            library: MemoryLibrary::with(pancakes()),
            transcripts,
            budget: Tokens { left: AtomicU64::new(1_000_000) },
            clock: TestClock::default(),
            limits: Limits::default(),
        }
    }

    pub(crate) fn asked(text: &str, model: Scripted) -> Self {
        Self::new(model, Memory::asked(text))
    }

    pub(crate) async fn try_run(&self, run: &str) -> Result<Ended, PortError> {
        let Self { model, library, transcripts, budget, clock, limits } = self;
        let ports = Ports { model, library, transcripts, budget, clock };
        agent::answer(&ports, limits, &question(), &RunId::parse(run).unwrap()).await
    }

    pub(crate) async fn run(&self) -> Ended {
        self.try_run("run1").await.unwrap()
    }

    pub(crate) fn text(&self) -> String {
        texts(&self.transcripts.answer().content())
    }

    pub(crate) fn proposals(&self) -> Vec<ToolUse> {
        let content = self.transcripts.answer().content();
        content
            .into_iter()
            .filter_map(|block| match block {
                Block::ToolUse(tool_use) => Some(tool_use),
                _ => None,
            })
            .collect()
    }

    pub(crate) fn patch(&self) -> Patch {
        let proposals = self.proposals();
        let edit = proposals.iter().find(|tool_use| tool_use.name == agent::PROPOSE_EDIT).expect("an edit");
        serde_json::from_value(edit.input.clone()).unwrap()
    }

    pub(crate) fn accepted(&self) -> Content {
        self.patch().applied(&pancakes(), |_| true, |_| true)
    }

    pub(crate) fn last_result(&self) -> Value {
        let requests = self.model.requests();
        let last = requests.last().and_then(|request| request.messages.last()).expect("results").clone();
        let result = last.content.iter().rev().find_map(|block| match block {
            Block::ToolResult(result) => Some(result.clone()),
            _ => None,
        });
        serde_json::to_value(result.expect("a result")).unwrap()
    }
}

pub(crate) fn texts(content: &[Block]) -> String {
    let texts = content.iter().filter_map(|block| match block {
        Block::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

pub(crate) fn lines(content: &Content) -> Vec<&str> {
    content.ingredients.iter().map(|line| line.text.as_str()).collect()
}
