//! Reads documents and exports of other recipe apps. Limits apply to everything that is unpacked.

pub mod documents;
pub mod exchange;
pub mod unpack;
