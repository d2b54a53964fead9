use std::time::Duration;

use app::grocery::{GroceryPartner, PartnerError, PartnerSite, RecipePage};
use reqwest::header::{ACCEPT, ACCEPT_LANGUAGE, AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Client, Response};
use tokio::time::{Instant, timeout_at};
use url::Url;

use crate::body::{self, LimitedBody};
use crate::client::{self, SetupError};

const MAX_BYTES: usize = 64 << 10;
const USER_AGENT: &str = concat!("Zest/", env!("CARGO_PKG_VERSION"));

/// Timing, within the caller's timeout.
#[derive(Clone, Copy, Debug)]
struct Pace {
    /// Name resolution, connection and TLS handshake.
    connect: Duration,
    attempt: Duration,
    total: Duration,
    /// First pause before a retry; doubles each time.
    first_pause: Duration,
    attempts: u32,
}

const PACE: Pace = Pace {
    connect: Duration::from_secs(3),
    attempt: Duration::from_secs(8),
    total: Duration::from_secs(14),
    first_pause: Duration::from_millis(600),
    attempts: 4,
};

/// Instacart's API with our key.
pub struct Instacart {
    client: Client,
    site: PartnerSite,
    key: HeaderValue,
    pace: Pace,
    jitter: fn() -> f64,
}

/// Why the API cannot be used. The texts do not contain the key.
#[derive(Debug, thiserror::Error)]
pub enum InstacartSetup {
    /// The key is not a valid header value.
    #[error("the key of Instacart can't be sent")]
    Key,
    /// The HTTP client cannot be created.
    #[error(transparent)]
    Client(#[from] SetupError),
}

impl Instacart {
    /// A client with this key. `jitter` returns a factor around one for each pause.
    ///
    /// # Errors
    /// [`InstacartSetup`] for an invalid key or missing root certificates.
    pub fn new(site: PartnerSite, key: &str, jitter: fn() -> f64) -> Result<Self, InstacartSetup> {
        Self::paced(site, key, jitter, PACE)
    }

    fn paced(site: PartnerSite, key: &str, jitter: fn() -> f64, pace: Pace) -> Result<Self, InstacartSetup> {
        let mut key = HeaderValue::from_str(&format!("Bearer {key}")).map_err(|_| InstacartSetup::Key)?;
        key.set_sensitive(true);
        let client =
            client::builder(pace.connect)?.user_agent(USER_AGENT).build().map_err(SetupError::from)?;
        Ok(Self { client, site, key, pace, jitter })
    }

    async fn ask(&self, page: &RecipePage, body: &str, end: Instant) -> Result<Url, PartnerError> {
        let request = self
            .client
            .post(self.site.endpoint().clone())
            .header(AUTHORIZATION, self.key.clone())
            .header(ACCEPT, "application/json")
            .header(ACCEPT_LANGUAGE, page.locale.tag())
            .header(CONTENT_TYPE, "application/json")
            .body(body.to_owned());
        let whole = async {
            let unreachable = |_| PartnerError::Unavailable("it can't be reached");
            let mut response = request.send().await.map_err(unreachable)?;
            self.read(&mut response).await
        };
        timeout_at(end, whole).await.unwrap_or(Err(PartnerError::Unavailable("no answer in time")))
    }

    async fn read(&self, response: &mut Response) -> Result<Url, PartnerError> {
        let status = response.status().as_u16();
        match body::take(response, MAX_BYTES, self.pace.attempt).await {
            Ok(LimitedBody::Whole(bytes)) => self.site.read(status, &bytes),
            Ok(LimitedBody::Start(_)) => Err(PartnerError::Unreadable),
            Err(_) => Err(PartnerError::Unavailable("its answer breaks off")),
        }
    }
}

impl GroceryPartner for Instacart {
    /// Retries if the partner asks for it and time remains. A request without a response is not retried,
    /// because it may have created a page.
    async fn create(&self, page: &RecipePage) -> Result<Url, PartnerError> {
        let body = page.body().map_err(|_| PartnerError::Unreadable)?;
        let end = Instant::now() + self.pace.total;
        let mut pause = self.pace.first_pause;
        for attempt in 1.. {
            let asked = self.ask(page, &body, end.min(Instant::now() + self.pace.attempt)).await;
            let wait = pause.mul_f64((self.jitter)());
            let is_time = attempt < self.pace.attempts && Instant::now() + wait < end;
            if !matches!(asked, Err(PartnerError::Busy { .. })) || !is_time {
                return asked;
            }
            tokio::time::sleep(wait).await;
            pause *= 2;
        }
        Err(PartnerError::Unavailable("no answer in time"))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use app::grocery::LinkRequest;
    use instacart_stand_in::fault::Fault;
    use instacart_stand_in::{Config, StandIn, bind};
    use serde_json::json;

    use super::*;

    const KEY: &str = "keys.local-of-this-test";
    const TITLE: &str = "Soup";

    async fn partner(key: &str) -> (Arc<StandIn>, Instacart) {
        let config = json!({ "port": 0, "apiKey": KEY });
        let bound = bind(serde_json::from_value::<Config>(config).unwrap()).await.unwrap();
        let stand_in = Arc::clone(&bound.stand_in);
        let site = PartnerSite::parse(&bound.origin).unwrap().unwrap();
        tokio::spawn(bound.serve(std::future::pending()));
        let millis = Duration::from_millis;
        let pace = Pace { attempt: millis(400), total: millis(2_000), first_pause: millis(5), ..PACE };
        (stand_in, Instacart::paced(site, key, || 1.0, pace).unwrap())
    }

    fn page() -> RecipePage {
        let request = json!({ "title": TITLE, "ingredients": [
            { "name": "Milk", "quantity": "8", "unit": "fl oz" },
            { "name": "Salt", "quantity": "", "unit": "" },
        ] });
        serde_json::from_value::<LinkRequest>(request).unwrap().page(None).unwrap()
    }

    async fn asked_for(faults: &[Fault]) -> (Result<Url, PartnerError>, u64) {
        let (stand_in, instacart) = partner(KEY).await;
        stand_in.break_next(TITLE, faults.iter().copied());
        (instacart.create(&page()).await, stand_in.calls(TITLE))
    }

    #[tokio::test]
    async fn created_page_has_a_partner_link() {
        let (link, calls) = asked_for(&[]).await;
        assert_eq!((link.unwrap().path(), calls), ("/store/recipes/1", 1));
    }

    #[tokio::test]
    async fn busy_partner_is_retried_a_few_times() {
        for fault in [Fault::Busy, Fault::TryAgain, Fault::SeveralTryAgain] {
            let (link, calls) = asked_for(&[fault, fault]).await;
            assert!(link.is_ok() && calls == 3, "{fault:?}: {link:?} after {calls}");
            let (link, calls) = asked_for(&[fault; 9]).await;
            assert!(
                matches!(link, Err(PartnerError::Busy { .. })) && calls == 4,
                "{fault:?}: {link:?}, {calls}"
            );
        }
    }

    #[tokio::test]
    async fn request_that_may_have_created_a_page_is_not_retried() {
        for (fault, expected) in [
            (Fault::Silent, PartnerError::Unavailable("no answer in time")),
            (Fault::Down, PartnerError::Unavailable("a status of its own fault")),
            (Fault::Nonsense, PartnerError::Unreadable),
            (Fault::Large, PartnerError::Unreadable),
            (Fault::NoLink, PartnerError::NoLink),
            (Fault::WrongLink, PartnerError::NoLink),
            (Fault::Moved, PartnerError::Refused { status: 302, code: 0 }),
            (Fault::Refused, PartnerError::Refused { status: 400, code: 1001 }),
            (Fault::SeveralRefused, PartnerError::Refused { status: 400, code: 1001 }),
            (Fault::KeyRefused, PartnerError::KeyRefused { status: 403 }),
        ] {
            assert_eq!(asked_for(&[fault; 9]).await, (Err(expected), 1), "{fault:?}");
        }
    }

    #[tokio::test]
    async fn wrong_key_is_refused_and_never_shown() {
        let (stand_in, instacart) = partner("keys.other").await;
        assert_eq!(instacart.create(&page()).await, Err(PartnerError::KeyRefused { status: 401 }));
        assert_eq!(stand_in.calls(TITLE), 0);
        assert!(!format!("{:?}", instacart.key).contains("other"));
        let site = PartnerSite::parse("production").unwrap().unwrap();
        let refused = Instacart::new(site, "keys.a\nb", || 1.0).err().unwrap().to_string();
        assert!(!refused.contains("keys.a"), "{refused}");
    }

    #[tokio::test]
    async fn unreachable_partner_is_unavailable() {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let site = PartnerSite::parse(&format!("http://{free}")).unwrap().unwrap();
        let refused = Instacart::new(site, KEY, || 1.0).unwrap().create(&page()).await;
        assert_eq!(refused, Err(PartnerError::Unavailable("it can't be reached")));
    }
}
