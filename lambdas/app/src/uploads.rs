//! Uploads: pictures and files on their way to becoming recipes.
//!
//! An upload lies below a prefix of the identity that made it, and nobody else can name it: every key is built from the
//! caller. What no recipe uses is marked, and forgotten after a day; an import that has come in well takes the mark off.

pub(crate) mod form;
mod listing;
pub(crate) mod removal;
pub(crate) mod store;

pub use form::{CreateUpload, FORM_LIFE, NAME_LIMIT, SIZE_LIMIT, create};
pub use listing::{LISTED_LIMIT, SourcePage, UploadView, list, source_pages};
pub use removal::{delete, remove_unused};
pub use store::{FormField, FormRequest, Peeked, StoredUpload, UploadForm, UploadStore};
