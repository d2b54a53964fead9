//! The only crate that names reqwest: the guarded fetcher of what users submit, and the way to the grocery partner.
//!
//! A submitted address is hostile until proven public. It is checked four times, because each check alone can
//! be walked around:
//!
//! 1. [`app::addresses::guard`] reads the address itself: scheme, credentials, host, port. Pure, so it also serves before
//!    anything is stored.
//! 2. `names` resolves the host and refuses when *any* answer is not a public address. It alone would miss
//!    literal addresses, which are never resolved.
//! 3. `fetcher` follows at most five redirects by hand, and each hop passes 1 and 2 again.
//! 4. After each answer the peer's address is compared with what was allowed.
//!
//! What comes back is bounded in time, in header bytes and in *decoded* body bytes (`body`), and a page that
//! only asks whether we are a robot is told apart from a recipe (`challenge`).
//!
//! ```no_run
//! use app::fetching::{Fetcher, Wanted};
//! use app::addresses::DemoKitchen;
//! use crate::{GuardedFetcher, Settings};
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

/// The fetcher of a function, with the demo kitchen of its setting if there is one.
///
/// # Errors
/// [`AppError::Internal`] for a malformed setting or a system without roots of trust.
pub fn from_setting(demo: Option<&str>) -> Result<GuardedFetcher, AppError> {
    let internal = |error: &dyn std::error::Error| AppError::Internal(error.to_string());
    let demo = demo.map(DemoKitchen::parse).transpose().map_err(|error| internal(&error))?;
    GuardedFetcher::new(Settings { demo }).map_err(|error| internal(&error))
}
