use std::future::Future;

use crate::runtime::{RestAnswer, RestError, RestRequest};
use app::groceries::{Groceries, GroceryError, GroceryLinks, Origin};
use app::grocery::{GroceryPartner, LinkRequest, PartnerError, PartnerSite};
use app::limits::{Counters, UseLimits};
use app::owner_token::{self, Verified};
use app::owners::{self, Owners, Purpose};
use app::signed_token::KeyRing;
use app::{AppError, Caller};
use zest_core::Timestamp;

use crate::grocery::answers;

const MAX_BYTES: usize = 512 << 10;

/// Token keys and the partner's API key, read when needed.
pub(crate) trait Secrets: Send + Sync {
    type Partner: GroceryPartner;

    fn ring(&self, token: &str) -> impl Future<Output = Result<KeyRing, AppError>> + Send;

    fn partner(
        &self,
        installation: &PartnerSite,
    ) -> impl Future<Output = Result<Option<Self::Partner>, AppError>> + Send;
}

pub(crate) struct Ports<'a, Own, Links, Count, Keys> {
    pub(crate) owners: &'a Own,
    pub(crate) links: &'a Links,
    pub(crate) counters: &'a Count,
    pub(crate) secrets: &'a Keys,
    pub(crate) limits: Option<UseLimits>,
    /// The partner's site; `None` if groceries are disabled.
    pub(crate) installation: Option<&'a PartnerSite>,
    pub(crate) site: Option<&'a str>,
    pub(crate) edge_proof: Option<&'a str>,
}

impl<Own: Owners, Links: GroceryLinks, Count: Counters, Keys: Secrets> Ports<'_, Own, Links, Count, Keys> {
    pub(crate) async fn link(&self, request: &RestRequest, now: Timestamp) -> Result<RestAnswer, RestError> {
        let installation = self.installation.ok_or_else(answers::off)?;
        let token = request.token().ok_or_else(answers::no_token)?;
        let ring = self.secrets.ring(token).await?;
        let caller = match owner_token::verify(&ring, token, now) {
            Ok(Verified::Owner { identity, user, .. }) => Caller::Bearer { identity, user },
            Ok(Verified::Anonymous) | Err(_) => return Err(answers::no_token()),
        };
        let wanted: LinkRequest = request.json(MAX_BYTES)?;
        let site = crate::runtime::site_origin(self.site, request.header("origin"));
        let page = wanted.page(site).map_err(answers::refused)?;
        let caller = owners::admit(self.owners, caller, Purpose::Other).await?;
        let groceries = Groceries {
            partner: &self.secrets.partner(installation).await?.ok_or_else(answers::off)?,
            installation: installation.name(),
            links: self.links,
            counters: self.counters,
            ring: &ring,
            limits: self.limits,
        };
        let source = request.source(self.edge_proof);
        let (link, origin) = groceries
            .link(&caller, source.as_ref(), &page, now)
            .await
            .inspect_err(log_for_alarm)
            .map_err(answers::failed)?;
        if origin == Origin::MadeOnly {
            tracing::warn!("a grocery link could not be kept");
        }
        Ok(answers::link(&link, &page))
    }
}

/// Logs errors that only the operator can fix.
fn log_for_alarm(error: &GroceryError) {
    if let GroceryError::Partner(PartnerError::KeyRefused { .. } | PartnerError::Refused { .. }) = error {
        tracing::error!("grocery partner refused");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use app::OwnerId;
    use app::grocery::RecipePage;
    use serde_json::{Value, json};
    use test_support::fakes::{MemoryCounters, MemoryGroceryLinks, MemoryRecipes};
    use test_support::samples::{at, guest, ring};
    use url::Url;

    use super::*;

    #[derive(Default)]
    struct Operator {
        has_no_key: bool,
        fails_with: Option<PartnerError>,
        rings: AtomicU64,
        keys: AtomicU64,
    }

    struct Partner(Option<PartnerError>);

    impl GroceryPartner for Partner {
        async fn create(&self, page: &RecipePage) -> Result<Url, PartnerError> {
            match &self.0 {
                Some(error) => Err(error.clone()),
                None => Ok(format!("https://www.instacart.com/store/recipes/{}", page.lines.len())
                    .parse()
                    .unwrap()),
            }
        }
    }

    impl Secrets for Operator {
        type Partner = Partner;

        async fn ring(&self, _token: &str) -> Result<KeyRing, AppError> {
            self.rings.fetch_add(1, Ordering::Relaxed);
            Ok(ring())
        }

        async fn partner(&self, _installation: &PartnerSite) -> Result<Option<Partner>, AppError> {
            self.keys.fetch_add(1, Ordering::Relaxed);
            Ok((!self.has_no_key).then(|| Partner(self.fails_with.clone())))
        }
    }

    #[derive(Default)]
    struct World {
        recipes: MemoryRecipes,
        links: MemoryGroceryLinks,
        counters: MemoryCounters,
        operator: Operator,
        limits: Option<UseLimits>,
        is_off: bool,
    }

    impl World {
        async fn ask(&self, token: Option<&str>, body: &str) -> (u16, Value) {
            let event = json!({
                "httpMethod": "POST",
                "resource": "/instacart/generate-url",
                "headers": token.map(|token| json!({ "Authorization": format!("Bearer {token}") })),
                "body": body,
                "requestContext": { "identity": { "sourceIp": "192.0.2.1" } },
            });
            let request: RestRequest = serde_json::from_value(event).unwrap();
            let installation = PartnerSite::parse("production").unwrap();
            let ports = Ports {
                owners: &self.recipes,
                links: &self.links,
                counters: &self.counters,
                secrets: &self.operator,
                limits: self.limits,
                installation: installation.as_ref().filter(|_| !self.is_off),
                site: Some("https://zest.example"),
                edge_proof: None,
            };
            let answer = ports.link(&request, at(0)).await.unwrap_or_else(|error| error.answer());
            let answer = serde_json::to_value(answer).unwrap();
            let body = serde_json::from_str(answer["body"].as_str().unwrap()).unwrap();
            (u16::try_from(answer["statusCode"].as_u64().unwrap()).unwrap(), body)
        }

        fn read(&self) -> (u64, u64) {
            (self.operator.rings.load(Ordering::Relaxed), self.operator.keys.load(Ordering::Relaxed))
        }
    }

    fn token_of(name: &str) -> String {
        owner_token::issue(&ring(), &guest(name), None, at(0)).unwrap().token
    }

    const SALT: &str = r#"{"ingredients":[{"name":"salt","quantity":"1","unit":"tsp"}]}"#;

    #[tokio::test]
    async fn owner_token_gets_a_link() {
        let world = World::default();
        let (status, body) = world.ask(Some(&token_of("ann")), SALT).await;
        assert_eq!((status, &body["url"]), (200, &"https://www.instacart.com/store/recipes/1".into()));
        assert_eq!(body["ingredients"], json!([{ "name": "salt", "quantity": "1", "unit": "tsp" }]));
        // The same list has the same page for every caller.
        assert_eq!(world.ask(Some(&token_of("bob")), SALT).await, (200, body));
    }

    #[tokio::test]
    async fn invalid_token_is_rejected_without_reading_other_secrets() {
        let old = owner_token::issue(&ring(), &guest("ann"), None, at(-3_600)).unwrap().token;
        let anonymous = at(0).seconds().to_string() + "000";
        for (token, rings) in
            [(None, 0), (Some(""), 0), (Some("nonsense"), 1), (Some(&*old), 1), (Some(&*anonymous), 1)]
        {
            let world = World::default();
            let (status, body) = world.ask(token, SALT).await;
            assert_eq!((status, &body["code"]), (401, &"Unauthorized".into()), "{token:?}");
            assert_eq!(world.read(), (rings, 0), "{token:?}");
        }
        let world = World { is_off: true, ..World::default() };
        let (status, body) = world.ask(Some(&token_of("ann")), SALT).await;
        assert_eq!((status, &body["code"], world.read()), (404, &"GROCERIES_OFF".into(), (0, 0)));
    }

    #[tokio::test]
    async fn invalid_list_is_rejected_before_the_partner_is_asked() {
        let long = format!(r#"{{"ingredients":[],"title":"{}"}}"#, "x".repeat(MAX_BYTES));
        for (body, status, code) in [
            (r#"{"ingredients":[]}"#, 400, "NO_INGREDIENTS"),
            (r#"{"ingredients":[{"name":" "}]}"#, 400, "NO_INGREDIENTS"),
            ("{", 400, "INVALID_INPUT"),
            ("", 400, "INVALID_INPUT"),
            (r#"{"ingredients":[{"name":"salt"}],"servings":0}"#, 400, "INVALID_INPUT"),
            (&*long, 413, "TOO_LARGE"),
        ] {
            let world = World::default();
            let (actual, answer) = world.ask(Some(&token_of("ann")), body).await;
            assert_eq!((actual, &answer["code"]), (status, &code.into()), "{body:.40}");
            assert_eq!(world.read(), (1, 0), "{body:.40}");
        }
    }

    #[tokio::test]
    async fn token_of_a_deleted_owner_is_rejected() {
        let world = World::default();
        world.recipes.leave(&OwnerId::new("ann")).await.unwrap();
        let (status, body) = world.ask(Some(&token_of("ann")), SALT).await;
        assert_eq!((status, &body["code"]), (401, &"Unauthorized".into()));
        assert_eq!(world.ask(Some(&token_of("bob")), SALT).await.0, 200);
    }

    #[tokio::test]
    async fn partner_errors_are_reported_without_their_text() {
        let world =
            World { operator: Operator { has_no_key: true, ..Operator::default() }, ..World::default() };
        let (status, body) = world.ask(Some(&token_of("ann")), SALT).await;
        assert_eq!((status, &body["code"]), (404, &"GROCERIES_OFF".into()), "nobody has put a key in");
        for (error, status, code) in [
            (PartnerError::Busy { status: 429 }, 503, "GROCERY_UNAVAILABLE"),
            (PartnerError::KeyRefused { status: 401 }, 502, "INVALID_API_RESPONSE"),
            (PartnerError::NoLink, 502, "INVALID_API_FORMAT"),
        ] {
            let operator = Operator { fails_with: Some(error), ..Operator::default() };
            let world = World { operator, ..World::default() };
            let (actual, body) = world.ask(Some(&token_of("ann")), SALT).await;
            assert_eq!((actual, &body["code"]), (status, &code.into()));
        }
    }

    #[tokio::test]
    async fn exceeded_daily_limit_reports_when_it_resets() {
        let world = World { limits: UseLimits::parse("groceryLinks=1").unwrap(), ..World::default() };
        let other = SALT.replace("salt", "sugar");
        assert_eq!(world.ask(Some(&token_of("ann")), SALT).await.0, 200);
        let (status, body) = world.ask(Some(&token_of("ann")), &other).await;
        assert_eq!((status, &body["code"]), (429, &"LIMIT_REACHED".into()));
        assert_eq!(
            world.ask(Some(&token_of("ann")), SALT).await.0,
            200,
            "what was made before costs nothing"
        );
    }
}
