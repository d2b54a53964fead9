//! Exports that are broken, or made to do harm: each ends soon and within its limits.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;
#[path = "../../extract/tests/common/cpu.rs"]
mod cpu;
#[path = "../../extract/tests/common/must_hold.rs"]
mod must_hold;

use std::time::Duration;

use common::{format, gzip, read, zip};
use exchange::{Entry, ExportError, Format};
use proptest::prelude::*;

fn one(number: usize) -> String {
    format!(
        "{{\"name\": \"Soup {number}\", \"ingredients\": \"1 leek\\n{number} g salt\", \"directions\": \"Boil.\"}}"
    )
}

#[test]
fn bad_recipes_of_a_big_archive_do_not_stop_the_rest() {
    let mut members: Vec<(String, Vec<u8>)> = (0..1000)
        .map(|number| (format!("Soup {number}.paprikarecipe"), gzip(one(number).as_bytes())))
        .collect();
    members[10].1 = b"no gzip".to_vec();
    members[500].1 = gzip(b"{\"name\": \"cut o");
    members[999].1 = gzip(b"{\"name\": \"Empty\", \"ingredients\": \"\", \"directions\": \"\"}");
    let entries = read("all.paprikarecipes", &zip(&members)).unwrap();
    let bad: Vec<_> = entries.iter().filter(|entry| entry.recipe.is_none()).collect();
    assert_eq!((entries.len(), bad.len()), (1000, 3));
    let titles: Vec<_> = bad.iter().filter_map(|entry| entry.title.as_deref()).collect();
    assert_eq!(titles, ["Soup 10", "Soup 500", "Empty"]);
}

#[test]
fn more_recipes_than_a_household_has_are_too_many() {
    let recipe = r#"{"@type": "Recipe", "name": "Tea", "recipeIngredient": ["1 l water"]},"#;
    let text = format!("[{}]", recipe.repeat(2001).trim_end_matches(','));
    assert_eq!(read("a.json", text.as_bytes()), Err(ExportError::TooLarge));
}

#[test]
fn a_bomb_is_too_large_and_those_beside_it_are_read() {
    let bomb = gzip(&vec![0; 40 * 1024 * 1024]);
    let members = [("a.paprikarecipe", bomb.clone()), ("b.paprikarecipe", gzip(one(1).as_bytes()))];
    assert_eq!(read("a.paprikarecipes", &zip(&members[..1])), Err(ExportError::TooLarge));
    assert_eq!(read("a.paprikarecipe", &bomb), Err(ExportError::TooLarge));
    let entries = read("a.paprikarecipes", &zip(&members)).unwrap();
    assert_eq!((&entries[0].recipe, entries[1].recipe.is_some()), (&None, true));
}

#[test]
fn brackets_without_end_and_values_without_number_are_refused() {
    let deep = "[".repeat(100_000);
    assert_eq!(read("a.json", deep.as_bytes()), Err(ExportError::Unreadable));
    let nested = "{\"a\":".repeat(100_000);
    assert_eq!(read("a.json", nested.as_bytes()), Err(ExportError::Unreadable));
    let wide = format!("[{}]", "{},".repeat(500_000));
    assert_eq!(read("a.json", wide.as_bytes()), Err(ExportError::TooLarge));
}

/// What holds for every recipe of an export, whatever the bytes: no reader may tell what no page could.
fn check(read: Result<Vec<Entry>, ExportError>) -> Result<(), TestCaseError> {
    let entries = read.unwrap_or_default();
    prop_assert!(entries.len() <= 2000, "{} entries", entries.len());
    for recipe in entries.iter().filter_map(|entry| entry.recipe.as_ref()) {
        must_hold::check(recipe)
            .and_then(|()| must_hold::check_stored(recipe))
            .map_err(TestCaseError::fail)?;
    }
    Ok(())
}

#[test]
fn marks_without_end_take_no_more_time_than_their_length() {
    for mark in ["@a{", "@a", "[-", "@a{}(", "~{", "@a{1}[-", "=\n", "---\na: [", "---\n? "] {
        let took = |bytes: usize| {
            let text = mark.repeat(bytes / mark.len());
            let (read, took) = cpu::of(|| read("a.cook", text.as_bytes()));
            check(read).unwrap();
            took
        };
        let (short, long) = (took(8_000), took(64_000));
        // Eight times as long; twice that is granted, and what a machine does beside. A square would be 64 times.
        assert!(long < short * 16 + Duration::from_millis(100), "{mark}: {short:?}, then {long:?}");
    }
}

#[test]
fn names_of_members_are_never_paths() {
    let members =
        [("../../../tmp/evil.paprikarecipe", gzip(one(1).as_bytes())), ("/etc/evil", b"x".to_vec())];
    let archive = zip(&members);
    let entries = read("a.paprikarecipes", &archive).unwrap();
    assert_eq!((entries.len(), entries[0].title.as_deref()), (1, Some("Soup 1")));
    assert!(!std::path::Path::new("/tmp/evil.paprikarecipe").exists());
}

#[test]
fn archives_within_archives_are_not_opened() {
    let inner = zip(&[("b.paprikarecipe", gzip(one(1).as_bytes()))]);
    let outer = zip(&[("a.paprikarecipes", inner.clone()), ("b.zip", inner)]);
    assert_eq!(format("a.zip", &outer), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn mutated_exports_keep_what_holds_for_every_recipe(
        which in 0_usize..7,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        cut in any::<prop::sample::Index>(),
        is_cut in any::<bool>(),
    ) {
        let files: [(&str, Vec<u8>); 7] = [
            ("a.json", include_bytes!("exports/mealie.json").to_vec()),
            ("a.json", include_bytes!("exports/mealie-database.json").to_vec()),
            ("a.json", include_bytes!("exports/paprika.json").to_vec()),
            ("a.html", include_bytes!("exports/recipekeeper.html").to_vec()),
            ("a.mmf", include_bytes!("exports/mealmaster.mmf").to_vec()),
            ("a.cook", include_bytes!("../../../frontend/src/shared/lib/export/golden/tart.cook").to_vec()),
            ("a.zip", zip(&[("a.paprikarecipe", gzip(one(1).as_bytes())), ("b.cook", b"Boil @leeks{2}.".to_vec())])),
        ];
        let (name, mut bytes) = files[which].clone();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if is_cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        if let Some(format) = format(name, &bytes) {
            check(exchange::read(format, Some(name), &bytes))?;
        }
        for format in [Format::Json, Format::Paprika, Format::RecipeKeeper, Format::Cooklang, Format::MealMaster, Format::Archive] {
            check(exchange::read(format, None, &bytes))?;
        }
    }

    #[test]
    fn any_text_gives_recipes_in_which_all_holds(text in "[@#~{}()%=\\\\\\[\\]a-cé0-9 |>:\"'.,;\n-]{0,120}") {
        for format in [Format::Json, Format::Cooklang, Format::MealMaster] {
            check(exchange::read(format, Some("a"), text.as_bytes()))?;
        }
        let meal_master = format!("MMMMM----- Meal-Master\n\n  Title: a\n\n{text}");
        check(exchange::read(Format::MealMaster, None, meal_master.as_bytes()))?;
    }
}
