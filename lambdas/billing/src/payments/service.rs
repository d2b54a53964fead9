//! The service where purchases are begun and settled: the one fulfilment function, and its three callers.

use std::collections::BTreeMap;

use crate::ledger::{
    Cents, CheckoutSession, Due, DueKind, FailPurchase, Fulfil, Lookups, Moment, NamePayment, OpenPurchase,
    PaymentIntent, Purchase, PurchaseId, PurchaseStatus, Reclaim, Refusal, RetryPolicy, Store, StoreError,
    UserId, lost, perform,
};

use crate::payments::event::WebhookEvent;
use crate::payments::outcome::{Begun, EventOutcome, PurchaseError, PurchaseRequest, Settled, Swept};
use crate::payments::provider::{Checkout, CheckoutState, Mode, Order, PaymentProvider, ProviderError};
use crate::payments::verdict::{Mismatch, Verdict, verdict};

/// How often a purchase is looked at anew when somebody writes it meanwhile.
const LOOKS: u32 = 5;
/// After this time a purchase without a session is one whose buyer never got to the page, in milliseconds: a session is open for
/// a day, and an hour is for clocks.
const FORSAKEN: i64 = 25 * 60 * 60 * 1_000;

/// The ledger and the provider.
pub struct PurchaseService<'d, L, P> {
    /// Where purchases and credits are kept.
    pub ledger: &'d L,
    /// The provider that takes cards.
    pub provider: &'d P,
    /// Whether real money moves.
    pub mode: Mode,
    /// What transactions are marked with that come of it: which admin asks and why, else nothing.
    pub metadata: BTreeMap<String, String>,
}

impl<L: Store + Lookups, P: PaymentProvider> PurchaseService<'_, L, P> {
    /// Begins a purchase. The same request again, by a double click or another tab, answers the same page.
    ///
    /// # Errors
    /// [`PurchaseError::NoPrice`], [`PurchaseError::OtherPurchase`], and those of provider and store; each can be tried again.
    pub async fn begin(
        &self,
        request: &PurchaseRequest<'_>,
        now: Moment,
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
        // Paid or ended meanwhile: the truth is one look away.
        match self.settle(&purchase.id, Some(&checkout.session), now, retry).await? {
            Settled::Stands(purchase) => Ok(Begun::Over(purchase)),
            Settled::Odd(_, oddity) => Err(ProviderError::Unreadable(oddity.to_string()).into()),
        }
    }

    /// The first caller: an event has been verified and read.
    ///
    /// # Errors
    /// Those of provider, store and ledger: the event is to be delivered again.
    pub async fn handle_event(
        &self,
        event: &WebhookEvent,
        now: Moment,
        retry: &mut impl RetryPolicy,
    ) -> Result<EventOutcome, PurchaseError> {
        let checkout = match event {
            WebhookEvent::Nothing => None,
            WebhookEvent::Session(session) => self.provider.checkout(session).await?,
            WebhookEvent::Intent(intent) => match self.ledger.purchase_of(intent).await? {
                Some(purchase) => {
                    return self.settle(&purchase.id, None, now, retry).await.map(EventOutcome::Looked);
                }
                // The index may lag behind: the provider knows which session a payment is of.
                None => self.provider.checkout_of(intent).await?,
            },
        };
        let Some(Checkout { purchase: Some(id), session, .. }) = checkout else {
            return Ok(EventOutcome::NotOurs);
        };
        // What a session's event can tell has been done: refunds and disputes have events of their own.
        if matches!(event, WebhookEvent::Session(_))
            && let Some(known) = self.ledger.purchase(&id).await?
            && known.status.is_granted()
            && known.session.as_ref() == Some(&session)
        {
            return Ok(EventOutcome::Looked(Settled::Stands(known)));
        }
        match self.settle(&id, Some(&session), now, retry).await {
            // Another shop under the same account.
            Err(PurchaseError::Unknown) => Ok(EventOutcome::NotOurs),
            settled => settled.map(EventOutcome::Looked),
        }
    }

    /// The second caller: the success page asks what has become of a member's purchase.
    ///
    /// # Errors
    /// [`PurchaseError::Unknown`] also for another member's purchase; those of provider and store.
    pub async fn look_up(
        &self,
        member: &UserId,
        id: &PurchaseId,
        now: Moment,
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
            Settled::Stands(purchase) | Settled::Odd(purchase, _) => Ok(purchase),
        }
    }

    /// The third caller: purchases that have been pending since before `until` are looked at, of at most so many until it
    /// `is_over`. One that fails holds up no other; each sweep begins at another one, so that every purchase has its turn
    /// however many wait.
    ///
    /// # Errors
    /// [`PurchaseError::Store`] where the list itself cannot be had.
    pub async fn sweep(
        &self,
        until: Moment,
        limit: u32,
        is_over: impl Fn() -> bool,
        now: Moment,
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
                Ok(Settled::Stands(purchase)) if purchase.status == PurchaseStatus::Pending => {
                    &mut swept.waiting
                }
                Ok(Settled::Stands(_)) => &mut swept.settled,
                Ok(Settled::Odd(..)) => &mut swept.odd,
                Err(_) => &mut swept.failed,
            };
            *counter += 1;
        }
        Ok(swept)
    }

    /// Sends back what is left of a purchase's money, once for each key, and brings the credits in line. One whose money has
    /// gone already is answered as it stands.
    ///
    /// # Errors
    /// [`PurchaseError::Unknown`], also where it was never paid; [`ProviderError::Refused`] where the provider does not send it
    /// back, for instance while it is disputed; those of store and ledger.
    pub async fn refund(
        &self,
        id: &PurchaseId,
        key: &str,
        now: Moment,
        retry: &mut impl RetryPolicy,
    ) -> Result<Purchase, PurchaseError> {
        let before = match self.settle(id, None, now, retry).await? {
            Settled::Stands(purchase) | Settled::Odd(purchase, _) => purchase,
        };
        let intent = before.intent.as_ref().filter(|_| before.status.is_granted());
        let intent = intent.ok_or(PurchaseError::Unknown)?;
        let left = before.price.cents.get().saturating_sub(before.lost.get());
        let Some(left) = Cents::new(i64::from(left)).ok().filter(|left| left.get() > 0) else {
            return Ok(before);
        };
        let refused = self.provider.refund(intent, left, key, &self.metadata).await;
        let after = match self.settle(id, None, now, retry).await? {
            Settled::Stands(purchase) | Settled::Odd(purchase, _) => purchase,
        };
        match refused {
            // Another admin was faster.
            Err(ProviderError::Refused(_)) if after.lost == after.price.cents => Ok(after),
            refused => refused.map(|()| after).map_err(PurchaseError::from),
        }
    }

    /// The one fulfilment function: brings a purchase in line with the provider's present state, whoever asks and however often.
    /// `session` is one that the caller knows of, where the purchase may not have heard of it.
    ///
    /// # Errors
    /// [`PurchaseError`]; what was not decided can be asked for again.
    pub async fn settle(
        &self,
        id: &PurchaseId,
        session: Option<&CheckoutSession>,
        now: Moment,
        retry: &mut impl RetryPolicy,
    ) -> Result<Settled, PurchaseError> {
        for _ in 0..LOOKS {
            let seen = self.ledger.purchase(id).await?.ok_or(PurchaseError::Unknown)?;
            match self.look(&seen, session, now, retry).await {
                // Somebody wrote it between our reading and our writing: what the provider said may be old.
                Err(PurchaseError::Ledger(Refusal::Stale)) => {}
                settled => return settled,
            }
        }
        Err(StoreError::Busy("the purchase was written meanwhile, again and again".to_owned()).into())
    }

    /// One look: everything that the provider says after the purchase was read.
    async fn look(
        &self,
        seen: &Purchase,
        session: Option<&CheckoutSession>,
        now: Moment,
        retry: &mut impl RetryPolicy,
    ) -> Result<Settled, PurchaseError> {
        let Some(session) = session.or(seen.session.as_ref()) else {
            return self.abandoned(seen, now, retry).await;
        };
        let Some(checkout) = self.provider.checkout(session).await? else {
            return self.abandoned(seen, now, retry).await;
        };
        let verdict = verdict(seen, &checkout, self.mode);
        if let Verdict::Odd(oddity) = verdict {
            return Ok(Settled::Odd(seen.clone(), oddity));
        }
        if let Some(own) = seen.session.as_ref().filter(|own| **own != checkout.session) {
            // Of a session that the purchase does not name, only that it is paid counts, and its refunds are not the purchase's.
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
            return Ok(Settled::Stands(seen.clone()));
        }
        match verdict {
            Verdict::Grant(payment) => {
                let fulfil = Fulfil { member: seen.member.clone(), purchase: seen.id.clone(), payment };
                perform(self.ledger, &fulfil, now, retry).await?;
                self.stands(&seen.id).await
            }
            Verdict::Fail => self.fail(seen, now, retry).await,
            Verdict::Wait | Verdict::Odd(_) => {
                self.name(seen, &checkout, now, retry).await?;
                self.stands(&seen.id).await
            }
        }
    }

    /// Brings in what refunds and disputes have taken, if money was ever there. Answers the purchase as it stands then.
    async fn reclaim(
        &self,
        seen: &Purchase,
        intent: Option<&PaymentIntent>,
        now: Moment,
        retry: &mut impl RetryPolicy,
    ) -> Result<Purchase, PurchaseError> {
        let Some(intent) = intent.or(seen.intent.as_ref()) else { return Ok(seen.clone()) };
        let money = self.provider.money(intent).await?;
        let lost = lost(&money.refunds, &money.disputes);
        // Before the credits are given nothing has to be fenced off: the grant itself takes what is lost by then.
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
        now: Moment,
        retry: &mut impl RetryPolicy,
    ) -> Result<(), PurchaseError> {
        let name = NamePayment {
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
        now: Moment,
        retry: &mut impl RetryPolicy,
    ) -> Result<Settled, PurchaseError> {
        let fail =
            FailPurchase { member: seen.member.clone(), purchase: seen.id.clone(), seen: seen.version };
        Ok(Settled::Stands(perform(self.ledger, &fail, now, retry).await?))
    }

    /// A purchase whose session nobody knows: it fails once no session can be open any more.
    async fn abandoned(
        &self,
        seen: &Purchase,
        now: Moment,
        retry: &mut impl RetryPolicy,
    ) -> Result<Settled, PurchaseError> {
        let age = now.millis().saturating_sub(seen.purchased_at.millis());
        if seen.status == PurchaseStatus::Pending && age > FORSAKEN {
            return self.fail(seen, now, retry).await;
        }
        Ok(Settled::Stands(seen.clone()))
    }

    async fn stands(&self, id: &PurchaseId) -> Result<Settled, PurchaseError> {
        self.ledger.purchase(id).await?.map(Settled::Stands).ok_or(PurchaseError::Unknown)
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
