//! Links at which a recipe's ingredients can be bought: who may have them, how many, and which were made before.

use std::future::Future;
use std::time::Duration;

use crate::grocery::{GroceryPartner, LINK_DAYS, PartnerError, RecipePage};
use thiserror::Error;

use crate::caller::Caller;
use crate::error::{AppError, PortError};
use crate::limits::{self, Counters, SourceAddress, Use, UseLimits};
use crate::signed_token::KeyRing;
use crate::timestamp::Timestamp;

/// How long a page of the partner's is there.
const LIFETIME: Duration = Duration::from_secs(LINK_DAYS as u64 * 24 * 60 * 60);
/// A link that ends sooner is made anew, so that whoever is given one has time to shop.
const LEAST_LIFE: Duration = Duration::from_secs(60 * 60);

/// A link to the partner's page, and the moment from which it leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroceryLink {
    /// The page's address at the partner.
    pub url: String,
    /// From then on it leads nowhere.
    pub expires_at: Timestamp,
}

/// The links that were made, each under a name that is a keyed hash of what its page says.
pub trait GroceryLinks: Send + Sync {
    /// The link of this name, which may be over.
    fn find(&self, name: &LinkName) -> impl Future<Output = Result<Option<GroceryLink>, PortError>> + Send;

    /// Keeps a link in place of the one before. It is forgotten some time after it is over.
    fn keep(&self, name: &LinkName, link: &GroceryLink)
    -> impl Future<Output = Result<(), PortError>> + Send;
}

/// What a link is kept under: 64 hexadecimal digits, which tell nobody what is on its page.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinkName(String);

impl LinkName {
    /// The name of a page at an installation of the partner's.
    ///
    /// # Errors
    /// As [`KeyRing::fingerprint`] has them, and for a page that cannot be written down, which there is none of.
    pub fn of(ring: &KeyRing, installation: &str, page: &RecipePage) -> Result<Self, AppError> {
        let body = page.body().map_err(|error| AppError::Internal(error.to_string()))?;
        let text = format!("groceries\n{installation}\n{}\n{body}", page.locale.tag());
        Ok(Self(ring.fingerprint(&text)?))
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Why no link could be answered; `fn-grocery` turns each into a status and a sentence.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum GroceryError {
    /// For a reason of ours.
    #[error(transparent)]
    App(#[from] AppError),
    /// For a reason of the partner's.
    #[error(transparent)]
    Partner(#[from] PartnerError),
}

impl From<PortError> for GroceryError {
    fn from(error: PortError) -> Self {
        Self::App(error.into())
    }
}

/// Whether a link was kept from an earlier call, or was made for this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was made before.
    Kept,
    /// The partner has just made it.
    Made,
    /// The same, but it could not be kept: the next one who asks has another made.
    MadeOnly,
}

/// What a link depends on besides the page.
pub struct Groceries<'a, Partner, Links, Count> {
    /// The port by which pages are made at the partner.
    pub partner: &'a Partner,
    /// Which of the partner's installations that is.
    pub installation: &'a str,
    /// The links made before.
    pub links: &'a Links,
    /// What has been used.
    pub counters: &'a Count,
    /// The keys under which both are named.
    pub ring: &'a KeyRing,
    /// How much may be used; `None` where nothing is counted.
    pub limits: Option<UseLimits>,
}

impl<Partner: GroceryPartner, Links: GroceryLinks, Count: Counters> Groceries<'_, Partner, Links, Count> {
    /// The link of a page: one that was made before for the same page, whoever asked, or a new one, which is counted.
    ///
    /// # Errors
    /// [`AppError::AuthenticationRequired`] for who has proved nothing, [`AppError::LimitReached`]; the partner's own.
    pub async fn link(
        &self,
        caller: &Caller,
        source: Option<&SourceAddress>,
        page: &RecipePage,
        now: Timestamp,
    ) -> Result<(GroceryLink, Origin), GroceryError> {
        caller.canonical()?;
        let name = LinkName::of(self.ring, self.installation, page)?;
        let known = self.links.find(&name).await?;
        if let Some(link) = known.filter(|link| link.expires_at > now.plus(LEAST_LIFE)) {
            return Ok((link, Origin::Kept));
        }
        if let Some(limits) = self.limits {
            limits::spend(limits, self.counters, self.ring, Use::GroceryLink, caller, source, now).await?;
        }
        // In whole seconds, as a row's time to live has it.
        let ends = Timestamp::from_millis(now.plus(LIFETIME).seconds().saturating_mul(1000));
        let url = self.partner.create(page).await?;
        let link = GroceryLink { url: url.into(), expires_at: ends };
        // The page is there: whoever asked is not sent away because we could not remember it.
        let kept = self.links.keep(&name, &link).await;
        Ok((link, if kept.is_ok() { Origin::Made } else { Origin::MadeOnly }))
    }
}
