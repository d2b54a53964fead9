//! Use cases, ports and errors: what Zest does, without saying with what.

pub mod fetching;
