//! Creating and retrieving Checkout Sessions.

use serde_json::Value;
use url::Url;

use crate::error::ApiError;
use crate::form::Form;
use crate::objects::{Intent, LineItem, Session, SessionStatus, list};
use crate::world::World;

/// Default and maximum lifetime of a session in seconds.
const OPEN_SECONDS: i64 = 86_400;
/// Minimum lifetime of a session in seconds.
const SHORTEST_SECONDS: i64 = 1_800;
/// Allowed amounts in cents.
const AMOUNTS: std::ops::RangeInclusive<i64> = 50..=99_999_999;
/// Supported currencies, all with two decimals.
const CURRENCIES: [&str; 4] = ["usd", "eur", "gbp", "mxn"];
/// Languages of the payment page; `auto` uses the browser's.
const LOCALES: [&str; 4] = ["auto", "en", "es", "fr"];

/// `POST /v1/checkout/sessions`
pub(super) fn create(world: &mut World, form: &mut Form, now: i64) -> Result<Value, ApiError> {
    if form.need("mode")? != "payment" {
        return Err(ApiError::invalid("The stand-in plays mode=payment alone.").param("mode"));
    }
    for off in [
        "adaptive_pricing[enabled]",
        "automatic_tax[enabled]",
        "allow_promotion_codes",
        "invoice_creation[enabled]",
    ] {
        form.is_off(off)?;
    }
    let currency = form.need("line_items[0][price_data][currency]")?.to_lowercase();
    if !CURRENCIES.contains(&currency.as_str()) {
        let message = format!("Invalid currency: the stand-in knows {}.", CURRENCIES.join(", "));
        return Err(ApiError::invalid(message).param("line_items[0][price_data][currency]"));
    }
    let item = line_item(world, form)?;
    let amount = item.unit_amount.saturating_mul(item.quantity);
    if amount < *AMOUNTS.start() {
        return Err(ApiError::invalid(
            "The Checkout Session's total amount must convert to at least 50 cents.",
        )
        .code("amount_too_small"));
    }
    if amount > *AMOUNTS.end() {
        return Err(ApiError::invalid(
            "The Checkout Session's total amount must be no more than 999,999.99.",
        )
        .code("amount_too_large"));
    }
    let expires_at = form.integer("expires_at")?.unwrap_or(now + OPEN_SECONDS);
    if expires_at < now + SHORTEST_SECONDS || expires_at > now + OPEN_SECONDS {
        let message = "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.";
        return Err(ApiError::invalid(message).param("expires_at"));
    }
    let locale = form.take("locale");
    if locale.as_deref().is_some_and(|locale| !LOCALES.contains(&locale)) {
        return Err(
            ApiError::invalid("Invalid locale: the stand-in's page is in en, es and fr.").param("locale")
        );
    }
    World::has_room(world.sessions.len())?;
    let session = Session {
        id: world.ids.next("cs_test_"),
        created: now,
        expires_at,
        status: SessionStatus::Open,
        paid: false,
        currency,
        item,
        success_url: address(form, "success_url")?.ok_or_else(|| {
            ApiError::invalid("Missing required param: success_url.")
                .code("parameter_missing")
                .param("success_url")
        })?,
        cancel_url: address(form, "cancel_url")?,
        client_reference_id: short(form, "client_reference_id", 200)?,
        customer_email: short(form, "customer_email", 320)?,
        locale,
        metadata: form.table("metadata")?,
        intent_metadata: form.table("payment_intent_data[metadata]")?,
        intent: None,
    };
    std::mem::replace(form, Form::read(b"")?).end()?;
    let shown = world.shown_session(&session);
    world.sessions.insert(session.id.clone(), session);
    Ok(shown)
}

/// `GET /v1/checkout/sessions/{id}`; expands `payment_intent`, its `latest_charge`, and `line_items`.
pub(super) fn retrieve(world: &World, id: &str, form: &mut Form) -> Result<Value, ApiError> {
    let session = world.sessions.get(id).ok_or_else(|| ApiError::missing("checkout.session", id))?;
    let intent = session.intent.as_ref().and_then(|intent| world.intents.get(intent));
    let mut shown = world.shown_session(session);
    for expansion in form.list("expand") {
        match expansion.as_str() {
            "payment_intent" => shown["payment_intent"] = intent.map_or(Value::Null, Intent::shown),
            "payment_intent.latest_charge" => {
                shown["payment_intent"] = intent.map_or(Value::Null, |intent| with_charge(world, intent));
            }
            "line_items" => shown["line_items"] = items(session),
            _ => {
                return Err(
                    ApiError::invalid("This property cannot be expanded by the stand-in.").param("expand")
                );
            }
        }
    }
    Ok(shown)
}

fn with_charge(world: &World, intent: &Intent) -> Value {
    let mut shown = intent.shown();
    let charge = shown["latest_charge"].as_str().and_then(|charge| world.charges.get(charge));
    shown["latest_charge"] = charge.map_or(Value::Null, |charge| world.shown_charge(charge));
    shown
}

/// `GET /v1/checkout/sessions/{id}/line_items`
pub(super) fn line_items(world: &World, id: &str, form: &mut Form) -> Result<Value, ApiError> {
    form.integer("limit")?;
    world.sessions.get(id).map(items).ok_or_else(|| ApiError::missing("checkout.session", id))
}

fn items(session: &Session) -> Value {
    list(&format!("/v1/checkout/sessions/{}/line_items", session.id), vec![session.shown_item()], false)
}

fn line_item(world: &mut World, form: &mut Form) -> Result<LineItem, ApiError> {
    let unit_amount = form.integer("line_items[0][price_data][unit_amount]")?;
    let quantity = form.integer("line_items[0][quantity]")?.unwrap_or(1);
    let name = form.need("line_items[0][price_data][product_data][name]")?;
    let description = short(form, "line_items[0][price_data][product_data][description]", 500)?;
    let Some(unit_amount) = unit_amount else {
        let param = "line_items[0][price_data][unit_amount]";
        return Err(ApiError::invalid(format!("Missing required param: {param}."))
            .code("parameter_missing")
            .param(param));
    };
    if unit_amount < 0 || !(1..=999_999).contains(&quantity) || name.chars().count() > 250 {
        return Err(ApiError::invalid(
            "Invalid line item: its amount, its quantity or its name is out of range.",
        )
        .param("line_items[0]"));
    }
    Ok(LineItem { id: world.ids.next("li_"), name, description, unit_amount, quantity })
}

fn address(form: &mut Form, name: &str) -> Result<Option<String>, ApiError> {
    let Some(text) = form.take(name) else { return Ok(None) };
    // The braces of the placeholder are invalid in a URL.
    let parsed = Url::parse(&text.replace("{CHECKOUT_SESSION_ID}", "cs"));
    match parsed {
        Ok(url) if matches!(url.scheme(), "http" | "https") => Ok(Some(text)),
        _ => Err(ApiError::invalid("Not a valid URL").code("url_invalid").param(name)),
    }
}

fn short(form: &mut Form, name: &str, longest: usize) -> Result<Option<String>, ApiError> {
    match form.take(name) {
        Some(text) if text.chars().count() > longest => {
            Err(ApiError::invalid(format!("Invalid string: {name} must be at most {longest} characters."))
                .param(name))
        }
        text => Ok(text.filter(|text| !text.is_empty())),
    }
}
