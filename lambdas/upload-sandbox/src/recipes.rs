use app::ErrorCode;
use app::reading::Entry;
use app::upload::UploadKind;
use extract::{Extraction, Verdict};

/// The recipes of an upload in order. As in an import, entries without a recipe are dropped if others have
/// one; otherwise there is one error.
#[must_use]
pub fn recipes(kind: UploadKind, entries: Vec<Entry>) -> Vec<Result<Extraction, ErrorCode>> {
    let without = kind.no_recipe_code();
    let mut found: Vec<Result<Extraction, ErrorCode>> = Vec::new();
    for entry in entries {
        match entry.found.read() {
            Ok(recipes) => found.extend(recipes.into_iter().map(|extraction| match extraction.verdict {
                Verdict::Recipe => Ok(extraction),
                _ => Err(without),
            })),
            Err(code) => found.push(Err(code)),
        }
    }
    if found.iter().any(Result::is_ok) {
        found.retain(|recipe| recipe.as_ref().err() != Some(&without));
    } else {
        found.truncate(1);
    }
    found
}
