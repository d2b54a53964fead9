//! Tests of `exchange`.

mod common;
mod exports;
mod golden;
mod hostile;
