//! Documents and exports, well-formed and hostile.

mod documents;
mod exchange;
