//! Converts Stripe's objects to the types of the payment port. Unknown states are errors.

use billing::ledger::{
    Cents, Currency, Dispute, DisputeState, PaymentIntent, Price, PurchaseId, Refund, RefundState,
};
use billing::payments::{Checkout, CheckoutState, Mode, PaymentState, ProviderError};
use stripe_shared::{
    CheckoutSession, CheckoutSessionPaymentStatus, CheckoutSessionStatus, DisputeStatus, PaymentIntentStatus,
};
use stripe_types::Expandable;

pub(crate) fn checkout(session: &CheckoutSession) -> Result<Checkout, ProviderError> {
    let state = match session.status {
        Some(CheckoutSessionStatus::Open) => CheckoutState::Open,
        Some(CheckoutSessionStatus::Complete) => CheckoutState::Complete,
        Some(CheckoutSessionStatus::Expired) => CheckoutState::Expired,
        _ => return Err(unknown("a session's status")),
    };
    let is_paid = match session.payment_status {
        CheckoutSessionPaymentStatus::Paid => true,
        // A session without an amount to pay was not created by Zest, so it is not paid.
        CheckoutSessionPaymentStatus::Unpaid | CheckoutSessionPaymentStatus::NoPaymentRequired => false,
        _ => return Err(unknown("a session's payment status")),
    };
    let payment = match &session.payment_intent {
        None => PaymentState::None,
        Some(Expandable::Object(intent)) => payment(&intent.status)?,
        // Only an id, as in the response for a new session; the payment may still follow.
        Some(Expandable::Id(_)) => PaymentState::Processing,
    };
    let intent = session.payment_intent.as_ref().map(|intent| PaymentIntent::new(intent.id().as_str()));
    let id =
        billing::ledger::CheckoutSession::new(session.id.as_str()).map_err(|_| unknown("a session's id"))?;
    Ok(Checkout {
        session: id,
        purchase: session.client_reference_id.as_deref().and_then(|id| PurchaseId::new(id).ok()),
        url: session.url.clone(),
        state,
        is_paid,
        payment,
        intent: intent.transpose().map_err(|_| unknown("a payment's id"))?,
        price: price(session),
        mode: if session.livemode { Mode::Live } else { Mode::Test },
    })
}

/// Receipt URL of a paid session with expanded payment and charge.
pub(crate) fn receipt(session: &CheckoutSession) -> Option<String> {
    let intent = session.payment_intent.as_ref()?.as_object()?;
    let charge = intent.latest_charge.as_ref()?.as_object()?;
    charge.receipt_url.clone().filter(|_| charge.paid)
}

fn payment(status: &PaymentIntentStatus) -> Result<PaymentState, ProviderError> {
    match status {
        PaymentIntentStatus::Succeeded => Ok(PaymentState::Succeeded),
        PaymentIntentStatus::Canceled => Ok(PaymentState::Cancelled),
        PaymentIntentStatus::RequiresPaymentMethod => Ok(PaymentState::Unpaid),
        PaymentIntentStatus::Processing
        | PaymentIntentStatus::RequiresAction
        | PaymentIntentStatus::RequiresCapture
        | PaymentIntentStatus::RequiresConfirmation => Ok(PaymentState::Processing),
        _ => Err(unknown("a payment's status")),
    }
}

fn price(session: &CheckoutSession) -> Option<Price> {
    let cents = Cents::new(session.amount_total?).ok()?;
    let currency = Currency::new(&session.currency.as_ref()?.to_string()).ok()?;
    Some(Price { cents, currency })
}

/// Converts a refund: cancelled counts as failed, "requires action" as pending.
pub(crate) fn refund(refund: &stripe_shared::Refund) -> Result<Refund, ProviderError> {
    let state = match refund.status.as_deref() {
        Some("succeeded") => RefundState::Succeeded,
        Some("failed" | "canceled") => RefundState::Failed,
        Some("pending" | "requires_action") => RefundState::Pending,
        _ => return Err(unknown("a refund's status")),
    };
    Ok(Refund { cents: cents(refund.amount)?, state })
}

/// Converts a dispute; warnings are inquiries that move no money.
pub(crate) fn dispute(dispute: &stripe_shared::Dispute) -> Result<Dispute, ProviderError> {
    let state = match dispute.status {
        DisputeStatus::NeedsResponse | DisputeStatus::UnderReview => DisputeState::Open,
        DisputeStatus::Won => DisputeState::Won,
        DisputeStatus::Lost => DisputeState::Lost,
        DisputeStatus::WarningNeedsResponse
        | DisputeStatus::WarningUnderReview
        | DisputeStatus::WarningClosed
        | DisputeStatus::Prevented => DisputeState::Inquiry,
        _ => return Err(unknown("a dispute's status")),
    };
    Ok(Dispute { cents: cents(dispute.amount)?, state })
}

fn cents(amount: i64) -> Result<Cents, ProviderError> {
    Cents::new(amount).map_err(|_| unknown("an amount"))
}

fn unknown(what: &str) -> ProviderError {
    ProviderError::Unreadable(what.to_owned())
}
