//! The SDK's clients, made once when a function starts.

use std::time::Duration;

use aws_config::retry::RetryConfig;
use aws_config::timeout::TimeoutConfig;
use aws_config::{BehaviorVersion, SdkConfig};
use aws_smithy_http_client::tls::{Provider, rustls_provider::CryptoMode};
use aws_smithy_http_client::{Builder, Connector};
use aws_smithy_runtime_api::client::http::SharedHttpConnector;
use aws_smithy_runtime_api::shared::IntoShared;

/// No single answer of a service takes longer; a function's own time-out is longer than three of these.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(5);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// Where the clients of the services come from: credentials, region and endpoint of the environment.
#[derive(Clone, Debug)]
pub struct Clients {
    config: SdkConfig,
}

impl Clients {
    /// Reads the environment, as every AWS SDK does.
    pub async fn from_env() -> Self {
        let timeouts = TimeoutConfig::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .operation_attempt_timeout(ATTEMPT_TIMEOUT)
            .build();
        // Loading the system's certificates takes tens of milliseconds, which a plain endpoint does not need.
        let plain = std::env::var("AWS_ENDPOINT_URL").is_ok_and(|url| url.starts_with("http://"));
        let http = if plain {
            Builder::new().build_http()
        } else {
            Builder::new().tls_provider(Provider::Rustls(CryptoMode::Ring)).build_https()
        };
        let config = aws_config::defaults(BehaviorVersion::latest())
            .http_client(http)
            .timeout_config(timeouts)
            .retry_config(RetryConfig::standard().with_max_attempts(3))
            .load()
            .await;
        Self { config }
    }

    /// DynamoDB.
    #[must_use]
    pub fn dynamodb(&self) -> aws_sdk_dynamodb::Client {
        aws_sdk_dynamodb::Client::new(&self.config)
    }

    /// S3. Path style, because a local endpoint has no names below it for buckets.
    #[must_use]
    pub fn s3(&self) -> aws_sdk_s3::Client {
        let local = self.config.endpoint_url().is_some();
        let config = aws_sdk_s3::config::Builder::from(&self.config).force_path_style(local).build();
        aws_sdk_s3::Client::from_conf(config)
    }

    /// Step Functions.
    #[must_use]
    pub fn step_functions(&self) -> aws_sdk_sfn::Client {
        aws_sdk_sfn::Client::new(&self.config)
    }

    /// Secrets Manager.
    #[must_use]
    pub fn secrets_manager(&self) -> aws_sdk_secretsmanager::Client {
        aws_sdk_secretsmanager::Client::new(&self.config)
    }

    pub(crate) fn config(&self) -> &SdkConfig {
        &self.config
    }
}

/// The SDK's own HTTP client, for the one service that has none of its own.
pub(crate) fn connector(endpoint: &str) -> SharedHttpConnector {
    if endpoint.starts_with("http://") {
        Connector::builder().build_http().into_shared()
    } else {
        Connector::builder().tls_provider(Provider::Rustls(CryptoMode::Ring)).build().into_shared()
    }
}
