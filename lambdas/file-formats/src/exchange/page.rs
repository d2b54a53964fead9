//! HTML pages: exports with named elements (Recipe Keeper, CopyMeThat), and saved pages.

use extract::{Extraction, Page, Verdict};
use percent_encoding::percent_decode_str;
use url::Url;

use crate::documents::read_fragment;
use crate::exchange::ExportError;
use crate::exchange::entries::Entries;
use crate::exchange::field::Field;
use crate::exchange::fields::stem;
use crate::exchange::mapped;
use crate::unpack::{Element, Node, parse_html};

const RECIPES: [&str; 2] = ["recipe-details", "recipe"];
const NAMED_BY: [&str; 2] = ["itemprop", "id"];
/// Values of `itemprop` or `id` of elements that contain one entry per line.
const LISTS: [&str; 7] = [
    "recipeIngredients",
    "recipeDirections",
    "recipeInstructions",
    "recipeNotes",
    "recipeIngredient",
    "notes",
    "description",
];

/// Whether the start of a page has the element names of Recipe Keeper or CopyMeThat.
pub(crate) fn is_marked(sample: &str) -> bool {
    let names = |marks: [&str; 2]| marks.iter().all(|mark| sample.contains(mark));
    names(["recipe-details", "recipeIngredients"])
        || names(["recipeInstructions", "original_link"])
        || names(["class=\"recipe\"", "id=\"recipeIngredients\""])
}

pub(crate) fn read(
    bytes: &[u8],
    file: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    entries: &mut Entries,
) -> Result<(), ExportError> {
    let root = parse_html(&crate::unpack::decode(bytes)).map_err(|_| ExportError::TooLarge)?;
    let is_recipe = |element: &Element| {
        let classes = element.attribute("class").unwrap_or_default();
        classes.split_whitespace().any(|class| RECIPES.contains(&class))
    };
    for (index, element) in root.outermost(is_recipe).into_iter().enumerate() {
        mapped::add(&field(element), format!("recipe[{index}]"), file, entries)?;
    }
    Ok(())
}

fn field(element: &Element) -> Field<'_> {
    let mut parts = Vec::new();
    let mut open: Vec<&Element> = vec![element];
    while let Some(element) = open.pop() {
        let name = NAMED_BY.iter().find_map(|name| element.attribute(name)).unwrap_or_default();
        if element.name == "img" {
            parts.push(Field::of_text("image", element.attribute("src").unwrap_or_default()));
        } else if !name.is_empty() {
            let value = match element.attribute("content").or_else(|| element.attribute("href")) {
                Some(value) => value.to_owned(),
                None if LISTS.contains(&name) => lines(element).join("\n"),
                None => element.text().split_whitespace().collect::<Vec<_>>().join(" "),
            };
            parts.push(Field::of_text(name, value));
        }
        if !LISTS.contains(&name) {
            open.extend(element.elements().collect::<Vec<_>>().into_iter().rev());
        }
    }
    Field { parts, ..Field::default() }
}

/// Lines of a list. Headings of CopyMeThat (class `subheader`) get a colon at the end.
fn lines(element: &Element) -> Vec<String> {
    fn walk(element: &Element, out: &mut Vec<String>) {
        for child in &element.children {
            match child {
                Node::Text(text) => {
                    // Line breaks in the HTML source are not line breaks of the text.
                    if let Some(last) = out.last_mut() {
                        last.extend(text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }));
                    }
                }
                Node::Element(inner) => {
                    let is_block = matches!(
                        inner.name.as_str(),
                        "p" | "div" | "li" | "br" | "ul" | "ol" | "tr" | "h3" | "h4"
                    );
                    if is_block {
                        out.push(String::new());
                    }
                    walk(inner, out);
                    let is_heading =
                        inner.attribute("class").is_some_and(|class| class.contains("subheader"));
                    if let Some(last) = out.last_mut().filter(|last| is_heading && !last.trim().is_empty()) {
                        *last = format!("{}:", last.trim().trim_end_matches(':'));
                    }
                    if is_block && inner.name != "br" {
                        out.push(String::new());
                    }
                }
            }
        }
    }
    let mut out = vec![String::new()];
    walk(element, &mut out);
    out.retain(|line| !line.trim().is_empty());
    out
}

/// Base address of pages in an archive; never fetched.
const IN_ARCHIVE: &str = "http://archive.invalid/";

/// Reads a saved page of an archive; `name` is its member name. The photo may be a member too.
pub(crate) fn read_saved(
    name: &str,
    bytes: &[u8],
    file: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    entries: &mut Entries,
) -> Result<(), ExportError> {
    let html = crate::unpack::decode(bytes);
    let mut read = of_page(html);
    if read.verdict != Verdict::Recipe {
        // Index pages and frames are not recipes.
        let last = name.rsplit('/').next().unwrap_or_default();
        let stem = last.split('.').next().unwrap_or_default().to_lowercase();
        let is_beside = name.split('/').rev().skip(1).any(|folder| folder.ends_with("_files"));
        if is_beside || ["index", "readme", "style", "toc"].contains(&stem.as_str()) {
            return Ok(());
        }
        return entries.add_bad(self::stem(name), ExportError::NoRecipe, "");
    }
    let photo =
        read.content.picture_url.as_deref().and_then(|url| url.strip_prefix(IN_ARCHIVE)).map(str::to_owned);
    let picture = photo.and_then(|photo| {
        read.content.picture_url = None;
        file(&percent_decode_str(&photo).decode_utf8_lossy())
    });
    entries.add(read, picture, String::new)
}

fn of_page(html: String) -> Extraction {
    let Ok(url) = Url::parse(IN_ARCHIVE) else { return Extraction::only(Verdict::NoRecipe) };
    extract::read(&Page {
        url,
        // Already decoded.
        content_type: Some(String::from("text/html; charset=utf-8")),
        bytes: html.into_bytes(),
    })
}

/// Reads an XHTML fragment as text, or as a page if that finds more.
pub(crate) fn of_fragment(title: Option<&str>, fragment: &str) -> Extraction {
    let heading = title.unwrap_or_default().replace('&', "&amp;").replace('<', "&lt;");
    let html = format!(
        "<html><head><title>{heading}</title></head><body><h1>{heading}</h1>{fragment}</body></html>"
    );
    let of_text =
        read_fragment(title, fragment).ok().and_then(|text| extract::read_text(&text).into_iter().next());
    let of_page = of_page(html);
    let score = |read: &Extraction| {
        let lists = [!read.content.ingredients.is_empty(), !read.content.instructions.is_empty()];
        (read.verdict == Verdict::Recipe, lists.into_iter().filter(|is_filled| *is_filled).count())
    };
    match of_text.filter(|of_text| score(of_text) >= score(&of_page)) {
        Some(of_text) => of_text,
        None => of_page,
    }
}

pub(crate) fn text_of_fragment(fragment: &str) -> String {
    let text = read_fragment(None, fragment).map(|text| text.lines).unwrap_or_default();
    text.into_iter().map(|line| line.text).collect::<Vec<_>>().join("\n")
}
