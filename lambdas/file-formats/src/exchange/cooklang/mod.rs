//! Cooklang: text with marked ingredients, cookware and timers.
//!
//! Metadata is in front matter or in lines that start with `>>`. A blank line ends a step; `= Dough =` starts a
//! section.

mod metadata;
mod step;

use std::collections::HashSet;

use extract::{ExportLine, Marked};
use recipe::{Content, Nutrition};
use serde_json::Value;

use crate::exchange::ExportError;
use crate::exchange::entries::Entries;
use crate::exchange::fields::{minutes, stem};
use crate::exchange::links::Links;
use crate::exchange::marks::{ExportedMarks, day, is_set, rating};
use metadata::Metadata;
use step::Mention;

/// Reads one recipe; the file name `name` is the fallback title.
pub(crate) fn read(name: Option<&str>, bytes: &[u8], entries: &mut Entries) -> Result<(), ExportError> {
    let text = crate::unpack::decode(bytes);
    let (metadata, body) = metadata::split(&text);
    let mut links = Links { id: name.and_then(stem), lines: Vec::new() };
    entries.add_marked(recipe(name, &metadata, &body, &mut links.lines), None)?;
    entries.mark(marks(&metadata));
    entries.link(links);
    Ok(())
}

/// Reads the keys that our own export adds to Cooklang's.
fn marks(metadata: &Metadata) -> ExportedMarks {
    let value = |keys: &[&str]| metadata.get(keys).map(Value::from);
    ExportedMarks {
        favourite: is_set(value(&["favourite", "favorite"]).as_ref()),
        rating: rating(value(&["rating"]).as_ref()),
        collections: metadata.all("collections").map(str::to_owned).collect(),
        made_on: metadata.all("made on").filter_map(day).collect(),
    }
}

/// Adds to `linked` the lines that refer to other recipes, and the file names of these.
fn recipe(name: Option<&str>, metadata: &Metadata, body: &str, linked: &mut Vec<(String, String)>) -> Marked {
    let mut marked =
        Marked { content: content(metadata, name), path: String::from("cooklang"), ..Marked::default() };
    marked.set_yield(
        metadata
            .get(&["servings", "serves", "yield"])
            .unwrap_or_default()
            .split('|')
            .next()
            .unwrap_or_default(),
    );
    if metadata.get(&["servings", "serves"]).is_some() {
        marked.set_yield(metadata.get(&["yield"]).unwrap_or_default());
    }
    let author = metadata.get(&["author", "source.author", "source.name", "source"]);
    marked.set_author(author.unwrap_or_default());
    for address in ["source.url", "source", "url"].iter().filter_map(|key| metadata.get(&[key])) {
        marked.set_source(address);
    }
    marked.set_language(metadata.get(&["locale", "language", "lang"]).unwrap_or_default());
    marked.set_picture(metadata.get(&["image", "images", "picture"]).unwrap_or_default());
    marked
        .set_tags(["tags", "course", "category", "cuisine", "diet"].iter().flat_map(|key| metadata.all(key)));
    let (mut group, mut known) = (None, HashSet::new());
    for block in blocks(body) {
        match block {
            Block::Section(name) => group = name,
            Block::Note(text) => marked.add_notes(&step::plain(&text)),
            Block::Step(text) => {
                add_step(&mut marked, &mut known, linked, &text, group.as_deref());
            }
        }
    }
    marked
}

fn content(metadata: &Metadata, name: Option<&str>) -> Content {
    let time = |keys: &[&str]| minutes(metadata.get(keys).map(str::to_owned));
    let value = |keys: &[&str]| metadata.get(keys).map(str::to_owned);
    Content {
        title: value(&["title"]).or_else(|| stem(name?)),
        description: value(&["description", "introduction"]),
        prep_minutes: time(&["prep time", "time.prep", "preparation time", "prep"]),
        cook_minutes: time(&["cook time", "time.cook", "cooking time", "cook"]),
        total_minutes: time(&["time", "time required", "total time", "duration", "time.total"]),
        nutrition: Nutrition {
            calories: value(&["calories", "nutrition.calories"]),
            fat: value(&["fat", "nutrition.fat"]),
            carbs: value(&["carbohydrates", "carbs", "nutrition.carbohydrates"]),
            protein: value(&["protein", "nutrition.protein"]),
        },
        ..Content::default()
    }
}

enum Block {
    /// Start of a section; `None` ends the current one.
    Section(Option<String>),
    Step(String),
    /// Paragraph that starts with `>`.
    Note(String),
}

fn blocks(body: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut paragraph: Vec<&str> = Vec::new();
    let flush = |paragraph: &mut Vec<&str>, blocks: &mut Vec<Block>| {
        if !paragraph.is_empty() {
            blocks.push(Block::Step(std::mem::take(paragraph).join("\n")));
        }
    };
    for line in body.lines() {
        let trimmed = line.trim();
        if let Some(rest) = trimmed.strip_prefix('=') {
            flush(&mut paragraph, &mut blocks);
            let name = step::plain(rest.trim_matches(['=', ' ']));
            blocks.push(Block::Section(Some(name).filter(|name| !name.is_empty())));
        } else if let Some(note) = trimmed.strip_prefix('>') {
            flush(&mut paragraph, &mut blocks);
            blocks.push(Block::Note(note.trim().to_owned()));
        } else if trimmed.is_empty() {
            flush(&mut paragraph, &mut blocks);
        } else {
            paragraph.push(trimmed);
        }
    }
    flush(&mut paragraph, &mut blocks);
    blocks
}

fn add_step(
    marked: &mut Marked,
    known: &mut HashSet<String>,
    linked: &mut Vec<(String, String)>,
    text: &str,
    group: Option<&str>,
) {
    let read = step::read(text);
    for Mention { name, text, has_amount, recipe } in read.mentions {
        let name = name.to_lowercase();
        // Names of files are compared as `stem` writes them.
        linked.extend(recipe.and_then(|file| Some((text.clone(), stem(&format!("{file}.cook"))?))));
        // A repeated ingredient without an amount is already listed.
        if has_amount || !known.contains(&name) {
            marked.ingredients.push(ExportLine { text, group: group.map(str::to_owned) });
        }
        known.insert(name);
    }
    if !read.is_list && !read.text.is_empty() {
        marked.instructions.push(ExportLine { text: read.text, group: group.map(str::to_owned) });
    }
}
