use billing::ledger::{Cents, Currency, Memory, Price, PurchaseId};
use billing::payments::{Checkout, CheckoutState, Mismatch, Mode, PaymentState, Verdict, verdict};

use crate::payments::support::{Fake, begin, sound, usd};

async fn judged(change: impl FnOnce(&mut Checkout), mode: Mode) -> Verdict {
    let (ledger, provider) = (Memory::default(), Fake::default());
    begin(&ledger, &provider).await;
    provider.pay();
    provider.change(change);
    let (purchase, _) = sound(&ledger, crate::payments::support::now());
    let checkout = provider.sessions.lock().unwrap().values().next().unwrap().clone();
    verdict(&purchase, &checkout, mode)
}

#[tokio::test]
async fn only_a_paid_session_is_granted() {
    use CheckoutState::{Complete, Expired, Open};
    let table = [
        (Complete, true, PaymentState::Succeeded, "grant"),
        (Complete, false, PaymentState::Processing, "wait"),
        (Complete, false, PaymentState::Succeeded, "wait"),
        (Complete, false, PaymentState::None, "wait"),
        (Complete, false, PaymentState::Unpaid, "fail"),
        (Complete, false, PaymentState::Cancelled, "fail"),
        (Open, false, PaymentState::None, "wait"),
        (Open, false, PaymentState::Unpaid, "wait"),
        (Open, true, PaymentState::Succeeded, "wait"),
        (Expired, false, PaymentState::Unpaid, "fail"),
        (Expired, false, PaymentState::None, "fail"),
    ];
    for (state, is_paid, payment, expected) in table {
        let verdict = judged(
            |checkout| (checkout.state, checkout.is_paid, checkout.payment) = (state, is_paid, payment),
            Mode::Test,
        )
        .await;
        let word = match verdict {
            Verdict::Grant(payment) => {
                assert_eq!(payment.price, usd(699));
                "grant"
            }
            Verdict::Fail => "fail",
            Verdict::Wait => "wait",
            Verdict::Odd(_) => "odd",
        };
        assert_eq!(word, expected, "{state:?} {is_paid} {payment:?}");
    }
}

#[tokio::test]
async fn mismatching_session_is_odd() {
    let price = |cents, code: &str| {
        Some(Price { cents: Cents::new(cents).unwrap(), currency: Currency::new(code).unwrap() })
    };
    for (paid, oddity) in [
        (price(698, "usd"), Mismatch::OtherAmount),
        (price(700, "usd"), Mismatch::OtherAmount),
        (price(0, "usd"), Mismatch::OtherAmount),
        (None, Mismatch::OtherAmount),
        (price(699, "eur"), Mismatch::OtherCurrency),
        (price(699, "jpy"), Mismatch::OtherCurrency),
    ] {
        assert_eq!(
            judged(|checkout| checkout.price = paid, Mode::Test).await,
            Verdict::Odd(oddity),
            "{paid:?}"
        );
    }
    assert_eq!(judged(|_| {}, Mode::Live).await, Verdict::Odd(Mismatch::OtherMode));
    assert_eq!(
        judged(|checkout| checkout.mode = Mode::Live, Mode::Test).await,
        Verdict::Odd(Mismatch::OtherMode)
    );
    for purchase in [None, Some(PurchaseId::new("p2").unwrap())] {
        assert_eq!(
            judged(|checkout| checkout.purchase = purchase, Mode::Test).await,
            Verdict::Odd(Mismatch::OtherPurchase)
        );
    }
}
