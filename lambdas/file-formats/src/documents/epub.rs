//! EPUB books; each chapter is one text.

use std::collections::{HashMap, HashSet};

use crate::unpack::{Archive, Element};
use extract::Text;
use recipe::Language;

use crate::documents::DocumentError;
use crate::documents::container::{open, optional_xml, text, xml};
use crate::documents::xhtml;

/// Maximum chapters; cookbooks have up to 500.
const MAX_CHAPTERS: usize = 3_000;

/// Reads the non-empty chapters in order.
///
/// # Errors
/// See [`DocumentError`]; `Encrypted` for books with copy protection.
pub fn read_epub(bytes: &[u8]) -> Result<Vec<Text>, DocumentError> {
    let mut archive = open(bytes)?;
    let container = xml(&mut archive, "META-INF/container.xml")?;
    let path = container.find("rootfile").and_then(|file| file.attribute("full-path"));
    let path = path.ok_or(DocumentError::Unreadable)?.to_owned();
    let package = xml(&mut archive, &path)?;
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let language = package.find("language").and_then(|of| Language::from_tag(of.text().trim()));
    let chapters = chapters(&package, folder);
    if is_protected(&mut archive, &chapters)? {
        return Err(DocumentError::Encrypted);
    }
    let mut texts = Vec::new();
    for name in chapters {
        // A broken chapter is skipped.
        let page = match text(&mut archive, &name) {
            Ok(page) => page,
            Err(DocumentError::TooLarge) => return Err(DocumentError::TooLarge),
            Err(_) => continue,
        };
        let mut read = xhtml::read(&page)?;
        read.language = read.language.or(language);
        if !read.lines.is_empty() {
            texts.push(read);
        }
    }
    if texts.is_empty() { Err(DocumentError::Unreadable) } else { Ok(texts) }
}

fn chapters(package: &Element, folder: &str) -> Vec<String> {
    let all = package.descendants();
    let items =
        all.iter().filter(|of| of.name == "item").filter_map(|item| Some((item.attribute("id")?, *item)));
    let by_id: HashMap<&str, &Element> = items.collect();
    let is_text = |item: &&&Element| {
        let is_page = item.attribute("media-type").is_none_or(|kind| kind.contains("html"));
        // Skip the table of contents, which repeats recipe titles.
        let is_contents =
            item.attribute("properties").is_some_and(|of| of.split_whitespace().any(|of| of == "nav"));
        is_page && !is_contents
    };
    let spine = all.iter().filter(|of| of.name == "itemref");
    let named = spine.filter_map(|of| by_id.get(of.attribute("idref")?).filter(is_text)?.attribute("href"));
    named.take(MAX_CHAPTERS).map(|address| member(folder, address)).collect()
}

fn member(folder: &str, address: &str) -> String {
    let address = address.split(['#', '?']).next().unwrap_or_default();
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in address.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    unescaped(&parts.join("/"))
}

fn unescaped(address: &str) -> String {
    let bytes = address.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let code = address.get(at.saturating_add(1)..at.saturating_add(3)).filter(|_| *byte == b'%');
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(code) => {
                out.push(code);
                at = at.saturating_add(3);
            }
            None => {
                out.push(*byte);
                at = at.saturating_add(1);
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Whether a chapter is encrypted; encrypted fonts are ignored.
fn is_protected(archive: &mut Archive<'_>, chapters: &[String]) -> Result<bool, DocumentError> {
    let Some(encryption) = optional_xml(archive, "META-INF/encryption.xml")? else { return Ok(false) };
    let all = encryption.descendants();
    let encrypted: HashSet<String> =
        all.iter().filter_map(|of| of.attribute("URI")).map(|address| member("", address)).collect();
    Ok(chapters.iter().any(|chapter| encrypted.contains(chapter)))
}
