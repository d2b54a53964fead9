//! Reads documents and exports of other recipe apps. Everything is bounded while it is unpacked.

pub mod documents;
pub mod exchange;
pub mod unpack;
