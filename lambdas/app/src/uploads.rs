//! Uploads: pictures and files on their way to becoming recipes.
//!
//! An upload lies below a prefix of the identity that made it, and nobody else can name it: every key is built from the
//! caller. What no recipe uses is marked, and forgotten after a day; an import that has come in well takes the mark off.

mod form;
mod listing;
mod place;
mod removal;

pub(crate) use form::identity_of;
pub use form::{CreateUpload, FORM_LIFE, FormField, FormRequest, NAME_LIMIT, SIZE_LIMIT, UploadForm, create};
pub use listing::{LISTED_LIMIT, SourcePage, UploadView, list, source_pages};
pub use place::{InvalidSubmission, POSITIONS, PageSize, SubmissionId, Upload};
pub use removal::{delete, remove_unused};
