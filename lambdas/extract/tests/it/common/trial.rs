//! Reads a page as an import does; checks invariants and time.

use std::hint::black_box;
use std::time::Duration;

use extract::{Extraction, Page};
use recipe::{nutrition, tags};
use url::Url;

use super::{cpu, must_hold};

/// One page in this many is also checked in its stored form; the number of ingredients decides.
const STORED_ONE_IN: usize = 5;

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
