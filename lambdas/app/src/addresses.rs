//! Address filter, applied before a recipe is stored and at every redirect.

pub mod guard;
pub mod kitchen;

pub use guard::Guard;
pub use kitchen::{DemoKitchen, DemoKitchenError};
