//! Builds a change: each transaction updates balance, totals and grants.

use std::collections::BTreeMap;

use crate::ledger::GRANTS_AT_ONCE;
use crate::ledger::account::{Allocation, Balance, GrantRow, GrantType, Kind, Transaction};
use crate::ledger::amounts::{Amount, Credits};
use crate::ledger::change::{Change, Condition, Put, Row};
use crate::ledger::fingerprint::Fingerprint;
use crate::ledger::ids::{GrantId, Key, Note, PurchaseId};
use crate::ledger::refusal::Refusal;
use crate::ledger::state::{Receipt, Record, State};
use zest_core::Timestamp;

pub(crate) struct Entry {
    pub(crate) kind: Kind,
    pub(crate) allocations: Vec<Allocation>,
    pub(crate) key: Option<Key>,
    pub(crate) purchase: Option<PurchaseId>,
    pub(crate) note: Note,
    pub(crate) metadata: BTreeMap<String, String>,
}

impl Entry {
    pub(crate) fn ours(kind: Kind, note: &'static str, allocations: Vec<Allocation>) -> Self {
        let metadata = BTreeMap::new();
        Self { kind, allocations, key: None, purchase: None, note: Note::ours(note), metadata }
    }
}

/// A grant without credits, which the next transaction adds.
pub(crate) struct NewGrant {
    pub(crate) id: GrantId,
    pub(crate) kind: GrantType,
    pub(crate) purchase: Option<PurchaseId>,
    pub(crate) credits: Credits,
    pub(crate) expires_at: Timestamp,
}

pub(crate) struct Draft<'s> {
    state: &'s State,
    /// Time of the change, at least that of the last transaction.
    at: Timestamp,
    balance: Balance,
    was: Condition,
    grants: BTreeMap<GrantId, (GrantRow, Condition)>,
    transactions: Vec<Transaction>,
    others: Vec<Put>,
}

impl<'s> Draft<'s> {
    pub(crate) fn new(state: &'s State, now: Timestamp) -> Self {
        let (balance, was) = match &state.balance {
            Some(balance) => (balance.clone(), Condition::Version(balance.version)),
            None => {
                let empty = Balance {
                    member: state.member.clone(),
                    version: 0,
                    balance: Credits::ZERO,
                    lifetime_credits: Credits::ZERO,
                    lifetime_usage: Credits::ZERO,
                    lifetime_expired: Credits::ZERO,
                    lifetime_refunded: Credits::ZERO,
                    lifetime_adjusted_out: Credits::ZERO,
                    created_at: now,
                    updated_at: now,
                };
                (empty, Condition::Absent)
            }
        };
        let at = now.max(balance.updated_at);
        Self {
            state,
            at,
            balance,
            was,
            grants: BTreeMap::new(),
            transactions: Vec::new(),
            others: Vec::new(),
        }
    }

    pub(crate) fn at(&self) -> Timestamp {
        self.at
    }

    pub(crate) fn next(&self) -> u64 {
        self.balance.version.saturating_add(1)
    }

    pub(crate) fn posted(&self) -> &[Allocation] {
        self.transactions.last().map_or(&[], |transaction| &transaction.allocations)
    }

    /// Adds an empty grant and returns the allocation that fills it.
    pub(crate) fn open(&mut self, new: NewGrant) -> Allocation {
        let NewGrant { id, kind, purchase, credits, expires_at } = new;
        let allocation =
            Allocation { grant: id.clone(), purchase: purchase.clone(), amount: Amount::positive(credits) };
        let grant = GrantRow {
            id: id.clone(),
            member: self.state.member.clone(),
            kind,
            purchase,
            granted: credits,
            remaining: Credits::ZERO,
            granted_at: self.at,
            expires_at,
            expired: false,
            updated_at: self.at,
        };
        self.grants.insert(id, (grant, Condition::Absent));
        allocation
    }

    pub(crate) fn end(&mut self, id: &GrantId) -> Result<(), Refusal> {
        self.touch(id)?.expired = true;
        Ok(())
    }

    pub(crate) fn post(&mut self, entry: Entry) -> Result<Receipt, Refusal> {
        let amount: Amount = entry.allocations.iter().map(|allocation| allocation.amount).sum();
        for allocation in &entry.allocations {
            let grant = self.touch(&allocation.grant)?;
            grant.remaining = grant
                .remaining
                .moved(allocation.amount)
                .filter(|remaining| *remaining <= grant.granted)
                .ok_or(Refusal::Damaged("a grant would hold less than nothing, or more than was given"))?;
        }
        let before = self.balance.balance;
        self.balance.balance = before.moved(amount).ok_or(Refusal::TooMany)?;
        count(&mut self.balance, entry.kind, amount)?;
        self.balance.version = self.next();
        self.balance.updated_at = self.at;
        let balance_after = self.balance.balance;
        let receipt = Receipt { sequence: self.balance.version, amount, balance_after };
        self.transactions.push(Transaction {
            member: self.state.member.clone(),
            sequence: receipt.sequence,
            kind: entry.kind,
            amount,
            balance_after,
            allocations: entry.allocations,
            key: entry.key,
            purchase: entry.purchase,
            description: entry.note.as_str().to_owned(),
            metadata: entry.metadata,
            created_at: self.at,
        });
        Ok(receipt)
    }

    pub(crate) fn remember(&mut self, key: Key, fingerprint: Fingerprint, receipt: Receipt) {
        let member = self.state.member.clone();
        let record = Record { key, member, fingerprint, receipt, created_at: self.at };
        self.put_row(Row::Record(record), Condition::Absent);
    }

    pub(crate) fn put_row(&mut self, row: Row, condition: Condition) {
        self.others.push(Put { row, condition });
    }

    /// The change with all rows to write.
    ///
    /// # Errors
    /// [`Refusal::Damaged`] for more than [`GRANTS_AT_ONCE`] grants; callers merge grants first.
    pub(crate) fn finish(self) -> Result<Change, Refusal> {
        if self.grants.len() > GRANTS_AT_ONCE {
            return Err(Refusal::Damaged("more grants at once than one transaction takes"));
        }
        let mut puts = Vec::new();
        if !self.transactions.is_empty() {
            puts.push(Put { row: Row::Balance(self.balance), condition: self.was });
        }
        let grants = self.grants.into_values();
        puts.extend(grants.map(|(grant, condition)| Put { row: Row::Grant(grant), condition }));
        let transactions = self.transactions.into_iter().map(Row::Transaction);
        puts.extend(transactions.map(|row| Put { row, condition: Condition::Absent }));
        puts.extend(self.others);
        Ok(Change { puts })
    }

    fn touch(&mut self, id: &GrantId) -> Result<&mut GrantRow, Refusal> {
        if !self.grants.contains_key(id) {
            let stored = self.state.grants.iter().find(|grant| grant.id == *id);
            let stored = stored.ok_or(Refusal::Damaged("a grant is missing"))?;
            let condition = Condition::Remaining(stored.remaining);
            self.grants.insert(id.clone(), (stored.clone(), condition));
        }
        let touched = self.grants.get_mut(id).ok_or(Refusal::Damaged("a grant is missing"))?;
        touched.0.updated_at = self.at;
        Ok(&mut touched.0)
    }
}

fn count(balance: &mut Balance, kind: Kind, amount: Amount) -> Result<(), Refusal> {
    let (total, amount) = match kind {
        Kind::Purchase | Kind::Promotion | Kind::AdjustmentIn => (&mut balance.lifetime_credits, amount),
        Kind::Usage | Kind::GiveBack => (&mut balance.lifetime_usage, amount.reversed()),
        Kind::Expiration => (&mut balance.lifetime_expired, amount.reversed()),
        Kind::Clawback | Kind::Return => (&mut balance.lifetime_refunded, amount.reversed()),
        Kind::AdjustmentOut => (&mut balance.lifetime_adjusted_out, amount.reversed()),
        Kind::Merge => return Ok(()),
    };
    *total = total.moved(amount).ok_or(Refusal::TooMany)?;
    Ok(())
}
