use std::collections::BTreeMap;

use crate::ledger::PURCHASED_FOR;
use crate::ledger::account::{Allocation, GrantType, Kind};
use crate::ledger::amounts::Amount;
use crate::ledger::change::{Condition, Row};
use crate::ledger::draft::{Draft, Entry, NewGrant};
use crate::ledger::fingerprint::Fingerprint;
use crate::ledger::ids::{CheckoutSession, GrantId, Key, Note, PaymentIntent, PurchaseId, UserId};
use crate::ledger::operation::{Decision, Operation};
use crate::ledger::operations::keyed::answered;
use crate::ledger::operations::open::known;
use crate::ledger::purchase::{Price, Purchase};
use crate::ledger::refusal::Refusal;
use crate::ledger::state::{Applied, Needs, State};
use zest_core::Timestamp;

/// A payment confirmed by the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    /// The paid checkout session.
    pub session: CheckoutSession,
    /// The payment intent, if the session has one.
    pub intent: Option<PaymentIntent>,
    /// Amount and currency paid.
    pub price: Price,
}

/// Grants the credits of a paid purchase; idempotent. Claws back for lost money in the same change. Refused
/// with [`Refusal::UnknownPurchase`], [`Refusal::OtherPrice`], [`Refusal::AlreadyFulfilled`] (paid by another
/// session), or [`Refusal::OtherBody`] (session of another purchase).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fulfil {
    /// The buyer.
    pub member: UserId,
    /// The paid purchase.
    pub purchase: PurchaseId,
    /// The payment, as the provider currently reports it.
    pub payment: Payment,
}

impl Operation for Fulfil {
    type Outcome = Applied;

    fn needs(&self) -> Needs {
        let key = Some(Key::of_session(&self.payment.session));
        Needs { key, purchase: Some(self.purchase.clone()), ..Needs::account(&self.member) }
    }

    fn decide(&self, state: &State, now: Timestamp) -> Result<Decision<Applied>, Refusal> {
        let fingerprint = Fingerprint::of(&["fulfil", self.member.as_str(), self.purchase.as_str()]);
        if let Some(before) = answered(state, fingerprint)? {
            return Ok(Decision::Done(before));
        }
        let purchase = known(state, &self.purchase)?;
        if purchase.status.is_granted() {
            return Err(Refusal::AlreadyFulfilled);
        }
        if purchase.price != self.payment.price {
            return Err(Refusal::OtherPrice);
        }
        let mut draft = Draft::new(state, now);
        let expires_at = now.plus(PURCHASED_FOR);
        let given = draft.open(NewGrant {
            id: GrantId::of_purchase(&purchase.id),
            kind: GrantType::Purchase,
            purchase: Some(purchase.id.clone()),
            credits: purchase.credits,
            expires_at,
        });
        let key = Key::of_session(&self.payment.session);
        let receipt = draft.post(Entry {
            kind: Kind::Purchase,
            allocations: vec![given.clone()],
            key: Some(key.clone()),
            purchase: Some(purchase.id.clone()),
            note: Note::ours("Credits bought"),
            metadata: BTreeMap::from([("package".to_owned(), purchase.package.to_string())]),
        })?;
        draft.remember(key, fingerprint, receipt);
        let mut after = Purchase {
            version: purchase.version.saturating_add(1),
            session: Some(self.payment.session.clone()),
            intent: self.payment.intent.clone().or_else(|| purchase.intent.clone()),
            expires_at: Some(expires_at),
            updated_at: draft.at(),
            ..purchase.clone()
        };
        if !purchase.target.is_zero() {
            let gone = Allocation { amount: Amount::goes(purchase.target), ..given };
            let entry = Entry::ours(Kind::Clawback, "Taken back with the money of the purchase", vec![gone]);
            draft.post(Entry { purchase: Some(purchase.id.clone()), ..entry })?;
            after.clawed = purchase.target;
        }
        after.status = after.granted_status();
        draft.put_row(Row::Purchase(after), Condition::Version(purchase.version));
        Ok(Decision::Commit(draft.finish()?, Applied { receipt, is_replay: false }))
    }
}
