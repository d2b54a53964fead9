use futures_util::future::{join_all, try_join_all};
use serde::Serialize;
use zest_core::sniff::FileKind;

use crate::caller::Caller;
use crate::error::AppError;
use crate::media::picture_type;
use crate::recipe_store::RecipeStore;
use crate::upload::{Folder, SubmissionId, UploadKind};
use crate::uploads::form::{identity_of, parse_submission};
use crate::uploads::store::{StoredUpload, UploadStore};
use zest_core::{RecipeId, Timestamp};

/// Maximum uploads per list.
pub const LISTED_LIMIT: usize = 100;

const UNKNOWN_TYPE: &str = "application/octet-stream";

/// `Upload` in the schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UploadView {
    submission: SubmissionId,
    kind: UploadKind,
    position: u8,
    name: Option<String>,
    content_type: String,
    size: u64,
    created_at: Timestamp,
    recipe_id: Option<RecipeId>,
    url: Option<String>,
}

/// The caller's uploads, newest first.
pub async fn list(
    store: &impl RecipeStore,
    uploads: &impl UploadStore,
    caller: &Caller,
    submission: Option<&str>,
) -> Result<Vec<UploadView>, AppError> {
    let identity = identity_of(caller)?;
    let submission = submission.map(parse_submission).transpose()?;
    let folders = [store.seed(&identity).await?.folder()?, Folder::Identity];
    let listing = folders.iter().flat_map(|folder| {
        UploadKind::ALL.map(|kind| uploads.list(kind, &identity, folder, submission.as_ref()))
    });
    let mut found: Vec<StoredUpload> = try_join_all(listing).await?.into_iter().flatten().collect();
    found.sort_by(|a, b| b.created_at.cmp(&a.created_at).then_with(|| a.position.cmp(&b.position)));
    found.truncate(LISTED_LIMIT);
    let showing = found.into_iter().map(|stored| show(store, uploads, stored));
    Ok(try_join_all(showing).await?.into_iter().flatten().collect())
}

async fn show(
    store: &impl RecipeStore,
    uploads: &impl UploadStore,
    stored: StoredUpload,
) -> Result<Option<UploadView>, AppError> {
    let StoredUpload { upload, position, size, created_at } = stored;
    let Some(peeked) = uploads.peek(&upload, position).await? else { return Ok(None) };
    let recipe_id = store.recipes_of(&upload, None, 1).await?.into_iter().next();
    let name = peeked.name.clone().unwrap_or_else(|| format!("{}-{position}", upload.submission));
    let url = uploads.link(&upload.key(position), served_content_type(&peeked.first_bytes), &name).await?;
    Ok(Some(UploadView {
        submission: upload.submission,
        kind: upload.kind,
        position,
        name: peeked.name,
        content_type: peeked.content_type,
        size,
        created_at,
        recipe_id,
        url: Some(url),
    }))
}

fn served_content_type(first_bytes: &[u8]) -> &'static str {
    match zest_core::sniff::sniff(first_bytes) {
        Some(FileKind::Pdf) => "application/pdf",
        _ => picture_type(first_bytes).unwrap_or(UNKNOWN_TYPE),
    }
}

/// `SourcePage` in the schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SourcePage {
    page: u16,
    url: String,
    width: u32,
    height: u32,
}

/// Page images of the caller's recipe.
pub async fn source_pages(
    store: &impl RecipeStore,
    uploads: &impl UploadStore,
    caller: &Caller,
    id: &str,
) -> Result<Vec<SourcePage>, AppError> {
    caller.may_keep_recipes()?;
    let id = RecipeId::parse(id)?;
    let recipe = store.get(&id).await?.ok_or_else(|| AppError::RecipeNotFound(id.clone()))?;
    if !caller.owns(&recipe) {
        return Err(AppError::Unauthorized);
    }
    let Some(read) = recipe.source.read_from() else { return Ok(Vec::new()) };
    let pages = (0_u16..).zip(read.pages()).map(|(page, size)| async move {
        let name = format!("page-{}.jpg", page + 1);
        let url = uploads.link(&read.upload().page_key(page), "image/jpeg", &name).await?;
        Ok(SourcePage { page, url, width: size.width, height: size.height })
    });
    join_all(pages).await.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uploads_are_never_served_with_an_executable_type() {
        for (bytes, expected) in [
            (&b"\xff\xd8\xff\xe0\0\x10JFIF"[..], "image/jpeg"),
            (b"%PDF-1.7", "application/pdf"),
            (b"<svg onload=alert(1)>", UNKNOWN_TYPE),
            (b"<!doctype html>", UNKNOWN_TYPE),
            (b" %PDF-1.7", "application/pdf"),
            (b"<script>/*%PDF-1.7", UNKNOWN_TYPE),
            (b"", UNKNOWN_TYPE),
        ] {
            assert_eq!(served_content_type(bytes), expected, "{bytes:?}");
        }
    }
}
