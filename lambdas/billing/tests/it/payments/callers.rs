use std::collections::BTreeMap;
use std::sync::Arc;

use billing::ledger::{
    CheckoutSession, Currency, DisputeState, Lookups, Memory, PaymentIntent, PurchaseId, PurchaseStatus,
    RefundState, StorePaymentIds, UserId, perform,
};
use billing::payments::{
    Begun, CheckoutState, EventOutcome, Mismatch, Packages, PaymentState, ProviderError, PurchaseError,
    PurchaseRequest, PurchaseService, Settled, Swept, WebhookEvent,
};
use zest_core::Timestamp;

use crate::payments::support::{Fake, NoRetry, begin, id, member, now, request, service, sound};

fn completed() -> WebhookEvent {
    WebhookEvent::Session(CheckoutSession::new("cs_p1").unwrap())
}

fn payment() -> WebhookEvent {
    WebhookEvent::Intent(PaymentIntent::new("pi_1").unwrap())
}

fn later(hours: i64) -> Timestamp {
    Timestamp::from_millis(now().millis() + hours * 3_600_000)
}

#[tokio::test]
async fn double_click_starts_one_purchase_with_one_page() {
    let (ledger, provider) = (Memory::default(), Fake::default());
    let first = begin(&ledger, &provider).await;
    assert_eq!(first, Begun::PayAt("https://pay.example/cs_p1".into()));
    assert_eq!(begin(&ledger, &provider).await, first);
    assert_eq!(provider.opened(), 1);
    let (purchase, balance) = sound(&ledger, now());
    assert_eq!(
        (purchase.status, purchase.session.as_ref().map(CheckoutSession::as_str), balance),
        (PurchaseStatus::Pending, Some("cs_p1"), 0)
    );
}

#[tokio::test]
async fn purchase_id_is_bound_to_member_and_package() {
    let (ledger, provider) = (Memory::default(), Fake::default());
    let packages = Packages::load().unwrap();
    begin(&ledger, &provider).await;
    let mut others = vec![request(&packages, "large"), request(&packages, "medium")];
    others[1].member = UserId::new("member-2").unwrap();
    for other in others {
        let refused = service(&ledger, &provider).begin(&other, now(), &mut NoRetry).await;
        assert_eq!(refused, Err(PurchaseError::OtherPurchase));
    }
    let mut euros = request(&packages, "medium");
    euros.currency = Currency::new("eur").unwrap();
    assert_eq!(
        service(&ledger, &provider).begin(&euros, now(), &mut NoRetry).await,
        Err(PurchaseError::NoPrice)
    );
}

#[tokio::test]
async fn session_is_found_again_after_a_lost_answer() {
    let (ledger, provider) = (Memory::default(), Fake::default());
    let packages = Packages::load().unwrap();
    *provider.failing.lock().unwrap() = 1;
    let lost = service(&ledger, &provider).begin(&request(&packages, "medium"), now(), &mut NoRetry).await;
    assert!(matches!(lost, Err(PurchaseError::Provider(ProviderError::Unavailable(_)))));
    assert_eq!(sound(&ledger, now()).0.session, None);
    assert!(matches!(begin(&ledger, &provider).await, Begun::PayAt(_)));
}

#[tokio::test]
async fn finished_purchase_has_no_payment_page() {
    for (state, is_paid, status) in [
        (CheckoutState::Complete, true, PurchaseStatus::Completed),
        (CheckoutState::Expired, false, PurchaseStatus::Failed),
    ] {
        let (ledger, provider) = (Memory::default(), Fake::default());
        begin(&ledger, &provider).await;
        provider.change(|checkout| (checkout.state, checkout.is_paid) = (state, is_paid));
        for _ in 0..2 {
            assert!(
                matches!(begin(&ledger, &provider).await, Begun::Over(purchase) if purchase.status == status)
            );
        }
    }
}

#[tokio::test]
async fn webhook_success_page_and_sweep_have_the_same_result() {
    let mut ends = Vec::new();
    for first in 0..3 {
        let (ledger, provider) = (Memory::default(), Fake::default());
        begin(&ledger, &provider).await;
        provider.pay();
        let service = service(&ledger, &provider);
        for caller in (first..first + 3).map(|caller| caller % 3) {
            match caller {
                0 => drop(service.handle_event(&completed(), now(), &mut NoRetry).await.unwrap()),
                1 => drop(
                    service.settled_purchase_of_member(&member(), &id(), now(), &mut NoRetry).await.unwrap(),
                ),
                _ => drop(service.sweep(now(), 10, || false, now(), &mut NoRetry).await.unwrap()),
            }
        }
        let (purchase, balance) = sound(&ledger, now());
        ends.push((purchase.status, purchase.credits, purchase.lost, balance));
        assert_eq!((purchase.status, balance), (PurchaseStatus::Completed, 60));
    }
    ends.dedup();
    assert_eq!(ends.len(), 1);
}

#[tokio::test]
async fn repeated_event_grants_once() {
    let (ledger, provider) = (Memory::default(), Fake::default());
    begin(&ledger, &provider).await;
    provider.pay();
    for turn in 0..1_000 {
        let event = if turn % 2 == 0 { completed() } else { payment() };
        assert!(matches!(
            service(&ledger, &provider).handle_event(&event, now(), &mut NoRetry).await,
            Ok(EventOutcome::Settled(_))
        ));
    }
    assert_eq!(sound(&ledger, now()).1, 60);
}

#[tokio::test]
async fn mismatch_grants_nothing_and_is_reported() {
    let (ledger, provider) = (Memory::default(), Fake::default());
    begin(&ledger, &provider).await;
    provider.pay();
    provider.change(|checkout| checkout.price = None);
    let outcome = service(&ledger, &provider).handle_event(&completed(), now(), &mut NoRetry).await.unwrap();
    assert!(matches!(outcome, EventOutcome::Settled(Settled::Odd(_, Mismatch::OtherAmount))));
    let seen = service(&ledger, &provider)
        .settled_purchase_of_member(&member(), &id(), now(), &mut NoRetry)
        .await
        .unwrap();
    assert_eq!(seen.status, PurchaseStatus::Pending);
    let swept = service(&ledger, &provider).sweep(now(), 10, || false, now(), &mut NoRetry).await.unwrap();
    assert_eq!(swept, Swept { odd: 1, ..Swept::default() });
    assert_eq!(sound(&ledger, now()).1, 0);
}

#[tokio::test]
async fn second_paid_session_is_reported_and_grants_nothing() {
    let (ledger, provider) = (Memory::default(), Fake::default());
    begin(&ledger, &provider).await;
    provider.pay();
    service(&ledger, &provider).handle_event(&completed(), now(), &mut NoRetry).await.unwrap();
    let mut second = provider.sessions.lock().unwrap().values().next().unwrap().clone();
    second.session = CheckoutSession::new("cs_second").unwrap();
    second.intent = Some(PaymentIntent::new("pi_2").unwrap());
    provider.sessions.lock().unwrap().insert("cs_second".into(), second.clone());
    // The second session's refund does not belong to the purchase, so the credits stay.
    provider.refunds(&[(699, RefundState::Succeeded)]);
    let event = WebhookEvent::Session(second.session.clone());
    let outcome = service(&ledger, &provider).handle_event(&event, now(), &mut NoRetry).await.unwrap();
    assert!(matches!(outcome, EventOutcome::Settled(Settled::Odd(_, Mismatch::PaidTwice))));
    assert_eq!(sound(&ledger, now()).1, 60);
    provider.refunds(&[]);
    second.state = CheckoutState::Expired;
    second.is_paid = false;
    provider.sessions.lock().unwrap().insert("cs_second".into(), second);
    service(&ledger, &provider).handle_event(&event, now(), &mut NoRetry).await.unwrap();
    assert_eq!(sound(&ledger, now()).0.status, PurchaseStatus::Completed);
}

#[tokio::test]
async fn foreign_event_is_ignored() {
    let (ledger, provider) = (Memory::default(), Fake::default());
    begin(&ledger, &provider).await;
    provider.pay();
    provider.change(|checkout| {
        checkout.purchase = Some(billing::ledger::PurchaseId::new("of-another-shop").unwrap())
    });
    for event in [
        WebhookEvent::Nothing,
        WebhookEvent::Session(CheckoutSession::new("cs_none").unwrap()),
        WebhookEvent::Intent(PaymentIntent::new("pi_none").unwrap()),
        completed(),
    ] {
        assert_eq!(
            service(&ledger, &provider).handle_event(&event, now(), &mut NoRetry).await,
            Ok(EventOutcome::NotOurs),
            "{event:?}"
        );
    }
}

#[tokio::test]
async fn purchase_of_another_member_is_unknown() {
    let (ledger, provider) = (Memory::default(), Fake::default());
    begin(&ledger, &provider).await;
    let other = UserId::new("member-2").unwrap();
    let none = billing::ledger::PurchaseId::new("none").unwrap();
    for (member, purchase) in [(&other, &id()), (&member(), &none)] {
        assert_eq!(
            service(&ledger, &provider)
                .settled_purchase_of_member(member, purchase, now(), &mut NoRetry)
                .await,
            Err(PurchaseError::Unknown)
        );
    }
}

/// Balance of a purchase of 60 credits if an event that sees the refund `then` is handled between the query
/// that returns `first` and its write.
async fn overtaken(first: (i64, RefundState), then: (i64, RefundState)) -> u32 {
    let (ledger, provider) = (Arc::new(Memory::default()), Arc::new(Fake::default()));
    begin(&ledger, &provider).await;
    provider.pay();
    service(&ledger, &provider).handle_event(&completed(), now(), &mut NoRetry).await.unwrap();
    provider.refunds(&[first]);
    let (other_ledger, other_provider) = (Arc::clone(&ledger), Arc::clone(&provider));
    *provider.meanwhile.lock().unwrap() = Some(Box::new(move || {
        other_provider.refunds(&[then]);
        let service = service(&other_ledger, &other_provider);
        let (event, mut retry) = (payment(), NoRetry);
        // Nothing waits, so one poll completes it.
        let outcome = std::pin::pin!(service.handle_event(&event, now(), &mut retry))
            .poll(&mut std::task::Context::from_waker(std::task::Waker::noop()));
        assert!(matches!(outcome, std::task::Poll::Ready(Ok(_))));
    }));
    service(&ledger, &provider).handle_event(&payment(), now(), &mut NoRetry).await.unwrap();
    sound(&ledger, now()).1
}

#[tokio::test]
async fn stale_settle_is_repeated() {
    let (pending, failed) = ((699, RefundState::Pending), (699, RefundState::Failed));
    assert_eq!(
        overtaken(pending, failed).await,
        60,
        "what the later look saw stands, though it changed nothing"
    );
    assert_eq!(overtaken(failed, pending).await, 0);
    assert_eq!(overtaken(failed, (233, RefundState::Succeeded)).await, 40);
}

#[tokio::test]
async fn stale_settle_sees_changes_made_meanwhile() {
    let (ledger, provider) = (Arc::new(Memory::default()), Arc::new(Fake::default()));
    begin(&ledger, &provider).await;
    provider.pay();
    service(&ledger, &provider).handle_event(&completed(), now(), &mut NoRetry).await.unwrap();
    let (other_ledger, other_provider) = (Arc::clone(&ledger), Arc::clone(&provider));
    // A refund arrives while another writer changes the purchase for another reason.
    *provider.meanwhile.lock().unwrap() = Some(Box::new(move || {
        other_provider.refunds(&[(233, RefundState::Succeeded)]);
        let intent = Some(PaymentIntent::new("pi_other").unwrap());
        let name = StorePaymentIds { member: member(), purchase: id(), session: None, intent };
        let mut retry = NoRetry;
        let named = std::pin::pin!(perform(&*other_ledger, &name, now(), &mut retry))
            .poll(&mut std::task::Context::from_waker(std::task::Waker::noop()));
        assert!(named.is_ready());
    }));
    service(&ledger, &provider).handle_event(&payment(), now(), &mut NoRetry).await.unwrap();
    assert_eq!(sound(&ledger, now()).1, 40);
}

#[tokio::test]
async fn sweep_fails_abandoned_purchases_and_continues_after_errors() {
    let (ledger, provider) = (Memory::default(), Fake::default());
    begin(&ledger, &provider).await;
    let sweep = async |at: Timestamp| {
        service(&ledger, &provider).sweep(at, 10, || false, at, &mut NoRetry).await.unwrap()
    };
    assert_eq!(sweep(now()).await, Swept { waiting: 1, ..Swept::default() });
    *provider.failing.lock().unwrap() = 1;
    assert_eq!(sweep(later(1)).await, Swept { failed: 1, ..Swept::default() });
    provider.sessions.lock().unwrap().clear();
    assert_eq!(sweep(later(25)).await, Swept { waiting: 1, ..Swept::default() });
    assert_eq!(sweep(later(26)).await, Swept { settled: 1, ..Swept::default() });
    assert_eq!(sound(&ledger, later(26)).0.status, PurchaseStatus::Failed);
    assert_eq!(sweep(later(27)).await, Swept::default());
}

#[tokio::test]
async fn failed_delayed_payment_fails_the_purchase() {
    let (ledger, provider) = (Memory::default(), Fake::default());
    begin(&ledger, &provider).await;
    provider.change(|checkout| {
        (checkout.state, checkout.payment) = (CheckoutState::Complete, PaymentState::Processing)
    });
    let look = async || {
        service(&ledger, &provider)
            .settled_purchase_of_member(&member(), &id(), now(), &mut NoRetry)
            .await
            .unwrap()
            .status
    };
    assert_eq!(look().await, PurchaseStatus::Pending);
    provider.change(|checkout| checkout.payment = PaymentState::Unpaid);
    assert_eq!(look().await, PurchaseStatus::Failed);
    assert_eq!(ledger.purchase(&id()).await.unwrap().unwrap().status, PurchaseStatus::Failed);
}

#[tokio::test]
async fn sweep_without_time_does_nothing_and_the_next_starts_elsewhere() {
    let (ledger, provider) = (Memory::default(), Fake::default());
    let packages = Packages::load().unwrap();
    for name in ["p1", "p2", "p3"] {
        let wish =
            PurchaseRequest { purchase: PurchaseId::new(name).unwrap(), ..request(&packages, "medium") };
        service(&ledger, &provider).begin(&wish, now(), &mut NoRetry).await.unwrap();
    }
    let over = service(&ledger, &provider).sweep(now(), 10, || true, now(), &mut NoRetry).await.unwrap();
    assert_eq!(over, Swept::default());
    // Each sweep checks one of the three purchases, so three sweeps find the expired session.
    provider.sessions.lock().unwrap().get_mut("cs_p3").unwrap().state = CheckoutState::Expired;
    let mut settled = 0;
    for millis in 0..3 {
        let at = Timestamp::from_millis(later(1).millis() + millis);
        let looks = std::cell::Cell::new(0);
        let is_over = || looks.replace(looks.get() + 1) > 0;
        settled +=
            service(&ledger, &provider).sweep(at, 10, is_over, at, &mut NoRetry).await.unwrap().settled;
    }
    assert_eq!(settled, 1);
}

#[tokio::test]
async fn refund_claws_back_credits_once() {
    let (ledger, provider) = (Memory::default(), Fake::default());
    begin(&ledger, &provider).await;
    let metadata = BTreeMap::from([("who".to_owned(), "admin-1".to_owned())]);
    let service = PurchaseService { metadata, ..service(&ledger, &provider) };
    let unpaid = service.refund(&id(), "k1", now(), &mut NoRetry).await;
    assert_eq!(unpaid, Err(PurchaseError::Unknown));
    provider.pay();
    for key in ["k1", "k1", "k2"] {
        let refunded = service.refund(&id(), key, now(), &mut NoRetry).await.unwrap();
        assert_eq!(refunded.status, PurchaseStatus::Refunded);
    }
    let (purchase, balance) = sound(&ledger, now());
    assert_eq!((purchase.clawed.get(), balance), (60, 0));
    let taken = ledger.rows_of(&member()).transactions.pop().unwrap();
    assert_eq!(taken.metadata.get("who").map(String::as_str), Some("admin-1"));
}

#[tokio::test]
async fn a_disputed_payment_is_not_refunded() {
    let (ledger, provider) = (Memory::default(), Fake::default());
    begin(&ledger, &provider).await;
    provider.pay();
    provider.disputes(&[(100, DisputeState::Open)]);
    let refused = service(&ledger, &provider).refund(&id(), "k1", now(), &mut NoRetry).await;
    assert!(matches!(refused, Err(PurchaseError::Provider(ProviderError::Refused(_)))), "{refused:?}");
    sound(&ledger, now());
}
