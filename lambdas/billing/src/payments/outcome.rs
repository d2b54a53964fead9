//! What the service is asked, and what it answers.

use crate::ledger::{Currency, Failure, Purchase, PurchaseId, Refusal, StoreError, UserId};

use crate::payments::packages::Package;
use crate::payments::provider::{Language, ProviderError};
use crate::payments::verdict::Mismatch;

/// Why nothing was decided.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PurchaseError {
    /// There is no such purchase, or it is another member's: nobody is told which.
    #[error("There is no such purchase.")]
    Unknown,
    /// The same id was used for another package or by another member.
    #[error("This purchase is another one.")]
    OtherPurchase,
    /// The package is not sold in this currency.
    #[error("This package is not sold in this currency.")]
    NoPrice,
    /// The provider did not do it.
    #[error(transparent)]
    Provider(#[from] ProviderError),
    /// The store did not do it: ask again.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The ledger refuses what the provider says: somebody must look.
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

/// What a look at a purchase has come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settled {
    /// The purchase stands like this now.
    Stands(Purchase),
    /// What the provider says does not fit; the purchase was left as it is.
    Odd(Purchase, Mismatch),
}

/// What became of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventOutcome {
    /// It was about a purchase, which was looked at.
    Looked(Settled),
    /// It was about none of our purchases.
    NotOurs,
}

/// What a sweep has found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Swept {
    /// Purchases that were granted or failed.
    pub settled: u32,
    /// Purchases that are to be looked at again.
    pub waiting: u32,
    /// Purchases that somebody must look at.
    pub odd: u32,
    /// Purchases that could not be looked at.
    pub failed: u32,
}

/// What somebody wants to buy.
#[derive(Debug, Clone)]
pub struct PurchaseRequest<'w> {
    /// The purchase's id, made by the buyer's browser: sent again it is the same purchase.
    pub purchase: PurchaseId,
    /// The member who buys.
    pub member: UserId,
    /// The package that is bought.
    pub package: &'w Package,
    /// The currency that the buyer pays in.
    pub currency: Currency,
    /// The page's name for the package, in the buyer's language.
    pub name: String,
    /// The language of the payment page.
    pub language: Language,
    /// Where the buyer goes afterwards.
    pub success_url: String,
    /// Where the buyer goes who does not pay.
    pub cancel_url: String,
}

/// Where the buyer pays, or what has become of the purchase already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Begun {
    /// The buyer pays at this address.
    PayAt(String),
    /// There is nothing to pay any more.
    Over(Purchase),
}
