//! Export formats, identical to the app's.

pub(crate) mod json;
pub(crate) mod markdown;

use recipe::Content;
use url::Url;

pub(crate) struct Recipe<'a> {
    pub(crate) content: &'a Content,
    pub(crate) url: Option<&'a Url>,
}
