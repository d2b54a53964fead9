//! Amounts of credits and money: whole numbers with checked arithmetic.

use std::fmt;

/// Number of credits, 0 to 2,147,483,647 (the maximum of GraphQL's `Int`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Credits(u32);

/// The number is negative or above 2,147,483,647.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("credits and cents are from 0 to 2147483647")]
pub struct OutOfRange;

const MOST: u32 = i32::MAX.unsigned_abs();

impl Credits {
    /// Zero credits.
    pub const ZERO: Self = Self(0);
    /// One credit.
    pub const ONE: Self = Self(1);

    /// Creates credits.
    ///
    /// # Errors
    /// [`OutOfRange`] below 0 and above 2,147,483,647.
    pub fn new(number: i64) -> Result<Self, OutOfRange> {
        u32::try_from(number).ok().filter(|number| *number <= MOST).map(Self).ok_or(OutOfRange)
    }

    /// The number of credits.
    #[must_use]
    pub fn get(self) -> u32 {
        self.0
    }

    /// True for zero credits.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The sum; `None` on overflow.
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).filter(|sum| *sum <= MOST).map(Self)
    }

    /// The difference; `None` below zero.
    #[must_use]
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    /// The difference, at least zero.
    #[must_use]
    pub fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// Adds a signed amount; `None` if the result is out of range.
    #[must_use]
    pub fn moved(self, amount: Amount) -> Option<Self> {
        Self::new(i64::from(self.0).checked_add(amount.0)?).ok()
    }

    /// The share `part / whole` of these credits, rounded down; at most all of them.
    #[must_use]
    pub fn share(self, part: Cents, whole: Cents) -> Self {
        let part = u64::from(part.min(whole).get());
        let share = (u64::from(self.0) * part).checked_div(u64::from(whole.get())).unwrap_or_default();
        Self(u32::try_from(share).unwrap_or(self.0))
    }
}

impl fmt::Display for Credits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Signed change of credits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amount(i64);

impl Amount {
    /// Creates an amount from a signed number.
    #[must_use]
    pub fn new(number: i64) -> Self {
        Self(number)
    }

    /// The signed number.
    #[must_use]
    pub fn get(self) -> i64 {
        self.0
    }

    /// Change that adds the credits.
    #[must_use]
    pub fn positive(credits: Credits) -> Self {
        Self(i64::from(credits.0))
    }

    /// Change that removes the credits.
    #[must_use]
    pub fn goes(credits: Credits) -> Self {
        Self(-i64::from(credits.0))
    }

    /// The same amount with the opposite sign.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

impl std::iter::Sum for Amount {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        Self(amounts.fold(0, |sum, amount| sum.saturating_add(amount.0)))
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}", self.0)
    }
}

/// Money in the currency's smallest unit, 0 to 2,147,483,647.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cents(u32);

impl Cents {
    /// Zero cents.
    pub const ZERO: Self = Self(0);

    /// Creates an amount of money.
    ///
    /// # Errors
    /// [`OutOfRange`] below 0 and above 2,147,483,647.
    pub fn new(number: i64) -> Result<Self, OutOfRange> {
        u32::try_from(number).ok().filter(|number| *number <= MOST).map(Self).ok_or(OutOfRange)
    }

    /// The number of cents.
    #[must_use]
    pub fn get(self) -> u32 {
        self.0
    }

    /// The sum, capped at the maximum.
    #[must_use]
    pub fn saturating_add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0).min(MOST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credits_are_whole_and_never_wrap() {
        let most = Credits::new(2_147_483_647).unwrap();
        for number in [-1, 2_147_483_648, 1_000_000_000_000, i64::MIN, i64::MAX] {
            assert_eq!(Credits::new(number), Err(OutOfRange), "{number}");
        }
        assert_eq!(most.checked_add(Credits::ONE), None);
        assert_eq!(Credits::ZERO.checked_sub(Credits::ONE), None);
        assert_eq!(most.moved(Amount::positive(Credits::ONE)), None);
        assert_eq!(Credits::ONE.moved(Amount::goes(Credits::ONE)), Some(Credits::ZERO));
        assert_eq!(Credits::ZERO.moved(Amount::goes(Credits::ONE)), None);
    }

    #[test]
    fn a_share_is_rounded_down_and_never_more_than_all() {
        let (credits, price) = (Credits::new(60).unwrap(), Cents::new(699).unwrap());
        for (part, share) in [(0, 0), (11, 0), (12, 1), (349, 29), (698, 59), (699, 60), (700, 60)] {
            assert_eq!(credits.share(Cents::new(part).unwrap(), price).get(), share, "{part}");
        }
        assert_eq!(credits.share(price, Cents::ZERO), Credits::ZERO, "what was free is not taken back");
    }
}
