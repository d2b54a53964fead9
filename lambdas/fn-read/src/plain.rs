//! Opens files of plain text; pictures are decoded in this process.

use app::ErrorCode;
use app::Language;
use app::ports::PortError;
use app::reading::{Entry, Found, Opened, Opener, Recogniser, RecognitionError, UploadKind, Uploaded};
use extract::{Text, TextLine};
use pictures::{PictureError, Sheet, Word};

/// Plain text, line by line.
#[derive(Debug)]
pub(crate) struct PlainText;

impl Opener for PlainText {
    async fn open(&self, kind: UploadKind, files: Vec<Uploaded>) -> Result<Opened, ErrorCode> {
        if kind == UploadKind::Picture {
            let sheets = files.iter().map(|file| pictures::prepare(&file.bytes)).collect::<Result<_, _>>();
            return sheets.map(Opened::Sheets).map_err(|error| match error {
                PictureError::Unreadable => ErrorCode::UnreadablePicture,
                PictureError::Unsupported => ErrorCode::UnsupportedPicture,
                PictureError::TooLarge => ErrorCode::PictureTooLarge,
            });
        }
        let file = files.into_iter().next().ok_or(ErrorCode::UploadMissing)?;
        let whole = String::from_utf8(file.bytes).map_err(|_| ErrorCode::UnsupportedFile)?;
        if whole.trim_start().starts_with('<') {
            let found = Found::Page { html: whole };
            return Ok(Opened::Entries(vec![Entry { title: None, found, picture: None }]));
        }
        let line = |text: &str| TextLine { text: text.trim().to_owned(), ..TextLine::default() };
        let lines = whole.lines().filter(|line| !line.trim().is_empty()).map(line).collect();
        let text = Text { lines, ..Text::default() };
        Ok(Opened::Entries(vec![Entry { title: None, found: Found::Text(text), picture: None }]))
    }
}

/// Recognises nothing.
#[derive(Debug)]
pub(crate) struct Nothing;

impl Recogniser for Nothing {
    async fn recognise(
        &self,
        _sheet: &Sheet,
        _hint: Option<Language>,
    ) -> Result<Vec<Word>, RecognitionError> {
        Err(PortError::Broken("no recogniser".to_owned()).into())
    }
}
