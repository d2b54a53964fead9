//! Credits ([`ledger`]) and the purchases that they come from ([`payments`]), without clock, network or storage.

pub mod ledger;
pub mod payments;
