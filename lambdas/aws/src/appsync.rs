//! Publishes through signed AppSync mutations, which subscribers receive.

use agent::Part;
use app::conversations::PartPublisher;
use app::credits::CreditChange;
use app::credits::changes::CreditChangePublisher;
use app::publish::ChangePublisher;
use app::{AppError, OwnerId, RecipeChange};
use serde::Deserialize;
use serde_json::{Value, json};
use zest_core::PortError;

use crate::clients::Clients;
use crate::random::padding;
use crate::signed::SignedService;

/// Mutation. Subscribers receive the fields that it selects.
const PUBLISH: &str = "mutation Publish($change: RecipeChangeInput!) { publishRecipeChange(change: $change) { \
    owner id version card { id title description author url part imageUrl status stage language tags { name } total_time \
    servings ingredientNames nutritionStatus errorCode errorDetails pictureSubmissionUUID fileSubmissionUUID sourceName \
    importSummary { found imported failed problems { title errorCode text } } credit favourite rating collections lastMadeOn version createdAt updatedAt } } }";

const PUBLISH_CREDITS: &str = "mutation PublishCredits($change: CreditChangeInput!) { \
    publishCreditChange(change: $change) { userId version } }";

const PUBLISH_PART: &str = "mutation PublishPart($part: ConversationMessageStreamPartInput!) { \
    publishConversationPart(part: $part) { id owner conversationId associatedUserMessageId contentBlockIndex contentBlockText \
    contentBlockDeltaIndex contentBlockToolUse { toolUseId name input } contentBlockDoneAtIndex stopReason \
    errors { message errorType } working p } }";

/// AppSync's endpoint, called with the function's credentials.
#[derive(Clone, Debug)]
pub struct AppSyncPublisher(SignedService);

impl AppSyncPublisher {
    /// Publisher for this endpoint.
    pub fn new(clients: &Clients, endpoint: String) -> Result<Self, AppError> {
        let service = SignedService::new(clients, "appsync", endpoint);
        service.map(Self).ok_or_else(|| AppError::Internal("no credentials or region".to_owned()))
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    #[serde(default)]
    errors: Vec<GraphQlError>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GraphQlError {
    error_type: Option<String>,
}

impl ChangePublisher for AppSyncPublisher {
    async fn publish(&self, change: &RecipeChange) -> Result<(), PortError> {
        self.send(PUBLISH, &json!({ "change": change })).await
    }
}

impl CreditChangePublisher for AppSyncPublisher {
    async fn publish(&self, change: &CreditChange) -> Result<(), PortError> {
        self.send(PUBLISH_CREDITS, &json!({ "change": change })).await
    }
}

impl PartPublisher for AppSyncPublisher {
    async fn publish(&self, owner: &OwnerId, part: &Part) -> Result<(), PortError> {
        self.send(PUBLISH_PART, &json!({ "part": padded(owner, part, &padding())? })).await
    }
}

/// A part, its owner, and padding that hides the text's length.
fn padded(owner: &OwnerId, part: &Part, padding: &str) -> Result<Value, PortError> {
    let mut input = serde_json::to_value(part).map_err(|error| PortError::Broken(error.to_string()))?;
    if let Some(fields) = input.as_object_mut() {
        fields.insert("owner".to_owned(), json!(owner));
        fields.insert("p".to_owned(), json!(padding));
    }
    Ok(input)
}

impl AppSyncPublisher {
    async fn send(&self, mutation: &str, variables: &Value) -> Result<(), PortError> {
        let body = json!({ "query": mutation, "variables": variables }).to_string();
        let (status, bytes) = self.0.post(&[("content-type", "application/json")], &body).await?;
        // Busy, so that the change is delivered again.
        let busy = |detail: String| PortError::Busy(format!("publish: {detail}"));
        match serde_json::from_slice::<Answer>(&bytes) {
            Ok(answer) if status == 200 && answer.errors.is_empty() => Ok(()),
            // Only the error type: the message could quote the request.
            Ok(answer) => Err(busy(format!(
                "status {status}, {}",
                answer
                    .errors
                    .iter()
                    .filter_map(|error| error.error_type.as_deref())
                    .collect::<Vec<_>>()
                    .join(", ")
            ))),
            Err(_) => Err(busy(format!("status {status}, unreadable answer"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use agent::{ConversationId, PartPayload, QuestionId};

    use super::*;

    #[test]
    fn published_part_has_owner_and_padding() {
        let part = Part {
            conversation: ConversationId::parse("c").unwrap(),
            question: QuestionId::parse("q").unwrap(),
            payload: PartPayload::Text { block: 0, delta: 1, text: "salt".to_owned() },
        };
        let input = padded(&OwnerId::new("ann"), &part, "abc").unwrap();
        let expected = json!({ "id": "q.a.0.1", "conversationId": "c", "associatedUserMessageId": "q", "owner": "ann", "p": "abc",
            "contentBlockIndex": 0, "contentBlockDeltaIndex": 1, "contentBlockText": "salt" });
        assert_eq!(input, expected);
    }
}
