//! `GET /recipe-page/index.html`: the app's own page, with a head that tells of the recipe at whose address it is shown. The
//! site's distribution asks for it in place of `index.html` and names the address in `x-zest-page`.
//!
//! People wait for this answer before they see the app, so whatever goes wrong here with a recipe ends in the page as it was
//! built; what goes wrong with the page itself is an error, for which the distribution serves the file.

mod address;
mod head;

use std::time::Duration;

use crate::runtime::{RestAnswer, RestError, RestRequest};
use app::AppError;
use app::book::{self, Shared};
use aws::{Clients, DynamoRecipes, S3Site};

use address::PageAddress;

/// The function's time-out in template.yaml; the distribution waits for less.
const TIMEOUT: Duration = Duration::from_secs(5);
/// How long the distribution keeps a page, in seconds: so long does a deleted recipe still show its title.
const KEPT_SECONDS: u32 = 60;
/// The file that every address of the app is served from.
const SHELL: &str = "index.html";

/// What the function holds between invocations.
pub struct Function {
    recipes: DynamoRecipes,
    site: S3Site,
    origin: Option<String>,
}

impl Function {
    /// Reads `TABLE_NAME`, `SITE_BUCKET` and `SITE_ORIGIN`.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a setting that is missing.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::within(TIMEOUT).await;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), crate::runtime::required("TABLE_NAME")?),
            site: S3Site::new(clients.s3(), crate::runtime::required("SITE_BUCKET")?),
            origin: crate::runtime::optional("SITE_ORIGIN"),
        })
    }

    /// Answers a page of a shared recipe with its head filled in, or the plain page of the app.
    ///
    /// # Errors
    /// [`RestError`], which is an answer as well.
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
        let (shell, shared) = tokio::join!(self.site.file(SHELL), self.shared(address.as_ref()));
        let shell = String::from_utf8(shell.map_err(AppError::from)?)
            .map_err(|_| AppError::Internal("index.html is no text".to_owned()))?;
        let told = address.zip(shared).and_then(|(address, shared)| {
            let origin = crate::runtime::site_origin(self.origin.as_deref(), Some(&address.origin))?;
            head::filled(&shell, &head::Page { origin, address: &address, shared: &shared })
        });
        Ok(RestAnswer::page(told.unwrap_or(shell), KEPT_SECONDS))
    }

    /// What strangers may see; of a recipe that cannot be read just now nothing is told.
    async fn shared(&self, address: Option<&PageAddress>) -> Option<Shared> {
        let read = book::shared(&self.recipes, &address?.id).await;
        read.inspect_err(|error| tracing::warn!(%error, "the page of a recipe says nothing of it")).ok()?
    }
}
