//! Each key is used once and has a matching record.

use std::collections::HashMap;

use crate::ledger::account::Transaction;
use crate::ledger::audit::{Finding, ReportDamage};
use crate::ledger::change::RowKey;
use crate::ledger::ids::Key;
use crate::ledger::state::{MemberRows, Receipt, Record};

pub(super) fn look(rows: &MemberRows, tell: &mut ReportDamage<'_>) {
    let records: HashMap<&Key, &Record> = rows.records.iter().map(|record| (&record.key, record)).collect();
    let mut used: HashMap<&Key, &Transaction> = HashMap::new();
    for transaction in &rows.transactions {
        let Some(key) = &transaction.key else { continue };
        let row = || RowKey::Transaction(rows.member.clone(), transaction.sequence);
        if used.insert(key, transaction).is_some() {
            tell(row(), Finding::KeyTwice);
        }
        if !records.contains_key(key) {
            tell(row(), Finding::KeyUnrecorded);
        }
    }
    for record in &rows.records {
        let posted = used.get(&record.key).map(|transaction| Receipt {
            sequence: transaction.sequence,
            amount: transaction.amount,
            balance_after: transaction.balance_after,
        });
        if posted != Some(record.receipt) || record.member != rows.member {
            tell(RowKey::Record(record.key.clone()), Finding::RecordDiffers);
        }
    }
}
