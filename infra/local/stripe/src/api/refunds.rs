//! Refunds: `POST /v1/refunds`.

use serde_json::Value;

use crate::error::ApiError;
use crate::form::Form;
use crate::refunding::RefundOrder;
use crate::world::World;

const REASONS: [&str; 3] = ["duplicate", "fraudulent", "requested_by_customer"];

/// `POST /v1/refunds`
pub(super) fn create(world: &mut World, form: &mut Form, now: i64) -> Result<Value, ApiError> {
    let of = match (form.take("payment_intent"), form.take("charge")) {
        (Some(of), None) | (None, Some(of)) => of,
        _ => {
            return Err(ApiError::invalid(
                "One of the following params should be provided for this request: payment_intent or charge.",
            ));
        }
    };
    let reason = form.take("reason");
    if reason.as_deref().is_some_and(|reason| !REASONS.contains(&reason)) {
        return Err(ApiError::invalid(format!("Invalid reason: must be one of {}", REASONS.join(", ")))
            .param("reason"));
    }
    let order =
        RefundOrder { of, amount: form.integer("amount")?, reason, metadata: form.table("metadata")? };
    std::mem::replace(form, Form::read(b"")?).end()?;
    Ok(world.refund(order, now)?.shown())
}
