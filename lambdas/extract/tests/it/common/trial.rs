//! Reads one page as an import does and says what it cost and what did not hold.

use std::hint::black_box;
use std::time::Duration;

use extract::{Extraction, Page};
use recipe::{nutrition, tags};
use url::Url;

use super::{cpu, must_hold};

/// By the number of ingredients, which is as good as chance.
const STORED_ONE_IN: usize = 5;

/// All that is done with a page, from its bytes to what is stored.
pub(crate) fn try_page(bytes: Vec<u8>) -> Result<(Extraction, Duration), String> {
    let url = Url::parse("https://kitchen.example/recipes/pie").map_err(|error| error.to_string())?;
    let page = Page { url, content_type: None, bytes };
    let (extraction, took) = cpu::of(|| {
        let extraction = extract::read(&page);
        black_box((nutrition::per_serving(&extraction.content), tags::derive(&extraction.content)));
        extraction
    });
    must_hold::check(&extraction)?;
    if extraction.content.ingredients.len() % STORED_ONE_IN == 0 {
        must_hold::check_stored(&extraction)?;
    }
    Ok((extraction, took))
}
