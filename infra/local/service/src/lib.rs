//! Shared code of local stand-ins: configuration, listening, origin checks and shutdown. Not deployed.

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
