//! The open subscriptions, and how a mutation's result reaches them without waiting for anyone.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use apollo_compiler::executable::ExecutableDocument;
use apollo_compiler::validation::Valid;
use serde_json::{Map, Value, json};
use tokio::sync::{Notify, mpsc};

use super::api::Api;
use super::caller::Caller;
use super::execute::Execution;
use crate::log;

/// One WebSocket's side of the hub.
pub struct Connection {
    /// A number that no other connection of this hub has.
    pub id: u64,
    outbound: mpsc::Sender<String>,
    dropped: Notify,
}

impl Connection {
    /// Queues a message; a client that does not read fast enough loses its connection instead.
    pub fn send(&self, message: &Value) {
        if self.outbound.try_send(message.to_string()).is_err() {
            self.dropped.notify_one();
        }
    }

    /// Waits until the connection has fallen too far behind.
    pub async fn fell_behind(&self) {
        self.dropped.notified().await;
    }
}

/// One subscription of one connection.
pub struct Subscription {
    /// The connection that it came over.
    pub connection: Arc<Connection>,
    /// The client's name for it.
    pub id: String,
    /// Who subscribed, verified at that time: of an event they get what they may read.
    pub caller: Caller,
    /// The query, validated against the API's schema: each event is an answer to it.
    pub document: Valid<ExecutableDocument>,
    /// The operation's name, if it has one.
    pub operation: Option<String>,
    /// Variables by name, coerced by [`variables`](super::input::variables).
    pub variables: Map<String, Value>,
    /// The subscription field's name in the schema, not its alias.
    pub field: String,
    /// Its arguments, which a payload's fields must equal.
    pub arguments: Map<String, Value>,
}

/// All open subscriptions of all WebSockets, and how many WebSockets are open.
#[derive(Default)]
pub struct Hub {
    open: Mutex<Vec<Arc<Subscription>>>,
    connections: AtomicUsize,
    next_id: AtomicU64,
}

impl Hub {
    /// Counts a connection in, unless `limit` are open; `leave` counts it out.
    pub fn join(&self, limit: usize, outbound: mpsc::Sender<String>) -> Option<Arc<Connection>> {
        let counted = self
            .connections
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |open| (open < limit).then_some(open + 1));
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        counted.ok().map(|_| Arc::new(Connection { id, outbound, dropped: Notify::new() }))
    }

    /// Forgets a connection and its subscriptions.
    pub fn leave(&self, connection: &Connection) {
        self.subscriptions().retain(|open| open.connection.id != connection.id);
        self.connections.fetch_sub(1, Ordering::SeqCst);
    }

    /// How many subscriptions a connection holds, and whether this id is one of them.
    pub fn count(&self, connection: &Connection, id: &str) -> (usize, bool) {
        let subscriptions = self.subscriptions();
        let of_connection = subscriptions.iter().filter(|open| open.connection.id == connection.id);
        of_connection.fold((0, false), |(count, known), open| (count + 1, known || open.id == id))
    }

    /// Adds a subscription and acknowledges it in one step, so that no event falls between the two.
    pub fn start(&self, subscription: Subscription) {
        let mut subscriptions = self.subscriptions();
        subscription.connection.send(&json!({ "type": "start_ack", "id": subscription.id }));
        subscriptions.push(Arc::new(subscription));
    }

    /// Removes what this connection has subscribed as `id`; nothing there is no error.
    pub fn stop(&self, connection: &Connection, id: &str) {
        self.subscriptions().retain(|open| open.connection.id != connection.id || open.id != id);
    }

    /// Sends a mutation's result, keyed by field name, to every subscription that it concerns. What would take a
    /// subscriber more than `limit` bytes is not sent.
    pub async fn publish(&self, api: &Api, limit: usize, mutation: &str, payload: &Value) {
        let listens = |open: &&Arc<Subscription>| {
            api.mutations_of(&open.field).iter().any(|name| name == mutation)
                && matches(&open.arguments, payload)
        };
        let concerned: Vec<Arc<Subscription>> =
            self.subscriptions().iter().filter(listens).cloned().collect();
        for subscription in concerned {
            let event = event(api, &subscription, payload).await;
            let size = event.to_string().len();
            if size > limit {
                log::line(&format!("subscription event of {size} bytes is over the limit and was not sent"));
            } else {
                subscription.connection.send(&event);
            }
        }
    }

    fn subscriptions(&self) -> MutexGuard<'_, Vec<Arc<Subscription>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An argument that is absent or null filters nothing; any other must equal the payload's field of its name.
fn matches(arguments: &Map<String, Value>, payload: &Value) -> bool {
    arguments.iter().all(|(name, value)| value.is_null() || payload.get(name) == Some(value))
}

async fn event(api: &Api, subscription: &Subscription, payload: &Value) -> Value {
    let Subscription { document, caller, variables, .. } = subscription;
    let Ok(operation) = document.operations.get(subscription.operation.as_deref()) else {
        return Value::Null;
    };
    let root = json!({ &subscription.field: payload });
    let headers = Map::new();
    // Without a cloud no resolver runs: a subscriber gets what the mutation selected and nothing else.
    let execution = Execution::new(api, document, caller, variables, &headers, None);
    let outcome = execution.run(operation, &root).await;
    let mut event = json!({ "data": outcome.data });
    if !outcome.errors.is_empty() {
        event["errors"] = Value::Array(outcome.errors);
    }
    json!({ "type": "data", "id": subscription.id, "payload": event })
}
