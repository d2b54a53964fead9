//! The hosted payment page. It offers test cards and has no field for a card number.

pub(crate) mod receipt;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use local_service::{HtmlPage, escaped, html_answer, text_of};
use serde::Deserialize;

use crate::error::ApiError;
use crate::form::Form;
use crate::objects::{Session, SessionStatus};
use crate::paying::{Card, Outcome};
use crate::stand_in::StandIn;
use crate::wire::read;

const TEXTS: &str = include_str!("texts.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    title: String,
    what: String,
    choose: String,
    pay: String,
    back: String,
    declined: String,
    over: String,
    missing: String,
    receipt: String,
    bank: String,
    bank_asks: String,
    allow: String,
    refuse: String,
    decimal: String,
    cards: BTreeMap<String, String>,
}

/// `GET /c/pay/{id}`
pub(crate) async fn show(
    State(stand_in): State<Arc<StandIn>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let session = session(&stand_in, &id);
    let language = language(session.as_ref(), &headers);
    match session {
        None => message(language, StatusCode::NOT_FOUND, |texts| &texts.missing),
        Some(session) if session.status != SessionStatus::Open => {
            message(language, StatusCode::GONE, |texts| &texts.over)
        }
        Some(session) => choice(language, &session, false),
    }
}

/// `POST /c/pay/{id}`: pays with the chosen card, after the bank's page if it requires authentication.
pub(crate) async fn pay(
    State(stand_in): State<Arc<StandIn>>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    let (head, body) = request.into_parts();
    let Some(session) = session(&stand_in, &id) else {
        return message(language(None, &head.headers), StatusCode::NOT_FOUND, |texts| &texts.missing);
    };
    let language = language(Some(&session), &head.headers);
    let chosen = match read(body).await.and_then(|body| Form::read(&body)) {
        Ok(mut form) => form.take("card").as_deref().and_then(Card::named),
        Err(_) => None,
    };
    let Some(card) = chosen else { return choice(language, &session, false) };
    if card == Card::Authenticated && !head.uri.query().is_some_and(|query| query.contains("bank")) {
        return bank(language, &session);
    }
    let outcome = stand_in.world().pay(&id, card, stand_in.clock.now());
    match outcome {
        Ok(Outcome::Complete) => on_to(&session.success_url.replace("{CHECKOUT_SESSION_ID}", &id)),
        Ok(Outcome::Declined) => choice(language, &session, true),
        Err(ApiError { .. }) => message(language, StatusCode::GONE, |texts| &texts.over),
    }
}

fn session(stand_in: &StandIn, id: &str) -> Option<Session> {
    let mut world = stand_in.world();
    world.tick(stand_in.clock.now());
    world.sessions.get(id).cloned()
}

/// The session's language, the browser's first supported one, or English.
fn language(session: Option<&Session>, headers: &HeaderMap) -> &'static str {
    let known = |wanted: &str| {
        ["en", "es", "fr"].into_iter().find(|known| wanted.trim().to_lowercase().starts_with(known))
    };
    let own = session.and_then(|session| session.locale.as_deref()).and_then(known);
    let browser = text_of(headers, header::ACCEPT_LANGUAGE.as_str()).unwrap_or_default();
    own.or_else(|| browser.split(',').find_map(known)).unwrap_or("en")
}

fn choice(language: &str, session: &Session, declined: bool) -> Response {
    let cards = |texts: &Texts| {
        let cards =
            Card::ALL.iter().filter(|(_, card)| *card != Card::NotAuthenticated).map(|(name, card)| {
                let checked = if *card == Card::Succeeds { " checked" } else { "" };
                let label = texts.cards.get(*name).map_or(*name, String::as_str);
                format!(
                    "<label><input type=\"radio\" name=\"card\" value=\"{name}\"{checked}> {}</label>",
                    escaped(label)
                )
            });
        format!(
            "<fieldset><legend>{}</legend>{}</fieldset>",
            escaped(&texts.choose),
            cards.collect::<String>()
        )
    };
    let status = if declined { StatusCode::PAYMENT_REQUIRED } else { StatusCode::OK };
    filled(language, status, |texts| {
        let problem = if declined { texts.declined.as_str() } else { "" };
        let back = session.cancel_url.as_deref().map_or_else(String::new, |url| {
            format!("<a href=\"{}\">{}</a>", escaped(url), escaped(&texts.back))
        });
        let form = format!(
            "{}<p role=\"alert\">{}</p><form method=\"post\">{}<p class=\"acts\"><button>{} {}</button>{back}</p></form>",
            summary(texts, session),
            escaped(problem),
            cards(texts),
            escaped(&texts.pay),
            escaped(&price(texts, session)),
        );
        (texts.title.clone(), form)
    })
}

fn bank(language: &str, session: &Session) -> Response {
    filled(language, StatusCode::OK, |texts| {
        let form = format!(
            "<p>{}</p>{}<form method=\"post\" action=\"?bank\"><p class=\"acts\">\
             <button name=\"card\" value=\"authenticated\">{}</button>\
             <button name=\"card\" value=\"not-authenticated\">{}</button></p></form>",
            escaped(&texts.bank_asks),
            summary(texts, session),
            escaped(&texts.allow),
            escaped(&texts.refuse),
        );
        (texts.bank.clone(), form)
    })
}

fn message(language: &str, status: StatusCode, which: impl Fn(&Texts) -> &String) -> Response {
    filled(language, status, |texts| {
        (texts.title.clone(), format!("<p role=\"alert\">{}</p>", escaped(which(texts))))
    })
}

fn summary(texts: &Texts, session: &Session) -> String {
    let more = session.item.description.as_deref().unwrap_or_default();
    format!(
        "<p class=\"item\"><strong>{}</strong> <span>{}</span></p><p>{}</p>",
        escaped(&session.item.name),
        escaped(&price(texts, session)),
        escaped(more),
    )
}

fn price(texts: &Texts, session: &Session) -> String {
    let amount = session.amount();
    format!("{}{}{:02} {}", amount / 100, texts.decimal, amount % 100, session.currency.to_uppercase())
}

fn filled(language: &str, status: StatusCode, content: impl Fn(&Texts) -> (String, String)) -> Response {
    let texts: Option<Texts> =
        toml::from_str::<BTreeMap<String, Texts>>(TEXTS).ok().and_then(|mut all| all.remove(language));
    let (heading, body) = texts.as_ref().map(content).unwrap_or_default();
    let what = texts.map(|texts| texts.what).unwrap_or_default();
    html_answer(status, &HtmlPage { language, heading: &heading, what: &what, body: &body })
}

fn on_to(address: &str) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    if let Ok(to) = HeaderValue::from_str(address) {
        response.headers_mut().insert(header::LOCATION, to);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_has_a_text_in_every_language() {
        let all: BTreeMap<String, Texts> = toml::from_str(TEXTS).unwrap();
        assert_eq!(all.keys().map(String::as_str).collect::<Vec<_>>(), ["en", "es", "fr"]);
        for (language, texts) in &all {
            for (name, card) in Card::ALL {
                assert!(
                    card == Card::NotAuthenticated || texts.cards.contains_key(name),
                    "{language} lacks {name}"
                );
            }
            assert_eq!(texts.cards.len(), Card::ALL.len() - 1, "{language} has cards that nobody knows");
        }
    }
}
