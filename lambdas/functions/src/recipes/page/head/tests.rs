use app::book::Shared;
use recipe::{Content, Ingredient};
use serde_json::Value;

use super::*;

const ID: &str = "0123456789abcdef0123456789abcdef";
const SHELL: &str = include_str!("../../../../../../frontend/index.html");

fn soup() -> Shared {
    let line = |text: &str| Ingredient { text: text.to_owned(), ..Ingredient::default() };
    let content = Content {
        title: Some("Leek soup".to_owned()),
        ingredients: vec![line("2 leeks"), line("1 l stock")],
        language: Some(Language::En),
        total_minutes: Some(40),
        ..Content::default()
    };
    Shared { content, picture: None, source: None, is_written_here: true }
}

fn page_of(shared: &Shared, language: &str) -> Option<String> {
    let address = PageAddress::parse(&format!("https://seen.example{language}/recipes/{ID}")).unwrap();
    filled(SHELL, &Page { origin: "https://zest.example", address: &address, shared })
}

fn values<'a>(page: &'a str, before: &str, after: &str) -> Vec<&'a str> {
    page.split(before).skip(1).filter_map(|rest| rest.split_once(after)).map(|(value, _)| value).collect()
}

fn meta<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let kind = if name.starts_with("og:") { "property" } else { "name" };
    values(page, &format!("<meta {kind}=\"{name}\" content=\""), "\" />")
}

#[test]
fn recipe_metadata_replaces_the_apps() {
    let mut shared = soup();
    shared.picture = Some(format!("media/{ID}/abc"));
    shared.content.description = Some("Quick,\n and  warm.".to_owned());
    shared.content.author = Some("Ann Lee".to_owned());
    let page = page_of(&shared, "/es").unwrap();
    assert_eq!(values(&page, "<title>", "</title>"), ["Leek soup – Zest"]);
    for (name, expected) in [
        ("description", "Quick, and warm."),
        ("og:title", "Leek soup"),
        ("og:description", "Quick, and warm."),
        ("og:url", &format!("https://zest.example/es/recipes/{ID}")),
        ("og:image", &format!("https://zest.example/media/{ID}/abc")),
        ("twitter:card", "summary_large_image"),
    ] {
        assert_eq!(meta(&page, name), [expected], "{name}");
    }
    assert_eq!(values(&page, "hreflang=\"", "\""), ["en", "es", "fr", "x-default"]);
    assert_eq!(
        values(&page, "rel=\"canonical\" href=\"", "\""),
        [format!("https://zest.example/es/recipes/{ID}")]
    );
    let data: Value = serde_json::from_str(
        values(&page, "<script type=\"application/ld+json\">", "</script>").first().unwrap(),
    )
    .unwrap();
    assert_eq!(
        (&data["@type"], &data["name"], &data["totalTime"]),
        (&"Recipe".into(), &"Leek soup".into(), &"PT40M".into())
    );
    assert_eq!(data["image"], format!("https://zest.example/media/{ID}/abc"));
    assert_eq!(data["author"], serde_json::json!({ "@type": "Person", "name": "Ann Lee" }));
    assert_eq!(data["recipeIngredient"], serde_json::json!(["2 leeks", "1 l stock"]));
    let (before, after) = (SHELL.split_once(BEGIN).unwrap().0, SHELL.split_once(END).unwrap().1);
    assert!(page.starts_with(before) && page.ends_with(after));
}

#[test]
fn missing_fields_have_fallbacks() {
    let page = page_of(&soup(), "/fr").unwrap();
    assert_eq!(meta(&page, "description"), ["2 leeks · 1 l stock"]);
    assert_eq!(meta(&page, "og:image"), ["https://zest.example/pictures/card-fr.jpg"]);
    assert!(!page.contains("\"image\""), "the site's card is no picture of the dish");
    for title in [None, Some(String::new()), Some(" \n".to_owned())] {
        let mut nameless = soup();
        nameless.content.title = title;
        assert_eq!(page_of(&nameless, ""), None);
    }
}

#[test]
fn only_own_recipes_may_be_indexed() {
    let own = page_of(&soup(), "").unwrap();
    assert_eq!(meta(&own, "robots"), [""; 0]);
    let mut read = soup();
    read.is_written_here = false;
    read.source = Some("https://cook.example/soup".to_owned());
    let read = page_of(&read, "").unwrap();
    assert_eq!(meta(&read, "robots"), ["noindex"]);
    assert!(!read.contains("canonical") && !read.contains("hreflang"));
    assert!(read.contains("\"isBasedOn\":\"https://cook.example/soup\""));
}

#[test]
fn recipe_texts_are_escaped() {
    let hostile = "\"><script>alert(1)</script>'&\u{0}\u{1b} <!-- :page --> </title>";
    let mut shared = soup();
    shared.content.title = Some(hostile.to_owned());
    shared.content.description = Some(hostile.to_owned());
    shared.content.instructions = vec![hostile.to_owned()];
    shared.picture = Some("media/\"><img src=x>".to_owned());
    shared.source = Some("https://cook.example/</script><script>".to_owned());
    let page = page_of(&shared, "").unwrap();
    let of_app = SHELL.matches('<').count();
    let own = page_of(&soup(), "").unwrap();
    assert!(own.matches('<').count() > of_app - 20);
    // The same tags as without text, plus the photo's.
    assert_eq!(page.matches('<').count(), own.matches('<').count() + 1, "{page}");
    assert_eq!(page.matches("<script").count(), own.matches("<script").count());
    assert!(!page.contains('\u{0}') && !page.contains('\u{1b}'));
    assert_eq!(
        meta(&page, "og:title"),
        ["&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp; &lt;!-- :page --&gt; &lt;/title&gt;"]
    );
}

#[test]
fn long_text_is_cut_after_a_word() {
    assert_eq!(shortened("one two three", 9), "one two…");
    assert_eq!(shortened("one two", 9), "one two");
    assert_eq!(shortened(&"é".repeat(300), 10), format!("{}…", "é".repeat(10)));
    assert_eq!(shortened(" \t", 10), "");
}

#[test]
fn page_without_markers_is_unchanged() {
    let address = PageAddress::parse(&format!("https://zest.example/recipes/{ID}")).unwrap();
    let shared = soup();
    let page = Page { origin: "https://zest.example", address: &address, shared: &shared };
    for shell in ["", "<head></head>", "<!-- page: -->", "<!-- :page --><!-- page: -->"] {
        assert_eq!(filled(shell, &page), None, "{shell}");
    }
}
