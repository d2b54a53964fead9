//! In-memory store for tests and the simulation. The contract suite compares database adapters with it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::ledger::account::HoldState;
use crate::ledger::change::{Change, Condition, Put, Row, RowKey};
use crate::ledger::ids::{PaymentIntent, PurchaseId, UserId};
use crate::ledger::purchase::{Purchase, PurchaseStatus};
use crate::ledger::state::{MemberRows, Needs, State};
use crate::ledger::store::{CommitError, Due, DueKind, Lookups, Store};
use zest_core::{PortError, Timestamp};

/// Rows by member; `None` holds records and purchases.
type Rows = BTreeMap<Option<UserId>, BTreeMap<RowKey, Row>>;

/// In-memory store.
#[derive(Debug, Default)]
pub struct Memory {
    rows: Mutex<Rows>,
}

impl Memory {
    fn lock(&self) -> MutexGuard<'_, Rows> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The row with this key.
    #[must_use]
    pub fn row(&self, key: &RowKey) -> Option<Row> {
        find(&self.lock(), key).cloned()
    }

    /// Stores a row unconditionally, for damage tests.
    pub fn insert_unconditionally(&self, row: Row) {
        put(&mut self.lock(), row);
    }

    /// Removes a row, for damage tests.
    pub fn lose(&self, key: &RowKey) {
        if let Some(rows) = self.lock().get_mut(&key.member().cloned()) {
            rows.remove(key);
        }
    }

    /// Step 1 of [`Store::read`]: the hold, its purchases, and the requested purchase.
    pub fn read_work(&self, needs: &Needs, state: &mut State) {
        let rows = self.lock();
        if let Some(id) = &needs.hold
            && let Some(Row::Hold(hold)) = find(&rows, &RowKey::Hold(needs.member.clone(), id.clone()))
        {
            state.hold = Some(hold.clone());
        }
        let taken = state.hold.iter().flat_map(|hold| &hold.taken);
        let wanted: Vec<_> =
            taken.filter_map(|part| part.purchase.clone()).chain(needs.purchase.clone()).collect();
        for id in wanted {
            if let Some(Row::Purchase(purchase)) = find(&rows, &RowKey::Purchase(id.clone())) {
                state.purchases.insert(id, purchase.clone());
            }
        }
    }

    /// Step 2: balance and grants.
    pub fn read_account(&self, needs: &Needs, state: &mut State) {
        if !needs.account {
            return;
        }
        let rows = self.lock();
        let Some(rows) = rows.get(&Some(needs.member.clone())) else { return };
        // Balance and grants sort before other rows.
        for row in rows.range(..RowKey::Transaction(needs.member.clone(), 0)).map(|(_, row)| row) {
            match row {
                Row::Balance(balance) => state.balance = Some(balance.clone()),
                Row::Grant(grant) => state.grants.push(grant.clone()),
                Row::Transaction(_) | Row::Record(_) | Row::Hold(_) | Row::Purchase(_) => {}
            }
        }
    }

    /// Step 3: the record of the key.
    pub fn read_record(&self, needs: &Needs, state: &mut State) {
        if let Some(key) = &needs.key
            && let Some(Row::Record(record)) = self.row(&RowKey::Record(key.clone()))
        {
            state.record = Some(record);
        }
    }

    /// Applies a change atomically.
    ///
    /// # Errors
    /// [`CommitError::Conflict`] if a condition fails; [`PortError::Broken`] for no rows, duplicate keys or
    /// more than 100 rows, as in the database.
    pub fn write(&self, change: &Change) -> Result<(), CommitError> {
        let mut rows = self.lock();
        let mut keys: Vec<_> = change.puts.iter().map(|put| put.row.key()).collect();
        keys.sort();
        keys.dedup();
        if keys.len() != change.puts.len() || !(1..=100).contains(&keys.len()) {
            return Err(PortError::Broken("no such change can be written".to_owned()).into());
        }
        if !change.puts.iter().all(|put| is_met(put, find(&rows, &put.row.key()))) {
            return Err(CommitError::Conflict);
        }
        change.puts.iter().for_each(|one| put(&mut rows, one.row.clone()));
        Ok(())
    }

    /// All members that have a row, sorted.
    #[must_use]
    pub fn members(&self) -> BTreeSet<UserId> {
        let rows = self.lock();
        rows.values().flat_map(BTreeMap::values).map(|row| member_of(row).clone()).collect()
    }

    /// All rows of a member, as one snapshot.
    #[must_use]
    pub fn rows_of(&self, member: &UserId) -> MemberRows {
        let rows = self.lock();
        let mut found = MemberRows::empty(member.clone());
        for row in rows.values().flat_map(BTreeMap::values).filter(|row| member_of(row) == member) {
            match row {
                Row::Balance(row) => found.balance = Some(row.clone()),
                Row::Grant(row) => found.grants.push(row.clone()),
                Row::Transaction(row) => found.transactions.push(row.clone()),
                Row::Hold(row) => found.holds.push(row.clone()),
                Row::Purchase(row) => found.purchases.push(row.clone()),
                Row::Record(row) => found.records.push(row.clone()),
            }
        }
        found
    }
}

fn member_of(row: &Row) -> &UserId {
    match row {
        Row::Balance(row) => &row.member,
        Row::Grant(row) => &row.member,
        Row::Transaction(row) => &row.member,
        Row::Hold(row) => &row.member,
        Row::Purchase(row) => &row.member,
        Row::Record(row) => &row.member,
    }
}

fn find<'r>(rows: &'r Rows, key: &RowKey) -> Option<&'r Row> {
    rows.get(&key.member().cloned())?.get(key)
}

fn put(rows: &mut Rows, row: Row) {
    let key = row.key();
    rows.entry(key.member().cloned()).or_default().insert(key, row);
}

fn is_met(put: &Put, stored: Option<&Row>) -> bool {
    match (put.condition, stored) {
        (Condition::Absent, None) => true,
        (Condition::Version(version), Some(Row::Balance(stored))) => stored.version == version,
        (Condition::Version(version), Some(Row::Purchase(stored))) => stored.version == version,
        (Condition::Remaining(credits), Some(Row::Grant(stored))) => stored.remaining == credits,
        (Condition::InState(state), Some(Row::Hold(stored))) => stored.state == state,
        _ => false,
    }
}

impl Store for Memory {
    async fn read(&self, needs: &Needs) -> Result<State, PortError> {
        let mut state = State::empty(needs.member.clone());
        self.read_work(needs, &mut state);
        self.read_account(needs, &mut state);
        self.read_record(needs, &mut state);
        Ok(state)
    }

    async fn commit(&self, change: &Change) -> Result<(), CommitError> {
        self.write(change)
    }
}

impl Lookups for Memory {
    async fn purchase(&self, id: &PurchaseId) -> Result<Option<Purchase>, PortError> {
        match self.row(&RowKey::Purchase(id.clone())) {
            Some(Row::Purchase(purchase)) => Ok(Some(purchase)),
            _ => Ok(None),
        }
    }

    async fn purchase_of(&self, intent: &PaymentIntent) -> Result<Option<Purchase>, PortError> {
        let rows = self.lock();
        let mut purchases = rows.values().flat_map(BTreeMap::values).filter_map(|row| match row {
            Row::Purchase(purchase) => Some(purchase),
            _ => None,
        });
        Ok(purchases.find(|purchase| purchase.intent.as_ref() == Some(intent)).cloned())
    }

    async fn due(&self, kind: DueKind, until: Timestamp, limit: u32) -> Result<Vec<Due>, PortError> {
        let rows = self.lock();
        let mut found: Vec<_> =
            rows.values().flat_map(BTreeMap::values).filter_map(|row| due(row, kind)).collect();
        found.retain(|(when, _)| *when <= until);
        found.sort();
        found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(found.into_iter().map(|(_, due)| due).collect())
    }

    async fn rows(&self, member: &UserId) -> Result<MemberRows, PortError> {
        Ok(self.rows_of(member))
    }
}

fn due(row: &Row, kind: DueKind) -> Option<(Timestamp, Due)> {
    match (row, kind) {
        (Row::Grant(grant), DueKind::Grants) if !grant.remaining.is_zero() => {
            Some((grant.expires_at, Due::Grant(grant.member.clone())))
        }
        (Row::Hold(hold), DueKind::Holds) if hold.state == HoldState::Held => {
            Some((hold.deadline, Due::Hold(hold.member.clone(), hold.id.clone())))
        }
        (Row::Purchase(purchase), DueKind::Purchases) if purchase.status == PurchaseStatus::Pending => {
            Some((purchase.purchased_at, Due::Purchase(purchase.id.clone())))
        }
        _ => None,
    }
}
