//! The partner's addresses, and the port that creates pages.

use std::future::Future;

use thiserror::Error;
use url::{Host, Url};

use crate::grocery::error::PartnerError;
use crate::grocery::page::RecipePage;

const RECIPE_PATH: &str = "/idp/v1/products/recipe";

/// Creates pages where the ingredients of a recipe can be bought.
pub trait GroceryPartner: Send + Sync {
    /// Creates a page and returns its URL. Not idempotent: a failed call may have created a page.
    fn create(&self, page: &RecipePage) -> impl Future<Output = Result<Url, PartnerError>> + Send;
}

/// API address and link hosts of a partner environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartnerSite {
    endpoint: Url,
    links: Links,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Links {
    /// Https links to these domains and their subdomains.
    Below(&'static [&'static str]),
    StandIn,
}

/// The setting is not a partner environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the grocery partner must be off, development, production or an address on this machine")]
pub struct BadSetting;

impl PartnerSite {
    /// Parses the setting: `development`, `production`, or `http://127.0.0.1:PORT` for a local stand-in;
    /// `None` for `off`.
    ///
    /// # Errors
    /// [`BadSetting`] for other values.
    pub fn parse(setting: &str) -> Result<Option<Self>, BadSetting> {
        let (address, links) = match setting {
            "off" => return Ok(None),
            "development" => ("https://connect.dev.instacart.tools", Links::Below(&["instacart.tools"])),
            "production" => {
                ("https://connect.instacart.com", Links::Below(&["instacart.com", "instacart.ca"]))
            }
            other => (other, Links::StandIn),
        };
        let mut endpoint = Url::parse(address).map_err(|_| BadSetting)?;
        let is_here = endpoint.scheme() == "http"
            && matches!(endpoint.host(), Some(Host::Ipv4(host)) if host.is_loopback())
            && endpoint.path() == "/";
        if links == Links::StandIn && !is_here {
            return Err(BadSetting);
        }
        endpoint.set_path(RECIPE_PATH);
        Ok(Some(Self { endpoint, links }))
    }

    /// Address of the API that creates pages.
    #[must_use]
    pub fn endpoint(&self) -> &Url {
        &self.endpoint
    }

    /// Host name of the environment.
    #[must_use]
    pub fn name(&self) -> &str {
        self.endpoint.host_str().unwrap_or_default()
    }

    pub(crate) fn has(&self, link: &Url) -> bool {
        match self.links {
            Links::StandIn => link.origin() == self.endpoint.origin(),
            Links::Below(names) => {
                let is_below = |host: &str| {
                    names.iter().any(|name| {
                        host.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
                    })
                };
                link.scheme() == "https" && link.port().is_none() && link.host_str().is_some_and(is_below)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(setting: &str) -> PartnerSite {
        PartnerSite::parse(setting).unwrap().unwrap()
    }

    #[test]
    fn setting_is_parsed_or_rejected() {
        assert_eq!(PartnerSite::parse("off"), Ok(None));
        for (setting, endpoint) in [
            ("development", "https://connect.dev.instacart.tools/idp/v1/products/recipe"),
            ("production", "https://connect.instacart.com/idp/v1/products/recipe"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/idp/v1/products/recipe"),
        ] {
            assert_eq!(site(setting).endpoint().as_str(), endpoint);
        }
        for setting in [
            "",
            "on",
            "http://evil.example",
            "https://127.0.0.1:1",
            "http://localhost:1",
            "http://127.0.0.1/x",
        ] {
            assert_eq!(PartnerSite::parse(setting), Err(BadSetting), "{setting}");
        }
    }

    #[test]
    fn only_partner_links_are_accepted() {
        for (setting, link, is_own) in [
            ("production", "https://www.instacart.com/store/recipes/1", true),
            ("production", "https://instacart.com/store/recipes/1", true),
            ("production", "https://www.instacart.ca/store/recipes/1", true),
            ("production", "http://www.instacart.com/store/recipes/1", false),
            ("production", "https://www.instacart.com:8443/store/recipes/1", false),
            ("production", "https://notinstacart.com/store/recipes/1", false),
            ("production", "https://instacart.com.evil.example/", false),
            ("production", "https://customers.dev.instacart.tools/store/recipes/1", false),
            ("development", "https://customers.dev.instacart.tools/store/recipes/1", true),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/store/recipes/1", true),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8081/store/recipes/1", false),
        ] {
            assert_eq!(site(setting).has(&Url::parse(link).unwrap()), is_own, "{setting} {link}");
        }
    }
}
