//! Payments and expiry of sessions.

use crate::error::ApiError;
use crate::objects::{Charge, ChargeStatus, Intent, IntentStatus, Session, SessionStatus};
use crate::world::{Later, Refunding, World};

/// Settlement time of a delayed payment in seconds.
pub const LATER_SECONDS: i64 = 3;

/// A test card; each has one fixed behaviour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Card {
    /// Succeeds.
    Succeeds,
    /// Is declined; another card may be used.
    Declined,
    /// Requires authentication, then succeeds.
    Authenticated,
    /// Requires authentication, then is declined.
    NotAuthenticated,
    /// Succeeds after a delay.
    PaidLater,
    /// Fails after a delay.
    FailsLater,
    /// Succeeds; refunds are delayed.
    RefundsLater,
    /// Succeeds; refunds fail later.
    RefundComesBack,
    /// Succeeds; a dispute opens immediately.
    Disputed,
}

impl Card {
    /// All cards by form value.
    pub const ALL: [(&'static str, Self); 9] = [
        ("succeeds", Self::Succeeds),
        ("declined", Self::Declined),
        ("authenticated", Self::Authenticated),
        ("not-authenticated", Self::NotAuthenticated),
        ("paid-later", Self::PaidLater),
        ("fails-later", Self::FailsLater),
        ("refunds-later", Self::RefundsLater),
        ("refund-comes-back", Self::RefundComesBack),
        ("disputed", Self::Disputed),
    ];

    /// The card of a form value.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, card)| *card)
    }
}

/// Result of a payment attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The session is complete; the payment may settle later.
    Complete,
    /// Declined; the session stays open.
    Declined,
}

impl World {
    /// Expires an open session.
    pub fn expire_session(&mut self, id: &str, now: i64) -> Result<Session, ApiError> {
        let session = self.sessions.get_mut(id).ok_or_else(|| ApiError::missing("checkout.session", id))?;
        if session.status != SessionStatus::Open {
            return Err(ApiError::invalid(
                "Only Checkout Sessions with a status in [\"open\"] can be expired.",
            ));
        }
        session.status = SessionStatus::Expired;
        let session = session.clone();
        self.note("checkout.session.expired", self.shown_session(&session), now);
        self.happened(now);
        Ok(session)
    }

    pub(crate) fn expire_due(&mut self, now: i64) -> bool {
        let due: Vec<String> = self
            .sessions
            .values()
            .filter(|session| session.status == SessionStatus::Open && session.expires_at <= now)
            .map(|session| session.id.clone())
            .collect();
        due.iter().filter(|id| self.expire_session(id, now).is_ok()).count() > 0
    }

    /// Attempts a payment for an open session.
    pub fn pay(&mut self, id: &str, card: Card, now: i64) -> Result<Outcome, ApiError> {
        let session = self.sessions.get(id).ok_or_else(|| ApiError::missing("checkout.session", id))?.clone();
        if session.status != SessionStatus::Open || session.expires_at <= now {
            return Err(ApiError::invalid("This Checkout Session is not open any more."));
        }
        Self::has_room(self.charges.len())?;
        let intent = self.intent_of(&session, now);
        if matches!(card, Card::Authenticated | Card::NotAuthenticated) {
            self.set_intent(&intent, IntentStatus::NeedsAction, None);
            self.note_intent("payment_intent.requires_action", &intent, now);
        }
        let outcome = match card {
            Card::Declined => self.decline(&intent, "generic_decline", now),
            Card::NotAuthenticated => self.decline(&intent, "authentication_required", now),
            Card::PaidLater | Card::FailsLater => {
                self.charge(&intent, ChargeStatus::Pending, None, now);
                self.set_intent(&intent, IntentStatus::Processing, None);
                self.note_intent("payment_intent.processing", &intent, now);
                self.complete(id, false, now);
                let succeeds = card == Card::PaidLater;
                self.later.push((now + LATER_SECONDS, Later::Payment { session: id.to_owned(), succeeds }));
                Outcome::Complete
            }
            Card::Succeeds
            | Card::Authenticated
            | Card::RefundsLater
            | Card::RefundComesBack
            | Card::Disputed => {
                let charge = self.charge(&intent, ChargeStatus::Succeeded, None, now);
                let refunding = match card {
                    Card::RefundsLater => Refunding::Later,
                    Card::RefundComesBack => Refunding::ComesBack,
                    _ => Refunding::AtOnce,
                };
                self.refunding.insert(charge.clone(), refunding);
                self.set_intent(&intent, IntentStatus::Succeeded, None);
                self.note_intent("payment_intent.succeeded", &intent, now);
                self.complete(id, true, now);
                if card == Card::Disputed {
                    self.happened(now);
                    self.open_dispute(&intent, None, now)?;
                }
                Outcome::Complete
            }
        };
        self.happened(now);
        Ok(outcome)
    }

    pub(crate) fn settle_payment(&mut self, id: &str, succeeds: bool, now: i64) {
        let Some(session) = self.sessions.get_mut(id) else { return };
        session.paid = succeeds;
        let session = session.clone();
        let Some(intent) = session.intent.clone() else { return };
        let charge = self.intents.get(&intent).and_then(|intent| intent.charge.clone()).unwrap_or_default();
        if let Some(charge) = self.charges.get_mut(&charge) {
            charge.status = if succeeds { ChargeStatus::Succeeded } else { ChargeStatus::Failed };
            charge.declined = (!succeeds).then_some("generic_decline");
            let charge = charge.clone();
            self.refunding.insert(charge.id.clone(), Refunding::AtOnce);
            let kind = if succeeds { "charge.succeeded" } else { "charge.failed" };
            self.note(kind, self.shown_charge(&charge), now);
        }
        let (status, kind, end) = if succeeds {
            (IntentStatus::Succeeded, "payment_intent.succeeded", "checkout.session.async_payment_succeeded")
        } else {
            (
                IntentStatus::NeedsMethod,
                "payment_intent.payment_failed",
                "checkout.session.async_payment_failed",
            )
        };
        self.set_intent(&intent, status, (!succeeds).then_some("generic_decline"));
        self.note_intent(kind, &intent, now);
        self.note(end, self.shown_session(&session), now);
        self.happened(now);
    }

    /// The session's payment intent, created on the first attempt.
    fn intent_of(&mut self, session: &Session, now: i64) -> String {
        if let Some(intent) = &session.intent {
            return intent.clone();
        }
        let id = self.ids.next("pi_");
        let intent = Intent {
            id: id.clone(),
            created: now,
            amount: session.amount(),
            currency: session.currency.clone(),
            status: IntentStatus::NeedsMethod,
            charge: None,
            declined: None,
            metadata: session.intent_metadata.clone(),
        };
        self.note("payment_intent.created", intent.shown(), now);
        self.intents.insert(id.clone(), intent);
        if let Some(session) = self.sessions.get_mut(&session.id) {
            session.intent = Some(id.clone());
        }
        id
    }

    fn decline(&mut self, intent: &str, code: &'static str, now: i64) -> Outcome {
        self.charge(intent, ChargeStatus::Failed, Some(code), now);
        self.set_intent(intent, IntentStatus::NeedsMethod, Some(code));
        self.note_intent("payment_intent.payment_failed", intent, now);
        Outcome::Declined
    }

    fn charge(
        &mut self,
        intent: &str,
        status: ChargeStatus,
        declined: Option<&'static str>,
        now: i64,
    ) -> String {
        let id = self.ids.next("ch_");
        let Some(payment) = self.intents.get_mut(intent) else { return id };
        payment.charge = Some(id.clone());
        let charge = Charge {
            id: id.clone(),
            created: now,
            amount: payment.amount,
            currency: payment.currency.clone(),
            status,
            intent: intent.to_owned(),
            declined,
            disputed: false,
            metadata: payment.metadata.clone(),
        };
        let kind = match status {
            ChargeStatus::Succeeded => "charge.succeeded",
            ChargeStatus::Pending => "charge.pending",
            ChargeStatus::Failed => "charge.failed",
        };
        self.note(kind, self.shown_charge(&charge), now);
        self.charges.insert(id.clone(), charge);
        id
    }

    fn set_intent(&mut self, id: &str, status: IntentStatus, declined: Option<&'static str>) {
        if let Some(intent) = self.intents.get_mut(id) {
            intent.status = status;
            intent.declined = declined;
        }
    }

    fn note_intent(&mut self, kind: &'static str, id: &str, now: i64) {
        if let Some(intent) = self.intents.get(id) {
            self.note(kind, intent.shown(), now);
        }
    }

    fn complete(&mut self, id: &str, paid: bool, now: i64) {
        let Some(session) = self.sessions.get_mut(id) else { return };
        session.status = SessionStatus::Complete;
        session.paid = paid;
        let session = session.clone();
        self.note("checkout.session.completed", self.shown_session(&session), now);
    }
}
