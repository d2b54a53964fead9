#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

#[path = "../../../../extract/tests/it/common/cpu.rs"]
mod cpu;
#[path = "../../../../extract/tests/it/common/must_hold.rs"]
mod must_hold;

use std::time::Duration;

use super::common::{format, gzip, read, zip};
use file_formats::exchange::{Entry, ExportError, Format};
use proptest::prelude::*;

fn one(number: usize) -> String {
    format!(
        "{{\"name\": \"Soup {number}\", \"ingredients\": \"1 leek\\n{number} g salt\", \"directions\": \"Boil.\"}}"
    )
}

#[test]
fn unreadable_entries_do_not_affect_the_others() {
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
fn too_many_recipes_are_rejected() {
    let recipe = r#"{"@type": "Recipe", "name": "Tea", "recipeIngredient": ["1 l water"]},"#;
    let text = format!("[{}]", recipe.repeat(2001).trim_end_matches(','));
    assert_eq!(read("a.json", text.as_bytes()), Err(ExportError::TooLarge));
}

#[test]
fn decompression_bomb_is_rejected_and_other_members_are_read() {
    let bomb = gzip(&vec![0; 40 * 1024 * 1024]);
    let members = [("a.paprikarecipe", bomb.clone()), ("b.paprikarecipe", gzip(one(1).as_bytes()))];
    assert_eq!(read("a.paprikarecipes", &zip(&members[..1])), Err(ExportError::TooLarge));
    assert_eq!(read("a.paprikarecipe", &bomb), Err(ExportError::TooLarge));
    let entries = read("a.paprikarecipes", &zip(&members)).unwrap();
    assert_eq!((&entries[0].recipe, entries[1].recipe.is_some()), (&None, true));
}

#[test]
fn deep_nesting_and_too_many_values_are_rejected() {
    let deep = "[".repeat(100_000);
    let nested = "{\"a\":".repeat(100_000);
    for text in [deep, nested] {
        let read = read("a.json", text.as_bytes());
        assert!(matches!(read, Err(ExportError::Unreadable | ExportError::NoRecipe)), "{read:?}");
    }
    let wide = format!("[{}]", "{},".repeat(500_000));
    assert_eq!(read("a.json", wide.as_bytes()), Err(ExportError::TooLarge));
}

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
fn unclosed_marks_take_linear_time() {
    for mark in ["@a{", "@a", "[-", "@a{}(", "~{", "@a{1}[-", "=\n", "---\na: [", "---\n? "] {
        let took = |bytes: usize| {
            let text = mark.repeat(bytes / mark.len());
            let (read, took) = cpu::of(|| read("a.cook", text.as_bytes()));
            check(read).unwrap();
            took
        };
        let (short, long) = (took(8_000), took(64_000));
        // For eight times the input, allow 16 times the time; quadratic time would be 64 times.
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
    assert_eq!(read("a.zip", &outer), Err(ExportError::NoRecipe));
    // Inner archives are read only if they contain one recipe, and only one level deep.
    let recipe = zip(&[("recipe.json", one(1).into_bytes())]);
    let deeper =
        zip(&[("recipe.json", zip(&[("recipe.json", one(2).into_bytes())])), ("c.zip", recipe.clone())]);
    let entries = read("a.zip", &zip(&[("a.zip", recipe), ("b.zip", deeper)])).unwrap();
    assert_eq!(entries.iter().filter(|entry| entry.recipe.is_some()).count(), 1);
}

#[test]
fn inner_archives_share_the_limit_of_the_outer_one() {
    let big = "x".repeat(50 * 1024 * 1024);
    let recipe = format!(
        "{{\"name\": \"Soup\", \"ingredients\": [\"1 leek\"], \"directions\": \"Boil.\", \"junk\": \"{big}\"}}"
    );
    let inner = zip(&[("recipe.json", recipe.into_bytes())]);
    let members: Vec<(String, Vec<u8>)> =
        (0..6).map(|number| (format!("{number}.zip"), inner.clone())).collect();
    assert_eq!(read("a.zip", &zip(&members)), Err(ExportError::TooLarge));
}

#[test]
fn bombs_in_markup_are_rejected() {
    let entities = "<!DOCTYPE recipes [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;'>]><recipes><recipe><title>&b;</title><ingredient>&b;</ingredient></recipe></recipes>";
    assert_eq!(read("a.xml", entities.as_bytes()), Err(ExportError::Unreadable));
    let deep = format!("<recipes>{}", "<recipe>".repeat(100_000));
    assert_eq!(read("a.xml", deep.as_bytes()), Err(ExportError::Unreadable));
    let wide = format!("<recipes>{}</recipes>", "<ingr/>".repeat(700_000));
    assert_eq!(read("a.xml", wide.as_bytes()), Err(ExportError::TooLarge));
    let aliases = format!("name: &a x\nsteps: [a]\ningredients: [{}]\n", "*a, ".repeat(500_000));
    assert_eq!(read("a.yml", aliases.as_bytes()), Err(ExportError::Unreadable));
}

#[test]
fn nested_candidates_take_linear_time() {
    for (name, start, inner, end) in [
        ("a.json", "{\"title\": \"a\", \"steps\": [", "{\"title\": \"a\", \"steps\": [1, ", "]}"),
        ("a.xml", "<recipe><title>a</title><steps>", "<recipe><title>a</title><steps>b", "</steps></recipe>"),
    ] {
        let took = |width: usize| {
            let leaf = if name == "a.json" { "1,".repeat(width) + "1" } else { "<s/>".repeat(width) };
            let text = format!("{start}{}{leaf}{}", inner.repeat(50), end.repeat(51));
            cpu::of(|| read(name, text.as_bytes())).1
        };
        let (short, long) = (took(4_000), took(32_000));
        assert!(long < short * 16 + Duration::from_millis(200), "{name}: {short:?}, then {long:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn mutated_exports_keep_recipe_invariants(
        which in 0_usize..10,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        cut in any::<prop::sample::Index>(),
        is_cut in any::<bool>(),
    ) {
        let files: [(&str, Vec<u8>); 10] = [
            ("a.json", include_bytes!("exports/mealie.json").to_vec()),
            ("a.json", include_bytes!("exports/mealie-database.json").to_vec()),
            ("a.json", include_bytes!("exports/paprika.json").to_vec()),
            ("a.html", include_bytes!("exports/recipekeeper.html").to_vec()),
            ("a.mmf", include_bytes!("exports/mealmaster.mmf").to_vec()),
            ("a.cook", include_bytes!("../../../../../frontend/src/shared/lib/export/golden/tart.cook").to_vec()),
            ("a.xml", b"<r><recipe><title>Soup</title><ingredient><li>1 leek</li></ingredient><recipetext><li>Boil.</li></recipetext></recipe></r>".to_vec()),
            ("a.csv", b"Title,Servings,Ingredients,Directions\nSoup,4,\"1 leek\n1 l water\",Boil.\n".to_vec()),
            ("a.yml", b"name: Soup\ningredients:\n- 1 leek\n- {name: water, amount: 1, unit: l}\ndirections: Boil.\n".to_vec()),
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
            check(file_formats::exchange::read(format, Some(name), &bytes))?;
        }
        for format in Format::ALL {
            check(file_formats::exchange::read(format, None, &bytes))?;
        }
    }

    #[test]
    fn arbitrary_text_keeps_recipe_invariants(text in "[@#~{}()%=\\\\\\[\\]a-cé0-9 |>:\"'.,;\n-]{0,120}") {
        for format in [Format::Json, Format::Yaml, Format::Table, Format::Keyed, Format::RecipeMd, Format::Cooklang, Format::MealMaster, Format::RezKonv, Format::MasterCook] {
            check(file_formats::exchange::read(format, Some("a"), text.as_bytes()))?;
        }
        let meal_master = format!("MMMMM----- Meal-Master\n\n  Title: a\n\n{text}");
        check(file_formats::exchange::read(Format::MealMaster, None, meal_master.as_bytes()))?;
    }
}
