//! List endpoints: newest first, paginated.

use serde_json::Value;

use crate::error::ApiError;
use crate::form::Form;
use crate::objects::list;
use crate::world::World;

struct Page {
    limit: usize,
    after: Option<String>,
}

impl Page {
    fn read(form: &mut Form) -> Result<Self, ApiError> {
        let limit = form.integer("limit")?.unwrap_or(10);
        match usize::try_from(limit) {
            Ok(limit @ 1..=100) => Ok(Self { limit, after: form.take("starting_after") }),
            _ => Err(ApiError::invalid("Invalid integer: limit is 1 to 100.")
                .code("parameter_invalid_integer")
                .param("limit")),
        }
    }

    fn of<T>(
        self,
        url: &str,
        all: Vec<&T>,
        id: impl Fn(&T) -> &str,
        show: impl Fn(&T) -> Value,
    ) -> Result<Value, ApiError> {
        let from = match &self.after {
            None => 0,
            Some(after) => {
                let place = all.iter().position(|object| id(object) == after);
                place
                    .map(|place| place + 1)
                    .ok_or_else(|| ApiError::missing("object", after).param("starting_after"))?
            }
        };
        let rest = all.len().saturating_sub(from);
        let data = all.into_iter().skip(from).take(self.limit).map(show).collect();
        Ok(list(url, data, rest > self.limit))
    }
}

/// The payment filter. An unknown payment is an error: an empty list would mean "not refunded".
fn payment(world: &World, form: &mut Form) -> Result<Option<String>, ApiError> {
    match form.take("payment_intent") {
        Some(id) if !world.intents.contains_key(&id) => {
            Err(ApiError::invalid(format!("No such payment_intent: '{id:.100}'"))
                .code("resource_missing")
                .param("payment_intent"))
        }
        intent => Ok(intent),
    }
}

fn fits(wanted: Option<&String>, field: &str) -> bool {
    wanted.is_none_or(|wanted| wanted == field)
}

/// `GET /v1/checkout/sessions?payment_intent=…`
pub(super) fn sessions(world: &World, form: &mut Form) -> Result<Value, ApiError> {
    let (page, intent) = (Page::read(form)?, payment(world, form)?);
    let all = world.sessions.values().rev();
    let all =
        all.filter(|session| fits(intent.as_ref(), session.intent.as_deref().unwrap_or_default())).collect();
    page.of("/v1/checkout/sessions", all, |session| &session.id, |session| world.shown_session(session))
}

/// `GET /v1/charges?payment_intent=…`
pub(super) fn charges(world: &World, form: &mut Form) -> Result<Value, ApiError> {
    let (page, intent) = (Page::read(form)?, payment(world, form)?);
    let all = world.charges.values().rev().filter(|charge| fits(intent.as_ref(), &charge.intent)).collect();
    page.of("/v1/charges", all, |charge| &charge.id, |charge| world.shown_charge(charge))
}

/// `GET /v1/refunds?payment_intent=…&charge=…`
pub(super) fn refunds(world: &World, form: &mut Form) -> Result<Value, ApiError> {
    let (page, intent, charge) = (Page::read(form)?, payment(world, form)?, form.take("charge"));
    let all = world.refunds.values().rev();
    let all =
        all.filter(|one| fits(intent.as_ref(), &one.intent) && fits(charge.as_ref(), &one.charge)).collect();
    page.of("/v1/refunds", all, |refund| &refund.id, |refund| refund.shown())
}

/// `GET /v1/disputes?payment_intent=…&charge=…`
pub(super) fn disputes(world: &World, form: &mut Form) -> Result<Value, ApiError> {
    let (page, intent, charge) = (Page::read(form)?, payment(world, form)?, form.take("charge"));
    let all = world.disputes.values().rev();
    let all =
        all.filter(|one| fits(intent.as_ref(), &one.intent) && fits(charge.as_ref(), &one.charge)).collect();
    page.of("/v1/disputes", all, |dispute| &dispute.id, |dispute| dispute.shown())
}

/// `GET /v1/events?type=…`
pub(super) fn events(world: &World, form: &mut Form) -> Result<Value, ApiError> {
    let (page, kind) = (Page::read(form)?, form.take("type"));
    let all = world.events().filter(|event| fits(kind.as_ref(), event.kind)).collect();
    page.of("/v1/events", all, |event| &event.id, |event| event.shown(0))
}
