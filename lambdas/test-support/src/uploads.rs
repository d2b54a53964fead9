//! Uploads in memory, and scripted openers and recognisers.

use std::collections::BTreeMap;
use std::sync::Mutex;

use app::model::Marks;
use app::reading::{Entry, Found, LinkedLine};
use app::upload::{Folder, ReadAs, SubmissionId, Upload, UploadKind, Uploaded};
use app::uploads::{FormField, FormRequest, StoredUpload, UploadForm, UploadMetadata, UploadStore};
use app::{ErrorCode, Language, OwnerId};
use extract::{ExportLine, Marked, Text, TextLine};
use ocr::{Sheet, Word};
use recipe::Content;
use upload_sandbox::{Opened, Opener, Recogniser, RecognisingReader, RecognitionError};
use zest_core::{PortError, Timestamp};

use crate::locks::lock;

#[derive(Clone, Debug)]
struct Object {
    bytes: Vec<u8>,
    content_type: String,
    name: Option<String>,
    is_kept: bool,
}

/// [`UploadStore`] in memory. Forms are not signed; [`MemoryUploads::post`] submits one.
#[derive(Debug, Default)]
pub struct MemoryUploads(Mutex<BTreeMap<String, Object>>);

impl MemoryUploads {
    /// Submits a form; panics if it has no key.
    pub fn post(&self, form: &UploadForm, bytes: &[u8]) {
        let field =
            |name: &str| form.fields.iter().find(|field| field.name == name).map(|field| field.value.clone());
        let key = field("key").unwrap_or_else(|| panic!("a form without a key"));
        let content_type = field("Content-Type").unwrap_or_default();
        let object = Object { bytes: bytes.to_vec(), content_type, name: field("name"), is_kept: false };
        lock(&self.0).insert(key, object);
    }

    /// Stores an object at a position.
    pub fn put(&self, upload: &Upload, position: u8, name: Option<&str>, bytes: &[u8]) {
        let object = Object {
            bytes: bytes.to_vec(),
            content_type: "application/octet-stream".to_owned(),
            name: name.map(str::to_owned),
            is_kept: false,
        };
        lock(&self.0).insert(upload.key(position), object);
    }

    /// All keys, and whether the object is kept.
    #[must_use]
    pub fn kept(&self) -> BTreeMap<String, bool> {
        lock(&self.0).iter().map(|(key, object)| (key.clone(), object.is_kept)).collect()
    }
}

impl UploadStore for MemoryUploads {
    async fn form(&self, request: &FormRequest, _now: Timestamp) -> Result<UploadForm, PortError> {
        let mut fields = vec![
            ("key", request.key.clone()),
            ("Content-Type", request.content_type.clone()),
            ("size", request.size.to_string()),
        ];
        fields.extend(request.name.clone().map(|name| ("name", name)));
        let fields =
            fields.into_iter().map(|(name, value)| FormField { name: name.to_owned(), value }).collect();
        Ok(UploadForm { url: "memory".to_owned(), fields, expires_at: request.expires_at })
    }

    async fn list(
        &self,
        kind: UploadKind,
        identity: &OwnerId,
        folder: &Folder,
        submission: Option<&SubmissionId>,
    ) -> Result<Vec<StoredUpload>, PortError> {
        let kept = lock(&self.0);
        let found = kept.iter().filter_map(|(key, object)| {
            let (upload, position) = Upload::read_key(kind, identity, folder, key)?;
            let size = u64::try_from(object.bytes.len()).ok()?;
            Some(StoredUpload { upload, position, size, created_at: Timestamp::from_millis(0) })
        });
        Ok(found.filter(|found| submission.is_none_or(|wanted| found.upload.submission == *wanted)).collect())
    }

    async fn peek(&self, upload: &Upload, position: u8) -> Result<Option<UploadMetadata>, PortError> {
        Ok(lock(&self.0).get(&upload.key(position)).map(|object| UploadMetadata {
            name: object.name.clone(),
            content_type: object.content_type.clone(),
            size: object.bytes.len().try_into().unwrap_or(u64::MAX),
            first_bytes: object.bytes.iter().take(64).copied().collect(),
        }))
    }

    async fn load(&self, upload: &Upload) -> Result<Vec<Uploaded>, PortError> {
        let kept = lock(&self.0);
        let found = (0..upload.positions()).filter_map(|position| kept.get(&upload.key(position)));
        Ok(found.map(|object| Uploaded { name: object.name.clone(), bytes: object.bytes.clone() }).collect())
    }

    async fn put_page(&self, upload: &Upload, page: u16, jpeg: Vec<u8>) -> Result<(), PortError> {
        let content_type = "image/jpeg".to_owned();
        let object = Object { bytes: jpeg, content_type, name: None, is_kept: false };
        lock(&self.0).insert(upload.page_key(page), object);
        Ok(())
    }

    async fn keep(&self, upload: &Upload, pages: u16) -> Result<(), PortError> {
        let mut kept = lock(&self.0);
        let keys = (0..upload.positions()).map(|position| upload.key(position));
        for key in keys.chain((0..pages).map(|page| upload.page_key(page))) {
            if let Some(object) = kept.get_mut(&key) {
                object.is_kept = true;
            }
        }
        Ok(())
    }

    async fn link(&self, key: &str, content_type: &'static str, _name: &str) -> Result<String, PortError> {
        Ok(format!("memory:{key}?{content_type}"))
    }

    async fn delete(&self, upload: &Upload) -> Result<(), PortError> {
        lock(&self.0).retain(|key, _| !key.starts_with(&upload.prefix()));
        Ok(())
    }

    async fn delete_all_of(&self, identity: &OwnerId, folder: &Folder) -> Result<(), PortError> {
        for kind in [UploadKind::Picture, UploadKind::File] {
            lock(&self.0).retain(|key, _| !key.starts_with(&Upload::home(kind, identity, folder)));
        }
        Ok(())
    }
}

/// Opens a photo as a one-pixel page image with the file's bytes, and a file as recipes separated by blank
/// lines: title, ingredient lines with a dash, steps. `!` marks an unreadable part, `~` a plain text, `->` the
/// title or id of the recipe that makes a line.
#[derive(Debug, Default)]
pub struct PartsOpener;

impl Opener for PartsOpener {
    async fn open(&self, read_as: ReadAs, files: Vec<Uploaded>) -> Result<Opened, ErrorCode> {
        if read_as == ReadAs::Pictures {
            let sheet = |file: Uploaded| Sheet { width: 1, height: 1, shown: file.bytes, ..Sheet::default() };
            return Ok(Opened::Sheets(files.into_iter().map(sheet).collect()));
        }
        let file = files.into_iter().next().ok_or(ErrorCode::UploadMissing)?;
        let whole = String::from_utf8(file.bytes).map_err(|_| ErrorCode::UnreadableFile)?;
        Ok(Opened::Entries(whole.split("\n\n").map(entry).collect()))
    }
}

fn entry(part: &str) -> Entry {
    let title = part.lines().next().map(str::to_owned);
    if part.starts_with('!') {
        return Entry { title, ..Entry::of(Found::Unreadable(ErrorCode::UnreadableFile)) };
    }
    if let Some(plain) = part.strip_prefix('~') {
        let lines = plain.lines().map(|text| TextLine { text: text.to_owned(), ..TextLine::default() });
        return Entry::of(Found::Text(Text { lines: lines.collect(), ..Text::default() }));
    }
    let line = |text: &str| ExportLine { text: text.to_owned(), group: None };
    let (lines, steps): (Vec<_>, Vec<_>) = part.lines().skip(1).partition(|line| line.starts_with("- "));
    let (lines, linked): (Vec<&str>, Vec<Option<&str>>) = lines
        .into_iter()
        .map(|line| line.split_once(" -> ").map_or((line, None), |(line, recipe)| (line, Some(recipe))))
        .unzip();
    let links = linked.into_iter().enumerate();
    let links =
        links.filter_map(|(line, recipe)| Some(LinkedLine { line, recipe: recipe?.to_owned() })).collect();
    let marked = Marked {
        content: Content { title: title.clone(), ..Content::default() },
        ingredients: lines.iter().map(|text| line(text.trim_start_matches("- "))).collect(),
        instructions: steps.into_iter().map(line).collect(),
        path: "part".to_owned(),
        ..Marked::default()
    };
    let picture = part.contains("picture").then(|| part.as_bytes().to_vec());
    let marks = Marks {
        favourite: part.contains("favourite"),
        rating: part.contains("five stars").then_some(5),
        ..Marks::default()
    };
    let id = title.clone();
    Entry {
        title,
        picture,
        marks,
        id,
        links,
        ..Entry::of(Found::Recipe(Box::new(extract::from_export(marked))))
    }
}

/// Upload reader that opens files with [`PartsOpener`] and recognises the same words in every photo.
pub type PartsReader = RecognisingReader<PartsOpener, SameWords>;

/// Recogniser that returns these words for every page image.
#[derive(Debug, Default)]
pub struct SameWords(pub Vec<Word>);

impl Recogniser for SameWords {
    async fn recognise(
        &self,
        _sheet: &Sheet,
        _hint: Option<Language>,
    ) -> Result<Vec<Word>, RecognitionError> {
        Ok(self.0.clone())
    }
}
