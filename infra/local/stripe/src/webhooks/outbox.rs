//! Queue of webhook deliveries with retries.

use std::collections::VecDeque;

use serde::Serialize;

use crate::objects::Event;
use crate::switches::{Switches, used};

/// Maximum number of attempts, about four hours with back-off.
const MAX_TRIES: u32 = 16;
/// Maximum wait between attempts in seconds.
const LONGEST_WAIT: i64 = 3_600;
const KEPT: usize = 1_000;

/// A queued event.
#[derive(Debug, Clone)]
pub struct Delivery {
    /// Delivery number; an event may have several.
    pub number: u64,
    /// Event id.
    pub event: String,
    /// Event type.
    pub kind: &'static str,
    /// Request body, identical for all attempts.
    pub body: String,
    /// Number of attempts.
    pub tries: u32,
    /// Next attempt in Unix seconds.
    pub due: i64,
}

/// Outcome of a delivery.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// Event id.
    pub event: String,
    /// Event type.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Number of attempts.
    pub tries: u32,
    /// `delivered`, `given up` or `dropped`.
    pub outcome: &'static str,
}

/// Waiting deliveries, and reports of finished ones.
#[derive(Default)]
pub struct Outbox {
    waiting: VecDeque<Delivery>,
    reports: VecDeque<Report>,
    last: u64,
}

impl Outbox {
    /// Queues a batch of events, applying the switches.
    pub fn queue(&mut self, events: &[Event], now: i64, switches: &mut Switches) {
        let reversed = events.len() > 1 && used(&mut switches.reorder);
        let ordered: Vec<&Event> =
            if reversed { events.iter().rev().collect() } else { events.iter().collect() };
        for event in ordered {
            if used(&mut switches.drop) {
                self.report(Report {
                    event: event.id.clone(),
                    kind: event.kind,
                    tries: 0,
                    outcome: "dropped",
                });
                continue;
            }
            let wait = if used(&mut switches.delay) { i64::from(switches.delay_seconds) } else { 0 };
            let times = if used(&mut switches.duplicate) { 2 } else { 1 };
            for _ in 0..times {
                self.last += 1;
                self.waiting.push_back(Delivery {
                    number: self.last,
                    event: event.id.clone(),
                    kind: event.kind,
                    body: event.shown(1).to_string(),
                    tries: 0,
                    due: now + wait,
                });
            }
        }
    }

    /// The delivery that is due first. It stays queued until `tried`.
    pub fn next_due(&self, now: i64) -> Option<Delivery> {
        self.waiting
            .iter()
            .filter(|delivery| delivery.due <= now)
            .min_by_key(|delivery| (delivery.due, delivery.number))
            .cloned()
    }

    /// Records an attempt. A failed one is retried after 1, 2, 4, … seconds, at most an hour.
    pub fn tried(&mut self, number: u64, accepted: bool, now: i64) {
        let Some(place) = self.waiting.iter().position(|delivery| delivery.number == number) else { return };
        let Some(mut delivery) = self.waiting.remove(place) else { return };
        delivery.tries += 1;
        let outcome = match accepted {
            true => "delivered",
            false if delivery.tries == MAX_TRIES => "given up",
            false => {
                let wait = 1_i64.checked_shl(delivery.tries - 1).unwrap_or(LONGEST_WAIT).min(LONGEST_WAIT);
                self.waiting.push_back(Delivery { due: now + wait, ..delivery });
                return;
            }
        };
        self.report(Report { event: delivery.event, kind: delivery.kind, tries: delivery.tries, outcome });
    }

    /// Number of waiting deliveries.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Recent outcomes, oldest first.
    pub fn reports(&self) -> impl Iterator<Item = &Report> {
        self.reports.iter()
    }

    fn report(&mut self, report: Report) {
        if self.reports.len() == KEPT {
            self.reports.pop_front();
        }
        self.reports.push_back(report);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn event(id: &str) -> Event {
        Event { id: id.into(), created: 0, kind: "refund.created", object: json!({}) }
    }

    fn order(outbox: &mut Outbox, now: i64) -> Vec<String> {
        let mut order = Vec::new();
        while let Some(delivery) = outbox.next_due(now) {
            outbox.tried(delivery.number, true, now);
            order.push(delivery.event);
        }
        order
    }

    #[test]
    fn events_are_ordered_unless_a_switch_is_on() {
        let both = [event("evt_a"), event("evt_b")];
        let mut outbox = Outbox::default();
        let mut switches = Switches::default();
        outbox.queue(&both, 10, &mut switches);
        assert_eq!(order(&mut outbox, 10), ["evt_a", "evt_b"]);
        switches.reorder = 1;
        outbox.queue(&both, 10, &mut switches);
        assert_eq!(order(&mut outbox, 10), ["evt_b", "evt_a"]);
        switches.duplicate = 1;
        outbox.queue(&both, 10, &mut switches);
        assert_eq!(order(&mut outbox, 10), ["evt_a", "evt_a", "evt_b"]);
        switches.drop = 1;
        outbox.queue(&both, 10, &mut switches);
        assert_eq!(order(&mut outbox, 10), ["evt_b"]);
        switches = Switches { delay: 1, delay_seconds: 60, ..Switches::default() };
        outbox.queue(&both, 10, &mut switches);
        assert_eq!(order(&mut outbox, 69), ["evt_b"]);
        assert_eq!(order(&mut outbox, 70), ["evt_a"]);
        assert_eq!(switches, Switches { delay_seconds: 60, ..Switches::default() });
        // Both are due. The earlier one is sent first.
        switches = Switches { delay: 1, delay_seconds: 60, ..Switches::default() };
        outbox.queue(&both, 10, &mut switches);
        assert_eq!(order(&mut outbox, 100), ["evt_b", "evt_a"]);
        assert_eq!(outbox.reports().filter(|report| report.outcome == "dropped").count(), 1);
    }

    #[test]
    fn failed_delivery_is_retried_with_backoff_until_the_limit() {
        let mut outbox = Outbox::default();
        outbox.queue(&[event("evt_a")], 0, &mut Switches::default());
        let (mut now, mut waits) = (0, Vec::new());
        while let Some(delivery) = outbox.waiting.front().cloned() {
            waits.push(delivery.due - now);
            now = delivery.due;
            assert!(outbox.next_due(now - 1).is_none());
            assert_eq!(outbox.next_due(now).map(|delivery| delivery.event).as_deref(), Some("evt_a"));
            outbox.tried(delivery.number, false, now);
        }
        assert_eq!(waits, [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600, 3600]);
        let reports: Vec<_> = outbox.reports().map(|report| (report.tries, report.outcome)).collect();
        assert_eq!(reports, [(MAX_TRIES, "given up")]);
    }
}
