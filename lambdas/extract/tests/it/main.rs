//! The engine on pages and texts.

mod as_written;
mod breakage;
mod common;
mod golden;
mod hostile;
mod layouts;
mod printed;
mod several;
mod templates;
mod texts;
