//! Why an operation is not done. Nothing was written for it then.

use crate::ledger::amounts::Credits;

/// Why an operation is not done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There are not so many credits that can be used. It is not remembered: with more credits the same key succeeds.
    #[error("{available} credits can be used, which is not enough")]
    Insufficient {
        /// How many there are.
        available: Credits,
    },
    /// The same key was used for something else.
    #[error("the key was used for another request")]
    OtherBody,
    /// No credits at all were asked for.
    #[error("no credits are no request")]
    Nothing,
    /// A balance or a total would be larger than one may be.
    #[error("that would be more credits than anybody can have")]
    TooMany,
    /// There is no such purchase.
    #[error("no such purchase")]
    UnknownPurchase,
    /// Another amount or another currency was paid than the purchase says.
    #[error("the payment is not what the purchase says")]
    OtherPrice,
    /// The purchase was fulfilled for another checkout session.
    #[error("the purchase was fulfilled already")]
    AlreadyFulfilled,
    /// The purchase was written since it was read: what the provider said may have changed, and must be asked again.
    #[error("the purchase has changed since it was read")]
    Stale,
    /// There is no such hold.
    #[error("no such hold")]
    UnknownHold,
    /// The hold's credits are used, for good.
    #[error("the hold was settled")]
    AlreadySettled,
    /// The hold's credits are back, for good.
    #[error("the hold was released")]
    AlreadyReleased,
    /// What expires must expire later than now.
    #[error("the expiration is past")]
    AlreadyOver,
    /// A row contradicts another, so that nothing is done with either: the audit names it.
    #[error("damaged: {0}")]
    Damaged(&'static str),
}
