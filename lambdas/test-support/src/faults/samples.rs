use crate::assistant::{ScriptedAssistant, copied};
use crate::fakes::{MemoryAccounts, MemorySignIns, ScriptedWeb};
use crate::uploads::SameWords;
use app::OwnerId;
use app::fetching::FetchError;
use app::linking::KnownUser;
use ocr::{Area, Word};

pub(crate) const EMAIL: &str = "ann@example.com";
pub(crate) const NOWHERE: &str = "https://example.com/nowhere";
pub(crate) const LETTER: &str = "https://example.com/letter";
pub(crate) const PROSE: &str = "https://example.com/prose";
pub(crate) const SOUP: &str = "https://example.com/soup";

pub(crate) const PAGE: &str = r#"<!doctype html><html lang="en"><title>Soup</title><script type="application/ld+json">
{"@context":"https://schema.org","@type":"Recipe","name":"Leek soup","image":"/leek.jpg",
 "recipeIngredient":["2 leeks","1 l stock"],"recipeInstructions":["Cut the leeks.","Simmer them in the stock."],
 "recipeYield":"4 servings","totalTime":"PT40M","keywords":"soup, winter",
 "nutrition":{"@type":"NutritionInformation","calories":"180 kcal"}}</script></html>"#;

/// A recipe in prose, which no reader finds.
const PROSE_PAGE: &str = r#"<!doctype html><html lang="en"><title>Aunt Ada</title><meta property="og:image" content="/leek.jpg">
<p>Aunt Ada only ever wanted 2 leeks, 1 l stock and an hour of peace.</p>
<p>She cut the leeks. She simmered them in the stock.</p></html>"#;

/// Answers for [`PROSE_PAGE`] and for files with its title.
pub(crate) fn assistant() -> ScriptedAssistant {
    let assistant = ScriptedAssistant::default();
    let steps = ["She cut the leeks.", "She simmered them in the stock."];
    assistant.answer("Aunt Ada", Ok(Some(copied(Some("Aunt Ada"), &["2 leeks", "1 l stock"], &steps))));
    assistant
}

pub(crate) fn web() -> ScriptedWeb {
    let web = ScriptedWeb::default();
    web.put_page(SOUP, PAGE.as_bytes());
    web.put_page(LETTER, b"<html><p>A letter to my garden.</p></html>");
    web.put_page(PROSE, PROSE_PAGE.as_bytes());
    web.put_page("https://example.com/leek.jpg", b"\xff\xd8\xff\xe0 a picture");
    web.put(NOWHERE, Err(FetchError::NotFound));
    web
}

pub(crate) fn words() -> SameWords {
    let lines = [
        "Leek soup",
        "Ingredients",
        "2 leeks",
        "1 l stock",
        "Method",
        "Cut the leeks.",
        "Simmer them in the stock.",
    ];
    let mut words = Vec::new();
    for (line, text) in (0_u32..).zip(lines) {
        let mut left = 10;
        for word in text.split(' ') {
            let width = 10 * u32::try_from(word.len()).unwrap_or(1);
            let area = Area { left, top: 10 + 30 * line, width, height: 20 };
            words.push(Word { text: word.to_owned(), area, region: 0, line, confidence: 95 });
            left += width + 8;
        }
    }
    SameWords(words)
}

pub(crate) fn accounts() -> MemoryAccounts {
    MemoryAccounts::with(["bea", "us:bea", "us:ann"].map(OwnerId::new))
}

pub(crate) fn sign_ins() -> MemorySignIns {
    let user =
        KnownUser { name: "u-1".to_owned(), is_confirmed: true, is_email_verified: true, is_external: false };
    MemorySignIns::with([(EMAIL.to_owned(), user)])
}
