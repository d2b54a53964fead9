#![expect(clippy::expect_used, reason = "tests fail by panicking")]

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use billing::ledger::{
    Amount, Applied, Cents, CheckoutSession, Credits, Currency, Due, DueKind, Expire, Failure, Fulfil, Grant,
    Hold, HoldId, Key, Lookups, Memory, Note, OpenPurchase, Operation, PackageId, Payment, Price, Purchase,
    PurchaseId, Reclaim, Refusal, Release, RetryPolicy, Scope, Settle, Spend, State, Store, UserId, audit,
    perform,
};
use zest_core::Timestamp;

pub(crate) fn at(seconds: i64) -> Timestamp {
    Timestamp::from_millis(1_800_000_000_000 + seconds * 1_000)
}

pub(crate) fn credits(number: i64) -> Credits {
    Credits::new(number).expect("credits")
}

pub(crate) fn dollars(cents: i64) -> Price {
    Price { cents: Cents::new(cents).expect("cents"), currency: Currency::USD }
}

/// A retry policy that never retries.
struct Alone;

impl RetryPolicy for Alone {
    async fn wait(&mut self) -> bool {
        false
    }
}

pub(crate) fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer,
        Poll::Pending => panic!("memory never waits"),
    }
}

pub(crate) struct Kitchen {
    pub(crate) rows: Memory,
    pub(crate) member: UserId,
}

impl Kitchen {
    pub(crate) fn new() -> Self {
        Self { rows: Memory::default(), member: UserId::new("ann").expect("a name") }
    }

    pub(crate) fn ask<O: Operation>(&self, operation: &O, when: Timestamp) -> Result<O::Outcome, Refusal> {
        match now(perform(&self.rows, operation, when, &mut Alone)) {
            Ok(outcome) => Ok(outcome),
            Err(Failure::Refused(refusal)) => Err(refusal),
            Err(Failure::Store(error)) => panic!("memory: {error}"),
        }
    }

    pub(crate) fn grant(
        &self,
        key: &str,
        number: i64,
        seconds: u64,
        when: Timestamp,
    ) -> Result<Applied, Refusal> {
        let grant = Grant {
            member: self.member.clone(),
            key: Key::new(Scope::Grant, key).expect("a key"),
            is_present: true,
            credits: credits(number),
            lasts: Duration::from_secs(seconds),
            note: Note::new("Welcome").expect("a note"),
            metadata: BTreeMap::new(),
        };
        self.ask(&grant, when)
    }

    pub(crate) fn spend(&self, key: &str, number: i64, when: Timestamp) -> Result<Applied, Refusal> {
        let spend = Spend {
            member: self.member.clone(),
            key: Key::new(Scope::Spend, key).expect("a key"),
            credits: credits(number),
            note: Note::new("A conversation").expect("a note"),
            metadata: BTreeMap::new(),
        };
        self.ask(&spend, when)
    }

    pub(crate) fn hold(&self, id: &str, number: i64, when: Timestamp) -> Result<Applied, Refusal> {
        let hold = Hold {
            member: self.member.clone(),
            id: HoldId::new(id).expect("an id"),
            credits: credits(number),
            deadline: when.plus(Duration::from_secs(3_600)),
            note: Note::new("An import").expect("a note"),
            metadata: BTreeMap::new(),
        };
        self.ask(&hold, when)
    }

    pub(crate) fn settle(&self, id: &str, when: Timestamp) -> Result<(), Refusal> {
        self.ask(&Settle { member: self.member.clone(), id: HoldId::new(id).expect("an id") }, when)
    }

    pub(crate) fn release(&self, id: &str, when: Timestamp) -> Result<Applied, Refusal> {
        self.ask(&Release { member: self.member.clone(), id: HoldId::new(id).expect("an id") }, when)
    }

    pub(crate) fn expire(&self, when: Timestamp) {
        self.ask(&Expire { member: self.member.clone() }, when).expect("an expiry");
    }

    pub(crate) fn open(&self, id: &str, when: Timestamp) -> Result<Purchase, Refusal> {
        let open = OpenPurchase {
            id: PurchaseId::new(id).expect("an id"),
            member: self.member.clone(),
            package: PackageId::new("60").expect("an id"),
            credits: credits(60),
            price: dollars(699),
        };
        self.ask(&open, when)
    }

    pub(crate) fn pay(
        &self,
        id: &str,
        session: &str,
        price: Price,
        when: Timestamp,
    ) -> Result<Applied, Refusal> {
        let session = CheckoutSession::new(session).expect("a session");
        let payment = Payment { session, intent: None, price };
        let purchase = PurchaseId::new(id).expect("an id");
        self.ask(&Fulfil { member: self.member.clone(), purchase, payment }, when)
    }

    pub(crate) fn purchase(&self, id: &str) -> Purchase {
        let id = PurchaseId::new(id).expect("an id");
        now(self.rows.purchase(&id)).expect("memory").expect("a purchase")
    }

    /// Performs a [`Reclaim`] of the lost `cents` with the current version of the purchase.
    pub(crate) fn lose(&self, id: &str, cents: i64, when: Timestamp) -> Result<Purchase, Refusal> {
        let seen = self.purchase(id).version;
        self.look(id, seen, cents, when)
    }

    /// Like [`Self::lose`], but with version `seen`.
    pub(crate) fn look(&self, id: &str, seen: u64, cents: i64, when: Timestamp) -> Result<Purchase, Refusal> {
        let purchase = PurchaseId::new(id).expect("an id");
        let lost = Cents::new(cents).expect("cents");
        self.ask(
            &Reclaim { member: self.member.clone(), purchase, seen, lost, metadata: BTreeMap::new() },
            when,
        )
    }

    pub(crate) fn state(&self) -> State {
        let expire = Expire { member: self.member.clone() };
        now(self.rows.read(&expire.needs())).expect("memory")
    }

    pub(crate) fn shown(&self, when: Timestamp) -> u32 {
        self.state().shown(when).get()
    }

    pub(crate) fn due(&self, kind: DueKind, until: Timestamp) -> Vec<Due> {
        now(self.rows.due(kind, until, 10)).expect("memory")
    }

    pub(crate) fn is_sound(&self, when: Timestamp) {
        let found = audit(&self.rows.rows_of(&self.member), when);
        assert!(found.is_empty(), "{}", found.iter().map(|one| format!("{one}; ")).collect::<String>());
    }
}

pub(crate) fn moved(applied: Result<Applied, Refusal>) -> (i64, u32) {
    let receipt = applied.expect("it is done").receipt;
    let _: Amount = receipt.amount;
    (receipt.amount.get(), receipt.balance_after.get())
}
