//! Opens files, in the child process: parsers may panic or use much memory.

use app::ErrorCode;
use app::media::{REDUCED_WIDTHS, Reduced};
use app::model::{Day, Marks};
use app::reading::{Entry, Found, LinkedLine};
use app::upload::{PLAIN_TEXT_LIMIT, ReadAs, Uploaded};
use file_formats::documents::{Document, DocumentError, Kind};
use file_formats::exchange::{ExportError, ExportedLink, Format};
use ocr::{PictureError, Sheet};

pub(crate) enum Part {
    Entry(Box<Entry>),
    Sheet(Sheet),
}

/// Opens a file and passes on its parts: at least one entry or page image.
pub(crate) fn open(read_as: ReadAs, file: Uploaded, give: &mut impl FnMut(Part)) -> Result<(), ErrorCode> {
    let name = file.name.as_deref();
    // A page is read like a fetched one, not opened here.
    if read_as == ReadAs::Page {
        return Err(ErrorCode::UnreadableFile);
    }
    let is = file_formats::documents::kind(name, &file.bytes);
    if read_as == ReadAs::PlainText {
        check_plain_text(is, &file.bytes)?;
    }
    if is == Kind::Picture || (read_as == ReadAs::Pictures && is == Kind::Unknown) {
        let sheet = ocr::prepare(&file.bytes).map_err(of_picture)?;
        give(Part::Sheet(sheet));
        return Ok(());
    }
    if read_as == ReadAs::Pictures {
        return Err(ErrorCode::UnsupportedPicture);
    }
    if file.bytes.is_empty() {
        return Err(ErrorCode::UnreadableFile);
    }
    if let Some(format) = file_formats::exchange::format(name, &file.bytes) {
        match file_formats::exchange::read(format, name, &file.bytes) {
            Ok(entries) => {
                entries.into_iter().for_each(|entry| give(Part::Entry(Box::new(of_export(entry)))));
                return Ok(());
            }
            // Plain text may start with a bracket, or have keys like an export.
            Err(ExportError::Unreadable | ExportError::NoRecipe)
                if format.is_guessed() && !(format == Format::Json && is_named_json(name)) => {}
            Err(error) => return Err(of_export_error(error)),
        }
    }
    match file_formats::documents::read(is, name, &file.bytes).map_err(of_document)? {
        Document::Texts(texts) => {
            if texts.is_empty() {
                return Err(ErrorCode::NoRecipeInFile);
            }
            for text in texts {
                give(Part::Entry(Box::new(Entry::of(Found::Text(text)))));
            }
        }
        Document::Page { html } => {
            let html = extract::decode(&html);
            give(Part::Entry(Box::new(Entry::of(Found::Page { html }))));
        }
        Document::Scans(scans) => {
            if scans.is_empty() {
                return Err(ErrorCode::NoRecipeInFile);
            }
            for scan in scans {
                give(Part::Sheet(ocr::prepare(&scan).map_err(|error| match error {
                    PictureError::TooLarge => ErrorCode::FileTooLarge,
                    PictureError::Unreadable | PictureError::Unsupported => ErrorCode::UnreadableFile,
                })?));
            }
        }
    }
    Ok(())
}

/// Upright JPEG, at most 1,600 pixels per side; nothing else of the file remains.
pub(crate) fn paint(file: &Uploaded) -> Result<Vec<u8>, ErrorCode> {
    match file_formats::documents::kind(file.name.as_deref(), &file.bytes) {
        Kind::Picture | Kind::Unknown => ocr::dish_photo(&file.bytes).map_err(of_picture),
        _ => Err(ErrorCode::UnsupportedPicture),
    }
}

pub(crate) fn reduce(file: &Uploaded) -> Result<Reduced, ErrorCode> {
    let ocr::Reduced { width, height, versions } =
        ocr::reduced(&file.bytes, &REDUCED_WIDTHS).map_err(of_picture)?;
    Ok(Reduced { width, height, versions })
}

/// Rejects other files, and texts over the limit without credits. Web pages and text exports pass.
fn check_plain_text(is: Kind, bytes: &[u8]) -> Result<(), ErrorCode> {
    if bytes.len() as u64 > PLAIN_TEXT_LIMIT {
        return Err(ErrorCode::FileTooLarge);
    }
    match is {
        Kind::Plain | Kind::Markdown | Kind::Html => Ok(()),
        Kind::Picture
        | Kind::Pdf
        | Kind::Docx
        | Kind::Odt
        | Kind::Epub
        | Kind::Rtf
        | Kind::Archive
        | Kind::Unknown => Err(ErrorCode::UnreadableFile),
    }
}

fn of_export_error(error: ExportError) -> ErrorCode {
    match error {
        ExportError::Unreadable => ErrorCode::UnreadableFile,
        ExportError::TooLarge => ErrorCode::FileTooLarge,
        ExportError::NoRecipe => ErrorCode::NoRecipeInFile,
    }
}

fn of_export(entry: file_formats::exchange::Entry) -> Entry {
    let problem = entry.problem;
    let links = entry.links.into_iter();
    Entry {
        title: entry.title,
        found: match entry.recipe {
            Some(recipe) => Found::Recipe(recipe),
            None => Found::Unreadable(
                problem.as_ref().map_or(ErrorCode::UnreadableFile, |problem| of_export_error(problem.error)),
            ),
        },
        text: problem.and_then(|problem| problem.text),
        // A broken photo does not invalidate its recipe.
        picture: entry.picture.and_then(|picture| ocr::dish_photo(&picture).ok()),
        marks: Marks {
            favourite: entry.marks.favourite,
            rating: entry.marks.rating,
            collections: entry.marks.collections,
            made_on: entry.marks.made_on.into_iter().filter_map(|day| Day::try_from(day).ok()).collect(),
        },
        id: entry.id,
        links: links.map(|ExportedLink { line, recipe }| LinkedLine { line, recipe }).collect(),
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn opened_as_text(name: &str, bytes: &[u8]) -> Result<Vec<Part>, ErrorCode> {
        let file = Uploaded { name: Some(name.to_owned()), bytes: bytes.to_vec() };
        let mut parts = Vec::new();
        open(ReadAs::PlainText, file, &mut |part| parts.push(part)).map(|()| parts)
    }

    #[test]
    fn plain_text_is_read_whatever_its_words() {
        let meal_master =
            b"MMMMM----- Recipe via Meal-Master (tm) v8.05\n\n      Title: Soup\n\n      1 l  Stock\n\n\
                            Simmer.\n\nMMMMM\n";
        for (name, bytes) in [
            ("pasted.txt", b"Soup\n\n2 leeks\n\nCut them.".as_slice()),
            ("pasted.txt", b"<!doctype html><title>Soup</title><p>2 leeks"),
            ("soup.md", b"# Soup\n\n- 2 leeks"),
            ("soup.mmf", meal_master),
            ("soup.pdf", b"Soup, whatever its name says"),
            ("pasted.txt", &[b'a'; PLAIN_TEXT_LIMIT as usize]),
        ] {
            assert!(opened_as_text(name, bytes).is_ok_and(|parts| !parts.is_empty()), "{name} {bytes:?}");
        }
        let too_long = opened_as_text("pasted.txt", &[b'a'; PLAIN_TEXT_LIMIT as usize + 1]);
        assert_eq!(too_long.err(), Some(ErrorCode::FileTooLarge));
    }

    const MARKS: [&[u8]; 12] = [
        b"%PDF-1.7\n",
        b"a line before it\n%PDF-1.4\n",
        b"\xff\xd8\xff\xe0\0\x10JFIF",
        b"\x89PNG\r\n\x1a\n",
        b"RIFF\x24\0\0\0WEBPVP8 ",
        b"II*\0",
        b"\0\0\0\x18ftypheic",
        b"PK\x03\x04",
        b"\x1f\x8b\x08",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        b"{\\rtf1\\ansi ",
        b"<svg xmlns=\"http://www.w3.org/2000/svg\">",
    ];

    proptest! {
        #[test]
        fn plain_text_never_reaches_another_reader(
            mark in proptest::option::of(proptest::sample::select(MARKS.to_vec())),
            name in proptest::sample::select(vec!["pasted.txt", "a.pdf", "a.jpg", "a.zip", "a.docx", "a.json", "a.rtf", "a"]),
            rest in proptest::collection::vec(any::<u8>(), 0..2_000),
        ) {
            let is_marked = mark.is_some();
            let bytes = [mark.unwrap_or_default(), &rest].concat();
            match opened_as_text(name, &bytes) {
                Ok(parts) => {
                    prop_assert!(!is_marked);
                    prop_assert!(parts.iter().all(|part| matches!(part, Part::Entry(_))));
                    prop_assert!(sniff_says_text(&bytes));
                }
                Err(code) => prop_assert!(
                    [ErrorCode::UnreadableFile, ErrorCode::NoRecipeInFile].contains(&code) , "{code:?}"
                ),
            }
        }
    }

    fn sniff_says_text(bytes: &[u8]) -> bool {
        matches!(file_formats::documents::kind(None, bytes), Kind::Plain | Kind::Html)
    }
}
