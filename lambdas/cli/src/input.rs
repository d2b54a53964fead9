use std::fs::File;
use std::io::Read;
use std::path::Path;

use app::fetching::{Fetcher, Wanted};
use app::uploads::SIZE_LIMIT;
use app::{AppError, ErrorCode};
use extract::MAX_PAGE_BYTES;
use file_formats::documents::Kind;
use url::Url;

const NOWHERE: &str = "http://localhost/";
const PAGE_ENDINGS: [&str; 4] = ["html", "htm", "xhtml", "testhtml"];

pub(crate) struct Input {
    pub(crate) id: String,
    pub(crate) url: Url,
    pub(crate) is_known: bool,
    pub(crate) name: Option<String>,
    pub(crate) content_type: Option<String>,
    pub(crate) bytes: Vec<u8>,
    pub(crate) kind: InputKind,
}

/// Kind of an input, from its name and bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum InputKind {
    Page,
    Picture,
    Document,
}

/// Reads a page; `url` and `id` are from a manifest or an option.
pub(crate) fn page(file: &Path, id: Option<String>, url: Option<Url>) -> Result<Input, String> {
    let bytes = bytes_of(file, MAX_PAGE_BYTES as u64)?;
    input(file, id, url, bytes, InputKind::Page)
}

pub(crate) fn file(file: &Path, url: Option<Url>) -> Result<Input, String> {
    let ending = file.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let bytes = bytes_of(file, SIZE_LIMIT)?;
    let name = file.file_name().map(|name| name.to_string_lossy());
    let kind = match file_formats::exchange::format(name.as_deref(), &bytes) {
        Some(_) => InputKind::Document,
        None if PAGE_ENDINGS.contains(&ending.as_str()) => return page(file, None, url),
        None => kind(name.as_deref(), &bytes),
    };
    if bytes.len() as u64 > SIZE_LIMIT {
        return Err(format!("{} is larger than {} MiB", file.display(), SIZE_LIMIT >> 20));
    }
    input(file, None, url, bytes, kind)
}

pub(crate) fn fetch(address: &Url) -> Result<Input, String> {
    let failed = |error: &dyn std::fmt::Display| format!("cannot fetch {address}: {error}");
    let fetcher = fetcher::from_setting(None).map_err(|error| failed(&error))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let fetched =
        runtime.map_err(|error| failed(&error))?.block_on(fetcher.fetch(address.as_str(), Wanted::Page));
    let fetched = fetched.map_err(|error| failed(&AppError::ImportFailed(ErrorCode::from(error))))?;
    let name = fetched.url.path_segments().and_then(|mut parts| parts.next_back()).map(str::to_owned);
    let kind = match kind(name.as_deref(), &fetched.body) {
        // A response sent as HTML is a page, even if its bytes look like a document.
        InputKind::Document if fetched.content_type.as_deref().is_some_and(|sent| sent.contains("html")) => {
            InputKind::Page
        }
        kind => kind,
    };
    Ok(Input {
        id: fetched.url.to_string(),
        url: fetched.url,
        is_known: true,
        name,
        content_type: fetched.content_type,
        bytes: fetched.body,
        kind,
    })
}

fn kind(name: Option<&str>, bytes: &[u8]) -> InputKind {
    match file_formats::documents::kind(name, bytes) {
        Kind::Html | Kind::Unknown => InputKind::Page,
        Kind::Picture => InputKind::Picture,
        _ => InputKind::Document,
    }
}

fn input(
    file: &Path,
    id: Option<String>,
    url: Option<Url>,
    bytes: Vec<u8>,
    kind: InputKind,
) -> Result<Input, String> {
    let known = url.or_else(|| address(file));
    let is_known = known.is_some();
    let url = known.or_else(|| Url::parse(NOWHERE).ok());
    let url = url.ok_or_else(|| format!("{} has no address", file.display()))?;
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
    Ok(Input {
        id: id.unwrap_or_else(|| self::id(file)),
        url,
        is_known,
        name,
        content_type: None,
        bytes,
        kind,
    })
}

/// Reads at most one byte more than the limit, which reveals a larger file.
fn bytes_of(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let file = File::open(path);
    match file.and_then(|file| file.take(limit + 1).read_to_end(&mut bytes)) {
        Ok(_) => Ok(bytes),
        Err(error) => Err(format!("cannot read {}: {error}", path.display())),
    }
}

/// URL of the host that the folder names, as in `kitchen.example/pie.html`.
fn address(file: &Path) -> Option<Url> {
    let folder = folder(file).filter(|folder| folder.contains('.'))?;
    Url::parse(&format!("https://{folder}/")).ok()
}

fn id(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    folder(file).map_or_else(|| stem.to_string(), |folder| format!("{folder}/{stem}"))
}

fn folder(file: &Path) -> Option<String> {
    Some(file.parent()?.file_name()?.to_string_lossy().into_owned())
}
