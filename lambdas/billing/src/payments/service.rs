//! The purchase service: one settle function and its callers.

use std::collections::BTreeMap;

use crate::ledger::{
    Cents, CheckoutSession, Due, DueKind, FailPurchase, Fulfil, Lookups, OpenPurchase, PaymentIntent,
    Purchase, PurchaseId, PurchaseStatus, Reclaim, Refusal, RetryPolicy, Store, StorePaymentIds, UserId,
    lost, perform,
};
use zest_core::{PortError, Timestamp};

use crate::payments::event::WebhookEvent;
use crate::payments::outcome::{Begun, EventOutcome, PurchaseError, PurchaseRequest, Settled, Swept};
use crate::payments::provider::{Checkout, CheckoutState, Mode, Order, PaymentProvider, ProviderError};
use crate::payments::verdict::{Mismatch, Verdict, verdict};

const MAX_SETTLE_ATTEMPTS: u32 = 5;
/// Age after which a purchase without a session has failed: a session's lifetime (24 hours) and one hour for
/// clock skew.
const ABANDONED_AFTER_MILLIS: i64 = 25 * 60 * 60 * 1_000;

/// Settles purchases with a ledger and a payment provider.
pub struct PurchaseService<'d, L, P> {
    /// Purchases and credits.
    pub ledger: &'d L,
    /// The payment provider.
    pub provider: &'d P,
    /// Live or test mode.
    pub mode: Mode,
    /// Metadata of resulting transactions, such as the admin and the reason.
    pub metadata: BTreeMap<String, String>,
}

impl<L: Store + Lookups, P: PaymentProvider> PurchaseService<'_, L, P> {
    /// Starts a purchase; idempotent, so a double click returns the same payment page.
    ///
    /// # Errors
    /// [`PurchaseError::NoPrice`], [`PurchaseError::OtherPurchase`], or an error of the provider, the store
    /// or the ledger.
    pub async fn begin(
        &self,
        request: &PurchaseRequest<'_>,
        now: Timestamp,
        retry: &mut impl RetryPolicy,
    ) -> Result<Begun, PurchaseError> {
        let price = request.package.price(request.currency).ok_or(PurchaseError::NoPrice)?;
        let open = OpenPurchase {
            id: request.purchase.clone(),
            member: request.member.clone(),
            package: request.package.id.clone(),
            credits: request.package.credits,
            price,
        };
        let purchase = perform(self.ledger, &open, now, retry).await?;
        if purchase.status != PurchaseStatus::Pending {
            return Ok(Begun::Over(purchase));
        }
        let known = match &purchase.session {
            Some(session) => self.provider.checkout(session).await?,
            None => None,
        };
        let checkout = match known {
            Some(checkout) => checkout,
            None => self.provider.open(&order(request, price)).await?,
        };
        if verdict(&purchase, &checkout, self.mode) == Verdict::Wait
            && let (CheckoutState::Open, Some(url)) = (checkout.state, &checkout.url)
        {
            let url = url.clone();
            self.name(&purchase, &checkout, now, retry).await?;
            return Ok(Begun::PayAt(url));
        }
        // Paid, in progress or ended in the meantime.
        match self.settle(&purchase.id, Some(&checkout.session), now, retry).await? {
            Settled::Consistent(purchase) => Ok(Begun::Over(purchase)),
            Settled::Odd(_, oddity) => Err(ProviderError::Unreadable(oddity.to_string()).into()),
        }
    }

    /// Settles the purchase that a verified event refers to.
    ///
    /// # Errors
    /// Errors of the provider, the store and the ledger; the event must be redelivered.
    pub async fn handle_event(
        &self,
        event: &WebhookEvent,
        now: Timestamp,
        retry: &mut impl RetryPolicy,
    ) -> Result<EventOutcome, PurchaseError> {
        let checkout = match event {
            WebhookEvent::Nothing => None,
            WebhookEvent::Session(session) => self.provider.checkout(session).await?,
            WebhookEvent::Intent(intent) => match self.ledger.purchase_of(intent).await? {
                Some(purchase) => {
                    return self.settle(&purchase.id, None, now, retry).await.map(EventOutcome::Settled);
                }
                // The index may lag, so the provider is asked for the payment's session.
                None => self.provider.checkout_of(intent).await?,
            },
        };
        let Some(Checkout { purchase: Some(id), session, .. }) = checkout else {
            return Ok(EventOutcome::NotOurs);
        };
        // Already granted for this session. Refunds and disputes have their own events.
        if matches!(event, WebhookEvent::Session(_))
            && let Some(known) = self.ledger.purchase(&id).await?
            && known.status.is_granted()
            && known.session.as_ref() == Some(&session)
        {
            return Ok(EventOutcome::Settled(Settled::Consistent(known)));
        }
        match self.settle(&id, Some(&session), now, retry).await {
            // Another shop uses the same account.
            Err(PurchaseError::Unknown) => Ok(EventOutcome::NotOurs),
            settled => settled.map(EventOutcome::Settled),
        }
    }

    /// Returns a member's purchase, for the success page; settles it first if it is pending and has a
    /// session.
    ///
    /// # Errors
    /// [`PurchaseError::Unknown`], also for another member's purchase; errors of the provider, the store and
    /// the ledger.
    pub async fn settled_purchase_of_member(
        &self,
        member: &UserId,
        id: &PurchaseId,
        now: Timestamp,
        retry: &mut impl RetryPolicy,
    ) -> Result<Purchase, PurchaseError> {
        let purchase = self
            .ledger
            .purchase(id)
            .await?
            .filter(|purchase| purchase.member == *member)
            .ok_or(PurchaseError::Unknown)?;
        if purchase.status != PurchaseStatus::Pending || purchase.session.is_none() {
            return Ok(purchase);
        }
        match self.settle(id, None, now, retry).await? {
            Settled::Consistent(purchase) | Settled::Odd(purchase, _) => Ok(purchase),
        }
    }

    /// Settles at most `limit` pending purchases that were opened by `until`; stops when `is_over` returns
    /// true. A failed purchase does not stop the others. The first purchase differs between sweeps.
    ///
    /// # Errors
    /// [`PurchaseError::Store`] if the list cannot be read.
    pub async fn sweep(
        &self,
        until: Timestamp,
        limit: u32,
        is_over: impl Fn() -> bool,
        now: Timestamp,
        retry: &mut impl RetryPolicy,
    ) -> Result<Swept, PurchaseError> {
        let mut swept = Swept::default();
        let mut due = self.ledger.due(DueKind::Purchases, until, limit).await?;
        let turn = usize::try_from(now.millis().unsigned_abs()).unwrap_or_default();
        let first = turn.checked_rem(due.len()).unwrap_or_default();
        due.rotate_left(first);
        for due in due {
            if is_over() {
                break;
            }
            let Due::Purchase(id) = due else { continue };
            let counter = match self.settle(&id, None, now, retry).await {
                Ok(Settled::Consistent(purchase)) if purchase.status == PurchaseStatus::Pending => {
                    &mut swept.waiting
                }
                Ok(Settled::Consistent(_)) => &mut swept.settled,
                Ok(Settled::Odd(..)) => &mut swept.odd,
                Err(_) => &mut swept.failed,
            };
            *counter += 1;
        }
        Ok(swept)
    }

    /// Refunds the rest of a purchase's money, once per key, and claws back the credits. A fully refunded
    /// purchase is returned unchanged.
    ///
    /// # Errors
    /// [`PurchaseError::Unknown`], also for an unpaid purchase; [`ProviderError::Refused`], for example
    /// during a dispute; other errors of the provider, the store and the ledger.
    pub async fn refund(
        &self,
        id: &PurchaseId,
        key: &str,
        now: Timestamp,
        retry: &mut impl RetryPolicy,
    ) -> Result<Purchase, PurchaseError> {
        let before = match self.settle(id, None, now, retry).await? {
            Settled::Consistent(purchase) | Settled::Odd(purchase, _) => purchase,
        };
        let intent = before.intent.as_ref().filter(|_| before.status.is_granted());
        let intent = intent.ok_or(PurchaseError::Unknown)?;
        let left = before.price.cents.get().saturating_sub(before.lost.get());
        let Some(left) = Cents::new(i64::from(left)).ok().filter(|left| left.get() > 0) else {
            return Ok(before);
        };
        let refused = self.provider.refund(intent, left, key, &self.metadata).await;
        let after = match self.settle(id, None, now, retry).await? {
            Settled::Consistent(purchase) | Settled::Odd(purchase, _) => purchase,
        };
        match refused {
            // Another admin refunded concurrently.
            Err(ProviderError::Refused(_)) if after.lost == after.price.cents => Ok(after),
            refused => refused.map(|()| after).map_err(PurchaseError::from),
        }
    }

    /// Aligns a purchase with the provider's current state; idempotent. `session` is a session that the
    /// purchase may not have stored yet.
    pub async fn settle(
        &self,
        id: &PurchaseId,
        session: Option<&CheckoutSession>,
        now: Timestamp,
        retry: &mut impl RetryPolicy,
    ) -> Result<Settled, PurchaseError> {
        for _ in 0..MAX_SETTLE_ATTEMPTS {
            let seen = self.ledger.purchase(id).await?.ok_or(PurchaseError::Unknown)?;
            match self.look(&seen, session, now, retry).await {
                // The purchase changed after it was read, so the provider's answer may be out of date.
                Err(PurchaseError::Ledger(Refusal::Stale)) => {}
                settled => return settled,
            }
        }
        Err(PortError::Busy("the purchase was written meanwhile, again and again".to_owned()).into())
    }

    /// One attempt to settle a purchase. The provider is asked after the purchase was read.
    async fn look(
        &self,
        seen: &Purchase,
        session: Option<&CheckoutSession>,
        now: Timestamp,
        retry: &mut impl RetryPolicy,
    ) -> Result<Settled, PurchaseError> {
        let Some(session) = session.or(seen.session.as_ref()) else {
            return self.fail_if_abandoned(seen, now, retry).await;
        };
        let Some(checkout) = self.provider.checkout(session).await? else {
            return self.fail_if_abandoned(seen, now, retry).await;
        };
        let verdict = verdict(seen, &checkout, self.mode);
        if let Verdict::Odd(oddity) = verdict {
            return Ok(Settled::Odd(seen.clone(), oddity));
        }
        if let Some(own) = seen.session.as_ref().filter(|own| **own != checkout.session) {
            // A session other than the stored one counts only if it is paid. Its refunds do not change a
            // granted purchase.
            match verdict {
                Verdict::Grant(_) if seen.status.is_granted() => {
                    return Ok(Settled::Odd(seen.clone(), Mismatch::PaidTwice));
                }
                Verdict::Grant(_) => {}
                _ => return Box::pin(self.look(seen, Some(own), now, retry)).await,
            }
        }
        let seen = &self.reclaim(seen, checkout.intent.as_ref(), now, retry).await?;
        if seen.status.is_granted() {
            return Ok(Settled::Consistent(seen.clone()));
        }
        match verdict {
            Verdict::Grant(payment) => {
                let fulfil = Fulfil { member: seen.member.clone(), purchase: seen.id.clone(), payment };
                perform(self.ledger, &fulfil, now, retry).await?;
                self.consistent(&seen.id).await
            }
            Verdict::Fail => self.fail(seen, now, retry).await,
            Verdict::Wait | Verdict::Odd(_) => {
                self.name(seen, &checkout, now, retry).await?;
                self.consistent(&seen.id).await
            }
        }
    }

    /// Claws back credits for refunds and disputes; returns the current purchase.
    async fn reclaim(
        &self,
        seen: &Purchase,
        intent: Option<&PaymentIntent>,
        now: Timestamp,
        retry: &mut impl RetryPolicy,
    ) -> Result<Purchase, PurchaseError> {
        let Some(intent) = intent.or(seen.intent.as_ref()) else { return Ok(seen.clone()) };
        let money = self.provider.money(intent).await?;
        let lost = lost(&money.refunds, &money.disputes);
        // Before the grant, only a change of the lost money is stored; fulfilment subtracts it.
        if !seen.status.is_granted() && lost == seen.lost {
            return Ok(seen.clone());
        }
        let reclaim = Reclaim {
            member: seen.member.clone(),
            purchase: seen.id.clone(),
            seen: seen.version,
            lost,
            metadata: self.metadata.clone(),
        };
        Ok(perform(self.ledger, &reclaim, now, retry).await?)
    }

    async fn name(
        &self,
        purchase: &Purchase,
        checkout: &Checkout,
        now: Timestamp,
        retry: &mut impl RetryPolicy,
    ) -> Result<(), PurchaseError> {
        let name = StorePaymentIds {
            member: purchase.member.clone(),
            purchase: purchase.id.clone(),
            session: Some(checkout.session.clone()),
            intent: checkout.intent.clone(),
        };
        perform(self.ledger, &name, now, retry).await?;
        Ok(())
    }

    async fn fail(
        &self,
        seen: &Purchase,
        now: Timestamp,
        retry: &mut impl RetryPolicy,
    ) -> Result<Settled, PurchaseError> {
        let fail =
            FailPurchase { member: seen.member.clone(), purchase: seen.id.clone(), seen: seen.version };
        Ok(Settled::Consistent(perform(self.ledger, &fail, now, retry).await?))
    }

    /// Fails a pending purchase without a session at the provider once any session would have expired.
    async fn fail_if_abandoned(
        &self,
        seen: &Purchase,
        now: Timestamp,
        retry: &mut impl RetryPolicy,
    ) -> Result<Settled, PurchaseError> {
        let age = now.millis().saturating_sub(seen.purchased_at.millis());
        if seen.status == PurchaseStatus::Pending && age > ABANDONED_AFTER_MILLIS {
            return self.fail(seen, now, retry).await;
        }
        Ok(Settled::Consistent(seen.clone()))
    }

    async fn consistent(&self, id: &PurchaseId) -> Result<Settled, PurchaseError> {
        self.ledger.purchase(id).await?.map(Settled::Consistent).ok_or(PurchaseError::Unknown)
    }
}

fn order(request: &PurchaseRequest<'_>, price: crate::ledger::Price) -> Order {
    Order {
        purchase: request.purchase.clone(),
        name: request.name.clone(),
        price,
        language: request.language,
        success_url: request.success_url.clone(),
        cancel_url: request.cancel_url.clone(),
    }
}
