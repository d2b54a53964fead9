use crate::unpack::Archive;
use recipe::Span;
use zest_core::sniff::FileKind;

use crate::exchange::{keyed, limits, master_cook, page, recipe_md, rez_konv, table, yaml};

/// Format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON of any app, or JSON-LD.
    Json,
    /// XML of any app.
    Xml,
    /// YAML with recipe fields.
    Yaml,
    /// A table with named columns (CSV).
    Table,
    /// Key-value text: `Title: Soup`.
    Keyed,
    /// An HTML page with all recipes: Recipe Keeper, CopyMeThat.
    Page,
    /// RecipeMD.
    RecipeMd,
    /// One Paprika recipe: gzipped JSON.
    Paprika,
    /// A Cooklang recipe.
    Cooklang,
    /// MealMaster recipes.
    MealMaster,
    /// RezKonv recipes.
    RezKonv,
    /// MasterCook's text export.
    MasterCook,
    /// A ZIP archive of files in these formats, or of pages and texts.
    Archive,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 13] = [
        Self::Json,
        Self::Xml,
        Self::Yaml,
        Self::Table,
        Self::Keyed,
        Self::Page,
        Self::RecipeMd,
        Self::Paprika,
        Self::Cooklang,
        Self::MealMaster,
        Self::RezKonv,
        Self::MasterCook,
        Self::Archive,
    ];

    /// Whether the format was detected only by words in the text, so the file may be a document.
    #[must_use]
    pub fn is_guessed(self) -> bool {
        matches!(
            self,
            Self::Json | Self::Xml | Self::Yaml | Self::Table | Self::Keyed | Self::Page | Self::RecipeMd
        )
    }
}

const SAMPLE_BYTES: usize = 32 * 1024;

/// Detects an export by its bytes, or by the file name if the format has no signature. `None` for other
/// files, including documents and saved pages.
#[must_use]
pub fn format(name: Option<&str>, bytes: &[u8]) -> Option<Format> {
    match zest_core::sniff::sniff(bytes) {
        Some(FileKind::Zip) => is_archive_of_recipes(bytes).then_some(Format::Archive),
        Some(FileKind::Gzip) => Some(Format::Paprika),
        Some(_) => None,
        None => of_text(&ending(name.unwrap_or_default()), bytes),
    }
}

pub(crate) fn of_text(ending: &str, bytes: &[u8]) -> Option<Format> {
    if !zest_core::sniff::is_text(bytes) {
        return None;
    }
    let sample = crate::unpack::decode_dos(bytes.span(..bytes.len().min(SAMPLE_BYTES)));
    let start = sample.trim_start_matches('\u{feff}').trim_start();
    if start.starts_with(['{', '[']) && !start.starts_with("{\\rtf") {
        return Some(Format::Json);
    }
    if start.starts_with('<') {
        return of_markup(start);
    }
    if sample.lines().any(is_meal_master_header) {
        return Some(Format::MealMaster);
    }
    if sample.lines().any(rez_konv::is_header) {
        return Some(Format::RezKonv);
    }
    if sample.lines().any(master_cook::is_header) {
        return Some(Format::MasterCook);
    }
    match ending {
        "cook" => Some(Format::Cooklang),
        "yml" | "yaml" => yaml::is_yaml(&sample).then_some(Format::Yaml),
        _ if table::is_table(&sample) => Some(Format::Table),
        _ if recipe_md::is_recipe_md(&sample) => Some(Format::RecipeMd),
        _ => keyed::is_keyed(&sample).then_some(Format::Keyed),
    }
}

const OF_PAGES: [&str; 24] = [
    "html", "head", "body", "script", "style", "div", "p", "span", "article", "section", "main", "header",
    "h1", "h2", "ul", "ol", "table", "meta", "link", "title", "svg", "a", "center", "rss",
];

fn of_markup(text: &str) -> Option<Format> {
    let root = root(text)?.to_ascii_lowercase();
    if OF_PAGES.contains(&root.as_str()) {
        return page::is_marked(text).then_some(Format::Page);
    }
    let lower = text.to_ascii_lowercase();
    let is_of_recipes = ["ingr", "zutat", "<ing>", "recipe"].iter().any(|mark| lower.contains(mark));
    (root == "en-export" || is_of_recipes).then_some(Format::Xml)
}

/// Name of the root element, after declarations and comments.
fn root(text: &str) -> Option<&str> {
    let mut rest = text;
    loop {
        // A DOCTYPE may have an internal subset, which contains ">"; so skip to the next "<".
        rest = rest.span(rest.find('<')?..);
        let end = match rest.strip_prefix('<')? {
            behind if behind.starts_with("!--") => "-->",
            behind if behind.starts_with(['?', '!']) => ">",
            behind => {
                let end = behind.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/'))?;
                let name = behind.span(..end);
                return Some(name.rsplit_once(':').map_or(name, |(_, name)| name));
            }
        };
        rest = rest.split_once(end)?.1;
    }
}

/// Whether the file is gzipped; Paprika is the only such format.
pub(crate) fn is_paprika(bytes: &[u8]) -> bool {
    zest_core::sniff::sniff(bytes) == Some(FileKind::Gzip)
}

/// Whether the line is `MMMMM----- Recipe via Meal-Master (tm) v8.05`, or has other dashes or programs.
pub(crate) fn is_meal_master_header(line: &str) -> bool {
    let line = line.trim();
    let is_marked = line.starts_with("MMMMM") || line.starts_with("-----");
    is_marked && line.to_ascii_lowercase().contains("meal-master")
}

pub(crate) fn ending(name: &str) -> String {
    name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default()
}

pub(crate) const MAY_BE_RECIPES: [&str; 29] = [
    "paprikarecipe",
    "cook",
    "json",
    "html",
    "htm",
    "xhtml",
    "txt",
    "text",
    "md",
    "markdown",
    "mmf",
    "mm",
    "rk",
    "mxp",
    "xml",
    "mx2",
    "fdx",
    "grmt",
    "cml",
    "enex",
    "recipeml",
    "crumb",
    "melarecipe",
    "csv",
    "tsv",
    "yml",
    "yaml",
    "rtk",
    "zip",
];

fn is_archive_of_recipes(bytes: &[u8]) -> bool {
    // An archive that is damaged or has too many members is not an export. The document reader handles it:
    // errors for DOCX, ODT and EPUB, otherwise `Unsupported`.
    let Ok(archive) = Archive::open(bytes, limits::ARCHIVE) else { return false };
    const OF_DOCUMENTS: [&str; 5] =
        ["[Content_Types].xml", "mimetype", "META-INF/container.xml", "word/document.xml", "content.xml"];
    let is_document = OF_DOCUMENTS.iter().any(|name| archive.has(name));
    !is_document
        && archive.members().iter().any(|member| MAY_BE_RECIPES.contains(&ending(&member.name).as_str()))
}
