//! Starts `fn-agent` by an asynchronous invocation with ids only.

use agent::{ConversationId, QuestionId};
use app::AppError;
use app::conversations::AgentStarter;
use serde_json::json;
use zest_core::PortError;

use crate::clients::Clients;
use crate::signed::SignedService;

/// The agent function, invoked with this function's credentials.
#[derive(Clone, Debug)]
pub struct LambdaAgent(SignedService);

impl LambdaAgent {
    /// Creates a client that invokes the Lambda function `function`.
    pub fn new(clients: &Clients, function: &str) -> Result<Self, AppError> {
        Ok(Self(invocations_of(clients, function)?))
    }
}

pub(crate) fn invocations_of(clients: &Clients, function: &str) -> Result<SignedService, AppError> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if function.is_empty() || !function.bytes().all(is_name) {
        return Err(AppError::Internal("the name of a function is malformed".to_owned()));
    }
    let path = format!("2015-03-31/functions/{function}/invocations");
    let service = SignedService::regional(clients, "lambda", &path);
    service.ok_or_else(|| AppError::Internal("no credentials or region".to_owned()))
}

impl AgentStarter for LambdaAgent {
    async fn start(&self, conversation: &ConversationId, question: &QuestionId) -> Result<(), PortError> {
        let body = json!({ "conversationId": conversation, "messageId": question }).to_string();
        let headers = [("content-type", "application/json"), ("x-amz-invocation-type", "Event")];
        let (status, _) = self.0.post(&headers, &body).await?;
        match status {
            202 => Ok(()),
            429 | 500.. => Err(PortError::Busy(format!("Invoke: status {status}"))),
            _ => Err(PortError::Broken(format!("Invoke: status {status}"))),
        }
    }
}
