use billing::ledger::{Credits, Damage, GrantRow, HoldRow, HoldState, MemberRows, Transaction};
use serde_json::{Value, json};
use zest_core::Timestamp;

const MAX_TRANSACTIONS: usize = 200;

pub(crate) fn account_json(rows: &MemberRows, damages: &[Damage], now: Timestamp) -> Value {
    let mut transactions: Vec<&Transaction> = rows.transactions.iter().collect();
    transactions.sort_by_key(|transaction| std::cmp::Reverse(transaction.sequence));
    transactions.truncate(MAX_TRANSACTIONS);
    let mut purchases: Vec<_> = rows.purchases.iter().collect();
    purchases.sort_by_key(|purchase| std::cmp::Reverse(purchase.purchased_at));
    let damages: Vec<Value> = damages
        .iter()
        .map(|damage| json!({ "row": damage.row, "what": damage.finding.to_string() }))
        .collect();
    json!({
        "balance": balance(rows, now),
        "grants": rows.grants.iter().map(|grant| shown_grant(grant, now)).collect::<Vec<_>>(),
        "transactions": transactions.into_iter().map(|one| shown_transaction(one, rows)).collect::<Vec<_>>(),
        "purchases": purchases.into_iter().map(crate::payments::account::shown).collect::<Vec<_>>(),
        "holds": rows.holds.iter().map(hold_json).collect::<Vec<_>>(),
        "audit": { "isClean": damages.is_empty(), "damages": damages },
    })
}

pub(crate) fn balance(rows: &MemberRows, now: Timestamp) -> Value {
    let live = rows.grants.iter().filter(|grant| !grant.is_over(now)).map(|grant| grant.remaining);
    let held = rows.holds.iter().filter(|hold| hold.state == HoldState::Held).map(|hold| hold.credits);
    let total = |of: fn(&billing::ledger::Balance) -> Credits| {
        rows.balance.as_ref().map_or(0, |found| of(found).get())
    };
    json!({
        "id": rows.member.as_str(),
        "userId": rows.member.as_str(),
        "creditBalance": sum(live),
        "heldCredits": sum(held),
        "lifetimeCredits": total(|found| found.lifetime_credits),
        "lifetimeUsage": total(|found| found.lifetime_usage),
        "version": rows.balance.as_ref().map_or(0, |found| found.version),
        "createdAt": rows.balance.as_ref().map(|found| found.created_at),
        "updatedAt": rows.balance.as_ref().map(|found| found.updated_at),
    })
}

fn sum(credits: impl Iterator<Item = Credits>) -> u64 {
    credits.map(|credits| u64::from(credits.get())).sum()
}

fn shown_grant(grant: &GrantRow, now: Timestamp) -> Value {
    json!({
        "id": grant.id.as_str(),
        "userId": grant.member.as_str(),
        "purchaseId": grant.purchase.as_ref().map(billing::ledger::PurchaseId::as_str),
        "creditsGranted": grant.granted.get(),
        "creditsRemaining": grant.remaining.get(),
        "grantType": grant.kind,
        "grantedDate": grant.granted_at,
        "expirationDate": grant.expires_at,
        "expired": grant.is_over(now),
    })
}

fn shown_transaction(transaction: &Transaction, rows: &MemberRows) -> Value {
    let hold = transaction.hold();
    let state = hold.as_ref().and_then(|id| rows.holds.iter().find(|hold| hold.id == *id));
    json!({
        "id": transaction.sequence.to_string(),
        "userId": transaction.member.as_str(),
        "amount": transaction.amount.get(),
        "kind": transaction.kind,
        "description": transaction.description,
        "balanceAfter": transaction.balance_after.get(),
        // A string, like GraphQL's AWSJSON.
        "metadata": json!(transaction.metadata).to_string(),
        "createdAt": transaction.created_at,
        "idempotencyKey": transaction.key.as_ref().map(ToString::to_string),
        "holdState": state.map(|hold| hold.state),
    })
}

fn hold_json(hold: &HoldRow) -> Value {
    json!({
        "id": hold.id.as_str(),
        "credits": hold.credits.get(),
        "state": hold.state,
        "deadline": hold.deadline,
        "createdAt": hold.created_at,
    })
}
