//! Tests of `documents`.

mod books;
mod common;
mod office;
mod pdf;
