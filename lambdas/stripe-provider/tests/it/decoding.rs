//! async-stripe decodes every object of the stand-in in every state.

use serde_json::Value;
use stripe_stand_in::objects::Session;
use stripe_stand_in::paying::Card;
use stripe_stand_in::world::World;

use crate::support::{START, Served};
use billing::payments::PaymentProvider;

fn decodes<T: miniserde::Deserialize>(what: &str, shown: &Value) {
    assert!(miniserde::json::from_str::<T>(&shown.to_string()).is_ok(), "{what} does not decode: {shown}");
}

async fn session(served: &Served, id: &str) -> Session {
    let opened = served.stripe.open(&crate::support::order(id)).await.unwrap();
    served.stand_in.world().session(opened.session.as_str()).unwrap().clone()
}

#[tokio::test]
async fn async_stripe_decodes_every_object_in_every_state() {
    let served = Served::new(None).await;
    for (index, (name, card)) in Card::ALL.into_iter().enumerate() {
        let session = session(&served, &format!("p{index}")).await;
        served.stand_in.world().pay(&session.id, card, START).unwrap();
        everything(name, &served.stand_in.world());
    }
    let payments: Vec<_> = served
        .stand_in
        .world()
        .charges()
        .filter(|charge| charge.shown(0, "")["paid"] == true)
        .cloned()
        .collect();
    for charge in &payments {
        let order = stripe_stand_in::refunding::RefundOrder {
            of: charge.id.clone(),
            amount: Some(100),
            reason: Some("requested_by_customer".into()),
            metadata: Default::default(),
        };
        assert_eq!(served.stand_in.world().refund(order, START).is_err(), charge.disputed);
    }
    everything("refunded", &served.stand_in.world());
    let disputes: Vec<_> = served.stand_in.world().disputes().map(|dispute| dispute.id.clone()).collect();
    for dispute in disputes {
        served.stand_in.world().close_dispute(&dispute, true, START).unwrap();
    }
    served.stand_in.world().tick(START + 86_400);
    everything("a day later", &served.stand_in.world());
}

fn everything(when: &str, world: &World) {
    for session in world.sessions() {
        decodes::<stripe_shared::CheckoutSession>(when, &world.shown_session(session));
    }
    for intent in world.intents() {
        decodes::<stripe_shared::PaymentIntent>(when, &intent.shown());
    }
    for charge in world.charges() {
        decodes::<stripe_shared::Charge>(when, &world.shown_charge(charge));
    }
    for refund in world.refunds() {
        decodes::<stripe_shared::Refund>(when, &refund.shown());
    }
    for dispute in world.disputes() {
        decodes::<stripe_shared::Dispute>(when, &dispute.shown());
    }
    for event in world.events() {
        let shown = event.shown(1);
        decodes::<stripe_shared::Event>(when, &shown);
        let kind: stripe_shared::EventType = miniserde::json::from_str(&shown["type"].to_string()).unwrap();
        assert!(
            !matches!(kind, stripe_shared::EventType::Unknown(_)),
            "{} is no type of Stripe's",
            event.kind
        );
    }
}
