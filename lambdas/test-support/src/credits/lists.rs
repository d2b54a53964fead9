//! Contract of members' credit lists and of the audit.

use std::collections::BTreeSet;

use app::credits::CreditReads;
use app::credits::audit::{MemberPages, SEGMENTS};
use app::key_condition::Span;
use app::listing::{PageRequest, RowPage};
use billing::ledger::{HoldId, Key, Lookups, Scope, Store, UserId};
use zest_core::{PortError, Timestamp};

use super::{Run, all_kinds_of_rows, at};

/// All read ports of credits.
pub trait Reads: Store + Lookups + CreditReads + MemberPages {}

impl<S: Store + Lookups + CreditReads + MemberPages> Reads for S {}

fn between(first: Timestamp, last: Timestamp) -> Span {
    let text = |moment| String::from(moment);
    Span { first: text(first), last: text(last) }
}

type Listed = (Timestamp, String);

async fn whole<R>(
    span: &Span,
    is_newest_first: bool,
    limit: u32,
    read: impl AsyncFn(PageRequest) -> Result<RowPage<R>, PortError>,
) -> Vec<R> {
    let (mut rows, mut after) = (Vec::new(), None);
    loop {
        let asked = PageRequest { span: span.clone(), is_newest_first, limit, after };
        let page = read(asked).await.expect("a page");
        assert!(page.rows.len() <= usize::try_from(limit).expect("a limit"), "more rows than were asked for");
        rows.extend(page.rows);
        after = page.next;
        if after.is_none() {
            return rows;
        }
    }
}

/// Checks a list in both directions and with several page sizes.
async fn is_listed<R>(
    mut expected: Vec<Listed>,
    listed: impl Fn(&R) -> Listed,
    read: impl AsyncFn(PageRequest) -> Result<RowPage<R>, PortError>,
) {
    expected.sort();
    assert!(expected.len() > 1, "a list of one row tells little");
    let second = expected.get(1).expect("a second row").0;
    let last = expected.last().expect("a last row").0;
    for span in [Span::default(), between(second, last), between(at(-9), at(-8))] {
        for limit in [1, 2, 100] {
            for is_newest_first in [false, true] {
                let rows = whole(&span, is_newest_first, limit, &read).await;
                let mut found: Vec<_> = rows.iter().map(&listed).collect();
                if is_newest_first {
                    found.reverse();
                }
                let text = |moment| String::from(moment);
                let meant: Vec<_> =
                    expected.iter().filter(|(moment, _)| span.contains(&text(*moment))).cloned().collect();
                assert_eq!(found, meant, "{span:?}, {limit} rows a page, newest first: {is_newest_first}");
            }
        }
    }
    let made_up = PageRequest {
        span: Span::default(),
        is_newest_first: false,
        limit: 100,
        after: Some("~~~".to_owned()),
    };
    let page = read(made_up).await.expect("a page");
    assert!(page.rows.is_empty() && page.next.is_none(), "a place that was made up leads nowhere");
}

/// Contract of a member's lists, and of the list of members that the audit reads.
pub async fn credit_reads(store: &impl Reads, space: u64) {
    let run = Run { store, space };
    let (member, other) = (run.member("reader"), run.member("other-reader"));
    of_nobody_there_is_nothing(&run, &member).await;
    all_kinds_of_rows(&run, &member).await;
    super::bought(&run, &member, "p2").await;
    run.ask(&run.hold(&member, "roast", 1), at(1_999)).await.expect("a hold");
    // The other member's transactions have the same numbers as those of `member`.
    for number in 0..12 {
        run.ask(&run.grant(&other, &format!("other-{number}"), 3), at(2)).await.expect("a grant");
    }
    lists_hold_what_was_written(&run, &member).await;
    holds_are_found(&run, &member, &other).await;
    transactions_are_found_by_their_key(&run, &member, &other).await;
    every_member_is_met(&run, &[&member, &other]).await;
}

async fn of_nobody_there_is_nothing<S: Reads>(run: &Run<'_, S>, member: &UserId) {
    let (store, all) = (run.store, Span::default());
    assert_eq!(whole(&all, true, 9, async |page| store.grants(member, &page).await).await, []);
    assert_eq!(whole(&all, true, 9, async |page| store.transactions(member, &page).await).await, []);
    assert_eq!(whole(&all, true, 9, async |page| store.purchases(member, &page).await).await, []);
    assert_eq!(store.open_holds(member).await, Ok(Vec::new()));
}

async fn lists_hold_what_was_written<S: Reads>(run: &Run<'_, S>, member: &UserId) {
    let (store, rows) = (run.store, run.store.rows(member).await.expect("rows"));
    let grant = |row: &billing::ledger::GrantRow| (row.expires_at, row.id.to_string());
    let grants = rows.grants.iter().map(grant).collect();
    is_listed(grants, grant, async |page| store.grants(member, &page).await).await;
    let number = |row: &billing::ledger::Transaction| (row.created_at, format!("{:020}", row.sequence));
    let transactions = rows.transactions.iter().map(number).collect();
    is_listed(transactions, number, async |page| store.transactions(member, &page).await).await;
    let purchase = |row: &billing::ledger::Purchase| (row.purchased_at, row.id.to_string());
    let purchases = rows.purchases.iter().map(purchase).collect();
    is_listed(purchases, purchase, async |page| store.purchases(member, &page).await).await;
}

async fn holds_are_found<S: Reads>(run: &Run<'_, S>, member: &UserId, other: &UserId) {
    let id = |name: &str| HoldId::new(run.name(name)).expect("an id");
    let names = |holds: Vec<billing::ledger::HoldRow>| {
        let mut ids: Vec<_> = holds.into_iter().map(|hold| hold.id).collect();
        ids.sort();
        ids
    };
    let open = run.store.open_holds(member).await.expect("holds");
    assert_eq!(names(open), [id("roast")], "what has ended is not open");
    let asked = vec![id("soup"), id("roast"), id("no-such-hold")];
    let found = run.store.holds(member, asked.clone()).await.expect("holds");
    assert_eq!(names(found), [id("roast"), id("soup")]);
    assert_eq!(run.store.holds(other, asked).await, Ok(Vec::new()), "another member's are not found");
}

async fn transactions_are_found_by_their_key<S: Reads>(run: &Run<'_, S>, member: &UserId, other: &UserId) {
    let key = |name: &str| Key::new(Scope::Spend, run.name(name)).expect("a key");
    let found = run.store.transaction_of(member, &key("talk")).await.expect("a transaction");
    let rows = run.store.rows(member).await.expect("rows");
    let record = rows.records.iter().find(|record| record.key == key("talk")).expect("a record");
    let sequence = record.receipt.sequence;
    assert_eq!(found.map(|row| row.sequence), Some(sequence));
    let others = run.store.rows(other).await.expect("rows").transactions;
    assert!(others.iter().any(|row| row.sequence == sequence), "the other has a transaction of that number");
    assert_eq!(run.store.transaction_of(member, &key("silence")).await, Ok(None));
    assert_eq!(run.store.transaction_of(other, &key("talk")).await, Ok(None), "whose it is not gets nothing");
}

async fn every_member_is_met<S: Reads>(run: &Run<'_, S>, members: &[&UserId]) {
    let mut others: Vec<_> = (0..8).map(|number| run.member(&format!("segment-{number}"))).collect();
    for member in &others {
        run.ask(&run.grant(member, member.as_str(), 1), at(3)).await.expect("a grant");
    }
    let mut met = Vec::new();
    for segment in 0..SEGMENTS {
        let (mut inside, mut after) = (BTreeSet::new(), None::<String>);
        loop {
            let page = run.store.members(segment, after.as_deref()).await.expect("a page");
            inside.extend(page.members);
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        met.extend(inside);
    }
    let times = |member: &UserId| met.iter().filter(|met| *met == member).count();
    // A member with one grant has one row in another partition, the record.
    assert!(others.iter().all(|member| times(member) <= 2), "segments share rows");
    others.extend(members.iter().copied().cloned());
    let missing = others.iter().filter(|member| times(member) == 0).count();
    assert_eq!(missing, 0, "members were passed over");
}
