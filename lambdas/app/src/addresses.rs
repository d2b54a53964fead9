//! Which addresses may be fetched: asked before anything is stored, and again by the fetcher at every hop.

pub mod guard;
pub mod kitchen;

pub use guard::Guard;
pub use kitchen::{DemoKitchen, DemoKitchenError};
