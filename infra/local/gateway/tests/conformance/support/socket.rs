//! A WebSocket client.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

const TIMEOUT: Duration = Duration::from_secs(20);

pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) protocol: String,
}

/// How the handshake carries the authorization.
#[derive(Clone, Copy)]
pub(crate) enum Carrier {
    Protocol,
    /// Query parameter `header`, together with `payload`.
    Query,
}

impl Socket {
    pub(crate) async fn open(port: u16, authorization: &Value, carrier: Carrier) -> Result<Self, Error> {
        let text = authorization.to_string();
        let (query, protocols) = match carrier {
            Carrier::Protocol => {
                (String::new(), format!("graphql-ws, header-{}", URL_SAFE_NO_PAD.encode(text)))
            }
            Carrier::Query => {
                let encoded = STANDARD.encode(text).replace('+', "%2B").replace('=', "%3D");
                (format!("?header={encoded}&payload=e30="), "graphql-ws".into())
            }
        };
        Self::open_with(port, &query, &protocols).await
    }

    pub(crate) async fn open_with(port: u16, query: &str, protocols: &str) -> Result<Self, Error> {
        let url = format!("ws://127.0.0.1:{port}/graphql/realtime{query}");
        let mut request = url.into_client_request()?;
        request.headers_mut().insert("sec-websocket-protocol", protocols.parse().expect("a header"));
        let (stream, response) = connect_async(request).await?;
        let protocol =
            response.headers().get("sec-websocket-protocol").map(|value| value.to_str().unwrap_or_default());
        Ok(Self { stream, protocol: protocol.unwrap_or_default().to_owned() })
    }

    pub(crate) async fn connect(port: u16, authorization: &Value) -> Self {
        let mut socket = Self::open(port, authorization, Carrier::Protocol).await.expect("a WebSocket");
        socket.send(&json!({ "type": "connection_init" })).await;
        let first = socket.next().await;
        assert_eq!(first["type"], "connection_ack", "{first}");
        socket
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_text(message.to_string()).await;
    }

    pub(crate) async fn send_text(&mut self, text: String) {
        self.stream.send(Message::Text(text.into())).await.expect("an open WebSocket");
    }

    /// Next message other than `ka`; null when closed.
    pub(crate) async fn next(&mut self) -> Value {
        loop {
            let message = self.next_of_any_kind().await;
            if message["type"] != "ka" {
                return message;
            }
        }
    }

    pub(crate) async fn next_of_any_kind(&mut self) -> Value {
        loop {
            match tokio::time::timeout(TIMEOUT, self.stream.next()).await.expect("a message in time") {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).expect("JSON"),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Value::Null,
                Some(Ok(_)) => {}
            }
        }
    }

    pub(crate) async fn start(
        &mut self,
        id: &str,
        query: &str,
        variables: Value,
        authorization: &Value,
    ) -> Value {
        let data = json!({ "query": query, "variables": variables }).to_string();
        self.start_signed(id, &data, authorization).await
    }

    /// Sends `start` with the exact text that the signature covers.
    pub(crate) async fn start_signed(&mut self, id: &str, data: &str, authorization: &Value) -> Value {
        let payload = json!({ "data": data, "extensions": { "authorization": authorization } });
        self.send(&json!({ "id": id, "type": "start", "payload": payload })).await;
        self.next().await
    }
}

pub(crate) fn bearer(token: &str) -> Value {
    json!({ "Authorization": token, "host": "localhost" })
}
