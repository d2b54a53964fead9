//! The only crate that names aws-sdk-bedrockruntime: the agent's port to a language model, on Amazon Bedrock's `ConverseStream`.
//!
//! What is said becomes Bedrock's messages ([`request`]), what comes becomes the agent's events ([`events`]), and whatever goes wrong one
//! of the agent's few errors ([`errors`]). No text of a conversation, no answer and no sentence of Bedrock's is logged or passed on.

mod document;
mod errors;
mod events;
mod request;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use agent::{Model, ModelError, Moment, Request};
use aws_config::SdkConfig;
use aws_config::retry::RetryConfig;
use aws_config::stalled_stream_protection::StalledStreamProtectionConfig;
use aws_config::timeout::TimeoutConfig;
use aws_sdk_bedrockruntime::Client;
use aws_sdk_bedrockruntime::config::Builder;
use tokio::time::Instant;

pub use events::Answering;

/// How long a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// A model that is asked too much just now is asked again after a second, and after two.
const MOST_ATTEMPTS: u32 = 3;

/// A model of Bedrock, or an inference profile that leads to one.
#[derive(Clone, Debug)]
pub struct Bedrock {
    client: Client,
    model_id: String,
}

impl Bedrock {
    /// The model of this id in the configuration's region, or where `AWS_ENDPOINT_URL_BEDROCK_RUNTIME` says that Bedrock is.
    #[must_use]
    pub fn new(config: &SdkConfig, model_id: String) -> Self {
        // A model may think for long before its first word; what bounds an answer is `Request::until`.
        let timeouts = TimeoutConfig::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .disable_read_timeout()
            .disable_operation_attempt_timeout()
            .disable_operation_timeout()
            .build();
        let config = Builder::from(config)
            .timeout_config(timeouts)
            .stalled_stream_protection(StalledStreamProtectionConfig::disabled())
            .retry_config(RetryConfig::standard().with_max_attempts(MOST_ATTEMPTS))
            .build();
        Self { client: Client::from_conf(config), model_id }
    }
}

impl Model for Bedrock {
    type Events = Answering;

    /// Comes back at once: the call goes on while its events are waited for, so that a model that thinks is heard to be alive.
    async fn ask(&self, request: Request) -> Result<Answering, ModelError> {
        let ends = Instant::now() + left(request.until);
        let call = request::filled(self.client.converse_stream().model_id(&self.model_id), request)?;
        Ok(Answering::new(Box::pin(async move { Ok(call.send().await?.stream) }), ends))
    }
}

/// How long it is until then, by the machine's clock.
fn left(until: Moment) -> Duration {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let until = Duration::from_millis(u64::try_from(until.millis()).unwrap_or_default());
    until.saturating_sub(now)
}
