use agent::{Answer, Outcome, Part, PartPayload, Row, RunId, StopReason, Transcripts, WriteOutcome};
use app::conversations::{
    Conversation, ConversationStore, CreateConversation, Error, SendMessage, SendPorts, StoredTranscripts,
};
use app::holds::{self, ChargeChange};
use app::limits::UseLimits;
use app::source_address::SourceAddress;
use app::{Caller, OwnerId};
use billing::ledger::HoldState;
use serde_json::{Value, json};
use test_support::conversations::{
    MemoryConversations, MemoryParts, MemoryStarter, conversation_id, question_id,
};
use test_support::fakes::{MemoryCounters, MemoryRecipes};
use test_support::member_credits::MemoryCredits;
use test_support::samples::{at, ring};
use zest_core::Timestamp;

/// Seconds without a write after which a run counts as dead.
pub(crate) const DEAD: i64 = 20;
pub(crate) const DUE: i64 = 16 * 60;

#[derive(Default)]
pub(crate) struct World {
    pub(crate) store: MemoryConversations,
    pub(crate) recipes: MemoryRecipes,
    pub(crate) counters: MemoryCounters,
    pub(crate) ledger: MemoryCredits,
    pub(crate) starter: MemoryStarter,
    pub(crate) parts: MemoryParts,
}

pub(crate) fn ann() -> Caller {
    Caller::Member { user: OwnerId::new("ann"), identity: Some(OwnerId::new("ann-id")) }
}

pub(crate) fn message(conversation: &str, id: &str, text: &str) -> SendMessage {
    let content = vec![json!({ "text": text })];
    SendMessage {
        conversation_id: conversation.to_owned(),
        id: Some(id.to_owned()),
        content,
        ..SendMessage::default()
    }
}

impl World {
    pub(crate) async fn create(&self, caller: &Caller, id: &str) -> Result<Value, Error> {
        let input = CreateConversation { id: Some(id.to_owned()), ..CreateConversation::default() };
        let made =
            app::conversations::create(&self.store, &self.recipes, caller.clone(), input, "fresh", at(0))
                .await?;
        Ok(serde_json::to_value(made).unwrap())
    }

    pub(crate) async fn send_with(
        &self,
        limits: Option<UseLimits>,
        caller: &Caller,
        message: SendMessage,
        seconds: i64,
    ) -> Result<Value, Error> {
        let source = SourceAddress::parse("192.0.2.1");
        let ring = ring();
        let ports = SendPorts {
            store: &self.store,
            owners: &self.recipes,
            counters: &self.counters,
            ring: &ring,
            limits,
            ledger: &self.ledger,
            starter: Some(&self.starter),
            source: source.as_ref(),
        };
        app::conversations::send(&ports, caller.clone(), message, "fresh", at(seconds)).await
    }

    pub(crate) async fn send(
        &self,
        caller: &Caller,
        conversation: &str,
        id: &str,
        seconds: i64,
    ) -> Result<Value, Error> {
        self.send_with(
            Some(UseLimits::default()),
            caller,
            message(conversation, id, "Make it vegan."),
            seconds,
        )
        .await
    }

    pub(crate) async fn get(&self, conversation: &str) -> Conversation {
        self.store.get(&conversation_id(conversation)).await.unwrap().unwrap()
    }

    /// Passes the change of the charge to the ledger twice, as a stream may do.
    pub(crate) async fn follow(&self, before: &Conversation, after: Option<&Conversation>) {
        let Some(charge) = before.charge().cloned() else { return };
        let change = ChargeChange { before: charge, after: after.and_then(|one| one.charge().cloned()) };
        for _ in 0..2 {
            let report = holds::follow(&self.ledger, vec![change.clone()], at(5)).await.unwrap();
            assert_eq!(report.odd, 0);
        }
    }

    /// Runs the agent on a question with this outcome; with `None`, the run dies.
    pub(crate) async fn answer(
        &self,
        conversation: &str,
        question: &str,
        text: &str,
        outcome: Option<Outcome>,
        seconds: i64,
    ) {
        let before = self.get(conversation).await;
        let (id, question) = (conversation_id(conversation), question_id(question));
        let transcripts = StoredTranscripts::new(&self.store, &self.parts, id.clone());
        let answer = Answer::new(id.clone(), question.clone());
        let (run, beat) = (RunId::parse("run").unwrap(), Timestamp::from_millis(at(seconds).millis()));
        let mut row = Row { answer, run, beat, attempt: 1, ended: None };
        assert_eq!(transcripts.take(&row, None).await, Ok(true));
        let part = |payload| Part { conversation: id.clone(), question: question.clone(), payload };
        let mut parts = vec![];
        if !text.is_empty() {
            parts.push(part(PartPayload::Text { block: 0, delta: 0, text: text.to_owned() }));
        }
        if outcome.is_some() {
            parts.push(part(PartPayload::Stop { blocks: 1, reason: StopReason::EndTurn }));
        }
        parts.iter().for_each(|part| row.answer.fold(part));
        row.ended = outcome;
        assert!(matches!(
            transcripts.publish(&row, &parts).await,
            Ok(WriteOutcome::Continue | WriteOutcome::Cancelled)
        ));
        let after = self.get(conversation).await;
        self.follow(&before, Some(&after)).await;
    }

    pub(crate) async fn holds(&self) -> Vec<(String, HoldState)> {
        self.ledger.holds(&OwnerId::new("ann")).await
    }

    pub(crate) async fn balance(&self) -> u32 {
        self.ledger.balance(&OwnerId::new("ann")).await
    }

    pub(crate) async fn sweep(&self, seconds: i64) {
        let report = holds::settle_due_holds(&self.ledger, &self.recipes, &self.store, at(seconds), 100)
            .await
            .unwrap();
        assert_eq!(report.odd, 0);
    }

    pub(crate) async fn messages(
        &self,
        caller: &Caller,
        conversation: &str,
        more: Value,
    ) -> Result<(Vec<Value>, Option<String>), Error> {
        let mut arguments = json!({ "filter": { "conversationId": { "eq": conversation } } });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let arguments = serde_json::from_value(arguments).unwrap();
        let page =
            app::conversations::messages(&self.store, &self.recipes, caller.clone(), &arguments, at(99))
                .await?;
        Ok((page.items, page.next_token))
    }
}

pub(crate) async fn with_credits(credits: i64) -> World {
    let world = World::default();
    if credits > 0 {
        world.ledger.give(&OwnerId::new("ann"), credits).await;
    }
    world
}
