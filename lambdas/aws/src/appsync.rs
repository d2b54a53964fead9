//! Publishing through AppSync: a mutation, signed as the function's role, that echoes to the subscribers.

use app::credits::CreditChange;
use app::credits::changes::CreditChangePublisher;
use app::error::PortError;
use app::publish::ChangePublisher;
use app::{AppError, RecipeChange};
use serde::{Deserialize, Serialize};

use crate::clients::Clients;
use crate::signed::SignedService;

/// Every field, because a subscriber gets only what the mutation has selected.
const PUBLISH: &str = "mutation Publish($change: RecipeChangeInput!) { publishRecipeChange(change: $change) { \
    owner id version card { id title description author url part imageUrl status stage language tags { name } total_time \
    servings ingredientNames nutritionStatus errorCode errorDetails pictureSubmissionUUID fileSubmissionUUID sourceName \
    importSummary { found imported failed problems { title errorCode } } credit favourite rating collections lastMadeOn version createdAt updatedAt } } }";

const PUBLISH_CREDITS: &str = "mutation PublishCredits($change: CreditChangeInput!) { \
    publishCreditChange(change: $change) { userId version } }";

/// AppSync's GraphQL endpoint, called with the function's own credentials.
#[derive(Clone, Debug)]
pub struct AppSyncPublisher(SignedService);

impl AppSyncPublisher {
    /// A publisher to the API at this endpoint.
    ///
    /// # Errors
    /// [`AppError::Internal`] in an environment without credentials or a region.
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
        self.send(PUBLISH, change).await
    }
}

impl CreditChangePublisher for AppSyncPublisher {
    async fn publish(&self, change: &CreditChange) -> Result<(), PortError> {
        self.send(PUBLISH_CREDITS, change).await
    }
}

impl AppSyncPublisher {
    async fn send(&self, mutation: &str, change: &impl Serialize) -> Result<(), PortError> {
        let body = serde_json::json!({ "query": mutation, "variables": { "change": change } }).to_string();
        let (status, bytes) = self.0.post(&[("content-type", "application/json")], &body).await?;
        // A change that was not published is delivered again.
        let busy = |detail: String| PortError::Busy(format!("publish: {detail}"));
        match serde_json::from_slice::<Answer>(&bytes) {
            Ok(answer) if status == 200 && answer.errors.is_empty() => Ok(()),
            // The kind alone: a message could quote what was sent.
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
