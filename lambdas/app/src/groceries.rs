//! Grocery links: partner pages where the ingredients of a recipe can be bought.

use std::future::Future;
use std::time::Duration;

use crate::grocery::{GroceryPartner, LINK_DAYS, PartnerError, RecipePage};
use thiserror::Error;

use crate::caller::Caller;
use crate::error::AppError;
use crate::limits::{self, CountedUse, Counters, UseLimits};
use crate::signed_token::KeyRing;
use crate::source_address::SourceAddress;
use zest_core::{PortError, Timestamp};

const LIFETIME: Duration = Duration::from_secs(LINK_DAYS as u64 * 24 * 60 * 60);
const MIN_REMAINING_LIFETIME: Duration = Duration::from_secs(60 * 60);

/// Link to a partner page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroceryLink {
    /// Address of the page.
    pub url: String,
    /// Expiry of the page.
    pub expires_at: Timestamp,
}

/// Stores links by a hash of the page content.
pub trait GroceryLinks: Send + Sync {
    /// Finds a link, which may have expired.
    fn find(&self, name: &LinkName) -> impl Future<Output = Result<Option<GroceryLink>, PortError>> + Send;

    /// Stores or replaces a link. It is deleted after it has expired.
    fn keep(&self, name: &LinkName, link: &GroceryLink)
    -> impl Future<Output = Result<(), PortError>> + Send;
}

/// Storage key of a link: 64 hexadecimal digits that do not reveal the page content.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinkName(String);

impl LinkName {
    /// Hashes the page content, locale and installation.
    pub fn of(ring: &KeyRing, installation: &str, page: &RecipePage) -> Result<Self, AppError> {
        let body = page.body().map_err(|error| AppError::internal(&error))?;
        let text = format!("groceries\n{installation}\n{}\n{body}", page.locale.tag());
        Ok(Self(ring.fingerprint(&text)?))
    }

    /// 64 hexadecimal digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Error of creating a link; `fn-grocery` maps it to a status and message.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum GroceryError {
    /// Error of Zest, not of the partner.
    #[error(transparent)]
    App(#[from] AppError),
    /// The partner created no page.
    #[error(transparent)]
    Partner(#[from] PartnerError),
}

impl From<PortError> for GroceryError {
    fn from(error: PortError) -> Self {
        Self::App(error.into())
    }
}

/// Where a link comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Reused from an earlier call.
    Kept,
    /// Created and stored.
    Made,
    /// Created but not stored; the next call creates another one.
    MadeOnly,
}

/// Ports and settings of grocery links.
pub struct Groceries<'a, Partner, Links, Count> {
    /// Partner API.
    pub partner: &'a Partner,
    /// Host name of the partner's environment.
    pub installation: &'a str,
    /// Stored links.
    pub links: &'a Links,
    /// Rate-limit counters.
    pub counters: &'a Count,
    /// Keys that hash counter and link names.
    pub ring: &'a KeyRing,
    /// Rate limits, if any.
    pub limits: Option<UseLimits>,
}

impl<Partner: GroceryPartner, Links: GroceryLinks, Count: Counters> Groceries<'_, Partner, Links, Count> {
    /// Returns a stored link to the same page, or creates one and counts it.
    ///
    /// # Errors
    /// [`AppError::AuthenticationRequired`] for an anonymous caller; [`AppError::LimitReached`]; errors of
    /// the partner.
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
        if let Some(link) = known.filter(|link| link.expires_at > now.plus(MIN_REMAINING_LIFETIME)) {
            return Ok((link, Origin::Kept));
        }
        if let Some(limits) = self.limits {
            limits::spend(limits, self.counters, self.ring, CountedUse::GroceryLink, caller, source, now)
                .await?;
        }
        // Whole seconds, as in the row's time to live.
        let ends = Timestamp::from_millis(now.plus(LIFETIME).seconds().saturating_mul(1000));
        let url = self.partner.create(page).await?;
        let link = GroceryLink { url: url.into(), expires_at: ends };
        // Return the link even if it could not be stored.
        let kept = self.links.keep(&name, &link).await;
        Ok((link, if kept.is_ok() { Origin::Made } else { Origin::MadeOnly }))
    }
}
