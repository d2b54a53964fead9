//! The grocery API: `POST /instacart/generate-url`, authenticated by an owner token.

mod answers;
mod ask;
mod key;

use std::sync::Arc;
use std::time::Duration;

use crate::runtime::{RestAnswer, RestError, RestRequest};
use app::AppError;
use app::grocery::{GroceryPartner, PartnerError, PartnerSite, RecipePage};
use app::limits::UseLimits;
use app::signed_token::KeyRing;
use aws::{CachedSecret, Clients, DynamoCounters, DynamoGroceryLinks, DynamoRecipes, TokenKeys};
use fetcher::Instacart;
use url::Url;

use ask::{Ports, Secrets};

/// Limit of a store call: a fifth of the timeout in template.yaml; the partner may use over half.
const STORE_TIMEOUT: Duration = Duration::from_secs(5);

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve_rest(|request| function.handle(request)).await
}

/// State shared by invocations.
pub struct Function {
    recipes: DynamoRecipes,
    links: DynamoGroceryLinks,
    counters: DynamoCounters,
    limits: Option<UseLimits>,
    tokens: TokenKeys,
    /// The partner; `None` without an API key.
    partner: CachedSecret<Option<SharedPartner>>,
    /// The partner's site; `None` if groceries are disabled.
    installation: Option<PartnerSite>,
    site: Option<String>,
    edge_proof: Option<String>,
}

impl Function {
    /// Reads `TABLE_NAME`, `GROCERY_PARTNER`, `LIMITS`, `TOKEN_SECRET`, `INSTACART_SECRET`, `SITE_ORIGIN` and
    /// `EDGE_PROOF`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::within(STORE_TIMEOUT).await;
        let table = crate::runtime::required("TABLE_NAME")?;
        let installation = PartnerSite::parse(&crate::runtime::required("GROCERY_PARTNER")?);
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), table.clone()),
            links: DynamoGroceryLinks::new(clients.dynamodb(), table.clone()),
            counters: DynamoCounters::new(clients.dynamodb(), table),
            limits: UseLimits::parse(&crate::runtime::required("LIMITS")?)?,
            tokens: TokenKeys::new(clients.secrets_manager(), crate::runtime::required("TOKEN_SECRET")?),
            partner: CachedSecret::new(
                clients.secrets_manager(),
                crate::runtime::required("INSTACART_SECRET")?,
            ),
            installation: installation.map_err(|error| AppError::internal(&error))?,
            site: crate::runtime::optional("SITE_ORIGIN"),
            edge_proof: crate::runtime::optional("EDGE_PROOF"),
        })
    }

    /// Answers `POST /instacart/generate-url`.
    pub async fn handle(&self, request: RestRequest) -> Result<RestAnswer, RestError> {
        match request.route() {
            ["POST", "/instacart/generate-url"] => self.link(&request).await,
            _ => Err(RestError::no_route()),
        }
    }

    async fn link(&self, request: &RestRequest) -> Result<RestAnswer, RestError> {
        let ports = Ports {
            owners: &self.recipes,
            links: &self.links,
            counters: &self.counters,
            secrets: self,
            limits: self.limits,
            installation: self.installation.as_ref(),
            site: self.site.as_deref(),
            edge_proof: self.edge_proof.as_deref(),
        };
        ports.link(request, crate::runtime::now()).await
    }
}

impl Secrets for Function {
    type Partner = SharedPartner;

    async fn ring(&self, token: &str) -> Result<KeyRing, AppError> {
        self.tokens.for_verifying(token).await
    }

    /// The partner; its key is cached for five minutes.
    async fn partner(&self, installation: &PartnerSite) -> Result<Option<SharedPartner>, AppError> {
        let read = |text: &str| {
            key::read(text, installation).map(|partner| partner.map(|one| SharedPartner(Arc::new(one))))
        };
        self.partner.current(read).await
    }
}

#[derive(Clone)]
pub(crate) struct SharedPartner(Arc<Instacart>);

impl GroceryPartner for SharedPartner {
    async fn create(&self, page: &RecipePage) -> Result<Url, PartnerError> {
        self.0.create(page).await
    }
}
