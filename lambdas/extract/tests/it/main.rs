//! The engine on pages and texts.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests fail by panicking")]

mod as_written;
mod breakage;
mod common;
mod generated_layouts;
mod golden;
mod hostile;
mod layouts;
mod printed;
mod several;
mod step_headings;
mod templates;
mod texts;
mod videos;
