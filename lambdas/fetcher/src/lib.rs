//! HTTP clients: the guarded fetcher for submitted addresses, and the grocery partner. No other crate uses
//! reqwest.
//!
//! Submitted addresses are checked four times against server-side request forgery:
//!
//! 1. [`app::addresses::guard`] checks scheme, credentials, host and port. It is pure, so it also runs
//!    before storing.
//! 2. `names` resolves the host and fails if *any* address is not public. It does not see literal
//!    addresses, which are never resolved.
//! 3. `fetcher` follows at most five redirects itself; each hop passes 1 and 2 again.
//! 4. After each response the peer's address is checked again.
//!
//! Responses are limited in time, header bytes and *decoded* body bytes (`body`), and bot challenges are
//! detected (`challenge`).
//!
//! ```no_run
//! use app::fetching::{Fetcher, Wanted};
//! use app::addresses::DemoKitchen;
//! use fetcher::{GuardedFetcher, Settings};
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let demo = Some(DemoKitchen::parse("http://localhost:3000/demo/")?); // the local stage only
//! let fetcher = GuardedFetcher::new(Settings { demo })?;
//! let page = fetcher.fetch("https://example.com/tarte", Wanted::Page).await?;
//! # Ok(())
//! # }
//! ```

mod body;
mod challenge;
mod client;
mod environment;
mod fetcher;
mod headers;
mod instacart;
mod names;
mod reason;

#[cfg(test)]
mod attacks;

pub use self::fetcher::{GuardedFetcher, Settings};
pub use client::SetupError;
pub use instacart::{Instacart, InstacartSetup};

use app::AppError;
use app::addresses::DemoKitchen;

/// The fetcher of a function, with the configured demo kitchen if any.
pub fn from_setting(demo: Option<&str>) -> Result<GuardedFetcher, AppError> {
    let internal = |error: &dyn std::error::Error| AppError::Internal(error.to_string());
    let demo = demo.map(DemoKitchen::parse).transpose().map_err(|error| internal(&error))?;
    GuardedFetcher::new(Settings { demo }).map_err(|error| internal(&error))
}
