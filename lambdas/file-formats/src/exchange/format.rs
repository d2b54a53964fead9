//! Detects the format of an export by its content.

use crate::unpack::Archive;
use recipe::Span;
use zest_core::sniff::FileKind;

use crate::exchange::limits;

/// Format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON: schema.org (Zest, RecipeSage and others), Mealie, or RecipeSage backups; detected per recipe.
    Json,
    /// One Paprika recipe: gzipped JSON.
    Paprika,
    /// Recipe Keeper's HTML page of all recipes.
    RecipeKeeper,
    /// A Cooklang recipe.
    Cooklang,
    /// MealMaster recipes.
    MealMaster,
    /// A ZIP archive of any of these.
    Archive,
}

const SAMPLE_BYTES: usize = 32 * 1024;

/// Detects an export by its bytes, or by the file name if the format has no marker. `None` for other files,
/// including documents and saved pages.
#[must_use]
pub fn format(name: Option<&str>, bytes: &[u8]) -> Option<Format> {
    match zest_core::sniff::sniff(bytes) {
        Some(FileKind::Zip) => holds_recipes(bytes).then_some(Format::Archive),
        Some(FileKind::Gzip) => Some(Format::Paprika),
        Some(_) => None,
        None => of_text(ending(name.unwrap_or_default()), bytes),
    }
}

pub(crate) fn of_text(ending: String, bytes: &[u8]) -> Option<Format> {
    if !zest_core::sniff::is_text(bytes) {
        return None;
    }
    let sample = crate::unpack::decode_dos(bytes.span(..bytes.len().min(SAMPLE_BYTES)));
    let start = sample.trim_start();
    if start.starts_with(['{', '[']) && !start.starts_with("{\\rtf") {
        return Some(Format::Json);
    }
    if start.starts_with('<') {
        let is_recipe_keeper = sample.contains("recipe-details") && sample.contains("recipeIngredients");
        return is_recipe_keeper.then_some(Format::RecipeKeeper);
    }
    if sample.lines().any(is_meal_master_header) {
        return Some(Format::MealMaster);
    }
    (ending == "cook").then_some(Format::Cooklang)
}

/// Whether an archive member is a Paprika recipe: the only compressed format.
pub(crate) fn is_paprika(bytes: &[u8]) -> bool {
    zest_core::sniff::sniff(bytes) == Some(FileKind::Gzip)
}

/// `MMMMM----- Recipe via Meal-Master (tm) v8.05`, also with other dashes or programs.
pub(crate) fn is_meal_master_header(line: &str) -> bool {
    let line = line.trim();
    let is_marked = line.starts_with("MMMMM") || line.starts_with("-----");
    is_marked && line.to_ascii_lowercase().contains("meal-master")
}

pub(crate) fn ending(name: &str) -> String {
    name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default()
}

fn holds_recipes(bytes: &[u8]) -> bool {
    // Excess and damage are reported when reading.
    let Ok(mut archive) = Archive::open(bytes, limits::ARCHIVE) else { return false };
    let is_document =
        ["[Content_Types].xml", "mimetype", "META-INF/container.xml"].iter().any(|name| archive.has(name));
    if is_document {
        return false;
    }
    let members = archive.members().to_vec();
    members.iter().any(|member| match ending(&member.name).as_str() {
        "paprikarecipe" | "cook" | "mmf" | "mm" => true,
        "json" | "html" | "htm" | "txt" => {
            let read = archive.start_of(member.index, SAMPLE_BYTES as u64);
            read.is_ok_and(|bytes| is_paprika(&bytes) || of_text(String::new(), &bytes).is_some())
        }
        _ => false,
    })
}
