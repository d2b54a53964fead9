use std::future::Future;

use serde::Serialize;

use crate::ids::OwnerId;
use crate::upload::{Folder, PLAIN_TEXT_LIMIT, SubmissionId, Upload, UploadKind, Uploaded};
use zest_core::{PortError, Timestamp};

/// One stored object of an upload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredUpload {
    /// The upload: submission, kind and uploader.
    pub upload: Upload,
    /// Position of a photo, from 0.
    pub position: u8,
    /// Size in bytes.
    pub size: u64,
    /// Time of storage in S3.
    pub created_at: Timestamp,
}

/// Metadata and first bytes of an upload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UploadMetadata {
    /// File name from the form; `None` without one.
    pub name: Option<String>,
    /// Declared media type. It is not trusted: it can only restrict how the upload is read.
    pub content_type: String,
    /// Size in bytes.
    pub size: u64,
    /// First 64 bytes; fewer if the upload is shorter.
    pub first_bytes: Vec<u8>,
}

impl UploadMetadata {
    /// Whether it was declared as plain text and is within [`PLAIN_TEXT_LIMIT`].
    #[must_use]
    pub fn is_plain_text(&self) -> bool {
        self.content_type == "text/plain" && self.size <= PLAIN_TEXT_LIMIT
    }
}

/// Constraints of an upload form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormRequest {
    /// Key in the uploads bucket, from [`Upload::key`].
    pub key: String,
    /// Required `Content-Type`.
    pub content_type: String,
    /// Maximum bytes; the minimum is 1.
    pub size: u64,
    /// File name, stored as metadata.
    pub name: Option<String>,
    /// Time after which S3 rejects the form.
    pub expires_at: Timestamp,
}

/// One field of a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FormField {
    /// Field name, for instance `key` or `policy`.
    pub name: String,
    /// Signed value; the client must send it unchanged.
    pub value: String,
}

/// Presigned POST form: `UploadForm` in the schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UploadForm {
    /// Address for the POST request.
    pub url: String,
    /// Fields in order. The bytes follow as the last field, `file`.
    pub fields: Vec<FormField>,
    /// Time after which S3 rejects the form.
    pub expires_at: Timestamp,
}

/// Store of uploads. New objects expire after a day, unless they are kept.
pub trait UploadStore: Send + Sync {
    /// Signs a form that only accepts this object.
    fn form(
        &self,
        request: &FormRequest,
        now: Timestamp,
    ) -> impl Future<Output = Result<UploadForm, PortError>> + Send;

    /// Lists the objects that an identity uploaded to a folder, or only those of a submission, without page
    /// images.
    fn list(
        &self,
        kind: UploadKind,
        identity: &OwnerId,
        folder: &Folder,
        submission: Option<&SubmissionId>,
    ) -> impl Future<Output = Result<Vec<StoredUpload>, PortError>> + Send;

    /// Metadata of a position; `None` if it does not exist.
    fn peek(
        &self,
        upload: &Upload,
        position: u8,
    ) -> impl Future<Output = Result<Option<UploadMetadata>, PortError>> + Send;

    /// All positions in order; empty if there are none.
    fn load(&self, upload: &Upload) -> impl Future<Output = Result<Vec<Uploaded>, PortError>> + Send;

    /// Stores an upright page image (JPEG).
    fn put_page(
        &self,
        upload: &Upload,
        page: u16,
        jpeg: Vec<u8>,
    ) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Removes the expiry tag from all positions and the first `pages` page images.
    fn keep(&self, upload: &Upload, pages: u16) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Presigned link to an attachment with this type and name, valid for five minutes.
    fn link(
        &self,
        key: &str,
        content_type: &'static str,
        name: &str,
    ) -> impl Future<Output = Result<String, PortError>> + Send;

    /// Deletes an upload with its page images; idempotent.
    fn delete(&self, upload: &Upload) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Deletes all uploads in a folder of an identity.
    fn delete_all_of(
        &self,
        identity: &OwnerId,
        folder: &Folder,
    ) -> impl Future<Output = Result<(), PortError>> + Send;
}
