use std::collections::BTreeMap;
use std::sync::Mutex;

use billing::ledger::{
    Cents, CheckoutSession, Currency, Dispute, DisputeState, Memory, PaymentIntent, Price, Purchase,
    PurchaseId, Refund, RefundState, RetryPolicy, UserId, audit,
};
use billing::payments::{
    Begun, Checkout, CheckoutState, Language, Mode, Order, Packages, PaymentProvider, PaymentState,
    ProviderError, PurchaseRequest, PurchaseService, RefundsAndDisputes,
};
use zest_core::Timestamp;

pub(crate) fn now() -> Timestamp {
    Timestamp::from_millis(1_800_000_000_000)
}

pub(crate) struct NoRetry;

impl RetryPolicy for NoRetry {
    async fn wait(&mut self) -> bool {
        false
    }
}

#[derive(Default)]
pub(crate) struct Fake {
    pub(crate) sessions: Mutex<BTreeMap<String, Checkout>>,
    pub(crate) money: Mutex<RefundsAndDisputes>,
    pub(crate) failing: Mutex<u32>,
    pub(crate) meanwhile: Mutex<Option<Box<dyn FnOnce() + Send>>>,
    opened: Mutex<u32>,
}

impl Fake {
    fn asked(&self) -> Result<(), ProviderError> {
        let mut failing = self.failing.lock().unwrap();
        if *failing > 0 {
            *failing -= 1;
            return Err(ProviderError::Unavailable("as the test wants it".into()));
        }
        Ok(())
    }

    pub(crate) fn change(&self, change: impl FnOnce(&mut Checkout)) {
        change(self.sessions.lock().unwrap().get_mut("cs_p1").unwrap());
    }

    pub(crate) fn pay(&self) {
        self.change(|checkout| {
            checkout.state = CheckoutState::Complete;
            checkout.is_paid = true;
            checkout.payment = PaymentState::Succeeded;
            checkout.intent = Some(PaymentIntent::new("pi_1").unwrap());
        });
    }

    pub(crate) fn refunds(&self, refunds: &[(i64, RefundState)]) {
        let refund = |(cents, state): &(i64, RefundState)| Refund {
            cents: Cents::new(*cents).unwrap(),
            state: *state,
        };
        self.money.lock().unwrap().refunds = refunds.iter().map(refund).collect();
    }

    pub(crate) fn disputes(&self, disputes: &[(i64, DisputeState)]) {
        let dispute = |(cents, state): &(i64, DisputeState)| Dispute {
            cents: Cents::new(*cents).unwrap(),
            state: *state,
        };
        self.money.lock().unwrap().disputes = disputes.iter().map(dispute).collect();
    }

    pub(crate) fn opened(&self) -> u32 {
        *self.opened.lock().unwrap()
    }
}

impl PaymentProvider for Fake {
    async fn open(&self, order: &Order) -> Result<Checkout, ProviderError> {
        self.asked()?;
        let id = format!("cs_{}", order.purchase);
        let mut sessions = self.sessions.lock().unwrap();
        if !sessions.contains_key(&id) {
            *self.opened.lock().unwrap() += 1;
        }
        let checkout = sessions.entry(id.clone()).or_insert_with(|| Checkout {
            session: CheckoutSession::new(id.clone()).unwrap(),
            purchase: Some(order.purchase.clone()),
            url: Some(format!("https://pay.example/{id}")),
            state: CheckoutState::Open,
            is_paid: false,
            payment: PaymentState::None,
            intent: None,
            price: Some(order.price),
            mode: Mode::Test,
        });
        Ok(checkout.clone())
    }

    async fn checkout(&self, session: &CheckoutSession) -> Result<Option<Checkout>, ProviderError> {
        self.asked()?;
        Ok(self.sessions.lock().unwrap().get(session.as_str()).cloned())
    }

    async fn checkout_of(&self, intent: &PaymentIntent) -> Result<Option<Checkout>, ProviderError> {
        self.asked()?;
        let sessions = self.sessions.lock().unwrap();
        Ok(sessions.values().find(|checkout| checkout.intent.as_ref() == Some(intent)).cloned())
    }

    async fn receipt(&self, session: &CheckoutSession) -> Result<Option<String>, ProviderError> {
        self.asked()?;
        let sessions = self.sessions.lock().unwrap();
        let paid = sessions.get(session.as_str()).filter(|checkout| checkout.is_paid);
        Ok(paid.map(|checkout| format!("https://pay.example/receipt/{}", checkout.session)))
    }

    async fn money(&self, _: &PaymentIntent) -> Result<RefundsAndDisputes, ProviderError> {
        self.asked()?;
        let money = self.money.lock().unwrap().clone();
        let happens = self.meanwhile.lock().unwrap().take();
        if let Some(happens) = happens {
            happens();
        }
        Ok(money)
    }

    async fn refund(
        &self,
        _: &PaymentIntent,
        cents: Cents,
        _: &str,
        _: &BTreeMap<String, String>,
    ) -> Result<(), ProviderError> {
        self.asked()?;
        let mut money = self.money.lock().unwrap();
        if !money.disputes.is_empty() {
            return Err(ProviderError::Refused("charge_disputed".into()));
        }
        if !money.refunds.is_empty() {
            return Err(ProviderError::Refused("charge_already_refunded".into()));
        }
        money.refunds.push(Refund { cents, state: RefundState::Succeeded });
        Ok(())
    }
}

pub(crate) fn usd(cents: i64) -> Price {
    Price { cents: Cents::new(cents).unwrap(), currency: Currency::USD }
}

pub(crate) fn id() -> PurchaseId {
    PurchaseId::new("p1").unwrap()
}

pub(crate) fn member() -> UserId {
    UserId::new("member-1").unwrap()
}

pub(crate) fn service<'d>(ledger: &'d Memory, provider: &'d Fake) -> PurchaseService<'d, Memory, Fake> {
    PurchaseService { ledger, provider, mode: Mode::Test, metadata: BTreeMap::new() }
}

pub(crate) fn request<'w>(packages: &'w Packages, package: &str) -> PurchaseRequest<'w> {
    PurchaseRequest {
        purchase: id(),
        member: member(),
        package: packages.find(package).unwrap(),
        currency: Currency::USD,
        name: "60 credits".into(),
        language: Language::English,
        success_url: "http://localhost/credits/success".into(),
        cancel_url: "http://localhost/credits".into(),
    }
}

pub(crate) async fn begin(ledger: &Memory, provider: &Fake) -> Begun {
    let packages = Packages::load().unwrap();
    service(ledger, provider).begin(&request(&packages, "medium"), now(), &mut NoRetry).await.unwrap()
}

pub(crate) fn sound(ledger: &Memory, now: Timestamp) -> (Purchase, u32) {
    let rows = ledger.rows_of(&member());
    assert_eq!(audit(&rows, now), [], "the rows are sound");
    let balance = rows.balance.map_or(0, |balance| balance.balance.get());
    (rows.purchases.first().unwrap().clone(), balance)
}
