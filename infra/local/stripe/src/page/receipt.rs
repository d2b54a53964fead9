//! The receipt of a charge.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use super::{filled, language, message, summary};
use crate::objects::{ChargeStatus, Session};
use crate::stand_in::StandIn;

/// `GET /c/receipt/{id}`: public, as in Stripe.
pub(crate) async fn show(
    State(stand_in): State<Arc<StandIn>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let session = paid_by(&stand_in, &id);
    let language = language(session.as_ref(), &headers);
    match session {
        None => message(language, StatusCode::NOT_FOUND, |texts| &texts.missing),
        Some(session) => {
            filled(language, StatusCode::OK, |texts| (texts.receipt.clone(), summary(texts, &session)))
        }
    }
}

fn paid_by(stand_in: &StandIn, charge: &str) -> Option<Session> {
    let world = stand_in.world();
    let charge = world.charges.get(charge).filter(|charge| charge.status == ChargeStatus::Succeeded)?;
    world.sessions().find(|session| session.intent.as_ref() == Some(&charge.intent)).cloned()
}
