//! Refunds and disputes with events in any order: only the final state counts.

use billing::ledger::{CheckoutSession, DisputeState, Memory, PaymentIntent, PurchaseStatus, RefundState};
use billing::payments::{Mode, WebhookEvent};
use proptest::prelude::*;

use crate::payments::support::{Fake, NoRetry, begin, now, service, sound};

/// Refunds and disputes of a purchase (60 credits for 6.99), and the credits that remain.
type Truth = (&'static [(i64, RefundState)], &'static [(i64, DisputeState)], u32);

const TRUTHS: [Truth; 9] = [
    (&[], &[], 60),
    (&[(699, RefundState::Pending)], &[], 0),
    (&[(699, RefundState::Failed)], &[], 60),
    (&[(233, RefundState::Succeeded)], &[], 40),
    (&[(233, RefundState::Succeeded), (466, RefundState::Succeeded)], &[], 0),
    (&[], &[(699, DisputeState::Open)], 0),
    (&[], &[(699, DisputeState::Inquiry)], 60),
    (&[(233, RefundState::Succeeded)], &[(466, DisputeState::Won)], 40),
    (&[(233, RefundState::Succeeded)], &[(466, DisputeState::Lost)], 0),
];

fn hints() -> [WebhookEvent; 3] {
    let session = || CheckoutSession::new("cs_p1").unwrap();
    [
        WebhookEvent::Session(session()),
        WebhookEvent::Intent(PaymentIntent::new("pi_1").unwrap()),
        WebhookEvent::Session(session()),
    ]
}

#[tokio::test]
async fn credits_follow_refunds_and_disputes() {
    let (ledger, provider) = (Memory::default(), Fake::default());
    begin(&ledger, &provider).await;
    provider.pay();
    for (refunds, disputes, credits) in TRUTHS {
        provider.refunds(refunds);
        provider.disputes(disputes);
        service(&ledger, &provider).handle_event(&hints()[1], now(), &mut NoRetry).await.unwrap();
        let (purchase, balance) = sound(&ledger, now());
        assert_eq!(balance, credits, "{refunds:?} {disputes:?}");
        let status = if credits == 0 { PurchaseStatus::Refunded } else { PurchaseStatus::Completed };
        assert_eq!(purchase.status, status, "{refunds:?} {disputes:?}");
    }
}

#[tokio::test]
async fn refund_before_fulfilment_claws_back_at_once() {
    let (ledger, provider) = (Memory::default(), Fake::default());
    begin(&ledger, &provider).await;
    provider.pay();
    provider.refunds(&[(233, RefundState::Succeeded)]);
    service(&ledger, &provider).handle_event(&hints()[1], now(), &mut NoRetry).await.unwrap();
    assert_eq!(sound(&ledger, now()).1, 40);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Applies random states with events delivered late, twice or never, and random provider failures. Final
    /// events settle everything.
    #[test]
    fn any_event_order_ends_in_the_final_state(
        steps in proptest::collection::vec((0..TRUTHS.len(), proptest::collection::vec((0..3_usize, 0..4_u32), 0..4)), 1..8),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let (ledger, provider) = (Memory::default(), Fake::default());
        runtime.block_on(async {
            begin(&ledger, &provider).await;
            provider.pay();
            for (truth, outcome) in &steps {
                provider.refunds(TRUTHS[*truth].0);
                provider.disputes(TRUTHS[*truth].1);
                for (event, failing) in outcome {
                    *provider.failing.lock().unwrap() = *failing;
                    // A failed event may not be delivered again; the last event settles it.
                    drop(service(&ledger, &provider).handle_event(&hints()[*event], now(), &mut NoRetry).await);
                    sound(&ledger, now());
                }
            }
            *provider.failing.lock().unwrap() = 0;
            for last in [1, 0] {
                service(&ledger, &provider).handle_event(&hints()[last], now(), &mut NoRetry).await.unwrap();
            }
        });
        prop_assert_eq!(sound(&ledger, now()).1, TRUTHS[steps.last().unwrap().0].2);
    }

    #[test]
    fn parsing_arbitrary_bytes_never_panics(body in proptest::collection::vec(any::<u8>(), 0..300)) {
        drop(billing::payments::read(&body, Mode::Test));
    }
}
