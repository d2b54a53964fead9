//! Evaluates a checkout session's current state for a purchase, without regard to events.

use crate::ledger::{Payment, Purchase};

use crate::payments::provider::{Checkout, CheckoutState, Mode, PaymentState};

/// What to do with the purchase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Paid: grant the credits.
    Grant(Payment),
    /// Will never be paid.
    Fail,
    /// May still be paid.
    Wait,
    /// Does not match the purchase: grant nothing, needs manual review.
    Odd(Mismatch),
}

/// Why a session does not match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// The session is for another purchase, or none.
    #[error("the session is another purchase's")]
    OtherPurchase,
    /// The amount differs or is invalid.
    #[error("the amount is another one")]
    OtherAmount,
    /// The currency differs.
    #[error("the currency is another one")]
    OtherCurrency,
    /// Test mode instead of live mode, or vice versa.
    #[error("the mode is another one")]
    OtherMode,
    /// A second session was paid for a granted purchase.
    #[error("the purchase was paid twice")]
    PaidTwice,
}

/// Evaluates the session of a purchase.
#[must_use]
pub fn verdict(purchase: &Purchase, checkout: &Checkout, mode: Mode) -> Verdict {
    if checkout.purchase.as_ref() != Some(&purchase.id) {
        return Verdict::Odd(Mismatch::OtherPurchase);
    }
    if checkout.mode != mode {
        return Verdict::Odd(Mismatch::OtherMode);
    }
    let Some(price) = checkout.price else { return Verdict::Odd(Mismatch::OtherAmount) };
    if price.currency != purchase.price.currency {
        return Verdict::Odd(Mismatch::OtherCurrency);
    }
    if price.cents != purchase.price.cents {
        return Verdict::Odd(Mismatch::OtherAmount);
    }
    match (checkout.state, checkout.is_paid, checkout.payment) {
        (CheckoutState::Complete, true, _) => Verdict::Grant(Payment {
            session: checkout.session.clone(),
            intent: checkout.intent.clone(),
            price,
        }),
        // Complete but unpaid: a delayed payment. It has failed when no attempt is in progress.
        (CheckoutState::Complete, false, PaymentState::Unpaid | PaymentState::Cancelled)
        | (CheckoutState::Expired, ..) => Verdict::Fail,
        (CheckoutState::Complete, false, _) | (CheckoutState::Open, ..) => Verdict::Wait,
    }
}
