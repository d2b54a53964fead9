#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::sync::atomic::{AtomicU64, Ordering};

use app::groceries::{Groceries, GroceryError, GroceryLink, GroceryLinks, LinkName, Origin};
use app::grocery::{GroceryPartner, LINK_DAYS, PartnerError, RecipePage};
use app::limits::{CounterName, Counters, UseLimits};
use app::source_address::SourceAddress;
use app::{AppError, Caller};
use serde_json::json;
use test_support::fakes::{MemoryCounters, MemoryGroceryLinks};
use test_support::samples::{at, bearer, grocery_page, member_bearer, ring};
use zest_core::{PortError, RecipeId, Timestamp};

const DAY: i64 = 24 * 60 * 60;

#[derive(Default)]
struct Maker {
    calls: AtomicU64,
    fails_with: Option<PartnerError>,
}

impl GroceryPartner for Maker {
    async fn create(&self, _page: &RecipePage) -> Result<url::Url, PartnerError> {
        let number = self.calls.fetch_add(1, Ordering::Relaxed) + 1;
        match &self.fails_with {
            Some(error) => Err(error.clone()),
            None => Ok(format!("https://www.instacart.com/store/recipes/{number}").parse().unwrap()),
        }
    }
}

#[derive(Default)]
struct World {
    partner: Maker,
    links: MemoryGroceryLinks,
    counters: MemoryCounters,
    broken: &'static str,
    limits: Option<UseLimits>,
}

impl World {
    fn limited(setting: &str) -> Self {
        Self { limits: UseLimits::parse(setting).unwrap(), ..Self::default() }
    }

    fn works(&self, port: &str) -> Result<(), PortError> {
        if self.broken == port { Err(PortError::Busy("broken".to_owned())) } else { Ok(()) }
    }

    async fn ask_of(
        &self,
        installation: &str,
        caller: &Caller,
        page: &RecipePage,
        now: Timestamp,
    ) -> Result<(GroceryLink, Origin), GroceryError> {
        let ring = ring();
        let groceries = Groceries {
            partner: &self.partner,
            installation,
            links: self,
            counters: self,
            ring: &ring,
            limits: self.limits,
        };
        groceries.link(caller, SourceAddress::parse("192.0.2.1").as_ref(), page, now).await
    }

    async fn ask(
        &self,
        caller: &Caller,
        title: &str,
        seconds: i64,
    ) -> Result<(GroceryLink, Origin), GroceryError> {
        self.ask_of("production", caller, &grocery_page(title), at(seconds)).await
    }

    fn calls(&self) -> u64 {
        self.partner.calls.load(Ordering::Relaxed)
    }
}

impl GroceryLinks for World {
    async fn find(&self, name: &LinkName) -> Result<Option<GroceryLink>, PortError> {
        self.works("find")?;
        self.links.find(name).await
    }

    async fn keep(&self, name: &LinkName, link: &GroceryLink) -> Result<(), PortError> {
        self.works("keep")?;
        self.links.keep(name, link).await
    }
}

impl Counters for World {
    async fn count(&self, name: &CounterName, limit: u32, expires: Timestamp) -> Result<bool, PortError> {
        self.works("count")?;
        self.counters.count(name, limit, expires).await
    }

    async fn claim(
        &self,
        name: &CounterName,
        holder: &RecipeId,
        expires: Timestamp,
    ) -> Result<bool, PortError> {
        self.counters.claim(name, holder, expires).await
    }
}

#[tokio::test]
async fn link_is_reused_for_the_same_page_until_near_expiry() {
    let world = World::limited("groceryLinks=2");
    let (first, origin) = world.ask(&bearer("ann"), "soup", 0).await.unwrap();
    assert_eq!((origin, world.calls()), (Origin::Made, 1));
    let ends = i64::from(LINK_DAYS) * DAY;
    assert_eq!(first.expires_at.seconds(), at(ends).seconds());
    for seconds in [1, DAY, ends - 3_601] {
        for name in ["ann", "bob"] {
            assert_eq!(
                world.ask(&bearer(name), "soup", seconds).await,
                Ok((first.clone(), Origin::Kept)),
                "{seconds}"
            );
        }
    }
    assert_eq!(world.calls(), 1);
    let (second, origin) = world.ask(&bearer("ann"), "soup", ends - 3_599).await.unwrap();
    assert_eq!((origin, world.calls()), (Origin::Made, 2));
    assert_ne!(first.url, second.url);
}

#[tokio::test]
async fn other_page_locale_or_installation_gets_another_link() {
    let world = World::default();
    let ann = bearer("ann");
    let french = json!({ "title": "soup", "locale": "fr-CA", "ingredients": [{ "name": "salt", "quantity": "1", "unit": "tsp" }] });
    let french = serde_json::from_value::<app::grocery::LinkRequest>(french).unwrap().page(None).unwrap();
    for (installation, page) in [
        ("production", &grocery_page("soup")),
        ("production", &grocery_page("cake")),
        ("production", &french),
        ("development", &french),
    ] {
        let (_, origin) = world.ask_of(installation, &ann, page, at(0)).await.unwrap();
        assert_eq!(origin, Origin::Made);
    }
    assert_eq!(world.calls(), 4);
}

#[tokio::test]
async fn new_links_are_limited_per_person_and_address() {
    let world = World::limited("groceryLinks=1");
    let member = member_bearer("cem");
    let tomorrow = (at(0).seconds() / DAY + 1) * DAY - at(0).seconds();
    let again = Timestamp::from_millis((at(0).seconds() + tomorrow) * 1000);
    let refused = || Err(GroceryError::App(AppError::LimitReached { again }));
    assert!(world.ask(&bearer("ann"), "1", 0).await.is_ok());
    assert_eq!(world.ask(&bearer("ann"), "2", 3_600).await, refused());
    assert!(world.ask(&bearer("ann"), "1", 3_600).await.is_ok(), "what was made before costs nothing");
    for title in ["3", "4", "5"] {
        assert!(world.ask(&member, title, 0).await.is_ok(), "a member has ten, the address four");
    }
    assert_eq!(world.ask(&bearer("bob"), "6", 0).await, refused());
    assert_eq!(world.calls(), 4);
    assert!(world.ask(&bearer("ann"), "7", tomorrow).await.is_ok());
}

#[tokio::test]
async fn anonymous_caller_gets_no_link() {
    let world = World::default();
    assert!(world.ask(&bearer("ann"), "soup", 0).await.is_ok());
    let refused = world.ask(&Caller::Anonymous, "soup", 1).await;
    assert_eq!(refused, Err(GroceryError::App(AppError::AuthenticationRequired)));
    assert_eq!(world.calls(), 1);
}

#[tokio::test]
async fn link_is_returned_if_storing_fails_and_not_created_before() {
    for (broken, calls) in [("find", 0), ("count", 0)] {
        let world = World { broken, ..World::limited("on") };
        let busy = world.ask(&bearer("ann"), "soup", 0).await;
        assert!(matches!(busy, Err(GroceryError::App(AppError::ServiceBusy(_)))), "{broken}: {busy:?}");
        assert_eq!(world.calls(), calls, "{broken}");
    }
    let world = World { broken: "keep", ..World::limited("on") };
    for call in 1..3 {
        let (link, origin) = world.ask(&bearer("ann"), "soup", 0).await.unwrap();
        assert_eq!((link.url.ends_with(&call.to_string()), origin), (true, Origin::MadeOnly));
    }
    let error = PartnerError::NoLink;
    let world =
        World { partner: Maker { fails_with: Some(error.clone()), ..Maker::default() }, ..World::default() };
    for call in 1..3 {
        assert_eq!(world.ask(&bearer("ann"), "soup", 0).await, Err(GroceryError::Partner(error.clone())));
        assert_eq!(world.calls(), call, "a failure is not kept");
    }
}
