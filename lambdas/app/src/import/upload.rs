//! The state READING: opens an upload and recognises its pictures.

use pictures::Sheet;

use crate::error::AppError;
use crate::failure::ErrorCode;
use crate::ids::Job;
use crate::import::{bench, change, current, or_clear};
use crate::ports::{RecipeStore, UploadStore, Workbench};
use crate::reading::{Opener, Recogniser, entries};
use crate::stored::Stage;
use crate::timestamp::Timestamp;
use crate::uploads::PageSize;

/// What the state READING works with.
#[derive(Debug)]
pub struct Reader<'a, Uploads, Open, Recognise> {
    /// Where the upload lies.
    pub uploads: &'a Uploads,
    /// Opens it.
    pub opener: &'a Open,
    /// Recognises its pictures.
    pub recogniser: &'a Recognise,
}

/// The state READING: opens the upload, recognises what is in pictures, puts its upright pages beside it and what was
/// read on the workbench.
///
/// # Errors
/// [`AppError::ImportFailed`] with the reason for the person.
pub async fn read_upload(
    store: &impl RecipeStore,
    reader: &Reader<'_, impl UploadStore, impl Opener, impl Recogniser>,
    workbench: &impl Workbench,
    job: &Job,
    now: Timestamp,
) -> Result<(), AppError> {
    let outcome = read(store, reader, workbench, job, now).await;
    or_clear(store, workbench, job, outcome).await
}

async fn read(
    store: &impl RecipeStore,
    reader: &Reader<'_, impl UploadStore, impl Opener, impl Recogniser>,
    workbench: &impl Workbench,
    job: &Job,
    now: Timestamp,
) -> Result<(), AppError> {
    let recipe = current(store, job).await?;
    let upload = recipe.upload.clone().ok_or(AppError::ImportFailed(ErrorCode::UploadMissing))?;
    let files = reader.uploads.load(&upload).await?;
    let Some(first) = files.first() else {
        return Err(AppError::ImportFailed(ErrorCode::UploadMissing));
    };
    let name = first.name.clone();
    if recipe.source_name != name {
        change(store, job, now, |recipe| recipe.source_name.clone_from(&name)).await?;
    }
    let hint = recipe.requested_language;
    let (entries, sheets) = entries(reader.opener, reader.recogniser, upload.kind, files, hint)
        .await
        .map_err(AppError::ImportFailed)?;
    let pages: Vec<PageSize> = sheets.iter().map(shown_size).collect();
    for (number, sheet) in (0_u16..).zip(sheets) {
        reader.uploads.put_page(&upload, number, sheet.shown).await?;
    }
    bench::put_reading(workbench, job, entries).await?;
    let written = change(store, job, now, |recipe| {
        recipe.stage = Some(Stage::Extracting);
        recipe.pages.clone_from(&pages);
    })
    .await;
    // The pages of a recipe that was deleted meanwhile belong to nobody.
    if written == Err(AppError::Superseded) && store.get(&job.id).await?.is_none() {
        crate::uploads::remove_unused(store, reader.uploads, &upload).await?;
    }
    written
}

/// How large the picture of a sheet is that people are shown. It is a JPEG of ours, whose frame header tells it.
fn shown_size(sheet: &Sheet) -> PageSize {
    jpeg_size(&sheet.shown).unwrap_or(PageSize { width: sheet.width, height: sheet.height })
}

/// Width and height of a JPEG, from its frame header.
fn jpeg_size(bytes: &[u8]) -> Option<PageSize> {
    let mut rest = bytes.strip_prefix(&[0xff, 0xd8])?;
    loop {
        let [0xff, marker, high, low, ..] = *rest else { return None };
        let is_frame = matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc);
        if is_frame {
            let side = |at: usize| Some(u32::from(u16::from_be_bytes([*rest.get(at)?, *rest.get(at + 1)?])));
            return Some(PageSize { height: side(5)?, width: side(7)? });
        }
        rest = rest.get(2 + usize::from(u16::from_be_bytes([high, low]))..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_a_page_is_that_of_its_frame() {
        let jpeg = [
            &[0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2][..],
            &[0xff, 0xc4, 0, 3, 9],
            &[0xff, 0xc0, 0, 11, 8, 1, 0x2c, 0, 0xc8],
        ]
        .concat();
        assert_eq!(jpeg_size(&jpeg), Some(PageSize { width: 200, height: 300 }));
        for cut in 0..jpeg.len() {
            assert_eq!(jpeg_size(&jpeg[..cut]), None, "{cut}");
        }
    }
}
