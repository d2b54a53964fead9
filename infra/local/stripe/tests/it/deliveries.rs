//! Webhooks over HTTP: signatures, retries and fault switches.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use serde_json::Value;
use stripe_stand_in::clock::Clock;
use stripe_stand_in::paying::Card;
use stripe_stand_in::stand_in::StandIn;
use stripe_stand_in::switches::Switches;
use stripe_stand_in::webhooks;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::support::{START, WEBHOOK_SECRET, config, open_session};

struct Receiver {
    stand_in: StandIn,
    got: mpsc::UnboundedReceiver<(String, Bytes)>,
    refuse: Arc<AtomicUsize>,
}

impl Receiver {
    async fn new(refuse: usize) -> Self {
        let (sender, got) = mpsc::unbounded_channel();
        let refuse = Arc::new(AtomicUsize::new(refuse));
        let left = Arc::clone(&refuse);
        let answer = move |headers: HeaderMap, body: Bytes| async move {
            let signature = headers.get("stripe-signature").unwrap().to_str().unwrap().to_owned();
            sender.send((signature, body)).unwrap();
            let refused =
                left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok();
            if refused { StatusCode::INTERNAL_SERVER_ERROR } else { StatusCode::OK }
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/webhook", listener.local_addr().unwrap());
        tokio::spawn(axum::serve(listener, Router::new().route("/webhook", post(answer))).into_future());
        let stand_in = StandIn::new(config(Some(url)), "http://127.0.0.1:1", Clock::standing_at(START));
        Self { stand_in, got, refuse }
    }

    async fn kinds(&mut self) -> Vec<String> {
        self.stand_in.deliver_due().await;
        let mut kinds = Vec::new();
        while let Ok((_, body)) = self.got.try_recv() {
            let event: Value = serde_json::from_slice(&body).unwrap();
            kinds.push(event["type"].as_str().unwrap().to_owned());
        }
        kinds
    }

    fn expired(&self) {
        let id = open_session(&self.stand_in);
        self.stand_in.world().expire_session(&id, self.stand_in.clock.now()).unwrap();
    }
}

#[tokio::test]
async fn delivery_is_signed_per_attempt_and_retried_until_accepted() {
    let mut receiver = Receiver::new(2).await;
    receiver.expired();
    for (wait, tries) in [(0, 1), (1, 1), (2, 1), (100, 0)] {
        receiver.stand_in.clock.advance(wait);
        assert_eq!(receiver.stand_in.deliver_due().await, tries);
        if tries == 0 {
            break;
        }
        let (signature, body) = receiver.got.try_recv().unwrap();
        let body = std::str::from_utf8(&body).unwrap();
        assert_eq!(signature, webhooks::header(WEBHOOK_SECRET, receiver.stand_in.clock.now(), body));
    }
    assert_eq!(receiver.refuse.load(Ordering::SeqCst), 0);
    let world = receiver.stand_in.world();
    let reports: Vec<_> = world.outbox.reports().map(|report| (report.tries, report.outcome)).collect();
    assert_eq!(reports, [(3, "delivered")]);
}

#[tokio::test]
async fn switches_duplicate_reorder_delay_and_drop_events() {
    let mut receiver = Receiver::new(0).await;
    let pay = |receiver: &Receiver, switches: Switches| {
        receiver.stand_in.world().switches = switches;
        let id = open_session(&receiver.stand_in);
        receiver.stand_in.world().pay(&id, Card::Succeeds, receiver.stand_in.clock.now()).unwrap();
    };
    let plain = [
        "payment_intent.created",
        "charge.succeeded",
        "payment_intent.succeeded",
        "checkout.session.completed",
    ];
    pay(&receiver, Switches::default());
    assert_eq!(receiver.kinds().await, plain);
    pay(&receiver, Switches { reorder: 1, ..Switches::default() });
    assert_eq!(receiver.kinds().await, plain.into_iter().rev().collect::<Vec<_>>());
    pay(&receiver, Switches { duplicate: 4, ..Switches::default() });
    assert_eq!(receiver.kinds().await, plain.into_iter().flat_map(|kind| [kind; 2]).collect::<Vec<_>>());
    pay(&receiver, Switches { drop: 4, ..Switches::default() });
    assert!(receiver.kinds().await.is_empty());
    pay(&receiver, Switches { delay: 4, delay_seconds: 30, ..Switches::default() });
    assert!(receiver.kinds().await.is_empty());
    receiver.stand_in.clock.advance(30);
    assert_eq!(receiver.kinds().await, plain);
}
