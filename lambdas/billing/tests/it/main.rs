//! The ledger and payments against fakes.

mod ledger;
mod payments;
