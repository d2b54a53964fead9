//! Publishing through AppSync: a mutation, signed as the function's role, that echoes to the subscribers.

use std::time::{Duration, SystemTime};

use app::RecipeChange;
use app::ports::{ChangePublisher, PortError};
use aws_credential_types::provider::{ProvideCredentials, SharedCredentialsProvider};
use aws_sigv4::http_request::{SignableBody, SignableRequest, SigningSettings, sign};
use aws_sigv4::sign::v4;
use aws_smithy_runtime_api::client::http::{HttpConnector, SharedHttpConnector};
use aws_smithy_runtime_api::client::identity::Identity;
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::byte_stream::ByteStream;
use serde::Deserialize;

use crate::clients::{Clients, connector};

/// Every field, because a subscriber gets only what the mutation has selected.
const PUBLISH: &str = "mutation Publish($change: RecipeChangeInput!) { publishRecipeChange(change: $change) { \
    owner id version card { id title description url imageUrl status stage language tags { name } total_time \
    servings ingredientNames nutritionStatus errorCode errorDetails version createdAt updatedAt } } }";

/// How long AppSync may take; a change that was not published is delivered again.
const PATIENCE: Duration = Duration::from_secs(5);

/// AppSync's GraphQL endpoint, called with the function's own credentials.
#[derive(Clone, Debug)]
pub struct AppSyncPublisher {
    endpoint: String,
    region: String,
    credentials: SharedCredentialsProvider,
    http: SharedHttpConnector,
}

impl AppSyncPublisher {
    /// Over the API at this endpoint; `None` when the environment has no credentials or region.
    #[must_use]
    pub fn new(clients: &Clients, endpoint: String) -> Option<Self> {
        let config = clients.config();
        Some(Self {
            region: config.region()?.to_string(),
            credentials: config.credentials_provider()?,
            http: connector(&endpoint),
            endpoint,
        })
    }

    async fn signed(&self, body: &str) -> Result<HttpRequest, PortError> {
        let broken = |error: &dyn std::fmt::Display| PortError::Broken(format!("publish: {error}"));
        let credentials = self.credentials.provide_credentials().await.map_err(|error| broken(&error))?;
        let identity = Identity::from(credentials);
        let params = v4::SigningParams::builder()
            .identity(&identity)
            .region(&self.region)
            .name("appsync")
            .time(SystemTime::now())
            .settings(SigningSettings::default())
            .build()
            .map_err(|error| broken(&error))?
            .into();
        let mut request = http::Request::post(&self.endpoint)
            .header("content-type", "application/json")
            .body(SdkBody::from(body))
            .map_err(|error| broken(&error))?;
        let headers = [("content-type", "application/json")];
        let signable = SignableRequest::new(
            "POST",
            self.endpoint.as_str(),
            headers.into_iter(),
            SignableBody::Bytes(body.as_bytes()),
        )
        .map_err(|error| broken(&error))?;
        let (instructions, _) = sign(signable, &params).map_err(|error| broken(&error))?.into_parts();
        instructions.apply_to_request_http1x(&mut request);
        HttpRequest::try_from(request).map_err(|error| broken(&error))
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
        let body = serde_json::json!({ "query": PUBLISH, "variables": { "change": change } }).to_string();
        let request = self.signed(&body).await?;
        let busy = |detail: String| PortError::Busy(format!("publish: {detail}"));
        let call = async {
            let response = self.http.call(request).await.map_err(|error| busy(error.to_string()))?;
            let status = response.status().as_u16();
            let body = ByteStream::new(response.into_body()).collect().await;
            let bytes = body.map_err(|error| busy(error.to_string()))?.to_vec();
            Ok::<_, PortError>((status, bytes))
        };
        let (status, bytes) =
            tokio::time::timeout(PATIENCE, call).await.map_err(|_| busy("timed out".to_owned()))??;
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
