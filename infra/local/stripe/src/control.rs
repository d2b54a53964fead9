//! `/local/…`: controls for tests; requires the secret key.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::Response;
use local_service::{json_answer, text_of};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::paying::{Card, Outcome};
use crate::stand_in::StandIn;
use crate::switches::Switches;
use crate::wire::{read, refused};

type Shared = State<Arc<StandIn>>;

pub(crate) async fn switches(State(stand_in): Shared, request: Request) -> Response {
    with::<Nothing>(&stand_in, request, |stand_in, _| Ok(json!(stand_in.world().switches))).await
}

/// `POST /local/switches`: sets all switches; missing ones are off.
pub(crate) async fn set_switches(State(stand_in): Shared, request: Request) -> Response {
    with::<Switches>(&stand_in, request, |stand_in, switches| {
        stand_in.world().switches = switches;
        Ok(json!(switches))
    })
    .await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Ahead {
    advance_seconds: u32,
}

/// `POST /local/clock {"advanceSeconds"}`: advances the clock and processes due events.
pub(crate) async fn advance(State(stand_in): Shared, request: Request) -> Response {
    with::<Ahead>(&stand_in, request, |stand_in, ahead| {
        stand_in.clock.advance(i64::from(ahead.advance_seconds));
        let now = stand_in.clock.now();
        stand_in.world().tick(now);
        Ok(json!({ "now": now }))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Payment {
    card: String,
}

/// `POST /local/sessions/{id}/pay {"card"}`: pays as the payment page does.
pub(crate) async fn pay(State(stand_in): Shared, Path(id): Path<String>, request: Request) -> Response {
    with::<Payment>(&stand_in, request, |stand_in, payment| {
        let card = Card::named(&payment.card)
            .ok_or_else(|| ApiError::invalid("There is no such card.").param("card"))?;
        let outcome = stand_in.world().pay(&id, card, stand_in.clock.now())?;
        Ok(json!({ "outcome": if outcome == Outcome::Complete { "complete" } else { "declined" } }))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// `POST /local/refunds/{id}/fail`: the bank returns a refund.
pub(crate) async fn fail_refund(
    State(stand_in): Shared,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    with::<Nothing>(&stand_in, request, |stand_in, _| {
        stand_in.world().fail_refund(&id, stand_in.clock.now())?;
        Ok(json!({ "failed": true }))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Complaint {
    payment_intent: String,
    #[serde(default)]
    amount: Option<i64>,
}

/// `POST /local/disputes {"payment_intent", "amount"?}`: opens a dispute.
pub(crate) async fn open_dispute(State(stand_in): Shared, request: Request) -> Response {
    with::<Complaint>(&stand_in, request, |stand_in, complaint| {
        let now = stand_in.clock.now();
        Ok(stand_in.world().open_dispute(&complaint.payment_intent, complaint.amount, now)?.shown())
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Verdict {
    won: bool,
}

/// `POST /local/disputes/{id}/close {"won"}`: closes a dispute.
pub(crate) async fn close_dispute(
    State(stand_in): Shared,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    with::<Verdict>(&stand_in, request, |stand_in, verdict| {
        Ok(stand_in.world().close_dispute(&id, verdict.won, stand_in.clock.now())?.shown())
    })
    .await
}

/// `GET /local/deliveries`: waiting deliveries and recent outcomes.
pub(crate) async fn deliveries(State(stand_in): Shared, request: Request) -> Response {
    with::<Nothing>(&stand_in, request, |stand_in, _| {
        let world = stand_in.world();
        let reports: Vec<_> = world.outbox.reports().collect();
        Ok(json!({ "waiting": world.outbox.waiting(), "reports": reports }))
    })
    .await
}

/// Checks the key, parses the JSON body (empty means `{}`) and returns the result of `act`.
async fn with<T: DeserializeOwned>(
    stand_in: &StandIn,
    request: Request,
    act: impl FnOnce(&StandIn, T) -> Result<Value, ApiError>,
) -> Response {
    let (head, body) = request.into_parts();
    let done = async {
        stand_in.authorized(text_of(&head.headers, header::AUTHORIZATION.as_str()))?;
        let body = read(body).await?;
        let body: &[u8] = if body.is_empty() { b"{}" } else { &body };
        let input = serde_json::from_slice(body)
            .map_err(|error| ApiError::invalid(format!("Invalid JSON: {error}")))?;
        act(stand_in, input)
    };
    match done.await {
        Ok(answer) => json_answer(StatusCode::OK, &answer),
        Err(error) => refused(&error),
    }
}
