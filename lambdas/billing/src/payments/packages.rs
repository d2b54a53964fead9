//! Credit packages, defined in `packages.toml`.

use std::collections::BTreeMap;

use crate::ledger::{Cents, Credits, Currency, PackageId, Price};
use serde::Deserialize;

const DATA: &str = include_str!("../../packages.toml");

/// A package for sale.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    /// Id in requests and rows.
    pub id: PackageId,
    /// Number of credits that a buyer gets.
    pub credits: Credits,
    prices: BTreeMap<String, Price>,
}

impl Package {
    /// Price in a currency, if sold in it.
    #[must_use]
    pub fn price(&self, currency: Currency) -> Option<Price> {
        self.prices.get(currency.as_str()).copied()
    }

    /// Prices in all currencies.
    pub fn prices(&self) -> impl Iterator<Item = Price> {
        self.prices.values().copied()
    }
}

/// Why packages.toml is invalid; caught by tests.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("packages.toml: {0}")]
pub struct BadPackages(String);

/// All packages, in display order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packages(Vec<Package>);

impl Packages {
    /// Parses the built-in `packages.toml`.
    ///
    /// # Errors
    /// [`BadPackages`] for malformed data, invalid or duplicate ids, zero credits, or no or a too low price.
    pub fn load() -> Result<Self, BadPackages> {
        Self::read(DATA)
    }

    fn read(text: &str) -> Result<Self, BadPackages> {
        let listed: Listed = toml::from_str(text).map_err(|error| BadPackages(error.to_string()))?;
        let mut packages: Vec<Package> = Vec::new();
        for entry in listed.package {
            let bad = |what: &str| BadPackages(format!("{}: {what}", entry.id));
            if packages.iter().any(|known| known.id.as_str() == entry.id) {
                return Err(bad("stands there twice"));
            }
            let id = PackageId::new(entry.id.clone()).map_err(|_| bad("is no name"))?;
            let credits = Credits::new(entry.credits).ok().filter(|credits| !credits.is_zero());
            let credits = credits.ok_or_else(|| bad("has no credits"))?;
            let mut prices = BTreeMap::new();
            for (code, cents) in &entry.cents {
                let currency = Currency::new(code).map_err(|_| bad("has an unknown currency"))?;
                let cents = Cents::new(*cents)
                    .ok()
                    .filter(|cents| cents.get() >= MIN_PAYMENT_CENTS)
                    .ok_or_else(|| bad("is too cheap"))?;
                prices.insert(code.clone(), Price { cents, currency });
            }
            if prices.is_empty() {
                return Err(bad("has no price"));
            }
            packages.push(Package { id, credits, prices });
        }
        Ok(Self(packages))
    }

    /// The package with this id; `None` if it is not for sale.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&Package> {
        self.0.iter().find(|package| package.id.as_str() == id)
    }

    /// All packages, in display order.
    pub fn all(&self) -> impl Iterator<Item = &Package> {
        self.0.iter()
    }
}

const MIN_PAYMENT_CENTS: u32 = 50;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    package: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    credits: i64,
    cents: BTreeMap<String, i64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_toml_is_valid() {
        let packages = Packages::load().unwrap();
        let shown: Vec<_> = packages
            .all()
            .map(|package| {
                (
                    package.id.as_str(),
                    package.credits.get(),
                    package.price(Currency::USD).unwrap().cents.get(),
                )
            })
            .collect();
        assert_eq!(shown, [("small", 20, 299), ("medium", 60, 699), ("large", 200, 1499)]);
        assert!(packages.find("huge").is_none());
        assert!(packages.find("small").unwrap().price(Currency::new("eur").unwrap()).is_none());
    }

    #[test]
    fn price_per_credit_never_rises_with_size() {
        let packages = Packages::load().unwrap();
        let each: Vec<_> = packages
            .all()
            .map(|package| {
                f64::from(package.price(Currency::USD).unwrap().cents.get())
                    / f64::from(package.credits.get())
            })
            .collect();
        assert!(each.is_sorted_by(|a, b| a > b), "{each:?}");
    }

    #[test]
    fn invalid_package_data_is_reported() {
        let one = |changes: &str| format!("[[package]]\nid = \"a\"\n{changes}\n");
        let good = one("credits = 1\ncents = { usd = 50 }");
        assert!(Packages::read(&good).is_ok());
        for bad in [
            good.repeat(2),
            one("credits = 0\ncents = { usd = 50 }"),
            one("credits = -1\ncents = { usd = 50 }"),
            one("credits = 1\ncents = { usd = 49 }"),
            one("credits = 1\ncents = { dollars = 50 }"),
            one("credits = 1\ncents = {}"),
            one("credits = 1\ncents = { usd = 0.5 }"),
            one("credits = 1\ncents = { usd = 50 }\ngift = true"),
        ] {
            assert!(Packages::read(&bad).is_err(), "{bad}");
        }
    }
}
