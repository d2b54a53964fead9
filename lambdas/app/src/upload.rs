//! What people upload: what names it and where it lies.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::failure::ErrorCode;
use crate::ids::OwnerId;

/// What a person uploads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum UploadKind {
    /// One or more pictures of one recipe, in order.
    Picture,
    /// One file, which may hold many recipes.
    File,
    /// One page as the person's own browser shows it, sent by the bookmark.
    Page,
}

impl UploadKind {
    /// Every kind, so that whatever looks for uploads finds all.
    pub const ALL: [Self; 3] = [Self::Picture, Self::File, Self::Page];

    /// What is said where an upload could be read, but holds no recipe.
    #[must_use]
    pub fn without_recipe(self) -> ErrorCode {
        match self {
            Self::Picture => ErrorCode::NoRecipeInPicture,
            Self::File => ErrorCode::NoRecipeInFile,
            Self::Page => ErrorCode::NotARecipe,
        }
    }
}

/// Most bytes of a text that is imported for nothing, as an address is: a recipe has at most 200,000 bytes of text.
pub const PLAIN_TEXT_LIMIT: u64 = 200_000;

/// Most bytes of a page that is sent: as many as are fetched from an address.
pub const PAGE_LIMIT: u64 = 4 << 20;

/// What an upload is taken for when it is read. It is settled when the import is admitted, and stays: whatever lies there by
/// then is read as this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReadAs {
    /// Pictures of one recipe, in order.
    Pictures,
    /// A file of whatever kind its bytes show.
    File,
    /// A file that holds at most [`PLAIN_TEXT_LIMIT`] bytes of text and fails if it holds anything else.
    PlainText,
    /// A page of at most [`PAGE_LIMIT`] bytes, read as one that was fetched from its address, and as nothing else.
    Page,
}

impl ReadAs {
    /// The kind of upload that is read so.
    #[must_use]
    pub fn kind(self) -> UploadKind {
        match self {
            Self::Pictures => UploadKind::Picture,
            Self::File | Self::PlainText => UploadKind::File,
            Self::Page => UploadKind::Page,
        }
    }
}

impl From<UploadKind> for ReadAs {
    fn from(kind: UploadKind) -> Self {
        match kind {
            UploadKind::Picture => Self::Pictures,
            UploadKind::File => Self::File,
            UploadKind::Page => Self::Page,
        }
    }
}

/// What lies at one position of an upload: a picture or a file, as it is read for an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uploaded {
    /// The file's own name, where it is known; it may hint at what the file is.
    pub name: Option<String>,
    /// The bytes as the browser sent them.
    pub bytes: Vec<u8>,
}

/// How many pictures make one recipe at most: positions 0 to 9.
pub const POSITIONS: u8 = 10;

/// What one submission is called: a UUID v4 in canonical lowercase form, made by the client.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SubmissionId(String);

/// The text is no UUID v4 in canonical lowercase form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a submission is a UUID v4 in lowercase")]
pub struct InvalidSubmission;

impl TryFrom<String> for SubmissionId {
    type Error = InvalidSubmission;

    fn try_from(text: String) -> Result<Self, InvalidSubmission> {
        let fits = |(at, byte): (usize, u8)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            14 => byte == b'4',
            19 => matches!(byte, b'8' | b'9' | b'a' | b'b'),
            _ => byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte),
        };
        if text.len() == 36 && text.bytes().enumerate().all(fits) {
            Ok(Self(text))
        } else {
            Err(InvalidSubmission)
        }
    }
}

impl SubmissionId {
    /// Reads an id as a client sends it.
    ///
    /// # Errors
    /// [`InvalidSubmission`] unless it is a UUID v4 in canonical lowercase form.
    pub fn parse(text: &str) -> Result<Self, InvalidSubmission> {
        Self::try_from(text.to_owned())
    }

    /// The UUID as text: 36 characters in lowercase.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<SubmissionId> for String {
    fn from(id: SubmissionId) -> Self {
        id.0
    }
}

impl fmt::Display for SubmissionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One submission and whose it was when it was made: that names its keys for as long as it lies there, whoever its recipe
/// belongs to by then.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Upload {
    /// Whether it is pictures, a file or a page, which decides below which prefix it lies.
    pub kind: UploadKind,
    /// The submission's id, which the client has made.
    pub submission: SubmissionId,
    /// The identity id under which it was uploaded.
    pub identity: OwnerId,
    /// Below which folder it lies.
    pub folder: Folder,
}

/// How the folder of an identity's uploads is called.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Folder {
    /// By the identity id itself, which keys say no more: what was uploaded before lies there.
    Identity,
    /// By 32 hexadecimal digits that follow from the identity's seed.
    Keyed(String),
}

impl Folder {
    fn name<'a>(&'a self, identity: &'a OwnerId) -> &'a str {
        match self {
            Self::Identity => identity.secret(),
            Self::Keyed(name) => name,
        }
    }
}

impl Upload {
    /// Where all uploads of one kind and identity lie in one of its folders.
    #[must_use]
    pub fn home(kind: UploadKind, identity: &OwnerId, folder: &Folder) -> String {
        let kind = match kind {
            UploadKind::Picture => "picture-submissions",
            UploadKind::File => "file-submissions",
            UploadKind::Page => "page-submissions",
        };
        format!("{kind}/{}/", folder.name(identity))
    }

    /// What all keys of this upload begin with.
    #[must_use]
    pub fn prefix(&self) -> String {
        format!("{}{}/", Self::home(self.kind, &self.identity, &self.folder), self.submission)
    }

    /// The key of what was uploaded at a position.
    #[must_use]
    pub fn key(&self, position: u8) -> String {
        format!("{}{position}", self.prefix())
    }

    /// The key of an upright page, which we have made.
    #[must_use]
    pub fn page_key(&self, page: u16) -> String {
        format!("{}pages/{page}.jpg", self.prefix())
    }

    /// How many positions it can have.
    #[must_use]
    pub fn positions(&self) -> u8 {
        match self.kind {
            UploadKind::Picture => POSITIONS,
            UploadKind::File | UploadKind::Page => 1,
        }
    }

    /// Reads a key of this identity's back: the submission and the position. `None` for a page of ours, and for what is
    /// no key of an upload.
    #[must_use]
    pub fn read_key(kind: UploadKind, identity: &OwnerId, folder: &Folder, key: &str) -> Option<(Self, u8)> {
        let (submission, position) =
            key.strip_prefix(&Self::home(kind, identity, folder))?.split_once('/')?;
        let submission = SubmissionId::parse(submission).ok()?;
        let position = position.parse().ok().filter(|number: &u8| number.to_string() == position)?;
        Some((Self { kind, submission, identity: identity.clone(), folder: folder.clone() }, position))
    }
}

/// How large an upright page is, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageSize {
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_submission_is_a_uuid_v4_in_lowercase() {
        let good = "0f8b4c1e-52d6-4a7b-9c3d-1e2f3a4b5c6d";
        for (text, valid) in [
            (good, true),
            ("0F8B4C1E-52D6-4A7B-9C3D-1E2F3A4B5C6D", false),
            ("0f8b4c1e-52d6-1a7b-9c3d-1e2f3a4b5c6d", false),
            ("0f8b4c1e-52d6-4a7b-7c3d-1e2f3a4b5c6d", false),
            ("0f8b4c1e52d64a7b9c3d1e2f3a4b5c6d", false),
            ("0f8b4c1e-52d6-4a7b-9c3d-1e2f3a4b5c6/", false),
            ("../../../../../etc/passwd-4---8-----", false),
            ("", false),
        ] {
            assert_eq!(SubmissionId::parse(text).is_ok(), valid, "{text:?}");
        }
    }

    #[test]
    fn a_key_is_read_back_for_its_own_identity_alone() {
        let identity = OwnerId::new("us-east-1:ann");
        let submission = SubmissionId::parse("0f8b4c1e-52d6-4a7b-9c3d-1e2f3a4b5c6d").unwrap();
        for folder in [Folder::Identity, Folder::Keyed("0123".to_owned())] {
            let upload = Upload {
                kind: UploadKind::Picture,
                submission: submission.clone(),
                identity: identity.clone(),
                folder: folder.clone(),
            };
            let read = |key: &str| Upload::read_key(UploadKind::Picture, &identity, &folder, key);
            assert_eq!(read(&upload.key(3)), Some((upload.clone(), 3)));
            assert_eq!(read(&upload.page_key(0)), None);
            assert_eq!(read(&format!("{}03", upload.prefix())), None);
            let named = upload.key(0).contains("ann");
            assert_eq!(named, folder == Folder::Identity, "a key names nobody");
            let elsewhere = Upload { folder: Folder::Keyed("4567".to_owned()), ..upload.clone() };
            assert_eq!(read(&elsewhere.key(0)), None);
            assert_eq!(read(&Upload { kind: UploadKind::File, ..upload }.key(0)), None);
        }
    }
}
