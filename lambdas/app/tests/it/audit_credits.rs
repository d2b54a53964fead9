use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use app::credits::audit::{MemberPage, MemberPages, SEGMENTS, SegmentPosition, audit};
use billing::ledger::{Due, DueKind, Lookups, MemberRows, PaymentIntent, Purchase, PurchaseId, UserId};
use test_support::samples::at;
use zest_core::{PortError, Timestamp};

/// A ledger in which each segment lists its members, one per page, and then a member of the next segment.
#[derive(Default)]
struct Ledger {
    read: Mutex<BTreeMap<UserId, usize>>,
    under_way: AtomicUsize,
    at_once: AtomicUsize,
    pages: AtomicUsize,
}

const MEMBERS_OF_SEGMENT: u32 = 5;

fn member(segment: u32, number: u32) -> UserId {
    UserId::new(format!("member-{segment}-{number}")).unwrap()
}

impl MemberPages for Ledger {
    async fn members(&self, segment: u32, after: Option<&str>) -> Result<MemberPage, PortError> {
        self.pages.fetch_add(1, Ordering::Relaxed);
        let number = after.map_or(0, |after| after.parse().unwrap());
        let next = (number < MEMBERS_OF_SEGMENT).then(|| (number + 1).to_string());
        let listed = match next {
            Some(_) => member(segment, number),
            None => member((segment + 1) % SEGMENTS, 0),
        };
        Ok(MemberPage { members: BTreeSet::from([listed]), next })
    }
}

impl Lookups for Ledger {
    async fn purchase(&self, _: &PurchaseId) -> Result<Option<Purchase>, PortError> {
        Ok(None)
    }

    async fn purchase_of(&self, _: &PaymentIntent) -> Result<Option<Purchase>, PortError> {
        Ok(None)
    }

    async fn due(&self, _: DueKind, _: Timestamp, _: u32) -> Result<Vec<Due>, PortError> {
        Ok(Vec::new())
    }

    async fn rows(&self, member: &UserId) -> Result<MemberRows, PortError> {
        let under_way = self.under_way.fetch_add(1, Ordering::Relaxed) + 1;
        self.at_once.fetch_max(under_way, Ordering::Relaxed);
        tokio::task::yield_now().await;
        self.under_way.fetch_sub(1, Ordering::Relaxed);
        *self.read.lock().unwrap().entry(member.clone()).or_default() += 1;
        let mut rows = MemberRows::empty(member.clone());
        if *member == self::member(3, 2) {
            rows.unreadable.push("BAL".to_owned());
        }
        Ok(rows)
    }
}

fn all_members() -> BTreeMap<UserId, usize> {
    let numbers =
        (0..SEGMENTS).flat_map(|segment| (0..MEMBERS_OF_SEGMENT).map(move |number| (segment, number)));
    numbers.map(|place| (member(place.0, place.1), if place == (3, 2) { 2 } else { 1 })).collect()
}

#[tokio::test]
async fn all_segments_are_audited_at_the_same_time_and_each_member_once() {
    let ledger = Ledger::default();
    let audited = audit(&ledger, at(0), None, || false, |_, _| {}).await.unwrap();
    assert_eq!(*ledger.read.lock().unwrap(), all_members());
    assert_eq!(audited.members, all_members().len());
    assert_eq!(audited.next, None);
    assert_eq!(audited.damages, 1, "{:?}", audited.named);
    assert_eq!(audited.named[0].member, member(3, 2).as_str());
    let at_once = ledger.at_once.into_inner();
    assert_eq!(at_once, usize::try_from(SEGMENTS).unwrap());
}

#[tokio::test]
async fn audit_without_time_continues_in_each_segment() {
    let ledger = Ledger::default();
    let (mut after, mut members, mut damages) = (None, 0, 0);
    for call in 1.. {
        let audited = audit(&ledger, at(0), after, || true, |_, _| {}).await.unwrap();
        assert_eq!(ledger.pages.load(Ordering::Relaxed), 16 * call, "one page of each segment");
        members += audited.members;
        damages += audited.damages;
        let Some(next) = audited.next else { break };
        assert_eq!(next.len(), 16, "{next:?}");
        after = Some(next);
    }
    // The last page of a segment has a member of another, which an earlier call has audited.
    assert_eq!((members, damages), (all_members().len() + 16, 1));
}

#[tokio::test]
async fn audit_of_some_segments_leaves_the_others() {
    let ledger = Ledger::default();
    let some = [4, 9].map(|segment| SegmentPosition { segment, after: None });
    let audited = audit(&ledger, at(0), Some(some.into()), || false, |_, _| {}).await.unwrap();
    assert_eq!((audited.members, audited.next), (12, None));
}
