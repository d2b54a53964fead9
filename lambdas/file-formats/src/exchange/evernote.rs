//! Evernote: notes with XHTML within XML. Each note is an entry, even without a recipe.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use extract::Verdict;

use crate::exchange::ExportError;
use crate::exchange::entries::Entries;
use crate::exchange::limits::{MAX_PICTURE_BYTES, MAX_RECIPES};
use crate::exchange::page;
use crate::unpack::Element;

pub(crate) fn read(root: &Element, entries: &mut Entries) -> Result<(), ExportError> {
    for note in root.elements().filter(|element| element.name == "note").take(MAX_RECIPES.saturating_add(1)) {
        let text = |name: &str| note.child(name).map(Element::text).map(|text| text.trim().to_owned());
        let title = text("title").filter(|title| !title.is_empty());
        let content = text("content").unwrap_or_default();
        let mut read = page::of_fragment(title.as_deref(), &content);
        let attributes = note.child("note-attributes");
        read.source_url = attributes
            .and_then(|attributes| attributes.child("source-url"))
            .and_then(|url| extract::web_address(&url.text()));
        let tags =
            note.elements().filter(|element| element.name == "tag").map(|tag| tag.text().trim().to_owned());
        for tag in tags.filter(|tag| !tag.is_empty()) {
            if !read.content.tags.contains(&tag) {
                read.content.tags.push(tag);
            }
        }
        let picture = (read.verdict == Verdict::Recipe).then(|| picture(note)).flatten();
        if read.content.title.is_none() {
            read.content.title = title;
        }
        entries.add(read, picture, || page::text_of_fragment(&content))?;
    }
    Ok(())
}

fn picture(note: &Element) -> Option<Vec<u8>> {
    let is_image = |resource: &&Element| {
        resource.name == "resource"
            && resource.child("mime").is_some_and(|mime| mime.text().trim().starts_with("image/"))
    };
    let data = note.elements().find(is_image)?.child("data")?.text();
    let length = data.len() as u64;
    if length.saturating_sub(length / 60) > MAX_PICTURE_BYTES / 3 * 4 {
        return None;
    }
    let data: Vec<u8> = data.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
    STANDARD.decode(data).ok()
}
