//! Files of the front end as CloudFront serves them.

use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::Response;

use super::addresses::Addresses;
use super::delivery::Delivery;
use super::files;
use super::recipe_page::RecipePages;
use crate::context::Context;
use crate::response::{text, typed};

const REVALIDATE: &str = "no-cache";
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// State of the site's handlers.
#[derive(Clone)]
pub struct Site {
    context: Arc<Context>,
    addresses: Arc<Addresses>,
    delivery: Arc<Delivery>,
    recipe_pages: Option<Arc<RecipePages>>,
}

impl Site {
    /// Compiles the configured routes; the error names an invalid one.
    pub fn new(context: Arc<Context>) -> Result<Self, String> {
        let addresses = Arc::new(Addresses::new(&context.config)?);
        let delivery = Arc::new(Delivery::new(context.config.site_texts.clone()));
        let pages = context.config.recipe_page.clone().map(RecipePages::new).transpose()?;
        Ok(Self { context, addresses, delivery, recipe_pages: pages.map(Arc::new) })
    }
}

/// Fallback handler: a recipe page, the app, a file, or the 404 page.
pub async fn page(State(site): State<Site>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        text(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD are answered here.")
    } else if let Some(rendered) = recipe_page(&site, uri.path(), &headers).await {
        rendered
    } else if let Some(file) = find(&site, uri.path()).await {
        let cache = if uri.path().starts_with("/assets/") { IMMUTABLE } else { REVALIDATE };
        let status = match file.ends_with("404.html") {
            true => StatusCode::NOT_FOUND,
            false => StatusCode::OK,
        };
        site.delivery.serve(&file, status, cache, &headers).await
    } else if let Some(missing) = missing(&site, uri.path()).await {
        site.delivery.serve(&missing, StatusCode::NOT_FOUND, REVALIDATE, &headers).await
    } else {
        text(StatusCode::NOT_FOUND, "Not found.")
    }
}

async fn recipe_page(site: &Site, path: &str, headers: &HeaderMap) -> Option<Response> {
    site.recipe_pages.as_ref()?.answer(&site.context, &site.delivery, path, headers).await
}

async fn find(site: &Site, path: &str) -> Option<PathBuf> {
    let root = &site.context.config.site;
    match site.addresses.file_of(path) {
        Some(page) => files::find(root, &page).await,
        None => files::find(root, path).await,
    }
}

async fn missing(site: &Site, path: &str) -> Option<PathBuf> {
    let root = &site.context.config.site;
    let first = path.split('/').nth(1).unwrap_or_default();
    match files::find(root, &format!("/{first}/404.html")).await {
        Some(page) => Some(page),
        None => files::find(root, "/404.html").await,
    }
}

/// `GET /config.json`: settings of the front end.
pub async fn config(State(site): State<Site>) -> Response {
    let body = site.context.config.client_config.to_string().into_bytes();
    let mut response = typed(StatusCode::OK, "application/json", body);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(REVALIDATE));
    response
}
