//! Whatever the bytes: an answer, no panic, and time that grows with the size of the page and no faster.

#![allow(clippy::unwrap_used, reason = "helpers of tests may panic as tests do")]

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use extract::{Extraction, Page, Verdict};
use proptest::prelude::*;
use url::Url;

const PAGES: [&str; 5] = [
    include_str!("pages/en-jsonld.html"),
    include_str!("pages/en-microdata.html"),
    include_str!("pages/es-jsonld.html"),
    include_str!("pages/fr-microdata.html"),
    include_str!("pages/en-challenge.html"),
];

fn read(bytes: Vec<u8>, content_type: Option<String>) -> Extraction {
    let url = Url::parse("https://kitchen.example/recipes/pie").unwrap();
    extract::read(&Page { url, content_type, bytes })
}

/// What must hold for every answer.
fn check(extraction: &Extraction) -> Result<(), TestCaseError> {
    let content = &extraction.content;
    let has_lists = !content.ingredients.is_empty() || !content.instructions.is_empty();
    if extraction.verdict == Verdict::Recipe {
        prop_assert!(content.title.is_some() && has_lists);
    } else {
        prop_assert!(content.title.is_none() || !has_lists);
    }
    prop_assert!(
        content.ingredients.len() <= 500 && content.instructions.len() <= 500 && content.tags.len() <= 12
    );
    for ingredient in &content.ingredients {
        prop_assert!(ingredient.text.len() <= 5_000 && !ingredient.text.is_empty());
    }
    for step in &content.instructions {
        prop_assert!(step.len() <= 5_000 && !step.is_empty() && !step.contains('\n'));
    }
    if let Some(address) = &content.picture_url {
        prop_assert!(address.starts_with("http://") || address.starts_with("https://"));
    }
    let whole = extraction.to_json_within(usize::MAX);
    prop_assert_eq!(&serde_json::from_str::<Extraction>(&whole).unwrap(), extraction);
    prop_assert!(extraction.to_json_within(500).len() <= 500);
    Ok(())
}

#[derive(Clone, Debug)]
enum Change {
    Cut(prop::sample::Index),
    Drop(prop::sample::Index, usize),
    Insert(prop::sample::Index, Vec<u8>),
    Repeat(prop::sample::Index, usize, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let piece = prop_oneof![
        prop::collection::vec(any::<u8>(), 1..4),
        prop::sample::select(vec![
            "\"",
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\\",
            "\\u",
            "\\ud83d",
            "<",
            ">",
            "</script>",
            "<script>",
            "<!--",
            "-->",
            "&",
            "&#",
            "&amp;",
            "<li>",
            "</div>",
            "<div itemscope>",
            "<table><p>",
            "<b>",
            "\u{0}",
            "null",
            "\u{feff}",
            "'",
            "/*",
            "//",
            "<template>",
            "<svg><title>",
            "<select>",
            "itemref=facts ",
            "½",
            "1. ",
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
    ];
    prop_oneof![
        any::<prop::sample::Index>().prop_map(Change::Cut),
        (any::<prop::sample::Index>(), 1..40_usize).prop_map(|(at, length)| Change::Drop(at, length)),
        (any::<prop::sample::Index>(), piece).prop_map(|(at, piece)| Change::Insert(at, piece)),
        (any::<prop::sample::Index>(), 1..60_usize, 1..50_usize)
            .prop_map(|(at, length, times)| Change::Repeat(at, length, times)),
    ]
}

fn apply(page: &mut Vec<u8>, change: Change) {
    let place = |at: prop::sample::Index, page: &[u8]| at.index(page.len() + 1);
    match change {
        Change::Cut(at) => page.truncate(place(at, page)),
        Change::Drop(at, length) => {
            let start = place(at, page);
            page.drain(start..(start + length).min(page.len()));
        }
        Change::Insert(at, piece) => {
            let start = place(at, page);
            page.splice(start..start, piece);
        }
        Change::Repeat(at, length, times) => {
            let start = place(at, page);
            let piece = page[start..(start + length).min(page.len())].repeat(times);
            page.splice(start..start, piece);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn mutated_pages_get_an_answer(which in 0..PAGES.len(), changes in prop::collection::vec(change(), 1..6)) {
        let mut page = PAGES[which].as_bytes().to_vec();
        for change in changes {
            apply(&mut page, change);
        }
        check(&read(page, None))?;
    }

    #[test]
    fn random_bytes_get_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..400), header in prop::option::of(".{0,40}")) {
        check(&read(bytes, header))?;
    }

    #[test]
    fn random_json_gets_an_answer(text in "[\\[\\]{}\",:'a\\\\u0 \n]{0,120}") {
        let page = format!("<p>x</p><script type='application/ld+json'>{{\"@type\":\"Recipe\",\"name\":{text}</script>");
        check(&read(page.into_bytes(), None))?;
    }
}

/// Inputs that make careless readers slow or deep.
fn nasty(size: usize) -> Vec<(&'static str, String)> {
    let fill = |piece: &str| piece.repeat(size / piece.len());
    let script = |json: String| format!("<p>x</p><script type='application/ld+json'>{json}</script>");
    let recipe = |member: &str, value: String| {
        script(format!(r#"{{"@type":"Recipe","name":"Pie","{member}":{value}}}"#))
    };
    let counted =
        |piece: &str| (0..size / 24).map(|n| piece.replace('#', &n.to_string())).collect::<String>();
    vec![
        ("open divs", fill("<div>")),
        ("open spans", fill("<span>")),
        ("open bold", fill("<b>")),
        ("different fonts in paragraphs", counted("<p><font size=#>x")),
        (
            "few fonts, many paragraphs",
            counted("<font size=#>").get(..2_000).unwrap_or_default().to_owned() + &fill("<p>x"),
        ),
        ("misnested", fill("<b><p></b>")),
        ("links in links", fill("<a><div>")),
        ("tables in tables", fill("<table><tr><td>")),
        ("text in tables", format!("<table>{}", fill("x<tr>"))),
        ("nested lists", fill("<ul><li>")),
        (
            "nested items",
            fill("<div itemscope itemtype=http://schema.org/Recipe itemprop=recipeInstructions>"),
        ),
        (
            "recipes in a row",
            fill("<div itemscope itemtype=http://schema.org/Recipe><b itemprop=name>Pie</b></div>"),
        ),
        (
            "nested names",
            format!("<div itemscope itemtype=http://schema.org/Recipe>{}", fill("<b itemprop=name>x")),
        ),
        ("nested headings", fill("<h1> ")),
        ("attributes", format!("<p {}>", counted("a#=1 "))),
        (
            "long text in nested names",
            format!(
                "<div itemscope itemtype=http://schema.org/Recipe>{}{}",
                "<b itemprop=name>".repeat(400),
                fill("x ")
            ),
        ),
        ("open comment", format!("<!--{}", fill("--x"))),
        ("scripts", fill("<script type=application/ld+json>{</script>")),
        ("deep arrays", script(fill("["))),
        ("deep objects", script(fill("{\"a\":"))),
        ("deep recipes", script(fill("{\"@type\":\"Recipe\",\"name\":\"a\",\"b\":"))),
        ("many recipes", script(format!("[{}0]", fill("{\"@type\":\"Recipe\",\"name\":\"a\"},")))),
        ("quotes", script(format!("{{\"a\":\"{}", fill("\" ")))),
        ("backslashes", script(format!("{{\"a\":\"{}", fill("\\")))),
        ("closing brackets", script(format!("{{{}", fill("]")))),
        ("comments in JSON", script(format!("{{{}", fill("/*")))),
        ("blanks in JSON", script(format!("{{\"a\"{}", fill(" ")))),
        ("open tags in a text", recipe("recipeInstructions", format!("\"{}\"", fill("<b ")))),
        ("open comments in a text", recipe("recipeInstructions", format!("\"{}\"", fill("<!--")))),
        ("ampersands in a text", recipe("description", format!("\"{}\"", fill("&amp")))),
        (
            "entities in a text",
            recipe("description", format!("\"{}\"", fill("&CounterClockwiseContourIntegra"))),
        ),
        ("numbers in a text", recipe("recipeInstructions", format!("\"{}\"", fill("1. ")))),
        ("digits in a line", recipe("recipeIngredient", format!("[\"{}\"]", fill("1")))),
        ("fractions in a line", recipe("recipeIngredient", format!("[\"{}\"]", fill("1/")))),
        ("brackets in a line", recipe("recipeIngredient", format!("[\"1 {}\"]", fill("(1")))),
        ("empty ingredients", recipe("recipeIngredient", format!("[{}\"\"]", fill("\"\",")))),
        ("ingredients", recipe("recipeIngredient", format!("[{}\"\"]", fill("\"1 egg\",")))),
        ("references", recipe("recipeInstructions", format!("[{}0]", fill("{\"@id\":\"a\"},")))),
        ("tags", recipe("keywords", format!("\"{}\"", counted("a#, ")))),
        ("long tags", recipe("keywords", format!("\"{}\"", fill("a")))),
        ("yields", recipe("recipeYield", format!("[{}0]", fill("\"4 people\",")))),
        ("pictures", recipe("image", format!("[{}0]", fill("\"a.jpg\",")))),
        ("visible ingredients", format!("<h2>Ingredients</h2><ul>{}", fill("<li>1 cup milk"))),
        ("visible lines", format!("<h2>Ingredients</h2>{}", fill("1 cup milk<br>"))),
        ("visible steps", format!("<h2>Method</h2>{}", fill("<p>Stir it for a long time, then rest.</p>"))),
        ("headings in a row", fill("<h2>Ingredients</h2>")),
        (
            "recipes below headings",
            fill("<h2>Ingredients</h2><p>1 cup milk<p>2 eggs<h2>Method</h2><p>Stir it and wait."),
        ),
        ("nested named elements", fill("<div class=ingredients>1 cup milk ")),
        ("named elements in a row", fill("<p class=ingredient>1 cup milk")),
        ("named steps in a row", fill("<i class=step>Stir.</i><i class=ingredient>Milk.</i>")),
        ("nested microformats", fill("<div class=hrecipe><b class=ingredient>1 egg</b>")),
        ("nested instructions", format!("<div class=hrecipe>{}", fill("<div class=instructions>Stir."))),
        ("items of breaks", fill("<li><br>")),
        ("amounts in cells", format!("<h2>Ingredients</h2>{}", fill("<div>1 g</div>"))),
        (
            "deep amounts in cells",
            format!("{}<h2>Ingredients</h2>{}", "<div>".repeat(400), fill("<div>1 g</div>")),
        ),
        ("lines that nothing announces", fill("<p>1 cup milk")),
        ("one long word", format!("<h2>Ingredients</h2><p>{}", fill("ingredients"))),
        ("one long line", format!("<h2>Ingredients</h2><li>{}", fill("ingredients: 1 "))),
        ("long classes", format!("<p class='{}'>", fill("ingredient-Step "))),
    ]
}

#[test]
fn nested_and_repeated_input_takes_linear_time() {
    const SIZE: usize = 1 << 19;
    // What is quadratic in half a megabyte takes minutes; reading it takes well under a second, even unoptimised.
    const LIMIT: Duration = Duration::from_secs(6);
    for (case, page) in nasty(SIZE) {
        let start = time_spent();
        let extraction = read(page.into_bytes(), None);
        let took = time_spent() - start;
        if std::env::var_os("SHOW_TIMES").is_some() {
            eprintln!("{case}: {} ms", took.as_millis());
        }
        assert!(took < LIMIT, "{case} took {took:?}");
        check(&extraction).unwrap();
    }
}

/// What this thread has computed so far, so that a busy machine makes no test red; the clock where Linux does not tell.
fn time_spent() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

#[test]
fn formatting_that_each_paragraph_repeats_is_cut() {
    // Each paragraph opens all fonts again: 40 kB of page would be a million nodes.
    let fonts: String = (0..100).map(|size| format!("<font size={size}>")).collect();
    let page = format!("<p>{fonts}{}", "<p>x".repeat(10_000));
    let extraction = read(page.into_bytes(), None);
    assert!(extraction.diagnostics.iter().any(|diagnostic| diagnostic.code == extract::Code::PageCut));
}

#[test]
fn a_tag_with_thousands_of_attributes_ends_the_page() {
    let attributes: String = (0..20_000).map(|number| format!("a{number}=1 ")).collect();
    let extraction = read(format!("<p>Hello</p><p {attributes}>x</p>").into_bytes(), None);
    assert!(extraction.diagnostics.iter().any(|diagnostic| diagnostic.code == extract::Code::PageCut));
}
