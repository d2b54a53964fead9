//! The open subscriptions, and how a mutation's result reaches them without waiting for anyone.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
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
    /// On whose account it is counted.
    account: String,
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

/// How many WebSockets may be open.
#[derive(Clone, Copy)]
pub struct Places {
    /// How many sockets all accounts together may have open.
    pub all: usize,
    /// How many sockets one account may have open.
    pub each: usize,
}

/// All open subscriptions of all WebSockets, and how many WebSockets are open on which account.
#[derive(Default)]
pub struct Hub {
    open: Mutex<Vec<Arc<Subscription>>>,
    connections: Mutex<HashMap<String, usize>>,
    next_id: AtomicU64,
}

impl Hub {
    /// Counts a connection in, unless there is no place for it; `leave` counts it out.
    pub fn join(
        &self,
        places: Places,
        account: String,
        outbound: mpsc::Sender<String>,
    ) -> Option<Arc<Connection>> {
        let mut connections = self.connections();
        let own = connections.get(&account).copied().unwrap_or(0);
        if own >= places.each || connections.values().sum::<usize>() >= places.all {
            return None;
        }
        connections.insert(account.clone(), own + 1);
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        Some(Arc::new(Connection { id, account, outbound, dropped: Notify::new() }))
    }

    /// Forgets a connection and its subscriptions.
    pub fn leave(&self, connection: &Connection) {
        self.subscriptions().retain(|open| open.connection.id != connection.id);
        let mut connections = self.connections();
        match connections.get_mut(&connection.account) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(connections.remove(&connection.account)),
        }
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

    fn connections(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
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
