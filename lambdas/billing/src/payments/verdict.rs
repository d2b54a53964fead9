//! What a session's present state means for a purchase. Pure: no event, no order of events, only what is so now.

use crate::ledger::{Payment, Purchase};

use crate::payments::provider::{Checkout, CheckoutState, Mode, PaymentState};

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It is paid: the credits are the buyer's.
    Grant(Payment),
    /// It will never be paid.
    Fail,
    /// It may still be paid.
    Wait,
    /// It is paid or may be, but it is not what we asked for: nothing is given, and somebody must look.
    Odd(Mismatch),
}

/// What does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// The session was made for another purchase, or for none.
    #[error("the session is another purchase's")]
    OtherPurchase,
    /// Another amount, or none that we understand.
    #[error("the amount is another one")]
    OtherAmount,
    /// It was paid in another currency.
    #[error("the currency is another one")]
    OtherCurrency,
    /// Test money where it should be real, or the other way.
    #[error("the mode is another one")]
    OtherMode,
    /// A second session of a purchase was paid whose credits had been given for the first one.
    #[error("the purchase was paid twice")]
    PaidTwice,
}

/// Judges a purchase by its session.
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
        // Complete and unpaid: the money was to come later. It has not, once no try is under way any more.
        (CheckoutState::Complete, false, PaymentState::Unpaid | PaymentState::Cancelled)
        | (CheckoutState::Expired, ..) => Verdict::Fail,
        (CheckoutState::Complete, false, _) | (CheckoutState::Open, ..) => Verdict::Wait,
    }
}
