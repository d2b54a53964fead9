//! Recipe pages, rendered by a function. If it fails, the built page is served.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use regex::Regex;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use super::addresses::app_page;
use super::delivery::{Delivery, brotli_for};
use crate::cloud::Invocation;
use crate::config::RecipePage;
use crate::context::Context;
use crate::log;

const TIMEOUT: Duration = Duration::from_secs(2);

/// The function and the last uploaded pages.
pub struct RecipePages {
    settings: RecipePage,
    route: Regex,
    /// Uploaded pages by file name.
    uploaded: Mutex<HashMap<&'static str, Vec<u8>>>,
}

impl RecipePages {
    /// Compiles the route; the error reports an invalid expression.
    pub fn new(settings: RecipePage) -> Result<Self, String> {
        let route = Regex::new(&settings.route);
        let route = route.map_err(|error| format!("The configured recipePage is not valid: {error}"))?;
        Ok(Self { settings, route, uploaded: Mutex::default() })
    }

    /// The rendered page; `None` to serve the built file.
    pub async fn answer(
        &self,
        context: &Arc<Context>,
        delivery: &Delivery,
        path: &str,
        headers: &HeaderMap,
    ) -> Option<Response> {
        if !self.route.is_match(path) {
            return None;
        }
        self.upload(context, delivery, app_page(path)).await?;
        let event = self.event(path);
        let invoked = context.cloud.invoke(&self.settings.function, &event, TIMEOUT).await;
        let rendered = match invoked {
            Ok(Invocation::Returned(answer)) => page(&answer),
            Ok(Invocation::Failed(_)) => None,
            Err(error) => {
                log::line(&error.to_string());
                None
            }
        };
        let (html, kept) = rendered?;
        let (body, encoding) = brotli_for(headers, html.into_bytes()).await;
        let mut response = Response::new(Body::from(body));
        let answered = response.headers_mut();
        answered.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        answered.insert(header::CACHE_CONTROL, kept);
        answered.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Some(encoding) = encoding {
            answered.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        Some(response)
    }

    async fn upload(&self, context: &Context, delivery: &Delivery, page: &'static str) -> Option<()> {
        let built = delivery.filled(&Path::new(&context.config.site).join(page)).await?;
        let mut uploaded = self.uploaded.lock().await;
        if uploaded.get(page) != Some(&built) {
            let path = format!("/{}/{page}", self.settings.site_bucket);
            let put = context.cloud.put_object(&path, built.clone()).await;
            let reply = put.inspect_err(|error| log::line(&error.to_string())).ok()?;
            if reply.status != StatusCode::OK {
                log::line(&format!("The local cloud did not take the app's page: {}", reply.status.as_u16()));
                return None;
            }
            uploaded.insert(page, built);
        }
        Some(())
    }

    fn event(&self, path: &str) -> Value {
        json!({
            "resource": self.settings.resource,
            "path": self.settings.resource,
            "httpMethod": "GET",
            "headers": { "x-zest-page": format!("{}{path}", self.settings.origin) },
            "requestContext": {},
            "body": null,
            "isBase64Encoded": false,
        })
    }
}

fn page(answer: &Value) -> Option<(String, HeaderValue)> {
    if answer.get("statusCode")?.as_u64()? != 200 {
        return None;
    }
    let kept = answer.get("headers")?.get("cache-control")?.as_str()?;
    Some((answer.get("body")?.as_str()?.to_owned(), HeaderValue::from_str(kept).ok()?))
}
