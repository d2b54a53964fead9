//! End to end: the stand-in's events arrive over HTTP, and are verified and settled.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use billing::ledger::{Memory, PurchaseStatus, UserId, audit};
use billing::payments::{EventOutcome, Mode, PaymentProvider, WebhookSecret, read, verify};
use stripe_provider::Stripe;
use stripe_stand_in::paying::Card;
use stripe_stand_in::refunding::RefundOrder;
use stripe_stand_in::switches::Switches;
use tokio::net::TcpListener;

use crate::support::{START, Served, Tries, WEBHOOK_SECRET, moment, order, purchase, service};

struct Shop {
    served: Served,
    ledger: Arc<Memory>,
    outcome: Arc<AtomicUsize>,
}

async fn receive(
    ledger: &Memory,
    stripe: &Stripe,
    signature: Option<&str>,
    body: &[u8],
    now: i64,
) -> StatusCode {
    let secrets = [WebhookSecret::new(WEBHOOK_SECRET).unwrap()];
    if verify(body, signature, &secrets, now).is_err() {
        return StatusCode::BAD_REQUEST;
    }
    let Ok(event) = read(body, Mode::Test) else { return StatusCode::BAD_REQUEST };
    match service(ledger, stripe).handle_event(&event, moment(now), &mut Tries(100)).await {
        Ok(EventOutcome::Settled(_) | EventOutcome::NotOurs) => StatusCode::OK,
        Err(_) => StatusCode::SERVICE_UNAVAILABLE,
    }
}

impl Shop {
    async fn new() -> Self {
        let ledger = Arc::new(Memory::default());
        let outcome = Arc::new(AtomicUsize::new(0));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let served = Served::new(Some(format!("http://{}/webhook", listener.local_addr().unwrap()))).await;
        let (shared, count, stand_in, origin) =
            (Arc::clone(&ledger), Arc::clone(&outcome), Arc::clone(&served.stand_in), served.origin.clone());
        let stripe = Arc::new(crate::support::stripe(
            &origin,
            crate::support::KEY,
            std::time::Duration::from_secs(10),
        ));
        let answer = move |headers: HeaderMap, body: Bytes| async move {
            count.fetch_add(1, Ordering::SeqCst);
            let signature = headers.get("stripe-signature").and_then(|value| value.to_str().ok());
            receive(&shared, &stripe, signature, &body, stand_in.clock.now()).await
        };
        tokio::spawn(axum::serve(listener, Router::new().route("/webhook", post(answer))).into_future());
        Self { served, ledger, outcome }
    }

    async fn sell(&self, id: &str, card: Card, switches: Switches) -> String {
        purchase(&self.ledger, id).await;
        let session = self.served.stripe.open(&order(id)).await.unwrap().session;
        let mut world = self.served.stand_in.world();
        world.switches = switches;
        world.pay(session.as_str(), card, self.served.now()).unwrap();
        world.session(session.as_str()).unwrap().intent.clone().unwrap()
    }

    async fn delivered(&self) {
        self.served.stand_in.deliver_due().await;
        while self.served.stand_in.world().outbox.waiting() > 0 {
            self.served.stand_in.clock.advance(60);
            self.served.stand_in.deliver_due().await;
        }
    }

    fn status_and_credits(&self) -> (PurchaseStatus, u32) {
        let rows = self.ledger.rows_of(&UserId::new("member-1").unwrap());
        assert_eq!(audit(&rows, moment(self.served.now())), []);
        (rows.purchases.first().unwrap().status, rows.balance.map_or(0, |balance| balance.balance.get()))
    }
}

fn refund(of: &str, amount: Option<i64>) -> RefundOrder {
    RefundOrder { of: of.to_owned(), amount, reason: None, metadata: Default::default() }
}

#[tokio::test]
async fn credits_are_granted_once_despite_event_faults() {
    let all = Switches::default();
    for switches in [
        all,
        Switches { duplicate: 9, ..all },
        Switches { reorder: 9, ..all },
        Switches { delay: 2, delay_seconds: 600, ..all },
        Switches { drop: 3, ..all },
        Switches { duplicate: 9, reorder: 9, drop: 1, delay: 1, delay_seconds: 60, ..all },
        Switches { fail_after_success: 9, ..all },
    ] {
        let shop = Shop::new().await;
        shop.sell("p1", Card::Succeeds, switches).await;
        shop.delivered().await;
        assert_eq!(shop.status_and_credits(), (PurchaseStatus::Completed, 60), "{switches:?}");
        assert!(shop.outcome.load(Ordering::SeqCst) > 0);
    }
}

#[tokio::test]
async fn each_test_card_ends_in_its_state() {
    for (card, status, credits) in [
        (Card::Succeeds, PurchaseStatus::Completed, 60),
        (Card::Authenticated, PurchaseStatus::Completed, 60),
        (Card::Declined, PurchaseStatus::Pending, 0),
        (Card::NotAuthenticated, PurchaseStatus::Pending, 0),
        (Card::PaidLater, PurchaseStatus::Completed, 60),
        (Card::FailsLater, PurchaseStatus::Failed, 0),
        (Card::Disputed, PurchaseStatus::Refunded, 0),
    ] {
        let shop = Shop::new().await;
        shop.sell("p1", card, Switches::default()).await;
        shop.delivered().await;
        shop.served.stand_in.clock.advance(3);
        shop.delivered().await;
        assert_eq!(shop.status_and_credits(), (status, credits), "{card:?}");
    }
}

#[tokio::test]
async fn refunds_and_disputes_claw_back_and_return_credits() {
    let shop = Shop::new().await;
    let intent = shop.sell("p1", Card::RefundComesBack, Switches::default()).await;
    shop.delivered().await;
    shop.served.stand_in.world().refund(refund(&intent, Some(233)), shop.served.now()).unwrap();
    shop.delivered().await;
    assert_eq!(shop.status_and_credits(), (PurchaseStatus::Completed, 40));
    shop.served.stand_in.clock.advance(3);
    shop.delivered().await;
    assert_eq!(shop.status_and_credits(), (PurchaseStatus::Completed, 60), "the refund has come back");
    let dispute = shop.served.stand_in.world().open_dispute(&intent, None, shop.served.now()).unwrap().id;
    shop.delivered().await;
    assert_eq!(shop.status_and_credits(), (PurchaseStatus::Refunded, 0));
    shop.served.stand_in.world().close_dispute(&dispute, true, shop.served.now()).unwrap();
    shop.delivered().await;
    assert_eq!(shop.status_and_credits(), (PurchaseStatus::Completed, 60));
}

#[tokio::test]
async fn intermittent_provider_failures_are_retried() {
    let shop = Shop::new().await;
    shop.sell("p1", Card::Succeeds, Switches::default()).await;
    // The receiver's own requests fail, so the event is refused and delivered again.
    let stopped =
        crate::support::stripe("http://127.0.0.1:9", crate::support::KEY, std::time::Duration::from_secs(1));
    let event = shop.served.stand_in.world().events().next().unwrap().shown(1).to_string();
    let signature = stripe_stand_in::webhooks::header(WEBHOOK_SECRET, START, &event);
    let answer = receive(&shop.ledger, &stopped, Some(&signature), event.as_bytes(), START).await;
    assert_eq!(
        (answer, shop.status_and_credits()),
        (StatusCode::SERVICE_UNAVAILABLE, (PurchaseStatus::Pending, 0))
    );
    shop.delivered().await;
    assert_eq!(shop.status_and_credits(), (PurchaseStatus::Completed, 60));
}

#[tokio::test]
async fn forged_stale_changed_and_foreign_events_have_no_effect() {
    let shop = Shop::new().await;
    shop.sell("p1", Card::Succeeds, Switches { drop: 99, ..Switches::default() }).await;
    let good = shop.served.stand_in.world().events().next().unwrap().shown(1).to_string();
    let sign = |at: i64, body: &str| stripe_stand_in::webhooks::header(WEBHOOK_SECRET, at, body);
    let live = good.replace("\"livemode\":false", "\"livemode\":true");
    let account = good.replacen('{', "{\"account\":\"acct_other\",", 1);
    let megabyte = format!("{good}{}", " ".repeat(1 << 20));
    for (what, signature, body) in [
        ("unsigned", None, &good),
        ("forged", Some(stripe_stand_in::webhooks::header("whsec_of_another_account", START, &good)), &good),
        ("stale", Some(sign(START - 301, &good)), &good),
        ("of the future", Some(sign(START + 301, &good)), &good),
        (
            "changed by a byte",
            Some(sign(START, &good)),
            &good.replacen("checkout.session", "checkout.sessioN", 1),
        ),
        ("live", Some(sign(START, &live)), &live),
        ("foreign account", Some(sign(START, &account)), &account),
        ("a megabyte", Some(sign(START, &megabyte)), &megabyte),
        ("no event", Some(sign(START, "{}")), &"{}".to_owned()),
    ] {
        let answer =
            receive(&shop.ledger, &shop.served.stripe, signature.as_deref(), body.as_bytes(), START).await;
        assert_eq!(
            (answer, shop.status_and_credits()),
            (StatusCode::BAD_REQUEST, (PurchaseStatus::Pending, 0)),
            "{what}"
        );
    }
    // A replay within five minutes has no further effect.
    for at in [START, START, START + 300] {
        let answer =
            receive(&shop.ledger, &shop.served.stripe, Some(&sign(START, &good)), good.as_bytes(), at).await;
        assert_eq!((answer, shop.status_and_credits()), (StatusCode::OK, (PurchaseStatus::Completed, 60)));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_duplicate_events_grant_once() {
    let shop = Arc::new(Shop::new().await);
    let sold = async |id: &str| -> (Arc<str>, Arc<str>) {
        shop.sell(id, Card::Succeeds, Switches { drop: 99, ..Switches::default() }).await;
        let body = shop.served.stand_in.world().events().next().unwrap().shown(1).to_string();
        (stripe_stand_in::webhooks::header(WEBHOOK_SECRET, START, &body).into(), body.into())
    };
    let (signature, body) = sold("p1").await;
    let begun = Instant::now();
    let first = receive(&shop.ledger, &shop.served.stripe, Some(&signature), body.as_bytes(), START).await;
    println!("event to decision: {:?}", begun.elapsed());
    assert_eq!((first, shop.status_and_credits()), (StatusCode::OK, (PurchaseStatus::Completed, 60)));
    let (signature, body) = sold("p2").await;
    let begun = Instant::now();
    let workers: Vec<_> = (0..32)
        .map(|worker| {
            let (shop, body, signature) = (Arc::clone(&shop), Arc::clone(&body), Arc::clone(&signature));
            tokio::spawn(async move {
                let mut answers = Vec::new();
                for _ in (worker..1_000).step_by(32) {
                    answers.push(
                        receive(&shop.ledger, &shop.served.stripe, Some(&signature), body.as_bytes(), START)
                            .await,
                    );
                }
                answers
            })
        })
        .collect();
    let mut answers = Vec::new();
    for worker in workers {
        answers.extend(worker.await.unwrap());
    }
    println!("{} events on 32 workers: {:?}", answers.len(), begun.elapsed());
    // A request that read outdated state five times gets 503. No event is processed twice.
    assert_eq!(answers.len(), 1_000);
    assert!(answers.iter().all(|answer| matches!(*answer, StatusCode::OK | StatusCode::SERVICE_UNAVAILABLE)));
    assert_eq!(shop.status_and_credits(), (PurchaseStatus::Completed, 120));
}

#[tokio::test]
async fn sweep_fails_a_purchase_without_payment() {
    let served = Served::new(None).await;
    let ledger = Memory::default();
    purchase(&ledger, "p1").await;
    served.stripe.open(&order("p1")).await.unwrap();
    served.stand_in.clock.advance(86_400 + 3_601);
    let now = moment(served.now());
    let swept = service(&ledger, &served.stripe).sweep(now, 10, || false, now, &mut Tries(10)).await.unwrap();
    assert_eq!((swept.settled, swept.odd, swept.failed), (1, 0, 0));
}
