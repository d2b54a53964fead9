//! SigV4-signed requests to services without an SDK crate.

use std::time::{Duration, SystemTime};

use aws_credential_types::provider::{ProvideCredentials, SharedCredentialsProvider};
use aws_sigv4::http_request::{SignableBody, SignableRequest, SigningSettings, sign};
use aws_sigv4::sign::v4;
use aws_smithy_runtime_api::client::http::{HttpConnector, SharedHttpConnector};
use aws_smithy_runtime_api::client::identity::Identity;
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::byte_stream::ByteStream;
use zest_core::PortError;

use crate::clients::{Clients, connector};

const TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Clone, Debug)]
pub(crate) struct SignedService {
    service: &'static str,
    endpoint: String,
    region: String,
    credentials: SharedCredentialsProvider,
    http: SharedHttpConnector,
    timeout: Duration,
}

pub(crate) type Answered = (u16, Vec<u8>);

impl SignedService {
    pub(crate) fn new(clients: &Clients, service: &'static str, endpoint: String) -> Option<Self> {
        let config = clients.config();
        Some(Self {
            service,
            region: config.region()?.to_string(),
            credentials: config.credentials_provider()?,
            http: connector(&endpoint),
            endpoint,
            timeout: TIMEOUT,
        })
    }

    /// The regional endpoint of a service, or the endpoint in the environment, followed by `path` (may be empty).
    pub(crate) fn regional(clients: &Clients, service: &'static str, path: &str) -> Option<Self> {
        let config = clients.config();
        let base = match config.endpoint_url() {
            Some(local) => local.trim_end_matches('/').to_owned(),
            None => format!("https://{service}.{}.amazonaws.com", config.region()?),
        };
        Self::new(clients, service, format!("{base}/{path}"))
    }

    pub(crate) fn with_timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    pub(crate) async fn post(&self, headers: &[(&str, &str)], body: &str) -> Result<Answered, PortError> {
        let request = self.signed(headers, body).await?;
        let busy = |detail: String| PortError::Busy(format!("{}: {detail}", self.service));
        let call = async {
            let response = self.http.call(request).await.map_err(|error| busy(error.to_string()))?;
            let status = response.status().as_u16();
            let body = ByteStream::new(response.into_body()).collect().await;
            let bytes = body.map_err(|error| busy(error.to_string()))?.to_vec();
            Ok::<_, PortError>((status, bytes))
        };
        tokio::time::timeout(self.timeout, call).await.map_err(|_| busy("timed out".to_owned()))?
    }

    async fn signed(&self, headers: &[(&str, &str)], body: &str) -> Result<HttpRequest, PortError> {
        let broken = |error: &dyn std::fmt::Display| PortError::Broken(format!("{}: {error}", self.service));
        let credentials = self.credentials.provide_credentials().await.map_err(|error| broken(&error))?;
        let identity = Identity::from(credentials);
        let params = v4::SigningParams::builder()
            .identity(&identity)
            .region(&self.region)
            .name(self.service)
            .time(SystemTime::now())
            .settings(SigningSettings::default())
            .build()
            .map_err(|error| broken(&error))?
            .into();
        let mut request = http::Request::post(&self.endpoint);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut request = request.body(SdkBody::from(body)).map_err(|error| broken(&error))?;
        let signable = SignableRequest::new(
            "POST",
            self.endpoint.as_str(),
            headers.iter().copied(),
            SignableBody::Bytes(body.as_bytes()),
        )
        .map_err(|error| broken(&error))?;
        let (instructions, _) = sign(signable, &params).map_err(|error| broken(&error))?.into_parts();
        instructions.apply_to_request_http1x(&mut request);
        HttpRequest::try_from(request).map_err(|error| broken(&error))
    }
}
