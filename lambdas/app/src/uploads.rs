//! Uploads of photos, files and pages. Object keys derive from the caller's identity. Uploads expire after a
//! day, unless an import keeps them.

pub(crate) mod form;
mod listing;
pub(crate) mod removal;
pub(crate) mod store;

pub use form::{CreateUpload, FORM_LIFE, NAME_LIMIT, SIZE_LIMIT, create};
pub use listing::{LISTED_LIMIT, SourcePage, UploadView, list, source_pages};
pub use removal::{delete, remove_unused};
pub use store::{FormField, FormRequest, StoredUpload, UploadForm, UploadMetadata, UploadStore};
