//! The state READING: opens an upload and recognises its pictures.

use extract::Text;
use pictures::Sheet;

use crate::error::AppError;
use crate::failure::ErrorCode;
use crate::ids::Job;
use crate::import::{bench, change, current, or_clear};
use crate::ports::{RecipeStore, UploadStore, Workbench};
use crate::reading::{Entry, Found, Opened, Opener, Recogniser, RecognitionError};
use crate::stored::{Recipe, Stage};
use crate::timestamp::Timestamp;
use crate::uploads::{PageSize, Upload};

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
/// read on the workbench. It gives up when `is_over` says that there is no more time.
///
/// # Errors
/// [`AppError::ImportFailed`] with the reason for the person.
pub async fn read_upload(
    store: &impl RecipeStore,
    reader: &Reader<'_, impl UploadStore, impl Opener, impl Recogniser>,
    workbench: &impl Workbench,
    job: &Job,
    now: Timestamp,
    is_over: impl Fn() -> bool + Send + Sync,
) -> Result<(), AppError> {
    let outcome = read(store, reader, workbench, job, now, is_over).await;
    or_clear(store, workbench, job, outcome).await
}

async fn read(
    store: &impl RecipeStore,
    reader: &Reader<'_, impl UploadStore, impl Opener, impl Recogniser>,
    workbench: &impl Workbench,
    job: &Job,
    now: Timestamp,
    is_over: impl Fn() -> bool + Send + Sync,
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
    let opened = reader.opener.open(upload.kind, files).await.map_err(AppError::ImportFailed)?;
    let (entries, pages) = match opened {
        Opened::Entries(entries) => (entries, Vec::new()),
        Opened::Sheets(sheets) => {
            let pages = sheets.iter().map(shown_size).collect();
            (vec![recognise(reader, &upload, &recipe, sheets, is_over).await?], pages)
        }
    };
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

/// The text of all sheets, and their upright pages beside the upload.
async fn recognise(
    reader: &Reader<'_, impl UploadStore, impl Opener, impl Recogniser>,
    upload: &Upload,
    recipe: &Recipe,
    sheets: Vec<Sheet>,
    is_over: impl Fn() -> bool + Send + Sync,
) -> Result<Entry, AppError> {
    let mut texts = Vec::with_capacity(sheets.len());
    for (number, mut sheet) in (0_u16..).zip(sheets) {
        if is_over() {
            return Err(AppError::ImportFailed(ErrorCode::ReadingTimedOut));
        }
        let shown = std::mem::take(&mut sheet.shown);
        reader.uploads.put_page(upload, number, shown).await?;
        let words = reader.recogniser.recognise(&sheet, recipe.requested_language).await;
        let words = words.map_err(|error| match error {
            RecognitionError::TimedOut => AppError::ImportFailed(ErrorCode::ReadingTimedOut),
            RecognitionError::Port(error) => error.into(),
        })?;
        texts.push(pictures::lines(&sheet, &words, number));
    }
    let text = joined(texts);
    if text.lines.is_empty() {
        return Err(AppError::ImportFailed(ErrorCode::NoTextInPicture));
    }
    Ok(Entry { title: None, found: Found::Text(text), picture: None })
}

/// One text of the pages' texts: what is a block on one page is none on the next.
fn joined(texts: Vec<Text>) -> Text {
    let mut pages = texts.into_iter();
    let mut whole = pages.next().unwrap_or_default();
    for page in pages {
        let next = whole.lines.iter().map(|line| line.block + 1).max().unwrap_or_default();
        whole.lines.extend(page.lines.into_iter().map(|mut line| {
            line.block += next;
            line
        }));
        whole.language = whole.language.or(page.language);
    }
    whole
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
    use extract::TextLine;

    use super::*;

    #[test]
    fn pages_become_one_text_whose_blocks_stay_apart() {
        let line = |text: &str, block| TextLine { text: text.to_owned(), block, ..TextLine::default() };
        let page = |lines: Vec<TextLine>| Text { lines, ..Text::default() };
        let whole = joined(vec![
            page(vec![line("a", 0), line("b", 2)]),
            page(vec![]),
            page(vec![line("c", 0), line("d", 1)]),
        ]);
        let blocks: Vec<_> = whole.lines.iter().map(|line| (line.text.as_str(), line.block)).collect();
        assert_eq!(blocks, [("a", 0), ("b", 2), ("c", 3), ("d", 4)]);
    }

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
