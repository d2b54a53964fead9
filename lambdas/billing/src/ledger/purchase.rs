//! A purchase: what somebody wants to pay for, and what has become of the money.

use serde::Serialize;

use crate::ledger::amounts::{Cents, Credits};
use crate::ledger::ids::{CheckoutSession, InvalidId, PackageId, PaymentIntent, PurchaseId, UserId};
use crate::ledger::moment::Moment;

/// A currency as the provider writes it: three lowercase letters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Currency([u8; 3]);

impl Currency {
    /// US dollars, in cents.
    pub const USD: Self = Self(*b"usd");

    /// Reads a currency's code.
    ///
    /// # Errors
    /// [`InvalidId`] unless it is three lowercase letters.
    pub fn new(code: &str) -> Result<Self, InvalidId> {
        let letters = <[u8; 3]>::try_from(code.as_bytes()).map_err(|_| InvalidId)?;
        if letters.iter().all(u8::is_ascii_lowercase) { Ok(Self(letters)) } else { Err(InvalidId) }
    }

    /// The code of ISO 4217 in small letters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

/// How much money, and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Price {
    /// In the currency's smallest unit.
    pub cents: Cents,
    /// The currency that the cents are of.
    pub currency: Currency,
}

/// Where a purchase stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PurchaseStatus {
    /// It is not known yet whether it will be paid.
    Pending,
    /// It was paid and its credits were given.
    Completed,
    /// It was not paid.
    Failed,
    /// It was paid, and all of the money has gone back or is disputed.
    Refunded,
}

impl PurchaseStatus {
    /// Whether its credits were given.
    #[must_use]
    pub fn is_granted(self) -> bool {
        matches!(self, Self::Completed | Self::Refunded)
    }
}

/// A purchase. Always: clawed ≤ target ≤ credits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purchase {
    /// The id that the buyer's browser has made.
    pub id: PurchaseId,
    /// The member who buys.
    pub member: UserId,
    /// Each write raises it and is conditional on it.
    pub version: u64,
    /// How far the purchase has come.
    pub status: PurchaseStatus,
    /// The package that is bought.
    pub package: PackageId,
    /// How many credits that is.
    pub credits: Credits,
    /// What must be paid.
    pub price: Price,
    /// The provider's checkout session, once there is one.
    pub session: Option<CheckoutSession>,
    /// The provider's payment intent, once there is one.
    pub intent: Option<PaymentIntent>,
    /// When it was begun.
    pub purchased_at: Moment,
    /// When its credits expire, once they were given.
    pub expires_at: Option<Moment>,
    /// How much of the money is not ours any more: the provider's present state when it was last looked at.
    pub lost: Cents,
    /// How many credits must go for that.
    pub target: Credits,
    /// How many of them have gone.
    pub clawed: Credits,
    /// When it was last written.
    pub updated_at: Moment,
}

impl Purchase {
    /// How many credits must still go and could not: what was used before the money went.
    #[must_use]
    pub fn shortfall(&self) -> Credits {
        if self.status.is_granted() { self.target.saturating_sub(self.clawed) } else { Credits::ZERO }
    }

    /// The status of a purchase whose credits were given.
    pub(crate) fn granted_status(&self) -> PurchaseStatus {
        if self.target == self.credits { PurchaseStatus::Refunded } else { PurchaseStatus::Completed }
    }
}
