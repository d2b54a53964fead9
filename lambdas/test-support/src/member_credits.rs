//! Members' credits in memory.

mod reads;

use std::collections::BTreeMap;
use std::time::Duration;

use app::OwnerId;
use app::holds::Credits;
use billing::ledger::{
    Change, CommitError, Damage, Due, DueKind, Grant, HoldState, Key, Lookups, MemberRows, Memory, Needs,
    Note, PaymentIntent, Purchase, PurchaseId, RetryPolicy, Scope, State, Store, UserId, audit, perform,
};
use zest_core::{PortError, Timestamp};

use crate::samples::at;

/// [`Credits`] over the ledger's memory store.
#[derive(Debug, Default)]
pub struct MemoryCredits(Memory);

/// No ledger: imports are free.
pub const FREE: Option<&MemoryCredits> = None;

struct AtOnce(u32);

impl RetryPolicy for AtOnce {
    async fn wait(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 > 0
    }
}

fn member(user: &OwnerId) -> UserId {
    UserId::new(user.secret()).expect("a member")
}

impl MemoryCredits {
    /// Gives promotional credits, valid 90 days from [`at`]`(0)`; once per member.
    pub async fn give(&self, user: &OwnerId, credits: i64) {
        let present = Grant {
            member: member(user),
            key: Key::new(Scope::Grant, format!("present-{}", user.secret())).expect("a key"),
            is_present: true,
            credits: billing::ledger::Credits::new(credits).expect("credits"),
            lasts: Duration::from_secs(90 * 24 * 60 * 60),
            note: Note::new("A present").expect("a note"),
            metadata: BTreeMap::new(),
        };
        let given = perform(&self.0, &present, Timestamp::from_millis(at(0).millis()), &mut AtOnce(2)).await;
        given.expect("a present");
    }

    async fn rows(&self, user: &OwnerId) -> MemberRows {
        self.0.rows(&member(user)).await.expect("rows")
    }

    /// Credits neither used nor held.
    pub async fn balance(&self, user: &OwnerId) -> u32 {
        self.rows(user).await.balance.map_or(0, |balance| balance.balance.get())
    }

    /// Holds by id with their states.
    pub async fn holds(&self, user: &OwnerId) -> Vec<(String, HoldState)> {
        let holds = self.rows(user).await.holds;
        let mut holds: Vec<_> = holds.iter().map(|hold| (hold.id.to_string(), hold.state)).collect();
        holds.sort_by(|(one, _), (other, _)| one.cmp(other));
        holds
    }

    /// Damaged rows of a member.
    pub async fn damages(&self, user: &OwnerId, now: Timestamp) -> Vec<Damage> {
        audit(&self.rows(user).await, Timestamp::from_millis(now.millis()))
    }
}

impl Store for MemoryCredits {
    async fn read(&self, needs: &Needs) -> Result<State, PortError> {
        self.0.read(needs).await
    }

    async fn commit(&self, change: &Change) -> Result<(), CommitError> {
        self.0.commit(change).await
    }
}

impl Lookups for MemoryCredits {
    async fn purchase(&self, id: &PurchaseId) -> Result<Option<Purchase>, PortError> {
        self.0.purchase(id).await
    }

    async fn purchase_of(&self, intent: &PaymentIntent) -> Result<Option<Purchase>, PortError> {
        self.0.purchase_of(intent).await
    }

    async fn due(&self, kind: DueKind, until: Timestamp, limit: u32) -> Result<Vec<Due>, PortError> {
        self.0.due(kind, until, limit).await
    }

    async fn rows(&self, member: &UserId) -> Result<MemberRows, PortError> {
        self.0.rows(member).await
    }
}

impl Credits for MemoryCredits {
    fn retry_policy(&self) -> impl RetryPolicy {
        AtOnce(20)
    }
}
