//! Deliberate mistakes, each at one place of the ledger: the simulation must find every one of them.
//!
//! Without the feature `mutants`, which nothing that is deployed has, [`on`] is the constant `false` and nothing of this is left.

macro_rules! mutants {
    ($($(#[$doc:meta])* $name:ident)*) => {
        /// A mistake.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[cfg_attr(not(feature = "mutants"), expect(dead_code, unreachable_pub, reason = "names alone, without the feature"))]
        pub enum Mutant {
            $($(#[$doc])* $name),*
        }

        #[cfg(feature = "mutants")]
        impl Mutant {
            /// Every one.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];
        }
    };
}

mutants! {
    /// A write does not look whether another transaction has been written: neither balance, nor grants, nor number.
    SequenceUnchecked
    /// What was done under a key is not looked up, and not written on the condition that it is new.
    KeyIgnored
    /// The record of a key is read before the rows that it explains.
    RecordReadFirst
    /// Another request under a key is answered as if it were the same.
    OtherBodyAnswered
    /// A refusal for want of credits is remembered under the key.
    RefusalRemembered
    /// The grant that expires last is used first.
    LatestFirst
    /// Of two that expire together what was bought is used first.
    BoughtFirst
    /// Of two alike the younger is used first.
    YoungestFirst
    /// A grant can be used at the moment at which it expires.
    UsableAtExpiry
    /// The sweep ends grants a second too early.
    ExpiredEarly
    /// What expires stays in the balance.
    ExpiryUnposted
    /// What is given back goes to its grant although that has expired.
    GivenToExpired
    /// A hold is released although it was settled.
    ReleasedTwice
    /// A hold is settled without looking whether it was released meanwhile.
    SettledBlindly
    /// What a hold gives back is not counted out of what was used.
    UsageKept
    /// What is given back is not taken for money that has gone.
    ShortfallForgotten
    /// A release does not write the purchases whose credits it gives back.
    ReleaseUnfenced
    /// What was taken back already is taken back again.
    ClawedAgain
    /// Credits stay away when the money comes again.
    NothingReturned
    /// A look at the provider that changes nothing is not written, so that an older one may be written after it.
    FenceMissing
    /// A look at the provider is written over a later one.
    StaleLookTaken
    /// A purchase is granted without what was lost before.
    EarlyRefundForgotten
    /// A purchase is fulfilled once for each checkout session, whatever its status.
    StatusUnchecked
    /// A payment is taken whatever its amount.
    PriceUnchecked
    /// More grants than fit are touched in one transaction.
    TooManyGrants
    /// A balance is written behind a transaction without its amount.
    BalanceAfterStale
}

#[cfg(feature = "mutants")]
mod switched {
    use std::cell::Cell;

    use super::Mutant;

    thread_local! {
        static ON: Cell<Option<Mutant>> = const { Cell::new(None) };
    }

    /// Makes this mistake from now on, in this thread; `None` makes none.
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

/// Whether this mistake is made: never.
#[cfg(not(feature = "mutants"))]
pub(crate) const fn on(_: Mutant) -> bool {
    false
}
