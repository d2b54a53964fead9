//! `/mcp`: a Model Context Protocol server for a member's recipes. Each request gets a JSON response. There
//! are no sessions or streams, because Lambda and API Gateway keep none.

mod server;
mod tools;

use std::io::Cursor;
use std::sync::Arc;

use app::AppError;
use app::addresses::{DemoKitchen, Guard};
use aws::{Clients, DynamoProgramProposals, StateMachines};
use http::{HeaderName, HeaderValue, Request, header};
use http_body_util::{BodyExt, Full};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use super::gate::Gate;
use crate::runtime::{RestAnswer, RestError, RestRequest};
use server::Server;

/// The SDK requires this header, although it answers with JSON.
const ACCEPT: &str = "application/json, text/event-stream";
/// The SDK refuses messages without a host. Any host is valid: API Gateway has checked the client's.
const HOST: &str = "localhost";
const MAX_BYTES: usize = 64 << 10;

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve_rest(|request| function.handle(request)).await
}

/// State shared by invocations.
pub struct Function(Arc<Shared>);

struct Shared {
    gate: Gate,
    machines: StateMachines,
    proposals: DynamoProgramProposals,
    guard: Guard,
    imports_under_way: u32,
}

impl Function {
    /// Reads `DEMO_KITCHEN`, `IMPORTS_UNDER_WAY`, `PROCESSING_ARN`, `TABLE_NAME` and the settings of `Gate`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        let demo = crate::runtime::optional("DEMO_KITCHEN").map(|base| DemoKitchen::parse(&base)).transpose();
        let under_way = crate::runtime::required("IMPORTS_UNDER_WAY")?.parse::<u32>();
        let processing = crate::runtime::required("PROCESSING_ARN")?;
        Ok(Self(Arc::new(Shared {
            gate: Gate::from_env(&clients)?,
            machines: StateMachines::new(clients.step_functions(), Some(processing), None),
            proposals: DynamoProgramProposals::new(
                clients.dynamodb(),
                crate::runtime::required("TABLE_NAME")?,
            ),
            guard: Guard::new(demo.map_err(|error| AppError::internal(&error))?),
            imports_under_way: under_way
                .map_err(|_| AppError::Internal("IMPORTS_UNDER_WAY is malformed".to_owned()))?,
        })))
    }

    /// Answers one JSON-RPC message of `/mcp`.
    pub async fn handle(&self, request: RestRequest) -> Result<RestAnswer, RestError> {
        match request.route() {
            ["POST", "/mcp"] => self.answer(&request).await,
            // The protocol's response for servers without streams and sessions.
            ["GET" | "DELETE", "/mcp"] => {
                Err(RestError::new(405, "METHOD_NOT_ALLOWED", "This server has no streams and no sessions."))
            }
            _ => Err(RestError::no_route()),
        }
    }

    async fn answer(&self, request: &RestRequest) -> Result<RestAnswer, RestError> {
        let admitted = Arc::new(self.0.gate.admit(request, crate::runtime::now()).await?);
        let body = request.bytes()?;
        if body.len() > MAX_BYTES {
            let message = format!("The body may have {MAX_BYTES} bytes at most.");
            return Err(RestError::new(413, "TOO_LARGE", message));
        }
        let mut message = Request::new(Full::new(Cursor::new(body)));
        *message.method_mut() = http::Method::POST;
        message.headers_mut().insert(header::ACCEPT, HeaderValue::from_static(ACCEPT));
        message.headers_mut().insert(header::HOST, HeaderValue::from_static(HOST));
        for (name, value) in request.headers().filter(|(name, _)| is_of_protocol(name)) {
            let name = HeaderName::from_bytes(name.as_bytes());
            if let (Ok(name), Ok(value)) = (name, HeaderValue::from_str(value)) {
                message.headers_mut().insert(name, value);
            }
        }
        let shared = Arc::clone(&self.0);
        let service = StreamableHttpService::new(
            move || Ok(Server::new(Arc::clone(&shared), Arc::clone(&admitted))),
            Arc::new(NeverSessionManager::default()),
            StreamableHttpServerConfig::default()
                .with_legacy_session_mode(false)
                .with_json_response(true)
                .with_max_request_body_bytes(MAX_BYTES),
        );
        let (parts, body) = service.handle(message).await.into_parts();
        let body = body.collect().await.map_err(|error| AppError::internal(&error))?.to_bytes();
        let content_type = parts.headers.get(header::CONTENT_TYPE);
        let content_type = content_type.and_then(|value| value.to_str().ok()).map(str::to_owned);
        let body = String::from_utf8(body.into()).map_err(|error| AppError::internal(&error))?;
        Ok(RestAnswer::raw(parts.status.as_u16(), content_type, body))
    }
}

/// Whether a header is passed on; others may contain tokens and addresses.
fn is_of_protocol(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name == "content-type" || name.starts_with("mcp-")
}
