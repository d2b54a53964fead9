//! Which kind of export a file is, told by what it holds.

use crate::unpack::Archive;
use recipe::Span;
use zest_core::sniff::FileKind;

use crate::exchange::limits;

/// A kind of export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Recipes in JSON: schema.org's vocabulary (Zest, RecipeSage and many others), Mealie, backups of RecipeSage. Which
    /// of them is told recipe by recipe.
    Json,
    /// One recipe of Paprika: gzip around JSON.
    Paprika,
    /// The page of all recipes that Recipe Keeper writes.
    RecipeKeeper,
    /// A recipe in the Cooklang language.
    Cooklang,
    /// Recipes of MealMaster, or of the many programs that write its format.
    MealMaster,
    /// A ZIP archive of any of these.
    Archive,
}

/// So much of a text tells what it is.
const SAMPLE_BYTES: usize = 32 * 1024;

/// Tells an export by its bytes; the file's own name is asked only where a format has no mark of its own. `None` for what is
/// no export, documents and saved pages among it.
#[must_use]
pub fn format(name: Option<&str>, bytes: &[u8]) -> Option<Format> {
    match zest_core::sniff::sniff(bytes) {
        Some(FileKind::Zip) => holds_recipes(bytes).then_some(Format::Archive),
        Some(FileKind::Gzip) => Some(Format::Paprika),
        Some(_) => None,
        None => of_text(ending(name.unwrap_or_default()), bytes),
    }
}

/// As [`format()`], for what stands in no archive.
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

/// Whether a member of an archive is a recipe of Paprika: nothing else that is read here is compressed by itself.
pub(crate) fn is_paprika(bytes: &[u8]) -> bool {
    zest_core::sniff::sniff(bytes) == Some(FileKind::Gzip)
}

/// `MMMMM----- Recipe via Meal-Master (tm) v8.05`, also with other dashes and from other programs.
pub(crate) fn is_meal_master_header(line: &str) -> bool {
    let line = line.trim();
    let is_marked = line.starts_with("MMMMM") || line.starts_with("-----");
    is_marked && line.to_ascii_lowercase().contains("meal-master")
}

/// What follows the last point of a name, in lower case.
pub(crate) fn ending(name: &str) -> String {
    name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default()
}

fn holds_recipes(bytes: &[u8]) -> bool {
    // What is too full or broken is told when it is read, if its first bytes say that it is an archive of recipes.
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
