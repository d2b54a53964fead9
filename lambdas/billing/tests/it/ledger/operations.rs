use crate::ledger::support::{Kitchen, at, credits, dollars, moved};
use billing::ledger::{DueKind, HoldState, Key, PurchaseStatus, Refusal, RowKey, Scope};

const YEAR: u64 = 366 * 24 * 60 * 60;
const DAY: i64 = 24 * 60 * 60;

#[test]
fn key_applies_once_and_only_to_the_same_request() {
    let kitchen = Kitchen::new();
    let first = kitchen.grant("welcome", 10, YEAR, at(0)).unwrap();
    assert!(!first.is_replay);
    let again = kitchen.grant("welcome", 10, YEAR, at(9)).unwrap();
    assert!(again.is_replay && again.receipt == first.receipt);
    assert_eq!(kitchen.grant("welcome", 11, YEAR, at(9)), Err(Refusal::OtherBody));
    let other = Kitchen { member: billing::ledger::UserId::new("bob").unwrap(), ..kitchen };
    assert_eq!(other.grant("welcome", 10, YEAR, at(9)), Err(Refusal::OtherBody), "one key for all members");
    assert_eq!(other.grant("nothing", 0, YEAR, at(9)), Err(Refusal::Nothing));
    other.is_sound(at(9));
}

#[test]
fn insufficient_credits_are_refused_then_same_key_succeeds_with_more() {
    let kitchen = Kitchen::new();
    assert_eq!(kitchen.spend("one", 1, at(0)), Err(Refusal::Insufficient { available: credits(0) }));
    kitchen.grant("a", 2, YEAR, at(0)).unwrap();
    assert_eq!(kitchen.spend("three", 3, at(1)), Err(Refusal::Insufficient { available: credits(2) }));
    kitchen.grant("b", 1, YEAR, at(2)).unwrap();
    assert_eq!(moved(kitchen.spend("three", 3, at(3))), (-3, 0));
    assert_eq!(moved(kitchen.spend("three", 3, at(4))), (-3, 0), "the answer stays");
    kitchen.is_sound(at(4));
}

#[test]
fn a_grant_is_usable_until_its_expiry() {
    for (seconds, left) in [(-1, Some(9)), (0, None), (1, None)] {
        let kitchen = Kitchen::new();
        kitchen.grant("a", 10, 100, at(0)).unwrap();
        let when = at(100 + seconds);
        assert_eq!(kitchen.shown(when), left.map_or(0, |left| left + 1), "shown at {seconds}");
        let spent = kitchen.spend("one", 1, when);
        assert_eq!(spent.map(|spent| spent.receipt.balance_after.get()).ok(), left, "spent at {seconds}");
        kitchen.expire(when);
        assert_eq!(kitchen.state().balance.unwrap().balance.get(), left.unwrap_or(0), "swept at {seconds}");
        kitchen.is_sound(when);
    }
}

#[test]
fn credits_are_used_by_expiry_then_promotions_then_age() {
    let kitchen = Kitchen::new();
    // A purchase, two promotions with the same expiry, and one that expires earlier.
    kitchen.open("bought", at(0)).unwrap();
    kitchen.pay("bought", "cs_1", dollars(699), at(0)).unwrap();
    kitchen.grant("older", 1, YEAR - 1, at(1)).unwrap();
    kitchen.grant("younger", 1, YEAR - 2, at(2)).unwrap();
    kitchen.grant("sooner", 1, YEAR - 9, at(3)).unwrap();
    kitchen.spend("all", 63, at(4)).unwrap();
    let rows = kitchen.rows.rows_of(&kitchen.member);
    let taken = &rows.transactions.last().unwrap().allocations;
    let order: Vec<_> = taken.iter().map(|part| part.grant.as_str()).collect();
    // A grant id names the transaction that made it.
    assert_eq!(order, ["t4-0", "t2-0", "t3-0", "pbought"]);
}

#[test]
fn a_hold_ends_once() {
    let kitchen = Kitchen::new();
    kitchen.grant("a", 2, YEAR, at(0)).unwrap();
    assert_eq!(moved(kitchen.hold("soup-1", 1, at(1))), (-1, 1));
    assert_eq!(moved(kitchen.hold("soup-1", 1, at(1))), (-1, 1));
    assert_eq!(kitchen.hold("soup-1", 2, at(1)), Err(Refusal::OtherBody));
    assert_eq!(kitchen.due(DueKind::Holds, at(3_600)).len(), 0);
    assert_eq!(kitchen.due(DueKind::Holds, at(3_601)).len(), 1);
    assert_eq!(kitchen.settle("soup-1", at(2)), Ok(()));
    assert_eq!(kitchen.settle("soup-1", at(3)), Ok(()));
    assert_eq!(kitchen.release("soup-1", at(4)), Err(Refusal::AlreadySettled));
    kitchen.hold("stew-1", 1, at(5)).unwrap();
    assert_eq!(moved(kitchen.release("stew-1", at(6))), (1, 1));
    assert!(kitchen.release("stew-1", at(7)).unwrap().is_replay);
    assert_eq!(kitchen.settle("stew-1", at(8)), Err(Refusal::AlreadyReleased));
    assert_eq!(kitchen.settle("pie-1", at(8)), Err(Refusal::UnknownHold));
    assert_eq!(kitchen.release("pie-1", at(8)), Err(Refusal::UnknownHold));
    assert_eq!(kitchen.due(DueKind::Holds, at(9_999)).len(), 0);
    let balance = kitchen.state().balance.unwrap();
    assert_eq!((balance.balance, balance.lifetime_usage), (credits(1), credits(1)));
    kitchen.is_sound(at(9));
}

#[test]
fn released_hold_without_its_record_is_damage() {
    let kitchen = Kitchen::new();
    kitchen.grant("a", 2, YEAR, at(0)).unwrap();
    kitchen.hold("soup-1", 1, at(1)).unwrap();
    kitchen.release("soup-1", at(2)).unwrap();
    kitchen.rows.lose(&RowKey::Record(Key::new(Scope::Release, "soup-1").unwrap()));
    assert!(matches!(kitchen.release("soup-1", at(3)), Err(Refusal::Damaged(_))));
}

#[test]
fn release_after_expiry_makes_a_thirty_day_grant() {
    let kitchen = Kitchen::new();
    kitchen.grant("a", 3, 100, at(0)).unwrap();
    kitchen.hold("soup-1", 2, at(1)).unwrap();
    assert_eq!(moved(kitchen.release("soup-1", at(100))), (2, 2), "the one that was left has expired before");
    assert_eq!(kitchen.shown(at(100 + 30 * DAY - 1)), 2);
    assert_eq!(kitchen.shown(at(100 + 30 * DAY)), 0);
    kitchen.is_sound(at(101));
}

#[test]
fn a_purchase_is_granted_once_and_only_for_its_price() {
    let kitchen = Kitchen::new();
    let opened = kitchen.open("p1", at(0)).unwrap();
    assert_eq!(kitchen.open("p1", at(5)), Ok(opened));
    assert_eq!(kitchen.due(DueKind::Purchases, at(0)).len(), 1);
    assert_eq!(kitchen.pay("p1", "cs_1", dollars(698), at(1)), Err(Refusal::OtherPrice));
    assert_eq!(kitchen.pay("p2", "cs_1", dollars(699), at(1)), Err(Refusal::UnknownPurchase));
    assert_eq!(moved(kitchen.pay("p1", "cs_1", dollars(699), at(1))), (60, 60));
    assert!(kitchen.pay("p1", "cs_1", dollars(699), at(2)).unwrap().is_replay);
    assert_eq!(kitchen.pay("p1", "cs_2", dollars(699), at(2)), Err(Refusal::AlreadyFulfilled));
    kitchen.open("p2", at(3)).unwrap();
    assert_eq!(kitchen.pay("p2", "cs_1", dollars(699), at(4)), Err(Refusal::OtherBody));
    assert_eq!(kitchen.purchase("p1").status, PurchaseStatus::Completed);
    let stranger = Kitchen { member: billing::ledger::UserId::new("bob").unwrap(), ..kitchen };
    assert_eq!(stranger.pay("p2", "cs_3", dollars(699), at(5)), Err(Refusal::UnknownPurchase));
    assert_eq!(stranger.open("p2", at(5)), Err(Refusal::OtherBody));
}

#[test]
fn credits_are_clawed_back_and_returned_with_the_money() {
    let kitchen = Kitchen::new();
    kitchen.open("p1", at(0)).unwrap();
    kitchen.pay("p1", "cs_1", dollars(699), at(1)).unwrap();
    kitchen.spend("some", 50, at(2)).unwrap();
    // A third of the price is refunded: twenty credits must be clawed back, but only ten are left.
    let after = kitchen.lose("p1", 233, at(3)).unwrap();
    assert_eq!((after.target, after.clawed, after.shortfall()), (credits(20), credits(10), credits(10)));
    assert_eq!(kitchen.lose("p1", 699, at(4)).unwrap().status, PurchaseStatus::Refunded);
    let back = kitchen.lose("p1", 0, at(5)).unwrap();
    assert_eq!((back.status, back.clawed), (PurchaseStatus::Completed, credits(0)));
    assert_eq!(kitchen.shown(at(5)), 10);
    kitchen.is_sound(at(5));
}

#[test]
fn stale_reclaim_is_refused() {
    let kitchen = Kitchen::new();
    kitchen.open("p1", at(0)).unwrap();
    kitchen.pay("p1", "cs_1", dollars(699), at(1)).unwrap();
    let seen = kitchen.purchase("p1").version;
    // Meanwhile another query, made after the refund failed, is written first and changes nothing.
    kitchen.look("p1", seen, 0, at(2)).unwrap();
    assert_eq!(kitchen.look("p1", seen, 699, at(3)), Err(Refusal::Stale));
    assert_eq!(kitchen.shown(at(3)), 60);
}

#[test]
fn refund_before_fulfilment_is_clawed_back_at_once() {
    let kitchen = Kitchen::new();
    kitchen.open("p1", at(0)).unwrap();
    kitchen.lose("p1", 699, at(1)).unwrap();
    kitchen.pay("p1", "cs_1", dollars(699), at(2)).unwrap();
    assert_eq!(kitchen.shown(at(2)), 0);
    assert_eq!(kitchen.purchase("p1").status, PurchaseStatus::Refunded);
    kitchen.is_sound(at(2));
}

#[test]
fn released_credits_of_a_refunded_purchase_are_clawed_back() {
    let kitchen = Kitchen::new();
    kitchen.open("p1", at(0)).unwrap();
    kitchen.pay("p1", "cs_1", dollars(699), at(1)).unwrap();
    kitchen.hold("soup-1", 60, at(2)).unwrap();
    assert_eq!(kitchen.lose("p1", 699, at(3)).unwrap().shortfall(), credits(60));
    kitchen.release("soup-1", at(4)).unwrap();
    assert_eq!((kitchen.shown(at(4)), kitchen.purchase("p1").shortfall()), (0, credits(0)));
    kitchen.is_sound(at(4));
}

#[test]
fn many_small_grants_are_merged_before_use() {
    for number in [1_i64, 40, 41, 100] {
        let kitchen = Kitchen::new();
        for n in 0..number {
            kitchen.grant(&n.to_string(), 1, 1_000 + n.unsigned_abs(), at(0)).unwrap();
        }
        assert_eq!(
            kitchen.hold("more", number + 1, at(1)),
            Err(Refusal::Insufficient { available: credits(number) })
        );
        assert_eq!(moved(kitchen.hold("all", number, at(1))), (-number, 0), "{number}");
        assert_eq!(moved(kitchen.release("all", at(2))), (number, u32::try_from(number).unwrap()));
        kitchen.is_sound(at(2));
        kitchen.expire(at(2_000));
        assert_eq!(kitchen.state().balance.unwrap().balance.get(), 0);
        kitchen.is_sound(at(2_000));
    }
}

#[test]
fn hold_row_has_state_credits_and_sequence() {
    let kitchen = Kitchen::new();
    kitchen.grant("a", 2, YEAR, at(0)).unwrap();
    kitchen.hold("soup-1", 1, at(1)).unwrap();
    let key = RowKey::Hold(kitchen.member.clone(), billing::ledger::HoldId::new("soup-1").unwrap());
    let Some(billing::ledger::Row::Hold(hold)) = kitchen.rows.row(&key) else { panic!("no hold") };
    assert_eq!((hold.state, hold.credits, hold.sequence), (HoldState::Held, credits(1), 2));
}
