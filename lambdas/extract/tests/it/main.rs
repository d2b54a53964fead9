//! The engine on pages and texts.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a panic is how a test fails")]

mod as_written;
mod breakage;
mod common;
mod golden;
mod hostile;
mod layouts;
mod printed;
mod several;
mod step_headings;
mod templates;
mod texts;
mod videos;
