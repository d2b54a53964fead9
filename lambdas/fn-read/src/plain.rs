//! Opens files of plain text; pictures are decoded in this process.

use app::ErrorCode;
use app::reading::{Entry, Found, Opened, Opener, UploadKind, Uploaded};
use extract::{Text, TextLine};
use pictures::PictureError;

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
        Ok(Opened::Entries(whole.split('\u{c}').map(entry).collect()))
    }
}

fn entry(part: &str) -> Entry {
    if part.trim_start().starts_with('<') {
        return Entry { title: None, found: Found::Page { html: part.to_owned() }, picture: None };
    }
    let line = |text: &str| TextLine { text: text.trim().to_owned(), ..TextLine::default() };
    let lines = part.lines().filter(|line| !line.trim().is_empty()).map(line).collect();
    Entry { title: None, found: Found::Text(Text { lines, ..Text::default() }), picture: None }
}
