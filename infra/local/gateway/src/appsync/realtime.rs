//! Subscriptions over AppSync's WebSocket protocol.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until, timeout, timeout_at};

use super::api::Resolver;
use super::caller::Caller;
use super::error::Refusal;
use super::graphql::{Prepared, Request};
use super::hub::{Connection, Places, Subscription};
use super::request::{Operation, Presented};
use super::service::AppSync;
use super::token_bucket::TokenBucket;
use super::{input, resolve, selection};

/// WebSocket subprotocol.
pub const PROTOCOL: &str = "graphql-ws";
/// Idle time after which clients close the connection, in milliseconds.
const CONNECTION_TIMEOUT_MS: u64 = 300_000;
/// Maximum time to write a message before the connection counts as lost.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
const MAX_ID_LENGTH: usize = 128;

/// Client identification of a new WebSocket.
pub struct Handshake {
    /// Authorization object; `None` if missing or unreadable.
    pub authorization: Option<Map<String, Value>>,
    /// Source address of the connection.
    pub source_ip: IpAddr,
}

enum End {
    Left,
    FellBehind,
}

struct Session<'a> {
    appsync: &'a AppSync,
    connection: &'a Arc<Connection>,
    source_ip: IpAddr,
    messages: TokenBucket,
}

/// Decodes an authorization object: JSON in base64 or base64url, padding optional.
pub fn decode_header(encoded: &str) -> Option<Map<String, Value>> {
    let standard = encoded.trim_end_matches('=').replace('-', "+").replace('_', "/");
    let decoded = STANDARD_NO_PAD.decode(standard).ok()?;
    Some(lower_case(serde_json::from_slice(&decoded).ok()?))
}

/// Serves one WebSocket until it closes.
pub async fn serve(appsync: Arc<AppSync>, socket: WebSocket, handshake: Handshake) {
    let limits = &appsync.context.config.limits;
    let (sink, mut stream) = socket.split();
    let (outbound, queue) = mpsc::channel(limits.outbound_queue);
    let mut writer = tokio::spawn(write(sink, queue));
    let deadline = Instant::now() + Duration::from_millis(limits.handshake_ms);
    let joined = match timeout_at(deadline, admitted(&appsync, &handshake, &outbound)).await {
        Ok(joined) => joined,
        Err(_) => Err(Refusal::new(408, "ConnectionTimeout", "The connection was not authorized in time.")),
    };
    let connection = match joined {
        Ok(connection) => connection,
        Err(refusal) => {
            return refuse(&appsync, &mut stream, &outbound, &refusal, deadline).await;
        }
    };
    drop(outbound);
    let messages = TokenBucket::new(limits.messages_per_second, appsync.context.now());
    let session =
        Session { appsync: &appsync, connection: &connection, source_ip: handshake.source_ip, messages };
    let end = session.read(stream, deadline).await;
    appsync.hub.leave(&connection);
    drop(connection);
    if matches!(end, End::FellBehind) || timeout(WRITE_TIMEOUT, &mut writer).await.is_err() {
        writer.abort();
    }
}

async fn admitted(
    appsync: &AppSync,
    handshake: &Handshake,
    outbound: &mpsc::Sender<String>,
) -> Result<Arc<Connection>, Refusal> {
    let caller = verify_connect(appsync, handshake).await?;
    let limits = &appsync.context.config.limits;
    let places = Places { all: limits.connections, each: limits.connections_each };
    let connection = appsync.hub.join(places, caller.account(handshake.source_ip).name, outbound.clone());
    connection.ok_or_else(too_many)
}

/// Rejects a connection after its first message or at the deadline. Until then it uses an unauthorized place; if
/// none is free, it is rejected at once.
async fn refuse(
    appsync: &AppSync,
    stream: &mut SplitStream<WebSocket>,
    outbound: &mpsc::Sender<String>,
    refusal: &Refusal,
    deadline: Instant,
) {
    let place = appsync.unauthorized.try_acquire();
    let refusal = if place.is_ok() { refusal } else { &too_many() };
    let asked = async {
        // Like AppSync, wait for the client's first message.
        while place.is_ok() {
            match stream.next().await {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).unwrap_or_default(),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => break,
            }
        }
        Value::Null
    };
    let asked = timeout_at(deadline, asked).await.unwrap_or_default();
    let answer = match (asked["type"].as_str(), asked["id"].as_str()) {
        (Some("start"), Some(id)) if id.len() <= MAX_ID_LENGTH => error_message(Some(id), refusal),
        _ => connection_error(refusal),
    };
    // Fails only if the client is gone.
    let _ = outbound.try_send(answer.to_string());
}

fn too_many() -> Refusal {
    Refusal::new(429, "LimitExceededError", "Too many connections are open.")
}

async fn write(mut sink: SplitSink<WebSocket, Message>, mut queue: mpsc::Receiver<String>) {
    while let Some(text) = queue.recv().await {
        if !matches!(timeout(WRITE_TIMEOUT, sink.send(Message::Text(text.into()))).await, Ok(Ok(()))) {
            return;
        }
    }
    let _ = timeout(WRITE_TIMEOUT, sink.close()).await;
}

async fn verify_connect(appsync: &AppSync, handshake: &Handshake) -> Result<Caller, Refusal> {
    let headers = handshake.authorization.as_ref();
    let headers = headers.ok_or_else(|| Refusal::unauthorized("Missing authorization header"))?;
    let presented = Presented {
        headers,
        path: "/graphql/connect",
        body: "{}",
        // Operation name that AppSync sends to authorizers for connections.
        operation: Operation { name: Some("DeepDish:Connect"), ..Operation::default() },
        resources: Vec::new(),
        source_ip: handshake.source_ip,
    };
    appsync.present(headers, handshake.source_ip, presented.body.len())?;
    appsync.authenticate(&presented).await
}

impl Session<'_> {
    async fn read(&self, mut stream: SplitStream<WebSocket>, deadline: Instant) -> End {
        let mut has_begun = false;
        let period = Duration::from_millis(self.appsync.context.config.limits.keep_alive_ms);
        let mut keep_alive = interval_at(Instant::now() + period, period);
        keep_alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let message = tokio::select! {
                message = stream.next() => message,
                _ = keep_alive.tick() => {
                    self.connection.send(&json!({ "type": "ka" }));
                    continue;
                }
                () = sleep_until(deadline), if !has_begun => return End::Left,
                () = self.connection.fell_behind() => return End::FellBehind,
            };
            match message {
                Some(Ok(Message::Text(text))) => {
                    has_begun |= self.handle(&text).await;
                }
                Some(Ok(Message::Binary(_))) => self.error(None, &unsupported("binary")),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => return End::Left,
            }
        }
    }

    /// Handles a message; returns whether it was `connection_init`.
    async fn handle(&self, text: &str) -> bool {
        let message: Value = serde_json::from_str(text).unwrap_or_default();
        let id = message["id"].as_str().filter(|id| id.len() <= MAX_ID_LENGTH);
        if !self.messages.take(self.appsync.context.now()) {
            self.error(id, &Refusal::new(429, "LimitExceededError", "Rate limit exceeded"));
            return false;
        }
        match (message["type"].as_str(), id) {
            (Some("connection_init"), _) => {
                let payload = json!({ "connectionTimeoutMs": CONNECTION_TIMEOUT_MS });
                self.connection.send(&json!({ "type": "connection_ack", "payload": payload }));
                return true;
            }
            (Some("start"), Some(id)) => match self.start(id, &message["payload"]).await {
                Ok(subscription) => self.appsync.hub.start(subscription),
                Err(refusal) => self.error(Some(id), &refusal),
            },
            (Some("stop"), Some(id)) => {
                self.appsync.hub.stop(self.connection, id);
                self.connection.send(&json!({ "type": "complete", "id": id }));
            }
            (kind, _) => self.error(id, &unsupported(kind.unwrap_or("unknown"))),
        }
        false
    }

    async fn start(&self, id: &str, payload: &Value) -> Result<Subscription, Refusal> {
        let appsync = self.appsync;
        let api = &appsync.api;
        let limit = appsync.context.config.limits.subscriptions_per_connection;
        match appsync.hub.count(self.connection, id) {
            (_, true) => {
                return Err(Refusal::new(400, "DuplicatedOperationError", "This id is subscribed already."));
            }
            (count, _) if count >= limit => {
                let message = format!("Max number of {limit} subscriptions reached");
                return Err(Refusal::new(400, "MaxSubscriptionsReachedError", message));
            }
            _ => {}
        }
        let data = payload["data"].as_str().ok_or_else(|| bad_request("The payload has no data."))?;
        let authorization = payload["extensions"]["authorization"].as_object();
        let authorization =
            authorization.ok_or_else(|| Refusal::unauthorized("Missing authorization header"))?;
        let headers = lower_case(authorization.clone());
        appsync.present(&headers, self.source_ip, data.len())?;
        let request = Request::read(data)?;
        let presented = Presented {
            headers: &headers,
            path: "/graphql",
            body: data,
            operation: request.described(),
            resources: request.resources(api),
            source_ip: self.source_ip,
        };
        let caller = appsync.authenticate(&presented).await?;
        appsync.admit(&caller, self.source_ip, 1)?;
        let prepared = request.prepare(api).map_err(|answer| match answer {
            Ok(answer) => {
                bad_request(answer["errors"][0]["message"].as_str().unwrap_or("The query is not valid."))
            }
            Err(refusal) => refusal,
        })?;
        let Prepared { document, operation, variables } = prepared;
        let root = operation.object_type().as_str();
        let sets = [&operation.selection_set];
        let fields = selection::collect(&api.schema, &document, &variables, root, &sets);
        let field = fields.first().and_then(|(_, fields)| fields.first().copied());
        let Some(field) = field.filter(|_| operation.is_subscription()) else {
            return Err(unsupported("Only a subscription"));
        };
        if !caller.may_read(api, root, &field.name) {
            let message = format!("Not Authorized to access {} on type {root}", field.name);
            return Err(Refusal::new(401, "Unauthorized", message));
        }
        let arguments = input::arguments(&api.schema, field, &variables).map_err(|why| bad_request(&why))?;
        if let Some(Resolver::Function(function)) = api.resolver(root, &field.name) {
            let call = resolve::Call {
                caller: &caller,
                headers: &headers,
                field,
                parent_type: root,
                arguments: arguments.clone(),
                source: &Value::Null,
                variables: &variables,
                selection_list: selection::paths(&api.schema, &document, &variables, &[field]),
            };
            // The resolver only authorizes the subscription; its result is discarded.
            let functions = resolve::Functions {
                cloud: &appsync.context.cloud,
                queue: &appsync.functions,
                account: caller.account(self.source_ip),
            };
            let decided = resolve::invoke(&functions, function, &call.event()).await;
            decided.map_err(|error| Refusal::new(401, &error.error_type, error.message))?;
        }
        Ok(Subscription {
            connection: Arc::clone(self.connection),
            id: id.to_owned(),
            caller,
            field: field.name.to_string(),
            operation: operation.name.as_ref().map(ToString::to_string),
            arguments,
            variables,
            document,
        })
    }

    fn error(&self, id: Option<&str>, refusal: &Refusal) {
        self.connection.send(&error_message(id, refusal));
    }
}

fn error_message(id: Option<&str>, refusal: &Refusal) -> Value {
    let mut message = json!({ "type": "error", "payload": { "errors": [refusal.to_json()] } });
    if let Some(id) = id {
        message["id"] = id.into();
    }
    message
}

fn connection_error(refusal: &Refusal) -> Value {
    let mut error = refusal.to_json();
    error["errorCode"] = refusal.status.as_u16().into();
    json!({ "type": "connection_error", "payload": { "errors": [error] } })
}

fn unsupported(what: &str) -> Refusal {
    Refusal::new(400, "UnsupportedOperation", format!("{what} not supported through the realtime channel"))
}

fn bad_request(message: &str) -> Refusal {
    Refusal::new(400, "BadRequestException", message)
}

fn lower_case(object: Map<String, Value>) -> Map<String, Value> {
    object.into_iter().map(|(name, value)| (name.to_ascii_lowercase(), value)).collect()
}
