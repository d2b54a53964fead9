//! Mutation testing: deliberate bugs that the simulation must detect.
//!
//! Without the feature `mutants`, [`on`] is the constant `false` and the bugs are compiled out.

macro_rules! mutants {
    ($($(#[$doc:meta])* $name:ident)*) => {
        /// A deliberate bug.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[cfg_attr(not(feature = "mutants"), expect(dead_code, unreachable_pub, reason = "names alone, without the feature"))]
        pub enum Mutant {
            $($(#[$doc])* $name),*
        }

        #[cfg(feature = "mutants")]
        impl Mutant {
            /// All mutants.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];
        }
    };
}

mutants! {
    /// Writes are not conditional on the balance, grants or version.
    SequenceUnchecked
    /// The key's record is neither read nor written conditionally.
    KeyIgnored
    /// The key's record is read before the rows it explains.
    RecordReadFirst
    /// A different request under a used key gets the stored answer.
    OtherBodyAnswered
    /// A refusal for insufficient credits is stored under the key.
    RefusalRemembered
    /// Grants that expire last are used first.
    LatestFirst
    /// With equal expiry, purchased grants are used first.
    BoughtFirst
    /// With equal rank, newer grants are used first.
    YoungestFirst
    /// A grant is usable at the moment it expires.
    UsableAtExpiry
    /// The sweep ends grants one second early.
    ExpiredEarly
    /// Expired credits stay in the balance.
    ExpiryUnposted
    /// Released credits return to an expired grant.
    GivenToExpired
    /// A settled hold can be released.
    ReleasedTwice
    /// A released hold can be settled.
    SettledBlindly
    /// Released credits still count as usage.
    UsageKept
    /// Released credits are not clawed back for lost money.
    ShortfallForgotten
    /// A release does not write the purchases it returns credits of.
    ReleaseUnfenced
    /// Clawed credits are clawed back again.
    ClawedAgain
    /// Credits do not return when the money does.
    NothingReturned
    /// A reclaim without effect is not written, so an older one can overwrite it.
    FenceMissing
    /// A stale reclaim overwrites a later one.
    StaleLookTaken
    /// Fulfilment ignores money lost before.
    EarlyRefundForgotten
    /// A purchase is fulfilled once per checkout session, whatever its status.
    StatusUnchecked
    /// Fulfilment ignores the paid amount.
    PriceUnchecked
    /// One transaction touches more grants than allowed.
    TooManyGrants
    /// `balance_after` omits the transaction's amount.
    BalanceAfterStale
}

#[cfg(feature = "mutants")]
mod switched {
    use std::cell::Cell;

    use super::Mutant;

    thread_local! {
        static ON: Cell<Option<Mutant>> = const { Cell::new(None) };
    }

    /// Enables a mutant in this thread; `None` disables all.
    pub fn switch(mutant: Option<Mutant>) {
        ON.set(mutant);
    }

    pub(crate) fn on(mutant: Mutant) -> bool {
        ON.get() == Some(mutant)
    }
}

#[cfg(feature = "mutants")]
pub(crate) use switched::on;
#[cfg(feature = "mutants")]
pub use switched::switch;

/// Always false without the feature.
#[cfg(not(feature = "mutants"))]
pub(crate) const fn on(_: Mutant) -> bool {
    false
}
