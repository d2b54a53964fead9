//! Credits: lists, the promotional grant, expiry, audit and change events.

pub mod audit;
pub mod expire;
pub mod lists;
pub mod open;
pub mod publish;
