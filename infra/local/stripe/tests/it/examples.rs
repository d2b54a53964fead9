//! API objects in a golden file, which the front end type-checks against npm's `stripe`.
//!
//! `UPDATE_EXAMPLES=1 cargo test -p stripe-stand-in examples` rewrites it.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;
use stripe_stand_in::paying::Card;
use stripe_stand_in::stand_in::StandIn;
use stripe_stand_in::webhooks;

use crate::support::{START, WEBHOOK_SECRET, open_session, post, stand_in};

const FILE: &str = "../../../frontend/tests/stripe/objects.ts";
const HEAD: &str = "// Objects of the stand-in for Stripe: written by infra/local/stripe/tests/it/examples.rs, which documents how.\n\
    import type Stripe from 'stripe'\n";
const RANDOM: usize = 24;

#[test]
fn examples_file_is_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let shown = examples();
    if std::env::var_os("UPDATE_EXAMPLES").is_some() {
        std::fs::write(&file, &shown).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == shown, "{FILE} is not what the stand-in shows; UPDATE_EXAMPLES=1 writes it anew");
}

fn examples() -> String {
    let stand_in = stand_in();
    open_session(&stand_in);
    for (_, card) in Card::ALL {
        let id = open_session(&stand_in);
        stand_in.world().pay(&id, card, START).unwrap();
    }
    let expired = open_session(&stand_in);
    stand_in.world().expire_session(&expired, START).unwrap();
    let charges: Vec<_> = stand_in
        .world()
        .charges()
        .filter(|charge| !charge.disputed)
        .map(|charge| charge.id.clone())
        .collect();
    for charge in charges {
        // Fails for unpaid charges.
        drop(stand_in.world().refund(of(&charge), START));
    }
    stand_in.world().tick(START + 10);
    let disputes: Vec<_> = stand_in.world().disputes().map(|dispute| dispute.id.clone()).collect();
    for (index, dispute) in disputes.iter().enumerate() {
        stand_in.world().close_dispute(dispute, index % 2 == 0, START + 10).unwrap();
    }
    post(&stand_in, "/v1/checkout/sessions", crate::support::SESSION);
    written(&stand_in)
}

fn of(charge: &str) -> stripe_stand_in::refunding::RefundOrder {
    stripe_stand_in::refunding::RefundOrder {
        of: charge.to_owned(),
        amount: Some(100),
        reason: None,
        metadata: Default::default(),
    }
}

fn written(stand_in: &StandIn) -> String {
    let world = stand_in.world();
    let sessions = world.sessions().map(|session| world.shown_session(session)).collect();
    let intents = world.intents().map(|intent| intent.shown()).collect();
    let charges = world.charges().map(|charge| world.shown_charge(charge)).collect();
    let refunds = world.refunds().map(|refund| refund.shown()).collect();
    let disputes: Vec<Value> = world.disputes().map(|dispute| dispute.shown()).collect();
    let mut file = HEAD.to_owned();
    for (name, kind, objects) in [
        ("sessions", "Checkout.Session", sessions),
        ("intents", "PaymentIntent", intents),
        ("charges", "Charge", charges),
        ("refunds", "Refund", refunds),
        ("disputes", "Dispute", disputes),
    ] {
        file += &format!("\nexport const {name} = [\n");
        objects.iter().for_each(|object: &Value| file += &format!("  {},\n", plain(object)));
        file += &format!("] satisfies Stripe.{kind}[]\n");
    }
    file += "\nexport const deliveries = [\n";
    let mut seen = Vec::new();
    for event in world.events() {
        if !seen.contains(&event.kind) {
            seen.push(event.kind);
            let body = plain(&event.shown(1));
            let header = webhooks::header(WEBHOOK_SECRET, START, &body);
            let delivery = serde_json::json!({ "type": event.kind, "header": header, "body": body });
            file += &format!("  {},\n", sorted(&delivery));
        }
    }
    file += "] satisfies { type: Stripe.Event['type']; header: string; body: string }[]\n";
    file += &format!("\nexport const secret = '{WEBHOOK_SECRET}'\nexport const signedAt = {START}\n");
    file
}

/// Sorts keys, because serde_json keeps insertion order if a crate enables `preserve_order`.
fn sorted(object: &Value) -> Value {
    match object {
        Value::Object(fields) => {
            let fields: BTreeMap<_, _> =
                fields.iter().map(|(name, value)| (name.clone(), sorted(value))).collect();
            Value::Object(fields.into_iter().collect())
        }
        Value::Array(items) => items.iter().map(sorted).collect(),
        other => other.clone(),
    }
}

fn plain(object: &Value) -> String {
    let text = sorted(object).to_string();
    let mut plain = String::new();
    let mut rest = text.as_str();
    while let Some(place) = rest.find("_0") {
        let (before, from) = rest.split_at(place + 1);
        let word: String = from.chars().take_while(char::is_ascii_alphanumeric).collect();
        let is_id = word.len() == 6 + RANDOM && word.bytes().take(6).all(|byte| byte.is_ascii_digit());
        plain += before;
        plain += if is_id { word.get(..6).unwrap_or_default() } else { &word };
        rest = from.get(word.len()..).unwrap_or_default();
    }
    plain + rest
}
