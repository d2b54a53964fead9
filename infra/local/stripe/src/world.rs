//! State of the stand-in. Every change takes the time as an argument; only ids are random.

use std::collections::{BTreeMap, VecDeque};

use serde_json::Value;

use crate::error::ApiError;
use crate::ids::Ids;
use crate::objects::{Charge, Dispute, Event, Intent, Refund, Session};
use crate::switches::Switches;
use crate::webhooks::Outbox;

const MOST: usize = 20_000;
const EVENTS_KEPT: usize = 2_000;

#[derive(Debug, Clone)]
pub(crate) enum Later {
    /// A delayed payment settles.
    Payment { session: String, succeeds: bool },
    /// A delayed refund settles.
    Refund { refund: String, succeeds: bool },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refunding {
    /// Refunds succeed immediately.
    AtOnce,
    /// Refunds succeed later.
    Later,
    /// Refunds succeed, then fail.
    ComesBack,
}

/// All state of the stand-in.
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
    /// Queue of webhook deliveries.
    pub outbox: Outbox,
    /// Fault switches.
    pub switches: Switches,
    origin: String,
}

impl World {
    /// An empty state; `origin` is the base URL of its pages.
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

    /// URL of a session's payment page.
    pub fn page(&self, session: &str) -> String {
        format!("{}/c/pay/{session}", self.origin)
    }

    /// API object of a session.
    pub fn shown_session(&self, session: &Session) -> Value {
        session.shown(&self.page(&session.id))
    }

    /// API object of a charge.
    pub fn shown_charge(&self, charge: &Charge) -> Value {
        charge.shown(self.returned(&charge.id), &format!("{}/c/receipt/{}", self.origin, charge.id))
    }

    /// Refunded amount of a charge in minor units.
    pub fn returned(&self, charge: &str) -> i64 {
        self.refunds.values().filter(|refund| refund.charge == charge).map(Refund::counted).sum()
    }

    /// A session by id.
    pub fn session(&self, id: &str) -> Option<&Session> {
        self.sessions.get(id)
    }

    /// All sessions, oldest first.
    pub fn sessions(&self) -> impl Iterator<Item = &Session> {
        self.sessions.values()
    }

    /// All payment intents, oldest first.
    pub fn intents(&self) -> impl Iterator<Item = &Intent> {
        self.intents.values()
    }

    /// All charges, oldest first.
    pub fn charges(&self) -> impl Iterator<Item = &Charge> {
        self.charges.values()
    }

    /// All refunds, oldest first.
    pub fn refunds(&self) -> impl Iterator<Item = &Refund> {
        self.refunds.values()
    }

    /// All disputes, oldest first.
    pub fn disputes(&self) -> impl Iterator<Item = &Dispute> {
        self.disputes.values()
    }

    /// A stored event by id.
    pub fn event(&self, id: &str) -> Option<&Event> {
        self.events.iter().find(|event| event.id == id)
    }

    /// Stored events, newest first.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.events.iter().rev()
    }

    /// Processes due payments, refunds and session expiries; true if any was due.
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

    pub(crate) fn note(&mut self, kind: &'static str, object: Value, now: i64) {
        let id = self.ids.next("evt_");
        self.happening.push(Event { id, created: now, kind, object });
    }

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

    pub(crate) fn has_room(count: usize) -> Result<(), ApiError> {
        if count < MOST {
            Ok(())
        } else {
            Err(ApiError::full("The stand-in keeps no more objects; start it again."))
        }
    }
}
