//! The port through which uploads are kept.

use std::future::Future;

use serde::Serialize;

use crate::error::PortError;
use crate::ids::OwnerId;
use crate::timestamp::Timestamp;
use crate::upload::{Folder, PLAIN_TEXT_LIMIT, SubmissionId, Upload, UploadKind, Uploaded};

/// What lies at one position of an upload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredUpload {
    /// The submission that it belongs to, its kind and whose it is.
    pub upload: Upload,
    /// Of a picture among its recipe's.
    pub position: u8,
    /// How many bytes were uploaded.
    pub size: u64,
    /// When S3 has taken it in.
    pub created_at: Timestamp,
}

/// What an upload says of itself, and its first bytes, which show what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peeked {
    /// The file's own name as its form said; `None` where it had none.
    pub name: Option<String>,
    /// The media type as its form said: nothing follows from it but what may be less, as [`Self::is_plain_text`] does.
    pub content_type: String,
    /// How many bytes lie there.
    pub size: u64,
    /// The first 64 bytes, or all of a shorter upload.
    pub first_bytes: Vec<u8>,
}

impl Peeked {
    /// Whether it was uploaded as plain text and is short enough to be read as nothing else.
    #[must_use]
    pub fn is_plain_text(&self) -> bool {
        self.content_type == "text/plain" && self.size <= PLAIN_TEXT_LIMIT
    }
}

/// What a form is to allow: exactly this key and type, at most this many bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormRequest {
    /// Key in the uploads bucket, from [`Upload::key`].
    pub key: String,
    /// The media type with which it must be sent, the value of `Content-Type`.
    pub content_type: String,
    /// From 1 to so many bytes.
    pub size: u64,
    /// The file's own name, which stays with it.
    pub name: Option<String>,
    /// From when on S3 refuses what is sent with the form.
    pub expires_at: Timestamp,
}

/// One field of a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FormField {
    /// Name of the field as the store expects it, for instance `key` or `policy`.
    pub name: String,
    /// Value of the field, to be posted unchanged: the form is signed for exactly this.
    pub value: String,
}

/// The `UploadForm` of the schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UploadForm {
    /// The address to which the form is posted, with the file as its last field.
    pub url: String,
    /// In order; the bytes come after them, as `file`.
    pub fields: Vec<FormField>,
    /// The moment from which the store refuses the form.
    pub expires_at: Timestamp,
}

/// What people upload. All that is put there carries a mark by which it is forgotten after a day, until it is kept.
pub trait UploadStore: Send + Sync {
    /// A form that lets whoever has it upload exactly what it says, until it ends.
    fn form(
        &self,
        request: &FormRequest,
        now: Timestamp,
    ) -> impl Future<Output = Result<UploadForm, PortError>> + Send;

    /// What an identity has uploaded to one of its folders, in one submission or at all; pages of ours are not among it.
    fn list(
        &self,
        kind: UploadKind,
        identity: &OwnerId,
        folder: &Folder,
        submission: Option<&SubmissionId>,
    ) -> impl Future<Output = Result<Vec<StoredUpload>, PortError>> + Send;

    /// What lies at a position says of itself; `None` where there is nothing.
    fn peek(
        &self,
        upload: &Upload,
        position: u8,
    ) -> impl Future<Output = Result<Option<Peeked>, PortError>> + Send;

    /// All of an upload's positions in order, or nothing.
    fn load(&self, upload: &Upload) -> impl Future<Output = Result<Vec<Uploaded>, PortError>> + Send;

    /// Puts an upright page, a JPEG, beside what it was made of.
    fn put_page(
        &self,
        upload: &Upload,
        page: u16,
        jpeg: Vec<u8>,
    ) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Takes the mark off all of an upload's positions and its first `pages` pages.
    fn keep(&self, upload: &Upload, pages: u16) -> impl Future<Output = Result<(), PortError>> + Send;

    /// An address at which a key can be downloaded for five minutes: as an attachment of this type and name.
    fn link(
        &self,
        key: &str,
        content_type: &'static str,
        name: &str,
    ) -> impl Future<Output = Result<String, PortError>> + Send;

    /// Deletes all of an upload, pages too; nothing there is no error.
    fn delete(&self, upload: &Upload) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Deletes all uploads in a folder of an identity.
    fn delete_all_of(
        &self,
        identity: &OwnerId,
        folder: &Folder,
    ) -> impl Future<Output = Result<(), PortError>> + Send;
}
