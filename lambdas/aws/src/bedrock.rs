//! The agent's model port on Amazon Bedrock's `ConverseStream`. No other crate uses aws-sdk-bedrockruntime.
//!
//! [`request`] maps messages to Bedrock, [`events`] maps the stream to agent events, and [`errors`] maps
//! errors. A [`Meter`] counts usage and a [`Price`] converts it to money. Conversation texts and Bedrock's
//! messages are not logged or passed on.

mod document;
mod errors;
mod events;
mod request;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use agent::{Model, ModelError, Request};
use aws_config::SdkConfig;
use aws_config::retry::RetryConfig;
use aws_config::stalled_stream_protection::StalledStreamProtectionConfig;
use aws_config::timeout::TimeoutConfig;
use aws_sdk_bedrockruntime::Client;
use aws_sdk_bedrockruntime::config::Builder;
use tokio::time::Instant;
use zest_core::Timestamp;

pub use events::Answering;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
const MAX_ATTEMPTS: u32 = 3;

/// A Bedrock model or inference profile.
#[derive(Clone, Debug)]
pub struct Bedrock {
    client: Client,
    model_id: String,
}

impl Bedrock {
    /// The model in the configured region, or at `AWS_ENDPOINT_URL_BEDROCK_RUNTIME`.
    #[must_use]
    pub fn new(config: &SdkConfig, model_id: String) -> Self {
        // No read timeout: a model may take long before its first token. `Request::until` bounds the answer.
        let timeouts = TimeoutConfig::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .disable_read_timeout()
            .disable_operation_attempt_timeout()
            .disable_operation_timeout()
            .build();
        let config = Builder::from(config)
            .timeout_config(timeouts)
            .stalled_stream_protection(StalledStreamProtectionConfig::disabled())
            .retry_config(RetryConfig::standard().with_max_attempts(MAX_ATTEMPTS))
            .build();
        Self { client: Client::from_conf(config), model_id }
    }
}

impl Model for Bedrock {
    type Events = Answering;

    /// Returns immediately. The call proceeds while its events are awaited, so that waiting events arrive in
    /// time.
    async fn ask(&self, request: Request) -> Result<Answering, ModelError> {
        let ends = Instant::now() + left(request.until);
        let call =
            request::build_converse_call(self.client.converse_stream().model_id(&self.model_id), request)?;
        Ok(Answering::new(Box::pin(async move { Ok(call.send().await?.stream) }), ends))
    }
}

fn left(until: Timestamp) -> Duration {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let until = Duration::from_millis(u64::try_from(until.millis()).unwrap_or_default());
    until.saturating_sub(now)
}
