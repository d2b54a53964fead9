//! Recipes as the page shows them.

use url::Url;

use crate::dom::Dom;
use crate::draft::Draft;
use crate::facts::Facts;

/// Every recipe that the page shows without structured data.
pub(crate) fn read(_dom: &Dom, _base: &Url, _facts: &Facts) -> Vec<Draft> {
    Vec::new()
}
