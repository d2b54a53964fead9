use std::collections::BTreeMap;
use std::time::Duration;

use billing::ledger::{Cents, CheckoutSession, DisputeState, PaymentIntent, RefundState};
use billing::payments::{CheckoutState, Mode, PaymentProvider, PaymentState, ProviderError};
use stripe_stand_in::paying::Card;
use stripe_stand_in::switches::Switches;

use crate::support::{KEY, START, Served, order, stripe};

#[tokio::test]
async fn session_matches_the_order() {
    let served = Served::new(None).await;
    let opened = served.stripe.open(&order("p1")).await.unwrap();
    assert_eq!(
        (opened.state, opened.is_paid, opened.payment),
        (CheckoutState::Open, false, PaymentState::None)
    );
    assert_eq!(
        (opened.purchase, opened.price, opened.mode),
        (Some(order("p1").purchase), Some(order("p1").price), Mode::Test)
    );
    assert!(opened.url.unwrap().starts_with(&format!("{}/c/pay/", served.origin)));
    let world = served.stand_in.world();
    let session = world.session(opened.session.as_str()).unwrap();
    assert_eq!(
        (session.item.name.as_str(), session.item.quantity, session.amount()),
        ("60 créditos", 1, 699)
    );
    assert_eq!(
        (session.locale.as_deref(), session.success_url.as_str()),
        (Some("es"), "http://localhost:3000/credits/success?purchase=p1")
    );
    assert_eq!(session.intent_metadata.get("purchase").map(String::as_str), Some("p1"));
    assert_eq!(session.customer_email, None, "nothing about the buyer is sent");
}

#[tokio::test]
async fn order_is_opened_once_and_a_different_one_is_refused() {
    let served = Served::new(None).await;
    let first = served.stripe.open(&order("p1")).await.unwrap();
    assert_eq!(served.stripe.open(&order("p1")).await.unwrap().session, first.session);
    let mut dearer = order("p1");
    dearer.price.cents = Cents::new(1_499).unwrap();
    assert!(
        matches!(served.stripe.open(&dearer).await, Err(ProviderError::Refused(text)) if text.contains("idempotency_error"))
    );
    // Recovers a lost response: 500 after success, then no response.
    for switches in [
        Switches { fail_after_success: 1, ..Switches::default() },
        Switches { time_out: 1, ..Switches::default() },
    ] {
        let name = format!("lost-{}", switches.time_out);
        served.stand_in.world().switches = switches;
        let quick = stripe(&served.origin, KEY, Duration::from_millis(300));
        assert!(matches!(quick.open(&order(&name)).await, Err(ProviderError::Unavailable(_))));
        let opened = served.stripe.open(&order(&name)).await.unwrap();
        let made = served
            .stand_in
            .world()
            .sessions()
            .filter(|session| session.client_reference_id.as_deref() == Some(&name))
            .count();
        assert_eq!((made, opened.state), (1, CheckoutState::Open));
    }
}

#[tokio::test]
async fn each_card_state_is_reported() {
    use CheckoutState::{Complete, Open};
    for (card, state, is_paid, payment) in [
        (Card::Succeeds, Complete, true, PaymentState::Succeeded),
        (Card::Authenticated, Complete, true, PaymentState::Succeeded),
        (Card::Declined, Open, false, PaymentState::Unpaid),
        (Card::NotAuthenticated, Open, false, PaymentState::Unpaid),
        (Card::PaidLater, Complete, false, PaymentState::Processing),
        (Card::FailsLater, Complete, false, PaymentState::Processing),
    ] {
        let served = Served::new(None).await;
        let session = served.stripe.open(&order("p1")).await.unwrap().session;
        served.stand_in.world().pay(session.as_str(), card, START).unwrap();
        let seen = served.stripe.checkout(&session).await.unwrap().unwrap();
        assert_eq!((seen.state, seen.is_paid, seen.payment), (state, is_paid, payment), "{card:?}");
        let intent = seen.intent.clone().unwrap();
        assert_eq!(served.stripe.checkout_of(&intent).await.unwrap(), Some(seen), "{card:?}");
        served.stand_in.clock.advance(3);
        let later = served.stripe.checkout(&session).await.unwrap().unwrap();
        let expected = match card {
            Card::PaidLater => (true, PaymentState::Succeeded),
            Card::FailsLater => (false, PaymentState::Unpaid),
            _ => (is_paid, payment),
        };
        assert_eq!((later.is_paid, later.payment), expected, "{card:?}");
    }
}

#[tokio::test]
async fn refunds_and_disputes_are_reported_in_their_current_state() {
    let served = Served::new(None).await;
    let session = served.stripe.open(&order("p1")).await.unwrap().session;
    served.stand_in.world().pay(session.as_str(), Card::RefundComesBack, START).unwrap();
    let intent = served.stripe.checkout(&session).await.unwrap().unwrap().intent.unwrap();
    let cents = |cents| Cents::new(cents).unwrap();
    for _ in 0..2 {
        served.stripe.refund(&intent, cents(200), "r1", &BTreeMap::new()).await.unwrap();
    }
    let refunds = async || served.stripe.money(&intent).await.unwrap().refunds;
    assert_eq!(
        refunds().await.iter().map(|refund| (refund.cents.get(), refund.state)).collect::<Vec<_>>(),
        [(200, RefundState::Succeeded)]
    );
    served.stand_in.clock.advance(3);
    assert_eq!(refunds().await.first().unwrap().state, RefundState::Failed);
    assert!(matches!(
        served.stripe.refund(&intent, cents(700), "r2", &BTreeMap::new()).await,
        Err(ProviderError::Refused(_))
    ));
    let dispute = served.stand_in.world().open_dispute(intent.as_str(), None, START).unwrap().id;
    let disputes = async || served.stripe.money(&intent).await.unwrap().disputes.first().unwrap().state;
    assert_eq!(disputes().await, DisputeState::Open);
    let refused = served.stripe.refund(&intent, cents(1), "r3", &BTreeMap::new()).await;
    assert!(matches!(refused, Err(ProviderError::Refused(text)) if text.contains("charge_disputed")));
    served.stand_in.world().close_dispute(&dispute, false, START).unwrap();
    assert_eq!(disputes().await, DisputeState::Lost);
}

#[tokio::test]
async fn failures_have_three_kinds_and_omit_the_request() {
    let served = Served::new(None).await;
    let none = CheckoutSession::new("cs_test_none").unwrap();
    assert_eq!(served.stripe.checkout(&none).await, Ok(None));
    assert_eq!(served.stripe.checkout_of(&PaymentIntent::new("pi_none").unwrap()).await, Ok(None));
    // An unknown payment is an error, not an empty list of refunds.
    let money = served.stripe.money(&PaymentIntent::new("pi_none").unwrap()).await;
    assert!(matches!(money, Err(ProviderError::Refused(text)) if text.contains("resource_missing")));
    // A wrong base address also gives 404, which does not mean that the session is missing.
    let elsewhere =
        stripe(&format!("{}/elsewhere", served.origin), KEY, Duration::from_secs(5)).checkout(&none).await;
    assert!(elsewhere.is_err(), "{elsewhere:?}");
    let wrong =
        stripe(&served.origin, "sk_test_wrong", Duration::from_secs(5)).open(&order("p1")).await.unwrap_err();
    assert!(matches!(&wrong, ProviderError::Refused(text) if text.starts_with("401")), "{wrong}");
    assert!(!wrong.to_string().contains("wrong"), "the key is not repeated: {wrong}");
    let nobody = stripe("http://127.0.0.1:9", KEY, Duration::from_secs(5)).open(&order("p1")).await;
    assert!(matches!(nobody, Err(ProviderError::Unavailable(_))));
    served.stand_in.world().switches = Switches { time_out: 1, ..Switches::default() };
    let silent = stripe(&served.origin, KEY, Duration::from_millis(200)).checkout(&none).await;
    assert_eq!(silent, Ok(None), "a missing object is reported whatever the switches");
    assert!(stripe_provider::Stripe::new("sk_test_\n", None, Duration::from_secs(1)).is_err());
}

#[tokio::test]
async fn receipt_exists_once_paid() {
    let served = Served::new(None).await;
    let opened = served.stripe.open(&order("p1")).await.unwrap();
    assert_eq!(served.stripe.receipt(&opened.session).await.unwrap(), None);
    served.stand_in.world().pay(opened.session.as_str(), Card::Declined, START).unwrap();
    assert_eq!(served.stripe.receipt(&opened.session).await.unwrap(), None);
    served.stand_in.world().pay(opened.session.as_str(), Card::Succeeds, START).unwrap();
    let receipt = served.stripe.receipt(&opened.session).await.unwrap().unwrap();
    assert!(receipt.starts_with(&format!("{}/c/receipt/", served.origin)), "{receipt}");
    let unknown = CheckoutSession::new("cs_test_unknown").unwrap();
    assert_eq!(served.stripe.receipt(&unknown).await.unwrap(), None);
}
