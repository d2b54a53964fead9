//! What several test modules use.

pub(crate) mod cpu;
pub(crate) mod curves;
pub(crate) mod files;
pub(crate) mod labelled_texts;
pub(crate) mod must_hold;
pub(crate) mod mutate;
pub(crate) mod pages;
pub(crate) mod random;
pub(crate) mod sentences;
pub(crate) mod trial;
