//! The only crate that names reqwest: the guarded fetcher of what users submit.
//!
//! A submitted address is hostile until proven public. It is checked four times, because each check alone can
//! be walked around:
//!
//! 1. [`guard`] reads the address itself: scheme, credentials, host, port. Pure, so it also serves before
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
//! use web::{DemoKitchen, GuardedFetcher, Settings};
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let demo = Some(DemoKitchen::parse("http://localhost:3000/demo/")?); // the local stage only
//! let fetcher = GuardedFetcher::new(Settings { demo })?;
//! let page = fetcher.fetch("https://example.com/tarte", Wanted::Page).await?;
//! # Ok(())
//! # }
//! ```

pub mod guard;
pub mod kitchen;

mod body;
mod challenge;
mod environment;
mod fetcher;
mod headers;
mod names;

#[cfg(test)]
mod attacks;

pub use fetcher::{GuardedFetcher, Settings, SetupError};
pub use guard::Guard;
pub use kitchen::{DemoKitchen, DemoKitchenError};
