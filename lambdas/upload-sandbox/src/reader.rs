use app::reading::{Entry, Found, ReadUpload, UploadReader, UprightPage};
use app::upload::{PageSize, ReadAs, UploadKind, Uploaded};
use app::{AppError, ErrorCode};
use extract::{Text, TextLine};
use futures_util::future::try_join_all;
use ocr::Sheet;
use recipe::Language;

use crate::opener::{Opened, Opener};
use crate::recogniser::{Recogniser, RecognitionError};

const SHEETS_AT_ONCE: usize = 2;

/// Opens uploads and recognises text in images.
#[derive(Clone, Debug, Default)]
pub struct RecognisingReader<Open, Recognise> {
    /// Opens an upload in a sandboxed process.
    pub opener: Open,
    /// Recognises the text of images.
    pub recogniser: Recognise,
}

impl<Open: Opener, Recognise: Recogniser> UploadReader for RecognisingReader<Open, Recognise> {
    async fn read(
        &self,
        read_as: ReadAs,
        files: Vec<Uploaded>,
        hint: Option<Language>,
    ) -> Result<ReadUpload, AppError> {
        let sheets = match self.opener.open(read_as, files).await.map_err(AppError::ImportFailed)? {
            Opened::Entries(entries) => return Ok(ReadUpload { entries, pages: Vec::new() }),
            // Text and pages are not paid for, so they get no OCR, whatever the opener returns.
            Opened::Sheets(_) if matches!(read_as, ReadAs::PlainText | ReadAs::Page) => {
                return Err(AppError::ImportFailed(ErrorCode::UnreadableFile));
            }
            Opened::Sheets(sheets) => sheets,
        };
        let kind = read_as.kind();
        let mut pages = Vec::with_capacity(sheets.len());
        for (some, first) in sheets.chunks(SHEETS_AT_ONCE).zip((0u16..).step_by(SHEETS_AT_ONCE)) {
            let recognising =
                some.iter().zip(first..).map(|(sheet, page)| page_text(&self.recogniser, sheet, page, hint));
            pages.extend(try_join_all(recognising).await?);
        }
        let text = one_text(pages);
        if text.lines.is_empty() {
            return Err(AppError::ImportFailed(match kind {
                UploadKind::Picture => ErrorCode::NoTextInPicture,
                UploadKind::File | UploadKind::Page => kind.no_recipe_code(),
            }));
        }
        let entries = vec![Entry::of(Found::Text(text))];
        Ok(ReadUpload { entries, pages: sheets.into_iter().map(upright_page).collect() })
    }
}

async fn page_text(
    recogniser: &impl Recogniser,
    sheet: &Sheet,
    page: u16,
    hint: Option<Language>,
) -> Result<Text, AppError> {
    let words = recogniser.recognise(sheet, hint).await.map_err(|error| match error {
        RecognitionError::TimedOut => AppError::ImportFailed(ErrorCode::ReadingTimedOut),
        RecognitionError::Missing => AppError::ImportFailed(ErrorCode::NoTextRecognition),
        RecognitionError::Port(error) => error.into(),
    })?;
    Ok(ocr::lines(sheet, &words, page))
}

fn one_text(pages: Vec<Text>) -> Text {
    let mut whole = Text { is_recognised: true, ..Text::default() };
    let mut first_block = 0;
    for (number, page) in pages.into_iter().enumerate() {
        if number == 0 {
            whole.wrapping = page.wrapping;
        }
        whole.is_inexact |= page.is_inexact;
        whole.language = whole.language.or(page.language);
        let blocks = page.lines.iter().map(|line| line.block + 1).max().unwrap_or(0);
        whole
            .lines
            .extend(page.lines.into_iter().map(|line| TextLine { block: first_block + line.block, ..line }));
        first_block += blocks;
    }
    whole
}

fn upright_page(sheet: Sheet) -> UprightPage {
    let size = jpeg_size(&sheet.shown).unwrap_or(PageSize { width: sheet.width, height: sheet.height });
    UprightPage { jpeg: sheet.shown, size }
}

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

    struct SheetOpener;

    impl Opener for SheetOpener {
        async fn open(&self, _read_as: ReadAs, _files: Vec<Uploaded>) -> Result<Opened, ErrorCode> {
            Ok(Opened::Sheets(vec![Sheet::default()]))
        }
    }

    struct NoWords;

    impl Recogniser for NoWords {
        async fn recognise(
            &self,
            _sheet: &Sheet,
            _hint: Option<Language>,
        ) -> Result<Vec<ocr::Word>, RecognitionError> {
            Ok(Vec::new())
        }
    }

    #[tokio::test]
    async fn plain_text_is_never_recognised() {
        let reader = RecognisingReader { opener: SheetOpener, recogniser: NoWords };
        for (read_as, expected) in [
            // OCR found no text.
            (ReadAs::File, ErrorCode::NoRecipeInFile),
            (ReadAs::PlainText, ErrorCode::UnreadableFile),
        ] {
            let refused = reader.read(read_as, Vec::new(), None).await.err();
            assert_eq!(refused, Some(AppError::ImportFailed(expected)), "{read_as:?}");
        }
    }

    #[test]
    fn page_size_is_read_from_the_jpeg_frame() {
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
