//! Pages from files and manifests.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use extract::{MAX_PAGE_BYTES, Page, Prediction};
use recipe::nutrition;
use serde::Deserialize;
use url::Url;

use crate::arguments::Pages;

/// Where a page came from when nothing tells.
const NOWHERE: &str = "http://localhost/";

/// One line of a manifest.
#[derive(Deserialize)]
struct Entry {
    id: Option<String>,
    file: PathBuf,
    url: Option<Url>,
}

/// Prints a prediction for each page that can be read, and a sentence on standard error for each that cannot.
/// The answer says whether all could be read.
pub(crate) fn print(pages: &Pages, out: &mut impl Write) -> io::Result<bool> {
    let mut is_whole = true;
    for manifest in &pages.manifests {
        let folder = manifest.parent().unwrap_or(Path::new(""));
        for entry in entries(manifest) {
            is_whole &= match entry {
                Ok(entry) => print_page(&Entry { file: folder.join(&entry.file), ..entry }, pages, out)?,
                Err(reason) => complain(&reason),
            };
        }
    }
    for file in &pages.files {
        is_whole &= print_page(&Entry { id: None, file: file.clone(), url: None }, pages, out)?;
    }
    Ok(is_whole)
}

fn entries(manifest: &Path) -> Vec<Result<Entry, String>> {
    let name = manifest.display();
    let file = match File::open(manifest) {
        Ok(file) => file,
        Err(error) => return vec![Err(format!("cannot read {name}: {error}"))],
    };
    let lines = (1..).zip(BufReader::new(file).lines());
    // After a line that cannot be read at all there is nothing more to come.
    let mut is_broken = false;
    lines
        .take_while(|(_, line)| !std::mem::replace(&mut is_broken, line.is_err()))
        .filter(|(_, line)| line.as_ref().map_or(true, |line| !line.trim().is_empty()))
        .map(|(number, line)| {
            let line = line.map_err(|error| format!("cannot read line {number} of {name}: {error}"))?;
            serde_json::from_str(&line).map_err(|error| {
                format!("line {number} of {name} is no {{\"id\", \"file\", \"url\"}}: {error}")
            })
        })
        .collect()
}

fn print_page(entry: &Entry, pages: &Pages, out: &mut impl Write) -> io::Result<bool> {
    let mut bytes = Vec::new();
    // One byte more than is read, so that the reader knows that there was more.
    let file = File::open(&entry.file);
    if let Err(error) = file.and_then(|file| file.take(MAX_PAGE_BYTES as u64 + 1).read_to_end(&mut bytes)) {
        return Ok(complain(&format!("cannot read {}: {error}", entry.file.display())));
    }
    let Some(url) = entry.url.clone().or_else(|| pages.url.clone()).or_else(|| address(&entry.file)) else {
        return Ok(complain(&format!("{} has no address", entry.file.display())));
    };
    let extraction = extract::read(&Page { url, content_type: None, bytes });
    let id = entry.id.clone().unwrap_or_else(|| id(&entry.file));
    let computed = if pages.is_full { nutrition::per_serving(&extraction.content).nutrition } else { None };
    let prediction = if pages.is_full {
        Prediction::full(&id, &extraction, computed.as_ref())
    } else {
        Prediction::of(&id, &extraction)
    };
    serde_json::to_writer(&mut *out, &prediction)?;
    out.write_all(b"\n")?;
    Ok(true)
}

/// The folder as a host: pages are commonly kept as `<host>/<name>.html`.
fn address(file: &Path) -> Option<Url> {
    let folder = folder(file).filter(|folder| folder.contains('.'));
    folder.and_then(|host| Url::parse(&format!("https://{host}/")).ok()).or_else(|| Url::parse(NOWHERE).ok())
}

fn id(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    folder(file).map_or_else(|| stem.to_string(), |folder| format!("{folder}/{stem}"))
}

fn folder(file: &Path) -> Option<String> {
    Some(file.parent()?.file_name()?.to_string_lossy().into_owned())
}

fn complain(reason: &str) -> bool {
    eprintln!("extract: {reason}");
    false
}
