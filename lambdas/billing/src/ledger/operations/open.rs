//! Opens purchases and ends unpaid ones; no credits move.

use crate::ledger::amounts::{Cents, Credits};
use crate::ledger::change::{Change, Condition, Put, Row};
use crate::ledger::ids::{CheckoutSession, PackageId, PaymentIntent, PurchaseId, UserId};
use crate::ledger::operation::{Decision, Operation};
use crate::ledger::purchase::{Price, Purchase, PurchaseStatus};
use crate::ledger::refusal::Refusal;
use crate::ledger::state::{Needs, State};
use zest_core::Timestamp;

/// Opens a purchase before a checkout session exists. Idempotent; refused with [`Refusal::OtherBody`] if the
/// id belongs to another purchase, or [`Refusal::Nothing`] for zero credits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPurchase {
    /// Purchase id, made by the buyer's browser.
    pub id: PurchaseId,
    /// The buyer.
    pub member: UserId,
    /// The package bought.
    pub package: PackageId,
    /// Credits in the package.
    pub credits: Credits,
    /// Price of the package.
    pub price: Price,
}

impl Operation for OpenPurchase {
    type Outcome = Purchase;

    fn needs(&self) -> Needs {
        Needs { account: false, purchase: Some(self.id.clone()), ..Needs::account(&self.member) }
    }

    fn decide(&self, state: &State, now: Timestamp) -> Result<Decision<Purchase>, Refusal> {
        if let Some(stored) = state.purchases.get(&self.id) {
            let is_same = (&stored.member, &stored.package, stored.credits, stored.price)
                == (&self.member, &self.package, self.credits, self.price);
            return if is_same { Ok(Decision::Done(stored.clone())) } else { Err(Refusal::OtherBody) };
        }
        if self.credits.is_zero() {
            return Err(Refusal::Nothing);
        }
        let purchase = Purchase {
            id: self.id.clone(),
            member: self.member.clone(),
            version: 1,
            status: PurchaseStatus::Pending,
            package: self.package.clone(),
            credits: self.credits,
            price: self.price,
            session: None,
            intent: None,
            purchased_at: now,
            expires_at: None,
            lost: Cents::ZERO,
            target: Credits::ZERO,
            clawed: Credits::ZERO,
            updated_at: now,
        };
        let puts = vec![Put { row: Row::Purchase(purchase.clone()), condition: Condition::Absent }];
        Ok(Decision::Commit(Change { puts }, purchase))
    }
}

/// Stores the checkout session and payment intent of a purchase; `None` keeps the stored value. Refused with
/// [`Refusal::UnknownPurchase`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorePaymentIds {
    /// The buyer.
    pub member: UserId,
    /// The purchase that gets the payment ids.
    pub purchase: PurchaseId,
    /// The provider's checkout session.
    pub session: Option<CheckoutSession>,
    /// The provider's payment intent.
    pub intent: Option<PaymentIntent>,
}

impl Operation for StorePaymentIds {
    type Outcome = Purchase;

    fn needs(&self) -> Needs {
        Needs { account: false, purchase: Some(self.purchase.clone()), ..Needs::account(&self.member) }
    }

    fn decide(&self, state: &State, now: Timestamp) -> Result<Decision<Purchase>, Refusal> {
        let purchase = known(state, &self.purchase)?;
        let session = self.session.clone().or_else(|| purchase.session.clone());
        let intent = self.intent.clone().or_else(|| purchase.intent.clone());
        if (&session, &intent) == (&purchase.session, &purchase.intent) {
            return Ok(Decision::Done(purchase.clone()));
        }
        Ok(write(purchase, Purchase { session, intent, ..purchase.clone() }, now))
    }
}

/// Fails a purchase that the provider reports as unpaid. Idempotent; refused with
/// [`Refusal::UnknownPurchase`], [`Refusal::AlreadyFulfilled`], or [`Refusal::Stale`] if the purchase changed
/// after version `seen`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailPurchase {
    /// The buyer.
    pub member: UserId,
    /// The purchase that the provider reports as unpaid.
    pub purchase: PurchaseId,
    /// Version read before the provider was asked.
    pub seen: u64,
}

impl Operation for FailPurchase {
    type Outcome = Purchase;

    fn needs(&self) -> Needs {
        Needs { account: false, purchase: Some(self.purchase.clone()), ..Needs::account(&self.member) }
    }

    fn decide(&self, state: &State, now: Timestamp) -> Result<Decision<Purchase>, Refusal> {
        let purchase = known(state, &self.purchase)?;
        match purchase.status {
            PurchaseStatus::Failed => Ok(Decision::Done(purchase.clone())),
            PurchaseStatus::Completed | PurchaseStatus::Refunded => Err(Refusal::AlreadyFulfilled),
            PurchaseStatus::Pending if purchase.version != self.seen => Err(Refusal::Stale),
            PurchaseStatus::Pending => {
                Ok(write(purchase, Purchase { status: PurchaseStatus::Failed, ..purchase.clone() }, now))
            }
        }
    }
}

pub(super) fn known<'s>(state: &'s State, id: &PurchaseId) -> Result<&'s Purchase, Refusal> {
    let purchase = state.purchases.get(id).filter(|purchase| purchase.member == state.member);
    purchase.ok_or(Refusal::UnknownPurchase)
}

fn write(before: &Purchase, after: Purchase, now: Timestamp) -> Decision<Purchase> {
    let version = before.version.saturating_add(1);
    let after = Purchase { version, updated_at: now.max(before.updated_at), ..after };
    let condition = Condition::Version(before.version);
    let puts = vec![Put { row: Row::Purchase(after.clone()), condition }];
    Decision::Commit(Change { puts }, after)
}
