//! The form with which a browser uploads.

use std::time::Duration;

use serde::Deserialize;

use crate::caller::Caller;
use crate::error::AppError;
use crate::ids::OwnerId;
use crate::recipe_store::RecipeStore;
use crate::refusal::Refusal;
use crate::timestamp::Timestamp;
use crate::upload::{PAGE_LIMIT, SubmissionId, Upload, UploadKind};
use crate::uploads::store::{FormRequest, UploadForm, UploadStore};

/// Most bytes of one picture or file; a page has at most [`PAGE_LIMIT`].
pub const SIZE_LIMIT: u64 = 20 * 1024 * 1024;
/// Most characters of a file's own name.
pub const NAME_LIMIT: usize = 200;
/// How long a form is good.
pub const FORM_LIFE: Duration = Duration::from_secs(5 * 60);

/// The media types that a picture may be sent as.
const PICTURE_TYPES: [&str; 6] =
    ["image/jpeg", "image/png", "image/webp", "image/gif", "image/bmp", "image/tiff"];
/// What files may say that they are. What they are is told by their bytes.
const FILE_TYPES: [&str; 16] = [
    "application/octet-stream",
    "application/pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/msword",
    "application/vnd.oasis.opendocument.text",
    "application/rtf",
    "text/rtf",
    "application/epub+zip",
    "application/zip",
    "application/x-zip-compressed",
    "application/gzip",
    "application/json",
    "application/xml",
    "text/plain",
    "text/markdown",
    "text/html",
];
/// More media types that a file may be sent as, less common ones.
const MORE_FILE_TYPES: [&str; 8] = [
    "application/ld+json",
    "application/xhtml+xml",
    "application/x-gzip",
    "application/x-yaml",
    "application/yaml",
    "text/xml",
    "text/csv",
    "text/yaml",
];

/// The one media type that a page is sent as.
const PAGE_TYPE: &str = "text/html";

/// What a client says of what it will upload.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateUpload {
    /// Made by the client; all pictures of one recipe share it.
    pub submission: String,
    /// Whether a picture, a file or a page will be sent.
    pub kind: UploadKind,
    /// Of a picture among its recipe's.
    pub position: Option<i64>,
    /// The media type that the client claims, without parameters; refused unless its kind takes it.
    pub content_type: String,
    /// How many bytes it has, from 1 to [`SIZE_LIMIT`], of a page to [`PAGE_LIMIT`]; refused otherwise.
    pub size: i64,
    /// The file's own name, which is kept with it; `None` where it has none.
    pub name: Option<String>,
}

/// Gives a caller the form for one picture, file or page of a submission of their own.
///
/// # Errors
/// [`AppError::InvalidInput`] beyond a limit, and for a submission that a recipe uses.
pub async fn create(
    store: &impl RecipeStore,
    uploads: &impl UploadStore,
    caller: &Caller,
    input: CreateUpload,
    now: Timestamp,
) -> Result<UploadForm, AppError> {
    let identity = identity_of(caller)?;
    let submission = parse_submission(&input.submission)?;
    let folder = store.seed(&identity).await?.folder()?;
    let upload = Upload { kind: input.kind, submission, identity, folder };
    let position = u8::try_from(input.position.unwrap_or_default())
        .ok()
        .filter(|position| *position < upload.positions())
        .ok_or(AppError::InvalidInput(Refusal::PositionOutOfBounds))?;
    let (most, refusal) = match input.kind {
        UploadKind::Picture | UploadKind::File => (SIZE_LIMIT, Refusal::UploadTooLarge),
        UploadKind::Page => (PAGE_LIMIT, Refusal::PageTooLarge),
    };
    let size = u64::try_from(input.size).ok().filter(|size| (1..=most).contains(size));
    let size = size.ok_or(AppError::InvalidInput(refusal))?;
    let content_type = check_type(input.kind, input.content_type)?;
    let name = input.name.map(|name| tidy_name(&name)).filter(|name| !name.is_empty());
    if name.as_ref().is_some_and(|name| name.chars().count() > NAME_LIMIT) {
        return Err(AppError::InvalidInput(Refusal::LongFileName));
    }
    if !store.recipes_of(&upload, 1).await?.is_empty() {
        return Err(AppError::InvalidInput(Refusal::UploadUsed));
    }
    let expires_at = now.plus(FORM_LIFE);
    let request = FormRequest { key: upload.key(position), content_type, size, name, expires_at };
    Ok(uploads.form(&request, now).await?)
}

/// Under which identity a caller uploads: guests and members, in the modes in which AppSync has verified them at this call.
pub(crate) fn identity_of(caller: &Caller) -> Result<OwnerId, AppError> {
    match caller {
        Caller::Guest { identity } | Caller::Member { identity: Some(identity), .. } => Ok(identity.clone()),
        Caller::Member { identity: None, .. } => Err(AppError::InvalidInput(Refusal::SignInAgain)),
        _ => Err(AppError::Unauthorized),
    }
}

/// Reads a submission as a client names it.
pub(crate) fn parse_submission(text: &str) -> Result<SubmissionId, AppError> {
    SubmissionId::parse(text).map_err(|_| AppError::InvalidInput(Refusal::MalformedSubmission))
}

fn check_type(kind: UploadKind, content_type: String) -> Result<String, AppError> {
    let (taken, refusal) = match kind {
        UploadKind::Picture => {
            (PICTURE_TYPES.contains(&content_type.as_str()), Refusal::UnreadablePictureType)
        }
        UploadKind::File => (
            FILE_TYPES.contains(&content_type.as_str()) || MORE_FILE_TYPES.contains(&content_type.as_str()),
            Refusal::UnreadableFileType,
        ),
        UploadKind::Page => (content_type == PAGE_TYPE, Refusal::NotHtml),
    };
    if taken { Ok(content_type) } else { Err(AppError::InvalidInput(refusal)) }
}

/// Without what no name has: the folders before it, and characters that nobody sees.
fn tidy_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    last.chars().filter(|c| !c.is_control()).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_without_its_folders_and_without_characters_that_nobody_sees() {
        for (name, expected) in [
            ("card.jpg", "card.jpg"),
            (" C:\\Users\\ann\\crème brûlée.pdf", "crème brûlée.pdf"),
            ("../../etc/passwd", "passwd"),
            ("a\r\nb\0.txt", "ab.txt"),
            ("/", ""),
        ] {
            assert_eq!(tidy_name(name), expected, "{name:?}");
        }
    }
}
