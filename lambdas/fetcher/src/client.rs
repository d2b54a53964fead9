//! Builds this crate's HTTP clients with safe settings.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::{Client, ClientBuilder, redirect};
use rustls::{ClientConfig, RootCertStore};
use thiserror::Error;

/// Why no client could be created; occurs when a function starts.
#[derive(Debug, Error)]
pub enum SetupError {
    /// No root certificates, so every HTTPS site would fail.
    #[error("the system has no certificate authorities to trust")]
    NoRoots,
    /// The TLS library rejected its settings.
    #[error("TLS could not be set up")]
    Tls(#[from] rustls::Error),
    /// The HTTP library rejected its settings.
    #[error("the HTTP client could not be set up")]
    Client(#[from] reqwest::Error),
}

/// Builder of clients without redirects or proxies, using the system's root certificates.
#[allow(clippy::disallowed_methods, reason = "the only place that may create a client")]
pub(crate) fn builder(connect_timeout: Duration) -> Result<ClientBuilder, SetupError> {
    Ok(Client::builder()
        .redirect(redirect::Policy::none())
        .no_proxy()
        .connect_timeout(connect_timeout)
        // A pooled connection would skip name resolution, and breaks while a function is frozen.
        .pool_max_idle_per_host(0)
        .tls_backend_preconfigured(tls()?))
}

fn tls() -> Result<ClientConfig, SetupError> {
    static READ: OnceLock<ClientConfig> = OnceLock::new();
    if let Some(config) = READ.get() {
        return Ok(config.clone());
    }
    let mut roots = RootCertStore::empty();
    let (trusted, _) = roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if trusted == 0 {
        return Err(SetupError::NoRoots);
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(READ.get_or_init(|| config).clone())
}
