//! Stripe's REST API for purchases, independent of HTTP.

mod checkout;
mod lists;
mod refunds;

use axum::http::Method;
use serde_json::Value;

use crate::error::ApiError;
use crate::form::Form;
use crate::world::World;

/// Handles a request below `/v1/`; `form` is the body, or the query of a GET.
pub(crate) fn answer(
    world: &mut World,
    method: &Method,
    path: &str,
    mut form: Form,
    now: i64,
) -> Result<Value, ApiError> {
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let get = method == Method::GET;
    if !get && method != Method::POST {
        return Err(ApiError::unknown_address(method.as_str(), path));
    }
    let answer = match (get, parts.as_slice()) {
        (false, ["v1", "checkout", "sessions"]) => checkout::create(world, &mut form, now),
        (true, ["v1", "checkout", "sessions"]) => lists::sessions(world, &mut form),
        (true, ["v1", "checkout", "sessions", id]) => checkout::retrieve(world, id, &mut form),
        (true, ["v1", "checkout", "sessions", id, "line_items"]) => {
            checkout::line_items(world, id, &mut form)
        }
        (false, ["v1", "checkout", "sessions", id, "expire"]) => {
            let session = world.expire_session(id, now)?;
            Ok(world.shown_session(&session))
        }
        (true, ["v1", "payment_intents", id]) => {
            let intent = world.intents.get(*id).ok_or_else(|| ApiError::missing("payment_intent", id))?;
            Ok(intent.shown())
        }
        (true, ["v1", "charges"]) => lists::charges(world, &mut form),
        (true, ["v1", "charges", id]) => {
            let charge = world.charges.get(*id).ok_or_else(|| ApiError::missing("charge", id))?;
            Ok(world.shown_charge(charge))
        }
        (false, ["v1", "refunds"]) => refunds::create(world, &mut form, now),
        (true, ["v1", "refunds"]) => lists::refunds(world, &mut form),
        (true, ["v1", "refunds", id]) => {
            let refund = world.refunds.get(*id).ok_or_else(|| ApiError::missing("refund", id))?;
            Ok(refund.shown())
        }
        (true, ["v1", "disputes"]) => lists::disputes(world, &mut form),
        (true, ["v1", "disputes", id]) => {
            let dispute = world.disputes.get(*id).ok_or_else(|| ApiError::missing("dispute", id))?;
            Ok(dispute.shown())
        }
        (true, ["v1", "events"]) => lists::events(world, &mut form),
        (true, ["v1", "events", id]) => {
            let event = world.event(id).ok_or_else(|| ApiError::missing("event", id))?;
            Ok(event.shown(0))
        }
        _ => Err(ApiError::unknown_address(method.as_str(), path)),
    };
    // Retrievals reject unknown parameters afterwards; creations did so before the change.
    if get { answer.and_then(|answer| form.end().map(|()| answer)) } else { answer }
}
