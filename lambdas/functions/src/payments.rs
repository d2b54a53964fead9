//! Purchases of credits with Stripe.

pub mod account;
pub mod checkout_api;
pub mod sweep;
pub mod webhook;
