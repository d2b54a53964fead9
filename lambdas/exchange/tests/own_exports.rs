//! What Zest writes in other apps' formats comes back as the same recipes. The files are written by
//! frontend/src/lib/export; `zest.json` holds the recipes themselves.

use std::path::Path;

use exchange::{Entry, format, read};
use recipe::Content;

const NAMES: [&str; 3] = ["tart", "stew", "crepes"];

fn golden(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../frontend/src/lib/export/golden");
    std::fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn recipes(file: &str) -> Vec<Content> {
    let bytes = golden(file);
    let format = format(Some(file), &bytes).unwrap_or_else(|| panic!("{file} is no export"));
    let entries = read(format, Some(file), &bytes).unwrap_or_else(|error| panic!("{file}: {error}"));
    entries.into_iter().map(|Entry { recipe, .. }| recipe.unwrap().content).collect()
}

/// A line's group and text; without spaces, which an amount and its unit may have between them or not.
fn line(group: Option<&str>, text: &str) -> (String, String) {
    (group.unwrap_or_default().to_owned(), text.split_whitespace().collect())
}

/// What must come back: everything that is written, down to the heading of each line.
#[derive(Debug, PartialEq)]
struct Told {
    facts: String,
    lines: Vec<(String, String)>,
    steps: Vec<String>,
}

fn told(content: &Content) -> Told {
    let Content { title, description, prep_minutes, cook_minutes, total_minutes, servings, .. } = content;
    let Content { tags, language, nutrition, yields, .. } = content;
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let description = description.as_deref().map(words);
    Told {
        facts: format!(
            "{title:?} {description:?} {prep_minutes:?} {cook_minutes:?} {total_minutes:?} {servings:?} {yields:?} {tags:?} {language:?} {nutrition:?}"
        ),
        lines: content.ingredients.iter().map(|one| line(one.group.as_deref(), &one.text)).collect(),
        steps: content.instructions.iter().map(|step| words(step)).collect(),
    }
}

#[test]
fn json_ld_comes_back_as_it_was() {
    let expected: Vec<Told> = recipes("zest.json").iter().map(told).collect();
    let all: Vec<Told> = recipes("all.json").iter().map(told).collect();
    assert_eq!(all, expected);
    for (name, expected) in NAMES.iter().zip(expected) {
        let one: Vec<Told> = recipes(&format!("{name}.json")).iter().map(told).collect();
        assert_eq!(one, [expected], "{name}");
    }
}

#[test]
fn cooklang_comes_back_with_every_line_and_step() {
    for (name, expected) in NAMES.iter().zip(recipes("zest.json")) {
        let found = recipes(&format!("{name}.cook"));
        let mut found = told(found.first().unwrap());
        let mut expected = told(&expected);
        // Without headings an ingredient stands where a step names it, so the order is that of the steps.
        found.lines.sort();
        expected.lines.sort();
        assert_eq!(found, expected, "{name}");
    }
}
