//! The page of a shopping list, marked as a stand-in.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use local_service::{HtmlPage, escaped, html_answer, text_of};
use serde::Deserialize;

use crate::document::Document;
use crate::world::StandIn;

const TEXTS: &str = include_str!("texts.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    what: String,
    missing: String,
    ingredients: String,
    steps: String,
    back: String,
}

pub(crate) async fn show(
    State(stand_in): State<Arc<StandIn>>,
    Path(number): Path<String>,
    headers: HeaderMap,
) -> Response {
    let language = language(&headers);
    let texts: Option<Texts> =
        toml::from_str::<BTreeMap<String, Texts>>(TEXTS).ok().and_then(|mut all| all.remove(language));
    let number = number.parse().ok();
    let page = number.and_then(|number: u64| stand_in.world().pages.get(&number).cloned());
    let (status, heading, body) = match (&texts, &page) {
        (Some(texts), Some(page)) => (StatusCode::OK, page.title.as_str(), body(texts, page)),
        (Some(texts), None) => (StatusCode::NOT_FOUND, texts.missing.as_str(), String::new()),
        (None, _) => (StatusCode::INTERNAL_SERVER_ERROR, "", String::new()),
    };
    let what = texts.as_ref().map_or("", |texts| texts.what.as_str());
    html_answer(status, &HtmlPage { language, heading, what, body: &body })
}

fn language(headers: &HeaderMap) -> &'static str {
    let wanted = text_of(headers, header::ACCEPT_LANGUAGE.as_str()).unwrap_or_default();
    let known = |wanted: &str| {
        ["en", "es", "fr"].into_iter().find(|known| wanted.trim().to_lowercase().starts_with(known))
    };
    wanted.split(',').find_map(known).unwrap_or("en")
}

fn body(texts: &Texts, page: &Document) -> String {
    let line = |text: &str| format!("<li>{}</li>", escaped(text));
    let ingredients: String = page
        .ingredients
        .iter()
        .map(|one| {
            format!(
                "<li>{} <small>{}: {}</small></li>",
                escaped(&one.text),
                escaped(&one.name),
                escaped(&one.amounts.join(", "))
            )
        })
        .collect();
    let mut html = format!("<h2>{}</h2><ul>{ingredients}</ul>", escaped(&texts.ingredients));
    if !page.instructions.is_empty() {
        let steps: String = page.instructions.iter().map(|step| line(step)).collect();
        html.push_str(&format!("<h2>{}</h2><ol>{steps}</ol>", escaped(&texts.steps)));
    }
    let is_link = |back: &&String| back.starts_with("http://") || back.starts_with("https://");
    if let Some(back) = page.linkback.as_ref().filter(is_link) {
        html.push_str(&format!(
            "<p class=\"acts\"><a href=\"{}\">{}</a></p>",
            escaped(back),
            escaped(&texts.back)
        ));
    }
    html
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn recipe_text_is_escaped_and_links_must_be_web_pages() {
        let mut texts: BTreeMap<String, Texts> = toml::from_str(TEXTS).unwrap();
        let texts = texts.remove("en").unwrap();
        let hostile = "<img src=x onerror=alert(1)>";
        for (back, is_link) in [("https://zest.example/'\"", true), ("javascript:alert(1)", false)] {
            let document = json!({
                "title": "Soup",
                "ingredients": [{ "name": hostile, "display_text": hostile }],
                "instructions": [hostile],
                "landing_page_configuration": { "partner_linkback_url": back },
            });
            let page = crate::document::read(document.to_string().as_bytes()).unwrap();
            let html = body(&texts, &page);
            assert!(!html.contains("<img") && !html.contains("'\""), "{html}");
            assert_eq!(html.contains("<a href"), is_link, "{html}");
        }
    }

    #[test]
    fn page_has_three_languages() {
        let all: BTreeMap<String, Texts> = toml::from_str(TEXTS).unwrap();
        assert_eq!(all.keys().map(String::as_str).collect::<Vec<_>>(), ["en", "es", "fr"]);
        assert!(all.values().all(|texts| texts.what.contains("Instacart")));
    }
}
