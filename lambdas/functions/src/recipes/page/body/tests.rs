use recipe::StepHeading;
use serde_json::Value;

use super::*;

const ID: &str = "0123456789abcdef0123456789abcdef";
const SHELL: &str = include_str!("../../../../../../frontend/index.html");
const MESSAGES_ES: &str = include_str!("../../../../../../frontend/src/shared/i18n/messages/es.json");
const MESSAGES_FR: &str = include_str!("../../../../../../frontend/src/shared/i18n/messages/fr.json");

fn line(quantity: &str, unit: &str, text: &str) -> Ingredient {
    Ingredient {
        quantity: quantity.to_owned(),
        unit: unit.to_owned(),
        text: text.to_owned(),
        name: "leeks".to_owned(),
        ..Ingredient::default()
    }
}

fn soup() -> Shared {
    let content = Content {
        title: Some("Leek <b>soup</b>".to_owned()),
        author: Some("Ann & Bo".to_owned()),
        ingredients: vec![
            Ingredient { step_mapping: vec![0], ..line("2", "cups", "2 cups leeks, sliced") },
            Ingredient { group: Some("To \"serve\"".to_owned()), ..line("", "", "salt") },
        ],
        instructions: vec!["Fry\nthe leeks.".to_owned(), "Simmer.".to_owned(), "Serve.".to_owned()],
        step_headings: vec![StepHeading { step: 1, text: "The soup".to_owned() }],
        language: Some(Language::En),
        total_minutes: Some(75),
        servings: Some(4),
        yields: Some("4 servings".to_owned()),
        ..Content::default()
    };
    let picture = Some(format!("media/{ID}/abc"));
    Shared { content, picture, source: Some("https://www.a.example/soup".to_owned()), is_written_here: false }
}

fn page_of(shared: &Shared, language: &str) -> String {
    let address = PageAddress::parse(&format!("https://seen.example{language}/recipes/{ID}")).unwrap();
    filled(SHELL, &address, shared)
}

/// Texts between tags, of the part that differs from the shell.
fn texts(page: &str) -> Vec<&str> {
    let before = SHELL.split_once(BEGIN).unwrap().0;
    let (body, _) = page.strip_prefix(before).unwrap().split_once("</main>").unwrap();
    body.split('<')
        .filter_map(|tag| tag.split_once('>'))
        .map(|(_, text)| text.trim())
        .filter(|text| !text.is_empty())
        .collect()
}

#[test]
fn body_has_title_picture_ingredients_and_steps_as_text() {
    let page = page_of(&soup(), "/es");
    assert_eq!(
        texts(&page),
        [
            "Mis recetas",
            "Leek &lt;b&gt;soup&lt;/b&gt;",
            "Por Ann &amp; Bo",
            "a.example",
            "Total",
            "1 h 15 min",
            "Ingredientes",
            "2 cups",
            "leeks, sliced",
            "To &quot;serve&quot;",
            "salt",
            "Pasos",
            "1",
            "Fry the leeks.",
            "2 cups",
            "leeks",
            "The soup",
            "2",
            "Simmer.",
            "3",
            "Serve.",
        ]
    );
    assert!(page.contains(&format!("<img src=\"/media/{ID}/abc\"")));
    assert!(page.contains("<h1 lang=\"en\"") && page.contains("<ol lang=\"en\" start=\"2\""));
    assert!(page.contains("href=\"/es/my-recipes\"") && page.contains("href=\"https://www.a.example/soup\""));
    assert!(!page.contains("<noscript>"), "the page can be read without scripts");
}

#[test]
fn page_without_title_is_unchanged() {
    let mut shared = soup();
    shared.content.title = None;
    assert_eq!(page_of(&shared, ""), SHELL);
}

#[test]
fn source_that_is_no_web_address_is_not_linked() {
    let mut shared = soup();
    shared.source = Some("javascript:alert(1)".to_owned());
    assert!(!page_of(&shared, "").contains("javascript:"));
}

#[test]
fn amount_is_split_only_at_the_end_of_a_word() {
    for (quantity, unit, text, expected) in [
        ("2", "cups", "2 cups leeks", ("2 cups", "leeks")),
        ("2", "c", "2 cups leeks", ("2", "cups leeks")),
        ("1", "", "1/2 leek", ("", "1/2 leek")),
        ("1", "", "1.5 leeks", ("", "1.5 leeks")),
        ("1", "", "1- 2 leeks", ("", "1- 2 leeks")),
        ("", "", "salt", ("", "salt")),
        ("2", "", "about 2 leeks", ("", "about 2 leeks")),
    ] {
        assert_eq!(split(&line(quantity, unit, text)), expected, "{text}");
    }
}

#[test]
fn labels_are_the_front_ends() {
    for (words, messages) in [(ES, MESSAGES_ES), (FR, MESSAGES_FR)] {
        let messages: Value = serde_json::from_str(messages).unwrap();
        for (id, label) in [
            ("recipe.back", words.back),
            ("recipe.by", words.by),
            ("recipe.prep", words.prep),
            ("recipe.cook", words.cook),
            ("recipe.total", words.total),
            ("recipe.yield", words.makes),
            ("recipe.ingredients", words.ingredients),
            ("recipe.steps", words.steps),
            ("step.inAll", words.in_all),
        ] {
            assert_eq!(messages[id], label, "{id}");
        }
    }
}
