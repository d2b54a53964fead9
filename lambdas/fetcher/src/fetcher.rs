//! The fetcher: follows redirects itself, and checks each hop and limits its time and size.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use app::addresses::guard::{is_global, is_written_plainly};
use app::addresses::{DemoKitchen, Guard};
use app::fetching::{FetchError, Fetched, Fetcher, Wanted};
use reqwest::header::{CONTENT_TYPE, LOCATION};
use reqwest::{Client, Response, StatusCode};
use tokio::time::timeout;
use url::Url;

use crate::body::{self, LimitedBody};
use crate::client::{self, SetupError};
use crate::environment::Environment;
use crate::names::GuardedNames;
use crate::reason::reason_of;
use crate::{challenge, headers};

const MAX_REDIRECTS: usize = 5;

/// Settings of the fetcher.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The demo kitchen, in the local stage only.
    pub demo: Option<DemoKitchen>,
}

/// Limits of a fetch; only tests change them.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    pub(crate) connect: Duration,
    /// Time for each chunk of a body. A response's headers must arrive within `connect` + `read`.
    pub(crate) read: Duration,
    pub(crate) total: Duration,
    pub(crate) page_bytes: usize,
    pub(crate) picture_bytes: usize,
    pub(crate) header_count: usize,
    pub(crate) header_bytes: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(3),
            read: Duration::from_secs(5),
            total: Duration::from_secs(15),
            page_bytes: 4 << 20,
            picture_bytes: 15 << 20,
            header_count: 200,
            header_bytes: 128 << 10,
        }
    }
}

/// Fetches submitted addresses.
pub struct GuardedFetcher {
    client: Client,
    guard: Guard,
    limits: Limits,
    public_peers: Vec<SocketAddr>,
}

enum Hop {
    Arrived(Fetched),
    Onward(Url),
}

impl GuardedFetcher {
    /// A fetcher for the public internet and, if configured, the demo kitchen.
    pub fn new(settings: Settings) -> Result<Self, SetupError> {
        Self::within(Environment::system(), settings, Limits::default())
    }

    pub(crate) fn within(
        environment: Environment,
        settings: Settings,
        limits: Limits,
    ) -> Result<Self, SetupError> {
        let public_peers = environment.public_peers.clone();
        let names = GuardedNames::new(&environment.names, &environment.reach, settings.demo.clone());
        Ok(Self { client: client(names, &limits)?, guard: Guard::new(settings.demo), limits, public_peers })
    }

    async fn follow(&self, address: &str, wanted: Wanted) -> Result<Fetched, FetchError> {
        let mut url = self.guard.check(address)?;
        for _ in 0..=MAX_REDIRECTS {
            match self.hop(url, wanted).await? {
                Hop::Arrived(fetched) => return Ok(fetched),
                Hop::Onward(next) => url = next,
            }
        }
        Err(FetchError::TooManyRedirects)
    }

    async fn hop(&self, mut url: Url, wanted: Wanted) -> Result<Hop, FetchError> {
        url.set_fragment(None);
        let request = self.client.get(url.clone()).headers(headers::for_wanted(wanted)).send();
        let mut response = timeout(self.limits.connect + self.limits.read, request)
            .await
            .map_err(|_| FetchError::TimedOut)?
            .map_err(|error| reason_of(&error))?;
        if !self.is_expected_peer(&url, response.remote_addr()) {
            return Err(FetchError::NotAllowed);
        }
        self.check_head(&response)?;
        let status = response.status();
        if is_redirect(status) {
            return self.target_of(&response, &url).map(Hop::Onward);
        }
        if !status.is_success() {
            return Err(self.refusal(&mut response, &url).await);
        }
        let limit = match wanted {
            Wanted::Page => self.limits.page_bytes,
            Wanted::Picture => self.limits.picture_bytes,
        };
        let LimitedBody::Whole(bytes) = body::take(&mut response, limit, self.limits.read).await? else {
            return Err(FetchError::TooLarge);
        };
        if challenge::detect_challenge(&url, response.headers(), &bytes).is_some() {
            return Err(FetchError::Blocked);
        }
        let content_type = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let content_type = content_type.map(ToOwned::to_owned);
        Ok(Hop::Arrived(Fetched { url, content_type, body: bytes }))
    }

    /// Whether the peer is public, or loopback for the demo kitchen.
    fn is_expected_peer(&self, url: &Url, peer: Option<SocketAddr>) -> bool {
        let Some(peer) = peer else { return false };
        if self.guard.is_demo(url) {
            return peer.ip().is_loopback() && Some(peer.port()) == url.port_or_known_default();
        }
        is_global(peer.ip()) || self.public_peers.contains(&peer)
    }

    /// Limits the bytes of headers. For HTTP/1 the client limits only their number.
    fn check_head(&self, response: &Response) -> Result<(), FetchError> {
        let bytes: usize =
            response.headers().iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
        if bytes > self.limits.header_bytes as usize { Err(FetchError::TooLarge) } else { Ok(()) }
    }

    fn target_of(&self, response: &Response, from: &Url) -> Result<Url, FetchError> {
        let unreadable = FetchError::TooManyRedirects;
        let location = response.headers().get(LOCATION).ok_or(unreadable)?;
        // Some sites send paths as raw UTF-8.
        let location = str::from_utf8(location.as_bytes()).map_err(|_| unreadable)?;
        if !is_written_plainly(location) {
            return Err(unreadable);
        }
        let target = from.join(location).map_err(|_| unreadable)?;
        // The submitted address was valid, so an invalid redirect is not the user's mistake.
        self.guard.check_parsed(&target).map_err(|_| FetchError::NotAllowed)?;
        if challenge::is_consent_page(&target) { Err(FetchError::Blocked) } else { Ok(target) }
    }

    /// The error of an unsuccessful status. Challenges may use 405, 503 or other codes.
    async fn refusal(&self, response: &mut Response, url: &Url) -> FetchError {
        let reason = match response.status().as_u16() {
            404 | 410 => return FetchError::NotFound,
            401 | 402 | 403 | 407 | 429 | 451 => return FetchError::Blocked,
            other => FetchError::SiteError(other),
        };
        let start = match body::take(response, challenge::MAX_BYTES, self.limits.read).await {
            Ok(LimitedBody::Whole(bytes) | LimitedBody::Start(bytes)) => bytes,
            // If the body is unreadable, status and headers decide.
            Err(_) => Vec::new(),
        };
        match challenge::detect_challenge(url, response.headers(), &start) {
            Some(_) => FetchError::Blocked,
            None => reason,
        }
    }
}

impl Fetcher for GuardedFetcher {
    async fn fetch(&self, address: &str, wanted: Wanted) -> Result<Fetched, FetchError> {
        let whole = timeout(self.limits.total, self.follow(address, wanted)).await;
        let outcome = whole.unwrap_or(Err(FetchError::TimedOut));
        if let Err(reason) = &outcome {
            // Neither the URL nor the site's text is logged: both may be secret.
            tracing::debug!(%reason, "fetch refused or failed");
        }
        outcome
    }
}

fn is_redirect(status: StatusCode) -> bool {
    matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308)
}

fn client(names: Arc<GuardedNames>, limits: &Limits) -> Result<Client, SetupError> {
    let client = client::builder(limits.connect)?
        .user_agent(headers::USER_AGENT)
        .dns_resolver(names)
        .http1_max_headers(limits.header_count)
        .http2_max_header_list_size(limits.header_bytes)
        .build()?;
    Ok(client)
}
