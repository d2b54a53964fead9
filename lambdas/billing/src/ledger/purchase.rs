use serde::Serialize;

use crate::ledger::amounts::{Cents, Credits};
use crate::ledger::ids::{CheckoutSession, InvalidId, PackageId, PaymentIntent, PurchaseId, UserId};
use zest_core::Timestamp;

/// Currency code: three lowercase letters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Currency([u8; 3]);

impl Currency {
    /// US dollars, in cents.
    pub const USD: Self = Self(*b"usd");

    /// Parses a currency code.
    ///
    /// # Errors
    /// [`InvalidId`] unless it is three lowercase letters.
    pub fn new(code: &str) -> Result<Self, InvalidId> {
        let letters = <[u8; 3]>::try_from(code.as_bytes()).map_err(|_| InvalidId)?;
        if letters.iter().all(u8::is_ascii_lowercase) { Ok(Self(letters)) } else { Err(InvalidId) }
    }

    /// ISO 4217 code in lowercase.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

/// Amount and currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Price {
    /// In the currency's smallest unit.
    pub cents: Cents,
    /// Currency of the cents.
    pub currency: Currency,
}

/// Status of a purchase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PurchaseStatus {
    /// Payment is open.
    Pending,
    /// Paid and granted.
    Completed,
    /// Not paid.
    Failed,
    /// Paid, then fully refunded or disputed.
    Refunded,
}

impl PurchaseStatus {
    /// Whether the credits were granted.
    #[must_use]
    pub fn is_granted(self) -> bool {
        matches!(self, Self::Completed | Self::Refunded)
    }
}

/// A purchase. Invariant: clawed ≤ target ≤ credits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purchase {
    /// Purchase id, made by the buyer's browser.
    pub id: PurchaseId,
    /// The buyer.
    pub member: UserId,
    /// Every write increments it and is conditional on it.
    pub version: u64,
    /// Current status.
    pub status: PurchaseStatus,
    /// The package bought.
    pub package: PackageId,
    /// Credits in the package.
    pub credits: Credits,
    /// Price to pay.
    pub price: Price,
    /// The provider's checkout session, once known.
    pub session: Option<CheckoutSession>,
    /// The provider's payment intent, once known.
    pub intent: Option<PaymentIntent>,
    /// Time of opening.
    pub purchased_at: Timestamp,
    /// Expiry of the credits, once granted.
    pub expires_at: Option<Timestamp>,
    /// Refunded or disputed money, as last reported by the provider.
    pub lost: Cents,
    /// Credits to claw back for `lost`.
    pub target: Credits,
    /// Credits clawed back so far.
    pub clawed: Credits,
    /// Time of the last write.
    pub updated_at: Timestamp,
}

impl Purchase {
    /// Credits still to claw back that were already used.
    #[must_use]
    pub fn shortfall(&self) -> Credits {
        if self.status.is_granted() { self.target.saturating_sub(self.clawed) } else { Credits::ZERO }
    }

    pub(crate) fn granted_status(&self) -> PurchaseStatus {
        if self.target == self.credits { PurchaseStatus::Refunded } else { PurchaseStatus::Completed }
    }
}
