//! `GET /recipe-page/index.html`: the app's page with a recipe in its head and body. CloudFront requests it
//! instead of `index.html`, with the address in `x-zest-page`.
//!
//! If the recipe cannot be shown, the page is unmodified. If the app's page cannot be read, CloudFront serves
//! `index.html`.

mod address;
mod body;
mod escape;
mod head;

use std::time::Duration;

use crate::runtime::{RestAnswer, RestError, RestRequest};
use app::AppError;
use app::book::{self, Shared};
use aws::{Clients, DynamoRecipes, S3Site};
use recipe::Language;

use address::PageAddress;

/// Timeout as in template.yaml; CloudFront waits less.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Cache time of the page. Meanwhile the title of a deleted recipe is still visible.
const PAGE_CACHE_SECONDS: u32 = 60;
/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve_rest(|request| function.handle(request)).await
}

/// State shared by invocations.
pub struct Function {
    recipes: DynamoRecipes,
    site: S3Site,
    origin: Option<String>,
}

impl Function {
    /// Reads `TABLE_NAME`, `SITE_BUCKET` and `SITE_ORIGIN`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::within(TIMEOUT).await;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), crate::runtime::required("TABLE_NAME")?),
            site: S3Site::new(clients.s3(), crate::runtime::required("SITE_BUCKET")?),
            origin: crate::runtime::optional("SITE_ORIGIN"),
        })
    }

    /// Returns a shared recipe's page, or the unmodified page.
    pub async fn handle(&self, request: RestRequest) -> Result<RestAnswer, RestError> {
        match request.route() {
            ["GET", "/recipe-page/index.html"] => {
                let address = request.header("x-zest-page").and_then(PageAddress::parse);
                self.page(address).await
            }
            _ => Err(RestError::no_route()),
        }
    }

    async fn page(&self, address: Option<PageAddress>) -> Result<RestAnswer, RestError> {
        let file = shell_in(address.as_ref().map_or(Language::En, |address| address.language));
        let (shell, shared) = tokio::join!(self.site.file(file), self.shared(address.as_ref()));
        let shell = String::from_utf8(shell.map_err(AppError::from)?)
            .map_err(|_| AppError::Internal(format!("{file} is no text")))?;
        let filled = address.zip(shared).and_then(|(address, shared)| {
            let origin = crate::runtime::site_origin(self.origin.as_deref(), Some(&address.origin))?;
            let page = head::filled(&shell, &head::Page { origin, address: &address, shared: &shared })?;
            Some(body::filled(&page, &address, &shared))
        });
        Ok(RestAnswer::page(filled.unwrap_or(shell), PAGE_CACHE_SECONDS))
    }

    async fn shared(&self, address: Option<&PageAddress>) -> Option<Shared> {
        let read = book::shared(&self.recipes, &address?.id).await;
        read.inspect_err(|error| tracing::error!(%error, "the page of a recipe says nothing of it")).ok()?
    }
}

fn shell_in(language: Language) -> &'static str {
    match language {
        Language::En => "index.html",
        Language::Es => "es/index.html",
        Language::Fr => "fr/index.html",
    }
}
