use crate::ledger::{Currency, Failure, Purchase, PurchaseId, Refusal, UserId};
use zest_core::PortError;

use crate::payments::packages::Package;
use crate::payments::provider::{Language, ProviderError};
use crate::payments::verdict::Mismatch;

/// Why an operation failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PurchaseError {
    /// The purchase does not exist or belongs to another member.
    #[error("There is no such purchase.")]
    Unknown,
    /// The id is used for another package, price or member.
    #[error("This purchase is another one.")]
    OtherPurchase,
    /// The package is not sold in this currency.
    #[error("This package is not sold in this currency.")]
    NoPrice,
    /// The provider failed.
    #[error(transparent)]
    Provider(#[from] ProviderError),
    /// The store failed; retry.
    #[error(transparent)]
    Store(#[from] PortError),
    /// The ledger refused the provider's state; needs manual review.
    #[error("the ledger refuses: {0}")]
    Ledger(Refusal),
}

impl From<Failure> for PurchaseError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(Refusal::UnknownPurchase) => Self::Unknown,
            Failure::Refused(Refusal::OtherBody) => Self::OtherPurchase,
            Failure::Refused(refusal) => Self::Ledger(refusal),
            Failure::Store(error) => Self::Store(error),
        }
    }
}

/// Result of settling a purchase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settled {
    /// Consistent with the provider's state.
    Consistent(Purchase),
    /// The provider's state contradicts the purchase, which is unchanged.
    Odd(Purchase, Mismatch),
}

/// Result of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventOutcome {
    /// It referred to a purchase, which was settled.
    Settled(Settled),
    /// It refers to none of Zest's purchases.
    NotOurs,
}

/// Counts of a sweep.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Swept {
    /// Purchases granted or failed.
    pub settled: u32,
    /// Purchases still pending.
    pub waiting: u32,
    /// Purchases that need manual review.
    pub odd: u32,
    /// Purchases that could not be checked.
    pub failed: u32,
}

/// A request to buy a package.
#[derive(Debug, Clone)]
pub struct PurchaseRequest<'w> {
    /// Purchase id made by the buyer's browser; also the idempotency key.
    pub purchase: PurchaseId,
    /// The buyer.
    pub member: UserId,
    /// The package to buy.
    pub package: &'w Package,
    /// Currency to pay in.
    pub currency: Currency,
    /// Package name on the payment page, in the buyer's language.
    pub name: String,
    /// Language of the payment page.
    pub language: Language,
    /// Return URL after payment.
    pub success_url: String,
    /// Return URL after cancellation.
    pub cancel_url: String,
}

/// Result of starting a purchase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Begun {
    /// URL of the payment page.
    PayAt(String),
    /// The purchase is paid, failed or in progress.
    Over(Purchase),
}
