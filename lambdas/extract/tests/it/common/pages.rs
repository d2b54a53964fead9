//! Pages that are written in the tests.

use extract::{Extraction, Page};
use url::Url;

/// What is read of a page at an address of our own.
#[expect(clippy::unwrap_used, reason = "the address is our own")]
pub(crate) fn read(html: &str) -> Extraction {
    let url = Url::parse("https://green-ladle.example/soups/fig").unwrap();
    extract::read(&Page { url, content_type: None, bytes: html.as_bytes().to_vec() })
}

/// The ingredient lines as their source writes them.
pub(crate) fn lines(read: &Extraction) -> Vec<&str> {
    read.content.ingredients.iter().map(|ingredient| ingredient.text.as_str()).collect()
}
