//! Calls of fn-conversations per field.

use crate::conversations::{MemoryConversations, MemoryParts};
use crate::fakes::MemoryRecipes;
use agent::{Answer, Outcome, Part, PartPayload, Row, RunId, StopReason, Transcripts, WriteOutcome};
use app::book::Change;
use app::conversations::{
    Conversation, CreateConversation, Error, Exchange, SendMessage, SendPorts, StoredTranscripts,
    UpdateConversation,
};
use app::holds::ConversationCharges;
use app::limits::UseLimits;
use app::model::Charge;
use app::owners::{self, Purpose};
use app::{AppError, Caller};
use serde_json::json;
use zest_core::{PortError, Timestamp};

use crate::faults::functions::Client;
use crate::faults::ports::{Port, TokenKeys};
use crate::faults::world::World;

fn ports<'w>(
    world: &'w World,
    function: &'static str,
) -> (Port<'w, MemoryConversations>, Port<'w, MemoryRecipes>) {
    (world.port(function, &world.conversations), world.port(function, &world.recipes))
}

fn client_error(error: Error) -> AppError {
    match error {
        Error::App(error) => error,
        // The client shows the error and does not retry.
        _ => AppError::Unauthorized,
    }
}

/// Id from the server, which is unused because these clients send their own.
const FRESH: &str = "fresh";

impl Client<'_> {
    async fn admitted(&self, owners: &Port<'_, MemoryRecipes>) -> Result<Caller, AppError> {
        owners::admit(owners, self.caller.clone(), Purpose::Other).await
    }

    pub(crate) fn begin_conversation(&self, id: &str) {
        const FUNCTION: &str = "fn-graphql.createConversation";
        let (store, owners) = ports(self.world, FUNCTION);
        self.world.client(FUNCTION, || async {
            let caller = self.admitted(&owners).await?;
            let input = CreateConversation { id: Some(id.to_owned()), ..CreateConversation::default() };
            let now = self.world.now();
            app::conversations::create(&store, &owners, caller, input, FRESH, now).await.map_err(client_error)
        });
    }

    /// Asks a question. Members pay; guests are not counted.
    pub(crate) fn ask(&self, conversation: &str, question: &str) {
        const FUNCTION: &str = "fn-graphql.sendMessage";
        let world = self.world;
        let (store, owners) = ports(world, FUNCTION);
        let (ledger, keys) = (world.port(FUNCTION, &world.credits), world.port(FUNCTION, &world.keys));
        let starter = world.port(FUNCTION, &world.starter);
        world.client(FUNCTION, || async {
            let caller = self.admitted(&owners).await?;
            let ring = keys.ring().await?;
            let ports = SendPorts {
                store: &store,
                owners: &owners,
                counters: &world.counters,
                ring: &ring,
                limits: caller.member().map(|_| UseLimits::default()),
                ledger: &ledger,
                starter: Some(&starter),
                source: None,
            };
            let input = SendMessage {
                conversation_id: conversation.to_owned(),
                id: Some(question.to_owned()),
                content: vec![json!({ "text": "Make it vegan." })],
                ..SendMessage::default()
            };
            app::conversations::send(&ports, caller, input, FRESH, world.now()).await.map_err(client_error)
        });
    }

    pub(crate) fn stop_answer(&self, conversation: &str, question: &str) {
        const FUNCTION: &str = "fn-graphql.stopMessage";
        let (store, owners) = ports(self.world, FUNCTION);
        self.world.client(FUNCTION, || async {
            let caller = self.admitted(&owners).await?;
            let now = self.world.now();
            app::conversations::stop(&store, &owners, caller, (conversation, question), now)
                .await
                .map_err(client_error)
        });
    }

    pub(crate) fn call_conversation(&self, id: &str, name: &str) {
        const FUNCTION: &str = "fn-graphql.updateConversation";
        let (store, owners) = ports(self.world, FUNCTION);
        self.world.client(FUNCTION, || async {
            let caller = self.admitted(&owners).await?;
            let name = Change::To(name.to_owned());
            let input = UpdateConversation { id: id.to_owned(), name, metadata: Change::Keep };
            app::conversations::update(&store, &owners, caller, input, self.world.now())
                .await
                .map_err(client_error)
        });
    }

    pub(crate) fn delete_conversation(&self, id: &str) {
        const FUNCTION: &str = "fn-graphql.deleteConversation";
        let (store, owners) = ports(self.world, FUNCTION);
        self.world.client(FUNCTION, || async {
            let caller = self.admitted(&owners).await?;
            app::conversations::delete(&store, &owners, caller, id, self.world.now())
                .await
                .map_err(client_error)
        });
    }

    /// Lists and reads conversations; this transfers a guest's conversations.
    pub(crate) fn look_at_conversation(&self, id: &str) {
        const LIST: &str = "fn-graphql.listConversations";
        let (store, owners) = ports(self.world, LIST);
        self.world.client(LIST, || async {
            let caller = self.admitted(&owners).await?;
            let all = serde_json::from_value(json!({})).map_err(unreadable)?;
            app::conversations::list(&store, &owners, caller, &all, self.world.now())
                .await
                .map_err(client_error)
        });
        const GET: &str = "fn-graphql.getConversation";
        let (store, owners) = ports(self.world, GET);
        self.world.client(GET, || async {
            let caller = self.admitted(&owners).await?;
            app::conversations::get(&store, &owners, caller, id, self.world.now()).await.map_err(client_error)
        });
        const MESSAGES: &str = "fn-graphql.listConversationMessages";
        let (store, owners) = ports(self.world, MESSAGES);
        self.world.client(MESSAGES, || async {
            let caller = self.admitted(&owners).await?;
            let of = json!({ "filter": { "conversationId": { "eq": id } } });
            let of = serde_json::from_value(of).map_err(unreadable)?;
            app::conversations::messages(&store, &owners, caller, &of, self.world.now())
                .await
                .map_err(client_error)
        });
    }

    pub(crate) fn delete_conversations(&self) {
        let ids: Vec<String> = self
            .world
            .conversations
            .kept()
            .into_iter()
            .filter(|(one, _)| self.caller.canonical().is_ok_and(|name| name == one.owner))
            .map(|(one, _)| one.id.to_string())
            .collect();
        ids.iter().for_each(|id| self.delete_conversation(id));
    }
}

fn unreadable(error: serde_json::Error) -> AppError {
    AppError::Internal(error.to_string())
}

/// Used by the sweep of due holds.
impl ConversationCharges for Port<'_, MemoryConversations> {
    async fn charge(&self, conversation: &str, now: Timestamp) -> Result<Option<Charge>, PortError> {
        app::conversations::charge_of(self, conversation, now).await
    }
}

pub(crate) fn answer_all(world: &World) {
    for (id, question) in world.starter.started() {
        let parts = MemoryParts::default();
        let transcripts = StoredTranscripts::new(&world.conversations, &parts, id.clone());
        let run = RunId::parse("run").expect("an id");
        let beat = Timestamp::from_millis(world.now().millis());
        let answer = Answer::new(id.clone(), question.clone());
        let mut row = Row { answer, run, beat, attempt: 1, ended: None };
        let is_its = world.run(transcripts.take(&row, None)).expect("nothing breaks here");
        // Answered by another run, or deleted.
        if is_its != Ok(true) {
            continue;
        }
        let part = |payload| Part { conversation: id.clone(), question: question.clone(), payload };
        let is_stopped = world.run(transcripts.publish(&row, &[])) == Some(Ok(WriteOutcome::Cancelled));
        if is_stopped {
            row.answer.fold(&part(PartPayload::Stop { blocks: 0, reason: StopReason::Stopped }));
            row.ended = Some(Outcome::Stopped { has_text: false });
        } else {
            row.answer.fold(&part(PartPayload::Text { block: 0, delta: 0, text: "Done.".to_owned() }));
            row.answer.fold(&part(PartPayload::Done { block: 0, done_at: 0 }));
            row.answer.fold(&part(PartPayload::Stop { blocks: 1, reason: StopReason::EndTurn }));
            row.ended = Some(Outcome::Finished);
        }
        world.run(transcripts.publish(&row, &[])).expect("nothing breaks here").expect("it is published");
    }
}

pub(crate) fn seen((conversation, exchanges): &(Conversation, Vec<Exchange>)) -> String {
    let Conversation { id, owner, name, questions, answered, .. } = conversation;
    let ended: Vec<_> = exchanges
        .iter()
        .map(|exchange| exchange.progress.answer.as_ref().and_then(|row| row.ended))
        .collect();
    let (owner, credit) = (owner.secret(), conversation.credit());
    format!("{id} of {owner}, {name:?}: {questions:?} {answered} {ended:?} {credit:?}")
}

/// Describes the part of a conversation that no fault may lose.
pub(crate) fn kept((conversation, exchanges): &(Conversation, Vec<Exchange>)) -> String {
    let Conversation { id, owner, name, questions, is_deleted, .. } = conversation;
    format!("{id} of {}, {name:?}: {questions:?} {} {is_deleted}", owner.secret(), exchanges.len())
}
