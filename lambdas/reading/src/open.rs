//! What a file holds. Runs in the child, because the parsers behind it may panic or grow without end.

use app::ErrorCode;
use app::reading::{Entry, Found};
use app::upload::{UploadKind, Uploaded};
use documents::{Document, DocumentError, Kind};
use exchange::{ExportError, Format};
use pictures::{PictureError, Sheet};

/// One part of what a file holds.
pub(crate) enum Part {
    Entry(Box<Entry>),
    Sheet(Sheet),
}

/// Opens a file and gives its parts as soon as they are there: entries, or sheets, at least one.
pub(crate) fn open(kind: UploadKind, file: Uploaded, give: &mut impl FnMut(Part)) -> Result<(), ErrorCode> {
    let name = file.name.as_deref();
    let is = documents::kind(name, &file.bytes);
    if is == Kind::Picture || (kind == UploadKind::Picture && is == Kind::Unknown) {
        let sheet = pictures::prepare(&file.bytes).map_err(of_picture)?;
        give(Part::Sheet(sheet));
        return Ok(());
    }
    if kind == UploadKind::Picture {
        return Err(ErrorCode::UnsupportedPicture);
    }
    if file.bytes.is_empty() {
        return Err(ErrorCode::UnreadableFile);
    }
    if let Some(format) = exchange::format(name, &file.bytes) {
        match exchange::read(format, name, &file.bytes) {
            Ok(entries) => {
                entries.into_iter().for_each(|entry| give(Part::Entry(Box::new(of_export(entry)))));
                return Ok(());
            }
            // A text may begin with a bracket.
            Err(ExportError::Unreadable) if format == Format::Json && !is_named_json(name) => {}
            Err(ExportError::Unreadable) => return Err(ErrorCode::UnreadableFile),
            Err(ExportError::TooLarge) => return Err(ErrorCode::FileTooLarge),
        }
    }
    match documents::read(is, name, &file.bytes).map_err(of_document)? {
        Document::Texts(texts) => {
            if texts.is_empty() {
                return Err(ErrorCode::NoRecipeInFile);
            }
            for text in texts {
                give(Part::Entry(Box::new(Entry { title: None, found: Found::Text(text), picture: None })));
            }
        }
        Document::Page { html } => {
            let html = extract::decode(&html);
            give(Part::Entry(Box::new(Entry { title: None, found: Found::Page { html }, picture: None })));
        }
        Document::Scans(scans) => {
            if scans.is_empty() {
                return Err(ErrorCode::NoRecipeInFile);
            }
            for scan in scans {
                give(Part::Sheet(pictures::prepare(&scan).map_err(|error| match error {
                    PictureError::TooLarge => ErrorCode::FileTooLarge,
                    PictureError::Unreadable | PictureError::Unsupported => ErrorCode::UnreadableFile,
                })?));
            }
        }
    }
    Ok(())
}

fn of_export(entry: exchange::Entry) -> Entry {
    Entry {
        title: entry.title,
        found: match entry.recipe {
            Some(recipe) => Found::Recipe(recipe),
            None => Found::Unreadable(ErrorCode::UnreadableFile),
        },
        // A broken picture is no reason to lose its recipe.
        picture: entry.picture.and_then(|picture| pictures::picture_of_dish(&picture).ok()),
    }
}

fn of_picture(error: PictureError) -> ErrorCode {
    match error {
        PictureError::Unreadable => ErrorCode::UnreadablePicture,
        PictureError::Unsupported => ErrorCode::UnsupportedPicture,
        PictureError::TooLarge => ErrorCode::PictureTooLarge,
    }
}

fn of_document(error: DocumentError) -> ErrorCode {
    match error {
        DocumentError::Unreadable => ErrorCode::UnreadableFile,
        DocumentError::Unsupported => ErrorCode::UnsupportedFile,
        DocumentError::Encrypted => ErrorCode::EncryptedFile,
        DocumentError::TooLarge => ErrorCode::FileTooLarge,
    }
}

fn is_named_json(name: Option<&str>) -> bool {
    name.is_some_and(|name| name.to_ascii_lowercase().ends_with(".json"))
}
