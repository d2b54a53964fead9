//! All that the stand-in remembers, and what happens in it. Nothing here waits or reads a clock: each happening is told the
//! second in which it happens.

use std::collections::{BTreeMap, VecDeque};

use serde_json::Value;

use crate::error::ApiError;
use crate::ids::Ids;
use crate::objects::{Charge, Dispute, Event, Intent, Refund, Session};
use crate::switches::Switches;
use crate::webhooks::Outbox;

/// Most objects of one kind; a laptop's tests need fewer.
const MOST: usize = 20_000;
/// Events that can be looked up; older ones are forgotten.
const EVENTS_KEPT: usize = 2_000;

/// What happens by itself later.
#[derive(Debug, Clone)]
pub(crate) enum Later {
    /// A payment that is paid later succeeds or fails.
    Payment { session: String, succeeds: bool },
    /// A refund under way succeeds, or the bank sends it back.
    Refund { refund: String, succeeds: bool },
}

/// What a charge's card does later on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refunding {
    /// Refunds arrive at once.
    AtOnce,
    /// Refunds arrive later.
    Later,
    /// Refunds arrive, and come back later.
    ComesBack,
}

/// Everything.
pub struct World {
    pub(crate) ids: Ids,
    pub(crate) sessions: BTreeMap<String, Session>,
    pub(crate) intents: BTreeMap<String, Intent>,
    pub(crate) charges: BTreeMap<String, Charge>,
    pub(crate) refunds: BTreeMap<String, Refund>,
    pub(crate) disputes: BTreeMap<String, Dispute>,
    pub(crate) refunding: BTreeMap<String, Refunding>,
    pub(crate) later: Vec<(i64, Later)>,
    events: VecDeque<Event>,
    happening: Vec<Event>,
    /// Events on their way.
    pub outbox: Outbox,
    /// What shall go wrong.
    pub switches: Switches,
    origin: String,
}

impl World {
    /// A world in which nothing has happened; `origin` is where its payment pages are.
    pub fn new(origin: &str) -> Self {
        Self {
            ids: Ids::new(),
            sessions: BTreeMap::new(),
            intents: BTreeMap::new(),
            charges: BTreeMap::new(),
            refunds: BTreeMap::new(),
            disputes: BTreeMap::new(),
            refunding: BTreeMap::new(),
            later: Vec::new(),
            events: VecDeque::new(),
            happening: Vec::new(),
            outbox: Outbox::default(),
            switches: Switches::default(),
            origin: origin.to_owned(),
        }
    }

    /// The address of a session's payment page.
    pub fn page(&self, session: &str) -> String {
        format!("{}/c/pay/{session}", self.origin)
    }

    /// A session as the API shows it.
    pub fn shown_session(&self, session: &Session) -> Value {
        session.shown(&self.page(&session.id))
    }

    /// A charge as the API shows it.
    pub fn shown_charge(&self, charge: &Charge) -> Value {
        charge.shown(self.returned(&charge.id), &format!("{}/c/receipt/{}", self.origin, charge.id))
    }

    /// What refunds have taken off a charge, in the currency's smallest unit.
    pub fn returned(&self, charge: &str) -> i64 {
        self.refunds.values().filter(|refund| refund.charge == charge).map(Refund::counted).sum()
    }

    /// A session by its id.
    pub fn session(&self, id: &str) -> Option<&Session> {
        self.sessions.get(id)
    }

    /// Every session, the oldest first.
    pub fn sessions(&self) -> impl Iterator<Item = &Session> {
        self.sessions.values()
    }

    /// Every payment, the oldest first.
    pub fn intents(&self) -> impl Iterator<Item = &Intent> {
        self.intents.values()
    }

    /// Every charge, the oldest first.
    pub fn charges(&self) -> impl Iterator<Item = &Charge> {
        self.charges.values()
    }

    /// Every refund, the oldest first.
    pub fn refunds(&self) -> impl Iterator<Item = &Refund> {
        self.refunds.values()
    }

    /// Every dispute, the oldest first.
    pub fn disputes(&self) -> impl Iterator<Item = &Dispute> {
        self.disputes.values()
    }

    /// An event by its id, unless it is too old.
    pub fn event(&self, id: &str) -> Option<&Event> {
        self.events.iter().find(|event| event.id == id)
    }

    /// The events that can be looked up, the newest first.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.events.iter().rev()
    }

    /// Lets happen what is due: payments and refunds that were under way, sessions that end. Answers whether anything was.
    pub fn tick(&mut self, now: i64) -> bool {
        let (due, later): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.later).into_iter().partition(|(at, _)| *at <= now);
        self.later = later;
        let mut happened = !due.is_empty();
        for (_, what) in due {
            match what {
                Later::Payment { session, succeeds } => self.settle_payment(&session, succeeds, now),
                Later::Refund { refund, succeeds } => self.settle_refund(&refund, succeeds, now),
            }
        }
        happened |= self.expire_due(now);
        happened
    }

    /// Takes note that something happened to an object, which was like this then.
    pub(crate) fn note(&mut self, kind: &'static str, object: Value, now: i64) {
        let id = self.ids.next("evt_");
        self.happening.push(Event { id, created: now, kind, object });
    }

    /// Ends a happening: its events are on their way.
    pub(crate) fn happened(&mut self, now: i64) {
        let events = std::mem::take(&mut self.happening);
        self.outbox.queue(&events, now, &mut self.switches);
        for event in events {
            if self.events.len() == EVENTS_KEPT {
                self.events.pop_front();
            }
            self.events.push_back(event);
        }
    }

    /// Refuses what would be one object too many.
    pub(crate) fn has_room(count: usize) -> Result<(), ApiError> {
        if count < MOST {
            Ok(())
        } else {
            Err(ApiError::full("The stand-in keeps no more objects; start it again."))
        }
    }
}
