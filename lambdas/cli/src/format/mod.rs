//! Export formats, the same as in the app.

pub(crate) mod json;
pub(crate) mod markdown;

use recipe::Content;

pub(crate) struct Recipe<'a> {
    pub(crate) content: &'a Content,
    pub(crate) url: Option<&'a str>,
    pub(crate) notes: Option<&'a str>,
}
