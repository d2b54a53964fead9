//! Fuzz targets: the readers' public functions with their invariants.
//!
//! `tests/entries.rs` runs the inputs in `corpus/` and mutations of them; `make soak` and `make fuzz` run
//! coverage-guided fuzzing (`src/main.rs`) with overflow checks.

mod files;
mod layout;
mod lines;
#[path = "../../extract/tests/it/common/must_hold.rs"]
mod must_hold;

use std::path::PathBuf;

use extract::{Extraction, Page, Text};
use recipe::{Language, nutrition, tags};
use url::Url;

/// A fuzz target.
pub struct Entry {
    /// Name in `FUZZ_ENTRY` and in `corpus`.
    pub name: &'static str,
    /// Runs the target; the error names the violated invariant.
    pub holds: fn(&[u8]) -> Result<(), String>,
}

/// All targets by name, as in `make fuzz ENTRY=`.
pub const ENTRIES: &[Entry] = &[
    Entry { name: "page", holds: page },
    Entry { name: "text", holds: text },
    Entry { name: "line", holds: lines::line },
    Entry { name: "document", holds: files::document },
    Entry { name: "export", holds: files::export },
    Entry { name: "words", holds: words },
    Entry { name: "unpack", holds: files::unpacked },
    Entry { name: "picture", holds: files::picture },
];

const MAX_RECIPES: usize = 20;

impl Entry {
    /// Folders of seed inputs: `corpus`, and pages and exports of other tests.
    #[must_use]
    pub fn folders(&self) -> Vec<PathBuf> {
        let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let mut folders = vec![here.join("corpus").join(self.name)];
        match self.name {
            "page" => folders.push(here.join("../extract/tests/pages")),
            "export" => folders.push(here.join("../file-formats/tests/it/exchange/exports")),
            _ => {}
        }
        folders
    }
}

fn page(bytes: &[u8]) -> Result<(), String> {
    let url = Url::parse("https://kitchen.example/recipes/pie").map_err(|error| error.to_string())?;
    let extraction = extract::read(&Page { url, content_type: None, bytes: bytes.to_vec() });
    holds_for(&extraction)
}

fn text(bytes: &[u8]) -> Result<(), String> {
    holds_for_text(&layout::text(&String::from_utf8_lossy(bytes)))
}

fn words(bytes: &[u8]) -> Result<(), String> {
    let (sheet, words) = layout::words(&String::from_utf8_lossy(bytes));
    let language = [Language::En, Language::Es, Language::Fr];
    let language = language.get(bytes.len() % language.len()).copied().unwrap_or(Language::En);
    let words = ocr::correct(&sheet, &words, language);
    holds_for_text(&ocr::lines(&sheet, &words, 0))
}

fn holds_for_text(text: &Text) -> Result<(), String> {
    let recipes = extract::read_text(text);
    if recipes.is_empty() {
        return Err(String::from("broken: a text without a recipe gives one that says so"));
    }
    recipes.iter().take(MAX_RECIPES).try_for_each(holds_for)
}

fn holds_for(extraction: &Extraction) -> Result<(), String> {
    must_hold::check(extraction)?;
    must_hold::check_stored(extraction)?;
    std::hint::black_box((nutrition::per_serving(&extraction.content), tags::derive(&extraction.content)));
    Ok(())
}
