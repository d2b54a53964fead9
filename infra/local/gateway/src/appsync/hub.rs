//! Open subscriptions and the delivery of mutation results, which never blocks.

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

/// The sending side of one WebSocket.
pub struct Connection {
    /// Id, unique in the hub.
    pub id: u64,
    account: String,
    outbound: mpsc::Sender<String>,
    dropped: Notify,
}

impl Connection {
    /// Queues a message; closes the connection if the queue is full.
    pub fn send(&self, message: &Value) {
        if self.outbound.try_send(message.to_string()).is_err() {
            self.dropped.notify_one();
        }
    }

    /// Waits until the outbound queue has overflowed.
    pub async fn fell_behind(&self) {
        self.dropped.notified().await;
    }
}

/// A subscription of a connection.
pub struct Subscription {
    /// Connection that the subscription belongs to.
    pub connection: Arc<Connection>,
    /// Subscription id chosen by the client.
    pub id: String,
    /// Caller at subscription time; limits the fields of events.
    pub caller: Caller,
    /// Validated query; each event is a response to it.
    pub document: Valid<ExecutableDocument>,
    /// Operation name, if any.
    pub operation: Option<String>,
    /// Variables by name, coerced by [`variables`](super::input::variables).
    pub variables: Map<String, Value>,
    /// Schema name of the subscription field, not its alias.
    pub field: String,
    /// Arguments of the subscription; only events with equal fields are delivered. Null matches any value.
    pub arguments: Map<String, Value>,
}

/// Limits on open WebSockets.
#[derive(Clone, Copy)]
pub struct Places {
    /// Maximum number of WebSockets of all accounts together.
    pub all: usize,
    /// Maximum number of WebSockets of one account.
    pub each: usize,
}

/// Open subscriptions, and the number of WebSockets per account.
#[derive(Default)]
pub struct Hub {
    open: Mutex<Vec<Arc<Subscription>>>,
    connections: Mutex<HashMap<String, usize>>,
    next_id: AtomicU64,
}

impl Hub {
    /// Registers a connection until `leave`; `None` if a limit is reached.
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

    /// Removes a connection and its subscriptions.
    pub fn leave(&self, connection: &Connection) {
        self.subscriptions().retain(|open| open.connection.id != connection.id);
        let mut connections = self.connections();
        match connections.get_mut(&connection.account) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(connections.remove(&connection.account)),
        }
    }

    /// Number of subscriptions, and whether `id` is in use.
    pub fn count(&self, connection: &Connection, id: &str) -> (usize, bool) {
        let subscriptions = self.subscriptions();
        let of_connection = subscriptions.iter().filter(|open| open.connection.id == connection.id);
        of_connection.fold((0, false), |(count, known), open| (count + 1, known || open.id == id))
    }

    /// Adds and acknowledges a subscription atomically, so that no event is missed.
    pub fn start(&self, subscription: Subscription) {
        let mut subscriptions = self.subscriptions();
        subscription.connection.send(&json!({ "type": "start_ack", "id": subscription.id }));
        subscriptions.push(Arc::new(subscription));
    }

    /// Removes a subscription, if it exists.
    pub fn stop(&self, connection: &Connection, id: &str) {
        self.subscriptions().retain(|open| open.connection.id != connection.id || open.id != id);
    }

    /// Sends a mutation result to matching subscriptions; drops events above `limit` bytes.
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
    // No resolvers run: events contain only fields that the mutation selected.
    let execution = Execution::new(api, document, caller, variables, &headers, None);
    let outcome = execution.run(operation, &root).await;
    let mut event = json!({ "data": outcome.data });
    if !outcome.errors.is_empty() {
        event["errors"] = Value::Array(outcome.errors);
    }
    json!({ "type": "data", "id": subscription.id, "payload": event })
}
