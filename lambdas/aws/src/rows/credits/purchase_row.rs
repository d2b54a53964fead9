//! Purchase row: `P#<id>`/`P`.

use billing::ledger::{
    CheckoutSession, Currency, PackageId, PaymentIntent, Price, Purchase, PurchaseId, PurchaseStatus, RowKey,
    UserId,
};
use serde::{Deserialize, Serialize};
use zest_core::{PortError, Timestamp};

use crate::rows::codes::Coded;
use crate::rows::credits::keys::{DUE_PURCHASE, moment, place, time};
use crate::rows::credits::parts::{cents, credits, known, unreadable};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PurchaseRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    /// Key of the sparse index; only while the purchase is pending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    due: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    due_at: Option<Timestamp>,
    id: PurchaseId,
    user_id: UserId,
    version: u64,
    status: Coded<PurchaseStatus>,
    package_id: PackageId,
    credits_purchased: i64,
    /// Amount in the currency's smallest unit.
    amount: i64,
    currency: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stripe_checkout_session_id: Option<CheckoutSession>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stripe_payment_intent_id: Option<PaymentIntent>,
    purchase_date: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expiration_date: Option<Timestamp>,
    lost: i64,
    target: i64,
    clawed: i64,
    updated_at: Timestamp,
}

impl From<&Purchase> for PurchaseRow {
    fn from(purchase: &Purchase) -> Self {
        let (pk, sk) = place(&RowKey::Purchase(purchase.id.clone()));
        let is_due = purchase.status == PurchaseStatus::Pending;
        Self {
            pk,
            sk,
            due: is_due.then(|| DUE_PURCHASE.to_owned()),
            due_at: is_due.then(|| time(purchase.purchased_at)),
            id: purchase.id.clone(),
            user_id: purchase.member.clone(),
            version: purchase.version,
            status: purchase.status.into(),
            package_id: purchase.package.clone(),
            credits_purchased: purchase.credits.get().into(),
            amount: purchase.price.cents.get().into(),
            currency: purchase.price.currency.as_str().to_owned(),
            stripe_checkout_session_id: purchase.session.clone(),
            stripe_payment_intent_id: purchase.intent.clone(),
            purchase_date: time(purchase.purchased_at),
            expiration_date: purchase.expires_at.map(time),
            lost: purchase.lost.get().into(),
            target: purchase.target.get().into(),
            clawed: purchase.clawed.get().into(),
            updated_at: time(purchase.updated_at),
        }
    }
}

impl TryFrom<PurchaseRow> for Purchase {
    type Error = PortError;

    fn try_from(row: PurchaseRow) -> Result<Self, PortError> {
        let currency = Currency::new(&row.currency).map_err(|_| unreadable("a currency that is none"))?;
        Ok(Self {
            id: row.id,
            member: row.user_id,
            version: row.version,
            status: known(row.status)?,
            package: row.package_id,
            credits: credits(row.credits_purchased)?,
            price: Price { cents: cents(row.amount)?, currency },
            session: row.stripe_checkout_session_id,
            intent: row.stripe_payment_intent_id,
            purchased_at: moment(row.purchase_date),
            expires_at: row.expiration_date.map(moment),
            lost: cents(row.lost)?,
            target: credits(row.target)?,
            clawed: credits(row.clawed)?,
            updated_at: moment(row.updated_at),
        })
    }
}
