use extract::{Extraction, Verdict};

const MAX_LINES: usize = 500;
const MAX_TAGS: usize = 12;
const LONGEST_TEXT: usize = 5_000;
const LONGEST_NAME: usize = 80;
const LONGEST_PLACE: usize = 300;
const MAX_OTHERS: usize = 20;
const LONGEST_OTHER: usize = 200;
/// One entry per line and per field.
const MAX_ORIGINS: usize = 2 * MAX_LINES + 20;
const MAX_DIAGNOSTICS: usize = 1_000;

/// The first violated invariant.
pub(crate) fn check(extraction: &Extraction) -> Result<(), String> {
    let content = &extraction.content;
    let steps = content.instructions.len();
    let has_lists = !content.ingredients.is_empty() || steps > 0;
    let is_recipe = extraction.verdict == Verdict::Recipe;
    let lines = || content.ingredients.iter();
    let claims = [
        (
            "a recipe has a title and a list, all else has not",
            is_recipe == (content.title.is_some() && has_lists),
        ),
        ("the title is a text", content.title.as_deref().is_none_or(is_text)),
        ("the description is a text", content.description.as_deref().is_none_or(is_text)),
        (
            "the author is a name",
            content
                .author
                .as_deref()
                .is_none_or(|name| is_text(name) && name.chars().count() <= LONGEST_NAME),
        ),
        (
            "paths of diagnostics are short",
            extraction
                .diagnostics
                .iter()
                .all(|diagnostic| diagnostic.path.as_ref().is_none_or(|path| path.len() <= LONGEST_PLACE)),
        ),
        (
            "paths of provenance are short",
            extraction.provenance.iter().all(|origin| origin.path.len() <= LONGEST_PLACE),
        ),
        ("lists are bounded", content.ingredients.len() <= MAX_LINES && steps <= MAX_LINES),
        ("tags are bounded", content.tags.len() <= MAX_TAGS),
        (
            "other recipes have names, a few and short ones",
            extraction.other_recipes.len() <= MAX_OTHERS
                && extraction
                    .other_recipes
                    .iter()
                    .all(|name| is_text(name) && name.chars().count() <= LONGEST_OTHER),
        ),
        ("origins are bounded", extraction.provenance.len() <= MAX_ORIGINS),
        ("diagnostics are bounded", extraction.diagnostics.len() <= MAX_DIAGNOSTICS),
        ("no line is empty or endless", lines().all(|line| is_text(&line.text))),
        (
            "parts of a line are not much longer than the line",
            lines().all(|line| {
                [&line.name, &line.quantity, &line.unit, &line.note]
                    .iter()
                    .all(|part| part.len() <= 2 * LONGEST_TEXT)
            }),
        ),
        ("groups are no endless texts", lines().all(|line| line.group.as_deref().is_none_or(is_text))),
        (
            "ingredients point at steps",
            lines().all(|line| line.step_mapping.iter().all(|step| (*step as usize) < steps)),
        ),
        (
            "steps are single lines",
            content.instructions.iter().all(|step| is_text(step) && !step.contains('\n')),
        ),
        (
            "the picture has an address of the web",
            content
                .picture_url
                .as_deref()
                .is_none_or(|url| url.starts_with("http://") || url.starts_with("https://")),
        ),
    ];
    if let Some((broken, _)) = claims.iter().find(|(_, holds)| !holds) {
        return Err(format!("broken: {broken}"));
    }
    Ok(())
}

pub(crate) fn check_stored(extraction: &Extraction) -> Result<(), String> {
    let whole = extraction.to_json_within(usize::MAX);
    match serde_json::from_str::<Extraction>(&whole) {
        Ok(again) if again == *extraction => {}
        Ok(_) => return Err(String::from("broken: what is stored comes back as it was")),
        Err(error) => return Err(format!("broken: what is stored can be read ({error})")),
    }
    let short = extraction.to_json_within(500).len();
    if short <= 500 { Ok(()) } else { Err(format!("broken: what is stored is bounded ({short})")) }
}

fn is_text(text: &str) -> bool {
    !text.is_empty() && text.len() <= LONGEST_TEXT
}
