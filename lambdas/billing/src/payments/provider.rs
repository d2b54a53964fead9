//! The port to the payment provider, and its view of a payment.

use std::collections::BTreeMap;
use std::future::Future;

use crate::ledger::{Cents, CheckoutSession, Dispute, PaymentIntent, Price, PurchaseId, Refund};

/// Live or test mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Real cards and money.
    Live,
    /// Test cards and money.
    Test,
}

/// Language of the payment page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Spanish.
    Spanish,
    /// French.
    French,
}

/// An order to pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The purchase; also the idempotency key.
    pub purchase: PurchaseId,
    /// Name on the payment page.
    pub name: String,
    /// Price of the package.
    pub price: Price,
    /// Language of the payment page.
    pub language: Language,
    /// Return URL after payment.
    pub success_url: String,
    /// Return URL after cancellation.
    pub cancel_url: String,
}

/// State of a checkout session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckoutState {
    /// The buyer can pay.
    Open,
    /// Completed; the payment may still be processing.
    Complete,
    /// Ended without payment.
    Expired,
}

/// State of a session's payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentState {
    /// No attempt yet.
    None,
    /// No attempt has succeeded.
    Unpaid,
    /// Still processing.
    Processing,
    /// The buyer has paid.
    Succeeded,
    /// Ended without payment.
    Cancelled,
}

/// Current state of a checkout session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkout {
    /// The provider's session id.
    pub session: CheckoutSession,
    /// The purchase, from the session's reference.
    pub purchase: Option<PurchaseId>,
    /// URL of the payment page, while open.
    pub url: Option<String>,
    /// State of the session.
    pub state: CheckoutState,
    /// Whether the provider reports it as paid.
    pub is_paid: bool,
    /// State of the payment.
    pub payment: PaymentState,
    /// The payment intent, if any.
    pub intent: Option<PaymentIntent>,
    /// Amount to pay; `None` if missing or invalid.
    pub price: Option<Price>,
    /// Live or test mode.
    pub mode: Mode,
}

/// Refunds and disputes of a payment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RefundsAndDisputes {
    /// All refunds, in any state.
    pub refunds: Vec<Refund>,
    /// All disputes, in any state.
    pub disputes: Vec<Dispute>,
}

/// Why a provider call failed. The texts are for the log: ids and codes, never keys, cards or buyer input.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderError {
    /// Unreachable, busy, or the answer was lost; retry with the same key.
    #[error("the provider is not available: {0}")]
    Unavailable(String),
    /// Rejected permanently.
    #[error("the provider refuses: {0}")]
    Refused(String),
    /// The answer is not understood.
    #[error("the provider's answer is not understood: {0}")]
    Unreadable(String),
}

/// Payment provider: Stripe, its stand-in, or a fake.
pub trait PaymentProvider: Sync {
    /// Opens a checkout session for an order, or returns the existing one; the purchase id is the idempotency
    /// key.
    fn open(&self, order: &Order) -> impl Future<Output = Result<Checkout, ProviderError>> + Send;

    /// Current state of a session; `None` if it does not exist.
    fn checkout(
        &self,
        session: &CheckoutSession,
    ) -> impl Future<Output = Result<Option<Checkout>, ProviderError>> + Send;

    /// Session of a payment; `None` if the payment has no session of Zest.
    fn checkout_of(
        &self,
        intent: &PaymentIntent,
    ) -> impl Future<Output = Result<Option<Checkout>, ProviderError>> + Send;

    /// URL of the receipt; `None` without payment.
    fn receipt(
        &self,
        session: &CheckoutSession,
    ) -> impl Future<Output = Result<Option<String>, ProviderError>> + Send;

    /// Current refunds and disputes of a payment.
    fn money(
        &self,
        intent: &PaymentIntent,
    ) -> impl Future<Output = Result<RefundsAndDisputes, ProviderError>> + Send;

    /// Refunds an amount, once per key. `metadata` records who asked and why.
    fn refund(
        &self,
        intent: &PaymentIntent,
        cents: Cents,
        key: &str,
        metadata: &BTreeMap<String, String>,
    ) -> impl Future<Output = Result<(), ProviderError>> + Send;
}
