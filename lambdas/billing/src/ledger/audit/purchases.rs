use crate::ledger::account::{GrantType, Kind};
use crate::ledger::audit::{Finding, ReportDamage};
use crate::ledger::change::RowKey;
use crate::ledger::ids::PurchaseId;
use crate::ledger::purchase::{Purchase, PurchaseStatus};
use crate::ledger::state::MemberRows;
use zest_core::Timestamp;

pub(super) fn look(rows: &MemberRows, now: Timestamp, tell: &mut ReportDamage<'_>) {
    for purchase in &rows.purchases {
        one(purchase, rows, now, tell);
    }
    for grant in &rows.grants {
        let is_known = |id: &PurchaseId| rows.purchases.iter().any(|purchase| purchase.id == *id);
        let is_bought = grant.kind == GrantType::Purchase;
        if (is_bought && grant.purchase.is_none()) || !grant.purchase.as_ref().is_none_or(is_known) {
            let key = RowKey::Grant(rows.member.clone(), grant.expires_at, grant.id.clone());
            tell(key, Finding::NotOneGrant);
        }
    }
}

fn one(purchase: &Purchase, rows: &MemberRows, now: Timestamp, tell: &mut ReportDamage<'_>) {
    let key = || RowKey::Purchase(purchase.id.clone());
    let is_share = purchase.target == purchase.credits.share(purchase.lost, purchase.price.cents);
    if purchase.clawed > purchase.target || purchase.target > purchase.credits || !is_share {
        tell(key(), Finding::TargetsDiffer);
    }
    let moved = rows.transactions.iter().filter(|transaction| {
        let kind = matches!(transaction.kind, Kind::Clawback | Kind::Return);
        kind && transaction.purchase.as_ref() == Some(&purchase.id)
    });
    if moved.map(|transaction| -transaction.amount.get()).sum::<i64>() != i64::from(purchase.clawed.get()) {
        tell(key(), Finding::ClawedDiffers);
    }
    let status = match (purchase.status.is_granted(), purchase.target == purchase.credits) {
        (true, true) => PurchaseStatus::Refunded,
        (true, false) => PurchaseStatus::Completed,
        (false, _) => purchase.status,
    };
    if status != purchase.status {
        tell(key(), Finding::StatusDiffers);
    }
    let mut of_it = rows.grants.iter().filter(|grant| grant.purchase.as_ref() == Some(&purchase.id));
    let bought: Vec<_> = of_it.clone().filter(|grant| grant.kind == GrantType::Purchase).collect();
    let is_right = match bought.as_slice() {
        [] => !purchase.status.is_granted(),
        [grant] => purchase.status.is_granted() && grant.granted == purchase.credits,
        _ => false,
    };
    if !is_right {
        tell(key(), Finding::NotOneGrant);
    }
    let is_left = of_it.any(|grant| !grant.remaining.is_zero() && !grant.is_over(now));
    if !purchase.shortfall().is_zero() && is_left {
        tell(key(), Finding::NotClawed);
    }
}
