//! Address filter. It is applied before a recipe is stored, and to every redirect.

pub mod guard;
pub mod kitchen;

pub use guard::Guard;
pub use kitchen::{DemoKitchen, DemoKitchenError};
