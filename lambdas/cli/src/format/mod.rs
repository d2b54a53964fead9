//! Recipes as texts that others read: the app's own exports have the same shapes.

pub(crate) mod json;
pub(crate) mod markdown;

use recipe::Content;
use url::Url;

/// A recipe and where it came from.
pub(crate) struct Recipe<'a> {
    pub(crate) content: &'a Content,
    pub(crate) url: Option<&'a Url>,
}
