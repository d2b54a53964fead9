use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use billing::ledger::{Cents, Currency, Memory, PackageId, Price, PurchaseId, RetryPolicy, UserId};
use billing::payments::{Language, Mode, Order, PurchaseService};
use stripe_provider::Stripe;
use stripe_stand_in::clock::Clock;
use stripe_stand_in::config::{Config, Secret};
use stripe_stand_in::stand_in::StandIn;
use zest_core::Timestamp;

pub(crate) const START: i64 = 1_800_000_000;
pub(crate) const KEY: &str = "sk_test_of_this_test";
pub(crate) const WEBHOOK_SECRET: &str = "whsec_0123456789abcdef";

pub(crate) struct Served {
    pub(crate) origin: String,
    pub(crate) stand_in: Arc<StandIn>,
    pub(crate) stripe: Stripe,
}

impl Served {
    pub(crate) async fn new(webhook_url: Option<String>) -> Self {
        let config = Config {
            port: 0,
            secret_key: Secret(KEY.into()),
            webhook_secret: Secret(WEBHOOK_SECRET.into()),
            webhook_url,
        };
        let bound = stripe_stand_in::bind(config, Clock::standing_at(START)).await.unwrap();
        let (origin, stand_in) = (bound.origin.clone(), Arc::clone(&bound.stand_in));
        tokio::spawn(bound.serve(std::future::pending()));
        let stripe = stripe(&origin, KEY, Duration::from_secs(10));
        Self { origin, stand_in, stripe }
    }

    pub(crate) fn now(&self) -> i64 {
        self.stand_in.clock.now()
    }
}

pub(crate) fn stripe(origin: &str, key: &str, retry: Duration) -> Stripe {
    Stripe::new(key, Some(origin), retry).unwrap()
}

pub(crate) fn order(purchase: &str) -> Order {
    Order {
        purchase: PurchaseId::new(purchase).unwrap(),
        name: "60 créditos".into(),
        price: Price { cents: Cents::new(699).unwrap(), currency: Currency::USD },
        language: Language::Spanish,
        success_url: format!("http://localhost:3000/credits/success?purchase={purchase}"),
        cancel_url: "http://localhost:3000/credits".into(),
    }
}

pub(crate) struct Tries(pub(crate) u32);

impl RetryPolicy for Tries {
    async fn wait(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        tokio::task::yield_now().await;
        self.0 > 0
    }
}

pub(crate) fn service<'d>(ledger: &'d Memory, provider: &'d Stripe) -> PurchaseService<'d, Memory, Stripe> {
    PurchaseService { ledger, provider, mode: Mode::Test, metadata: BTreeMap::new() }
}

pub(crate) fn moment(seconds: i64) -> Timestamp {
    Timestamp::from_millis(seconds * 1_000)
}

pub(crate) async fn purchase(ledger: &Memory, id: &str) {
    let open = billing::ledger::OpenPurchase {
        id: PurchaseId::new(id).unwrap(),
        member: UserId::new("member-1").unwrap(),
        package: PackageId::new("medium").unwrap(),
        credits: billing::ledger::Credits::new(60).unwrap(),
        price: order(id).price,
    };
    billing::ledger::perform(ledger, &open, moment(START), &mut Tries(100)).await.unwrap();
}
