//! What stand-ins for services of others share on a laptop: they read a configuration, listen on 127.0.0.1, let only their own
//! pages and programs speak to them, and end on a signal. Nothing that is deployed names it.

mod configuration;
mod own_pages;
mod page;
mod program;
mod secret;
mod wire;

pub use configuration::read_configuration;
pub use own_pages::own_pages_only;
pub use page::{HtmlPage, escaped, html_answer};
pub use program::{listen, run};
pub use secret::Secret;
pub use wire::{json_answer, read_body, text_of};
