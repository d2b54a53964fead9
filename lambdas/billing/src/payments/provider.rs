//! The port to whoever takes cards, and what it says of a payment at present.

use std::collections::BTreeMap;
use std::future::Future;

use crate::ledger::{Cents, CheckoutSession, Dispute, PaymentIntent, Price, PurchaseId, Refund};

/// Whether real money moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Real cards and real money.
    Live,
    /// Cards and money of tests.
    Test,
}

/// Languages of the payment page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Spanish.
    Spanish,
    /// French.
    French,
}

/// What the provider is asked to take money for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The purchase; the same one is never asked for twice.
    pub purchase: PurchaseId,
    /// What the page calls it.
    pub name: String,
    /// The price of the package.
    pub price: Price,
    /// The language of the payment page.
    pub language: Language,
    /// Where the buyer goes afterwards.
    pub success_url: String,
    /// Where the buyer goes who does not pay.
    pub cancel_url: String,
}

/// How far a session is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckoutState {
    /// The buyer can pay.
    Open,
    /// The buyer is through; the money may come later.
    Complete,
    /// It has ended unpaid.
    Expired,
}

/// How far the payment of a session is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentState {
    /// Nobody has tried to pay yet.
    None,
    /// No try has succeeded so far, or the last one has failed for good.
    Unpaid,
    /// It will succeed or fail.
    Processing,
    /// The payment has succeeded.
    Succeeded,
    /// It has been given up.
    Cancelled,
}

/// A checkout session at present.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkout {
    /// The provider's id of the session.
    pub session: CheckoutSession,
    /// The purchase that it was made for, by the reference that we gave it.
    pub purchase: Option<PurchaseId>,
    /// Where the buyer pays, while it is open.
    pub url: Option<String>,
    /// How far it is.
    pub state: CheckoutState,
    /// Whether the provider says that it is paid.
    pub is_paid: bool,
    /// How far its payment is.
    pub payment: PaymentState,
    /// The payment, once there is one.
    pub intent: Option<PaymentIntent>,
    /// What it asks for; `None` where it is not in a form that we could have asked for.
    pub price: Option<Price>,
    /// Whether real money moves.
    pub mode: Mode,
}

/// What has become of the money of a payment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Money {
    /// Every refund of the payment, whatever became of it.
    pub refunds: Vec<Refund>,
    /// Every dispute of the payment, whatever became of it.
    pub disputes: Vec<Dispute>,
}

/// Why the provider did not do what it was asked. The texts are for the log: they hold ids and codes, never a key, a card or
/// what a buyer typed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderError {
    /// It cannot be reached, is busy, or its answer was lost; asked again with the same key it does the same once.
    #[error("the provider is not available: {0}")]
    Unavailable(String),
    /// It refuses: asked again it refuses again.
    #[error("the provider refuses: {0}")]
    Refused(String),
    /// It answers what we do not understand.
    #[error("the provider's answer is not understood: {0}")]
    Unreadable(String),
}

/// Who takes cards: Stripe, its stand-in, or a test's fake.
pub trait PaymentProvider: Sync {
    /// Opens a session for an order, or answers the one that was opened for it: the purchase's id is the key.
    fn open(&self, order: &Order) -> impl Future<Output = Result<Checkout, ProviderError>> + Send;

    /// A session at present; `None` where there is none of this id.
    fn checkout(
        &self,
        session: &CheckoutSession,
    ) -> impl Future<Output = Result<Option<Checkout>, ProviderError>> + Send;

    /// The session of a payment; `None` where the payment is not of a session of ours.
    fn checkout_of(
        &self,
        intent: &PaymentIntent,
    ) -> impl Future<Output = Result<Option<Checkout>, ProviderError>> + Send;

    /// Where the buyer finds the provider's receipt; `None` where nothing was paid.
    fn receipt(
        &self,
        session: &CheckoutSession,
    ) -> impl Future<Output = Result<Option<String>, ProviderError>> + Send;

    /// Every refund and dispute of a payment at present.
    fn money(&self, intent: &PaymentIntent) -> impl Future<Output = Result<Money, ProviderError>> + Send;

    /// Sends money back, once for each key; `metadata` says who has asked for it and why.
    fn refund(
        &self,
        intent: &PaymentIntent,
        cents: Cents,
        key: &str,
        metadata: &BTreeMap<String, String>,
    ) -> impl Future<Output = Result<(), ProviderError>> + Send;
}
