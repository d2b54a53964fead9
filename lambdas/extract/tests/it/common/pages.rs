use extract::{Extraction, Page};
use url::Url;

#[expect(clippy::unwrap_used, reason = "the address is a constant")]
pub(crate) fn read(html: &str) -> Extraction {
    let url = Url::parse("https://green-ladle.example/soups/fig").unwrap();
    extract::read(&Page { url, content_type: None, bytes: html.as_bytes().to_vec() })
}

pub(crate) fn lines(read: &Extraction) -> Vec<&str> {
    read.content.ingredients.iter().map(|ingredient| ingredient.text.as_str()).collect()
}
