//! SDK clients, made once at function start.

use std::time::Duration;

use aws_config::retry::RetryConfig;
use aws_config::timeout::TimeoutConfig;
use aws_config::{BehaviorVersion, SdkConfig};
use aws_smithy_http_client::tls::{Provider, rustls_provider::CryptoMode};
use aws_smithy_http_client::{Builder, Connector};
use aws_smithy_runtime_api::client::http::SharedHttpConnector;
use aws_smithy_runtime_api::shared::IntoShared;

/// Shortest timeout of functions that use [`Clients::from_env`]; see template.yaml.
const ORDINARY_TIMEOUT: Duration = Duration::from_secs(15);
const MAX_ATTEMPTS: u32 = 3;

/// SDK configuration from the environment: credentials, region and endpoint.
#[derive(Clone, Debug)]
pub struct Clients {
    config: SdkConfig,
}

impl From<SdkConfig> for Clients {
    fn from(config: SdkConfig) -> Self {
        Self { config }
    }
}

impl Clients {
    /// Clients for functions with a timeout of at least 15 seconds.
    pub async fn from_env() -> Self {
        Self::within(ORDINARY_TIMEOUT).await
    }

    /// Clients for a function with this timeout. A service call with all attempts ends earlier.
    pub async fn within(function_timeout: Duration) -> Self {
        // A plain HTTP endpoint needs no system certificates; loading them takes tens of milliseconds.
        let plain = std::env::var("AWS_ENDPOINT_URL").is_ok_and(|url| url.starts_with("http://"));
        let http = if plain {
            Builder::new().build_http()
        } else {
            Builder::new().tls_provider(Provider::Rustls(CryptoMode::Ring)).build_https()
        };
        let config = aws_config::defaults(BehaviorVersion::latest())
            .http_client(http)
            .timeout_config(timeouts(function_timeout))
            .retry_config(RetryConfig::standard().with_max_attempts(MAX_ATTEMPTS))
            .load()
            .await;
        Self::from(config)
    }

    /// DynamoDB client.
    #[must_use]
    pub fn dynamodb(&self) -> aws_sdk_dynamodb::Client {
        aws_sdk_dynamodb::Client::new(&self.config)
    }

    /// S3 client. Local endpoints have no bucket subdomains, so it uses path style for them.
    #[must_use]
    pub fn s3(&self) -> aws_sdk_s3::Client {
        let local = self.config.endpoint_url().is_some();
        let config = aws_sdk_s3::config::Builder::from(&self.config).force_path_style(local).build();
        aws_sdk_s3::Client::from_conf(config)
    }

    /// Step Functions client.
    #[must_use]
    pub fn step_functions(&self) -> aws_sdk_sfn::Client {
        aws_sdk_sfn::Client::new(&self.config)
    }

    /// Secrets Manager client.
    #[must_use]
    pub fn secrets_manager(&self) -> aws_sdk_secretsmanager::Client {
        aws_sdk_secretsmanager::Client::new(&self.config)
    }

    pub(crate) fn user_pools(&self) -> aws_sdk_cognitoidentityprovider::Client {
        aws_sdk_cognitoidentityprovider::Client::new(&self.config)
    }

    /// The shared SDK configuration, for clients in other crates.
    #[must_use]
    pub fn config(&self) -> &SdkConfig {
        &self.config
    }
}

pub(crate) fn connector(endpoint: &str) -> SharedHttpConnector {
    if endpoint.starts_with("http://") {
        Connector::builder().build_http().into_shared()
    } else {
        Connector::builder().tls_provider(Provider::Rustls(CryptoMode::Ring)).build().into_shared()
    }
}

/// Timeouts: 70 % of the function's per operation, 40 % of that per attempt.
fn timeouts(function_timeout: Duration) -> TimeoutConfig {
    let operation = function_timeout * 7 / 10;
    let attempt = operation * 2 / 5;
    TimeoutConfig::builder()
        .connect_timeout(attempt / 2)
        .operation_attempt_timeout(attempt)
        .operation_timeout(operation)
        .build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operation_timeout_is_below_the_function_timeout() {
        for seconds in [5, 15, 60] {
            let function = Duration::from_secs(seconds);
            let limits = timeouts(function);
            let [connect, attempt, operation] =
                [limits.connect_timeout(), limits.operation_attempt_timeout(), limits.operation_timeout()]
                    .map(Option::unwrap_or_default);
            assert!(Duration::ZERO < connect && connect < attempt, "{limits:?}");
            assert!(attempt * 2 < operation, "a second attempt has time: {limits:?}");
            assert!(operation + Duration::from_secs(1) < function, "there is time to answer: {limits:?}");
        }
    }
}
