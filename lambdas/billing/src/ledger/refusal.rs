use crate::ledger::amounts::Credits;

/// Why an operation was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Not enough usable credits. Not stored: the same key succeeds once there are more.
    #[error("{available} credits can be used, which is not enough")]
    Insufficient {
        /// Usable credits.
        available: Credits,
    },
    /// The key was used for a different request.
    #[error("the key was used for another request")]
    OtherBody,
    /// Zero credits were requested.
    #[error("no credits are no request")]
    Nothing,
    /// A balance or total would overflow.
    #[error("that would be more credits than anybody can have")]
    TooMany,
    /// The purchase does not exist or is another member's.
    #[error("no such purchase")]
    UnknownPurchase,
    /// The paid amount or currency differs from the purchase.
    #[error("the payment is not what the purchase says")]
    OtherPrice,
    /// The purchase was already fulfilled.
    #[error("the purchase was fulfilled already")]
    AlreadyFulfilled,
    /// The purchase changed since it was read; ask the provider again.
    #[error("the purchase has changed since it was read")]
    Stale,
    /// The hold does not exist.
    #[error("no such hold")]
    UnknownHold,
    /// The hold was settled.
    #[error("the hold was settled")]
    AlreadySettled,
    /// The hold was released.
    #[error("the hold was released")]
    AlreadyReleased,
    /// Contradictory rows; the audit names them.
    #[error("damaged: {0}")]
    Damaged(&'static str),
}
