//! The grocery API: `POST /instacart/generate-url`. Guests and members show the owner token that AppSync has issued to them.

mod answers;
mod key;

use std::sync::Arc;
use std::time::Duration;

use app::groceries::{Groceries, GroceryError, Origin};
use app::limits::UseLimits;
use app::owner_token::{self, Verified};
use app::owners::{self, Purpose};
use app::{AppError, Caller};
use aws::{CachedSecret, Clients, DynamoCounters, DynamoGroceryLinks, DynamoRecipes, TokenKeys};
use grocery::{LinkRequest, PartnerError, PartnerSite};
use runtime::{RestAnswer, RestError, RestRequest};
use web::Instacart;

/// A fifth of the function's time-out in template.yaml: the partner may take half of it.
const STORE_TIMEOUT: Duration = Duration::from_secs(5);
/// Largest body, in bytes: more than any recipe of ours has.
const MOST_BYTES: usize = 512 << 10;

/// What the function holds between invocations.
pub struct Function {
    recipes: DynamoRecipes,
    links: DynamoGroceryLinks,
    counters: DynamoCounters,
    limits: Option<UseLimits>,
    tokens: TokenKeys,
    /// `None` while nobody has put a key in.
    partner: CachedSecret<Option<Arc<Instacart>>>,
    /// `None` where groceries are not offered.
    installation: Option<PartnerSite>,
    site: Option<String>,
    edge_proof: Option<String>,
}

impl Function {
    /// Reads `TABLE_NAME`, `TOKEN_SECRET`, `INSTACART_SECRET`, `GROCERY_PARTNER`, `LIMITS`, `SITE_ORIGIN` and `EDGE_PROOF`.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a setting that is missing or not understood.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::within(STORE_TIMEOUT).await;
        let table = runtime::required("TABLE_NAME")?;
        let installation = PartnerSite::parse(&runtime::required("GROCERY_PARTNER")?);
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), table.clone()),
            links: DynamoGroceryLinks::new(clients.dynamodb(), table.clone()),
            counters: DynamoCounters::new(clients.dynamodb(), table),
            limits: UseLimits::parse(&runtime::required("LIMITS")?)?,
            tokens: TokenKeys::new(clients.secrets_manager(), runtime::required("TOKEN_SECRET")?),
            partner: CachedSecret::new(clients.secrets_manager(), runtime::required("INSTACART_SECRET")?),
            installation: installation.map_err(|error| AppError::Internal(error.to_string()))?,
            site: runtime::optional("SITE_ORIGIN"),
            edge_proof: runtime::optional("EDGE_PROOF"),
        })
    }

    /// Answers one request.
    ///
    /// # Errors
    /// [`RestError`], which is an answer as well.
    pub async fn handle(&self, request: RestRequest) -> Result<RestAnswer, RestError> {
        match request.route() {
            ["POST", "/instacart/generate-url"] => self.link(&request).await,
            _ => Err(RestError::no_route()),
        }
    }

    async fn link(&self, request: &RestRequest) -> Result<RestAnswer, RestError> {
        let installation = self.installation.as_ref().ok_or_else(answers::off)?;
        let token = request.token().ok_or_else(answers::no_token)?;
        let ring = self.tokens.for_verifying(token).await?;
        let caller = match owner_token::verify(&ring, token, runtime::now()) {
            Ok(Verified::Owner { identity, user, .. }) => Caller::Bearer { identity, user },
            Ok(Verified::Anonymous) | Err(_) => return Err(answers::no_token()),
        };
        let wanted: LinkRequest = request.json(MOST_BYTES)?;
        let site = runtime::site_origin(self.site.as_deref(), request.header("origin"));
        let page = wanted.page(site).map_err(answers::refused)?;
        let caller = owners::admit(&self.recipes, caller, Purpose::Other).await?;
        let groceries = Groceries {
            partner: &*self.partner(installation).await?,
            installation: installation.name(),
            links: &self.links,
            counters: &self.counters,
            ring: &ring,
            limits: self.limits,
        };
        let source = request.source(self.edge_proof.as_deref());
        let (link, origin) = groceries
            .link(&caller, source.as_ref(), &page, runtime::now())
            .await
            .inspect_err(tell_the_operator)
            .map_err(answers::failed)?;
        if origin == Origin::MadeOnly {
            tracing::warn!("a grocery link could not be kept");
        }
        Ok(answers::link(&link, &page))
    }

    /// The partner, with the key as read at most five minutes ago.
    async fn partner(&self, installation: &PartnerSite) -> Result<Arc<Instacart>, RestError> {
        let read = |text: &str| key::read(text, installation).map(|partner| partner.map(Arc::new));
        self.partner.current(read).await?.ok_or_else(answers::off)
    }
}

/// An alarm counts these: no caller can do anything about them.
fn tell_the_operator(error: &GroceryError) {
    if let GroceryError::Partner(PartnerError::KeyRefused { .. } | PartnerError::Refused { .. }) = error {
        tracing::error!("grocery partner refused");
    }
}
