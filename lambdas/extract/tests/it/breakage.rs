//! Defects of structured data on real pages, one row each.

#![allow(clippy::unwrap_used, reason = "test helpers may panic")]

use extract::{Code, Detected, Extraction, Page, Verdict};
use serde_json::json;
use url::Url;

fn read(bytes: &[u8]) -> Extraction {
    let url = Url::parse("https://kitchen.example/recipes/pie").unwrap();
    extract::read(&Page { url, content_type: None, bytes: bytes.to_vec() })
}

fn read_script(script: &str) -> Extraction {
    read(
        format!("<html><body><script type='application/ld+json'>{script}</script><p>Text</p></body></html>")
            .as_bytes(),
    )
}

fn lines(extraction: &Extraction) -> Vec<&str> {
    extraction.content.ingredients.iter().map(|ingredient| ingredient.text.as_str()).collect()
}

/// Each row gives title Pie, ingredients "1 egg" and "2 apples", steps "Mix." and "Bake.".
#[test]
fn json_ld_variants_yield_the_same_recipe() {
    const LISTS: &str = r#""recipeIngredient":["1 egg","2 apples"],"recipeInstructions":["Mix.","Bake."]"#;
    let steps = |steps: &str| {
        format!(
            r#"{{"@type":"Recipe","name":"Pie","recipeIngredient":["1 egg","2 apples"],"recipeInstructions":{steps}}}"#
        )
    };
    let ingredients = |key: &str, lines: &str| {
        format!(r#"{{"@type":"Recipe","name":"Pie","{key}":{lines},"recipeInstructions":["Mix.","Bake."]}}"#)
    };
    let rows: Vec<(&str, String)> = vec![
        ("plain", format!(r#"{{"@type":"Recipe","name":"Pie",{LISTS}}}"#)),
        ("type in an array", format!(r#"{{"@type":["Thing","Recipe"],"name":"Pie",{LISTS}}}"#)),
        ("type as https address", format!(r#"{{"@type":"https://schema.org/Recipe","name":"Pie",{LISTS}}}"#)),
        ("type as http address", format!(r#"{{"@type":"http://schema.org/Recipe","name":"Pie",{LISTS}}}"#)),
        ("type with prefix and case", format!(r#"{{"@type":"schema:recipe","name":"Pie",{LISTS}}}"#)),
        ("no type", format!(r#"{{"name":"Pie",{LISTS}}}"#)),
        ("in a graph", format!(r#"{{"@graph":[{{"@type":"WebPage"}},{{"@type":"Recipe","name":"Pie",{LISTS}}}]}}"#)),
        ("arrays of arrays", format!(r#"[[[{{"@type":"Recipe","name":"Pie",{LISTS}}}]]]"#)),
        ("main entity", format!(r#"{{"@type":"WebPage","mainEntity":{{"@type":"Recipe","name":"Pie",{LISTS}}}}}"#)),
        ("main entity of page", format!(r#"{{"@type":"Article","mainEntityOfPage":{{"@type":"Recipe","name":"Pie",{LISTS}}}}}"#)),
        ("list element", format!(r#"{{"@type":"ItemList","itemListElement":[{{"@type":"ListItem","item":{{"@type":"Recipe","name":"Pie",{LISTS}}}}}]}}"#)),
        ("trailing commas", r#"{"@type":"Recipe","name":"Pie","recipeIngredient":["1 egg","2 apples",],"recipeInstructions":["Mix.","Bake.",],}"#.into()),
        ("doubled comma", format!(r#"{{"@type":"Recipe",,"name":"Pie",{LISTS}}}"#)),
        ("missing comma", format!("{{\"@type\":\"Recipe\"\n\"name\":\"Pie\",{LISTS}}}")),
        ("HTML comment around", format!("<!-- {{\"@type\":\"Recipe\",\"name\":\"Pie\",{LISTS}}} -->")),
        ("CDATA around", format!("//<![CDATA[\n{{\"@type\":\"Recipe\",\"name\":\"Pie\",{LISTS}}}\n//]]>")),
        ("CDATA in a comment", format!("/*<![CDATA[*/{{\"@type\":\"Recipe\",\"name\":\"Pie\",{LISTS}}}/*]]>*/")),
        ("semicolon after", format!(r#"{{"@type":"Recipe","name":"Pie",{LISTS}}};"#)),
        ("assignment before", format!(r#"var data = {{"@type":"Recipe","name":"Pie",{LISTS}}};"#)),
        ("cut off at the end", format!(r#"{{"@type":"Recipe","name":"Pie",{LISTS},"description":"It was a"#)),
        ("brackets missing", format!(r#"{{"@graph":[{{"@type":"Recipe","name":"Pie",{LISTS}"#)),
        ("one bracket too many", format!(r#"{{"@type":"Recipe","name":"Pie",{LISTS}}}}}"#)),
        ("two objects", format!(r#"{{"@type":"WebSite"}}{{"@type":"Recipe","name":"Pie",{LISTS}}}"#)),
        ("tab in a string", format!("{{\"@type\":\"Recipe\",\"name\":\"\tPie\",{LISTS}}}")),
        ("control character", format!("{{\"@type\":\"Recipe\",\"name\":\"\u{1}Pie\",{LISTS}}}")),
        ("byte order mark", format!("\u{feff}{{\"@type\":\"Recipe\",\"name\":\"Pie\",{LISTS}}}")),
        ("invalid escape", format!(r#"{{"@type":"Recipe","name":"\Pie",{LISTS}}}"#)),
        ("unescaped quotes", format!(r#"{{"@type":"Recipe","name":"Pie","description":"a "good" pie",{LISTS}}}"#)),
        ("all quotes encoded", format!(r#"{{"@type":"Recipe","name":"Pie",{LISTS}}}"#).replace('"', "&quot;")),
        ("tags in the name", format!(r#"{{"@type":"Recipe","name":"<b>Pie</b>",{LISTS}}}"#)),
        ("encoded tags in the name", format!(r#"{{"@type":"Recipe","name":"&lt;b&gt;Pie&lt;/b&gt;",{LISTS}}}"#)),
        ("name in an array", format!(r#"{{"@type":"Recipe","name":["Pie"],{LISTS}}}"#)),
        ("name with a language", format!(r#"{{"@type":"Recipe","name":{{"@language":"en","@value":"Pie"}},{LISTS}}}"#)),
        ("headline", format!(r#"{{"@type":"Recipe","headline":"Pie",{LISTS}}}"#)),
        ("zero-width and no-break blanks", format!("{{\"@type\":\"Recipe\",\"name\":\"\u{200b}Pie\u{a0}\",{LISTS}}}")),
        ("legacy ingredients", ingredients("ingredients", r#"["1 egg","2 apples"]"#)),
        ("ingredients as one string", ingredients("recipeIngredient", r#""1 egg\n2 apples""#)),
        ("ingredients with br", ingredients("recipeIngredient", r#""1 egg<br/>2 apples<br/>""#)),
        ("ingredients as a list in HTML", ingredients("recipeIngredient", r#"["<ul><li>1 egg</li><li>2 apples</li></ul>"]"#)),
        ("ingredients with bullets", ingredients("recipeIngredient", r#"["• 1 egg","▢ 2 apples",""]"#)),
        ("ingredients nested", ingredients("recipeIngredient", r#"[["1 egg"],["2 apples",null]]"#)),
        ("ingredients as objects", ingredients("recipeIngredient", r#"[{"amount":1,"name":"egg"},{"amount":"2","name":"apples"}]"#)),
        ("ingredients as a list object", ingredients("recipeIngredient", r#"{"@type":"ItemList","itemListElement":["1 egg",{"@type":"ListItem","item":{"text":"2 apples"}}]}"#)),
        ("steps as one string", steps(r#""Mix.\nBake.""#)),
        ("steps as paragraphs", steps(r#""<p>Mix.</p>\n\n<p>Bake.</p>""#)),
        ("steps as encoded list", steps(r#""&lt;ol&gt;&lt;li&gt;Mix.&lt;/li&gt;&lt;li&gt;Bake.&lt;/li&gt;&lt;/ol&gt;""#)),
        ("steps numbered in lines", steps(r#""1. Mix.\n2. Bake.""#)),
        ("steps numbered in one line", steps(r#""1. Mix. 2. Bake.""#)),
        ("steps with brackets", steps(r#"["1) Mix.","2) Bake."]"#)),
        ("steps with counts of their own", steps(r#"["Step 1","Mix.","Step 2:","Bake."]"#)),
        ("HowToStep", steps(r#"[{"@type":"HowToStep","text":"Mix."},{"@type":"HowToStep","text":"Bake."}]"#)),
        ("HowToStep with doubled names", steps(r#"[{"@type":"HowToStep","name":"Mix","text":"Mix."},{"@type":"HowToStep","name":"Step 2","text":"Bake."}]"#)),
        ("HowToStep with a counted title", steps(r#"[{"@type":"HowToStep","name":"PIE_C step 1","text":"Mix."},{"@type":"HowToStep","name":"Passo 2","text":"Bake."}]"#)),
        ("a section of notes", steps(r#"[{"@type":"HowToSection","name":"Bake","itemListElement":["Mix.","Bake."]},{"@type":"HowToSection","name":"Notes:","itemListElement":["Keeps."]}]"#)),
        ("HowToStep with names only", steps(r#"[{"@type":"HowToStep","name":"Mix."},{"@type":"HowToStep","name":"Bake.","text":""}]"#)),
        ("HowToSection", steps(r#"[{"@type":"HowToSection","name":"All","itemListElement":[{"@type":"HowToStep","text":"Mix."},{"@type":"HowToStep","text":"Bake."}]}]"#)),
        ("HowToSection of sections", steps(r#"{"@type":"HowToSection","name":"All","itemListElement":[{"@type":"HowToSection","name":"Part","itemListElement":["Mix."]},{"@type":"HowToSection","steps":["Bake."]}]}"#)),
        ("directions and tips", steps(r#"[{"@type":"HowToStep","itemListElement":[{"@type":"HowToDirection","text":"Mix."},{"@type":"HowToTip","text":"Gently."}]},{"@type":"HowToStep","itemListElement":{"@type":"HowToDirection","text":"Bake."}}]"#)),
        ("ItemList", steps(r#"{"@type":"ItemList","itemListElement":[{"@type":"ListItem","item":{"@type":"HowToStep","text":"Mix."}},{"@type":"ListItem","text":"Bake."}]}"#)),
        ("one HowToStep with all", steps(r#"[{"@type":"HowToStep","text":"Mix.\nBake."}]"#)),
        ("references", format!(r##"{{"@graph":[{{"@id":"#a","@type":"HowToStep","text":"Mix."}},{}]}}"##, steps(r##"[{"@id":"#a"},{"@type":"HowToStep","text":"Bake."}]"##))),
    ];
    assert!(rows.len() >= 40);
    for (case, script) in rows {
        let extraction = read_script(&script);
        assert_eq!(extraction.verdict, Verdict::Recipe, "{case}: {extraction:?}");
        assert_eq!(extraction.content.title.as_deref(), Some("Pie"), "{case}");
        assert_eq!(lines(&extraction), ["1 egg", "2 apples"], "{case}");
        assert_eq!(extraction.content.instructions, ["Mix.", "Bake."], "{case}");
    }
}

#[test]
fn tips_of_steps_are_notes() {
    let step = |tip: &str| {
        let tip = json!({"@type": "HowToTip", "text": tip});
        json!({"@type": "HowToStep", "itemListElement": [{"@type": "HowToDirection", "text": "Mix."}, tip]})
    };
    let steps = json!([step("Use cold <b>butter</b>."), step("Freezes well."), step("Freezes well.")]);
    let recipe = json!({
        "@type": "Recipe", "name": "Pie", "recipeIngredient": ["1 egg"], "recipeInstructions": steps,
    });
    let tips = "Use cold butter.\n\nFreezes well.";
    assert_eq!(read_script(&recipe.to_string()).notes.as_deref(), Some(tips));

    let card = "<div class='tasty-recipes-notes'>Keeps for 3 days.</div>";
    let page = format!("{card}<script type='application/ld+json'>{recipe}</script>");
    assert_eq!(read(page.as_bytes()).notes, Some(format!("Keeps for 3 days.\n\n{tips}")));

    let file = extract::read_json_ld(&recipe, 1);
    assert_eq!(file[0].1.notes.as_deref(), Some(tips));
}

/// Columns: ingredients, expected result with groups in brackets.
#[test]
fn headings_among_ingredients_are_groups() {
    for (list, expected) in [
        (
            r#"["For the dough:","200 g flour","1 egg","Filling:","3 figs"]"#,
            "[For the dough] 200 g flour | 1 egg [Filling] 3 figs",
        ),
        (r###"["salt","## Dough","200 g flour"]"###, "salt [Dough] 200 g flour"),
        (r#"["**Pour la pâte**","200 g de farine","sel"]"#, "[Pour la pâte] 200 g de farine | sel"),
        (r#"["Para la salsa","2 tomates"]"#, "[Para la salsa] 2 tomates"),
        (
            r#"["DOUGH","200 g flour","1 egg","salt","FILLING","3 figs","mint"]"#,
            "[DOUGH] 200 g flour | 1 egg | salt [FILLING] 3 figs | mint",
        ),
        (r#"["FLOUR","SALT","2 figs"]"#, "FLOUR | SALT | 2 figs"),
        (r#"["2 figs","To serve:"]"#, "2 figs | To serve:"),
        (r#"["1 egg: beaten:","2 figs"]"#, "1 egg: beaten: | 2 figs"),
        (r#"["For dusting, flour","2 figs"]"#, "For dusting, flour | 2 figs"),
    ] {
        let extraction =
            read_script(&format!(r#"{{"@type":"Recipe","name":"Pie","recipeIngredient":{list}}}"#));
        let mut shown = String::new();
        let mut group = None;
        for ingredient in &extraction.content.ingredients {
            if ingredient.group != group {
                let blank = if shown.is_empty() { "" } else { " " };
                shown += &format!("{blank}[{}] ", ingredient.group.as_deref().unwrap_or_default());
                group.clone_from(&ingredient.group);
            } else if !shown.is_empty() {
                shown += " | ";
            }
            shown += &ingredient.text;
        }
        assert_eq!(shown, expected, "{list}");
    }
}

#[test]
fn author_is_taken_from_author_link_or_byline() {
    let page = |marked: &str| {
        format!(
            "<html lang=en><body><h1>Fig pie</h1>{marked}<h2>Ingredients</h2><ul><li>2 figs</li><li>200 g flour</li></ul>\
             <h2>Method</h2><ol><li>Mix all of it.</li><li>Bake the pie for an hour.</li></ol></body></html>"
        )
    };
    for (marked, expected) in [
        ("<p class='byline'>By <a rel='author' href='/ann'>Ann Lee</a></p>", Some("Ann Lee")),
        (
            "<div class='post-byline'><span>Por</span> <span>Ana García</span><br>3 de mayo</div>",
            Some("Ana García"),
        ),
        (
            "<a rel='author' href='/ann'><img src='/ann.jpg' alt=''></a><a rel='author' href='/ann'>Ann Lee</a>",
            Some("Ann Lee"),
        ),
        ("<p class='byline'>Ann Lee</p>", None),
        ("<p>By Ann Lee</p>", None),
        ("<a rel='author' href='/ann'>More about Ann</a>", None),
        ("<a rel='author' href='/ann'>Ann Lee</a><p class='byline'>By Bo Park</p>", None),
        ("<p class='byline'>By everybody who has ever cooked it in this kitchen of ours</p>", None),
    ] {
        let extraction = read(page(marked).as_bytes());
        assert_eq!(extraction.verdict, Verdict::Recipe, "{marked}");
        assert_eq!(extraction.content.title.as_deref(), Some("Fig pie"), "{marked}");
        assert_eq!(extraction.content.author.as_deref(), expected, "{marked}");
    }
    let nothing = read(b"<h1>Our team</h1><a rel='author' href='/ann'>Ann Lee</a><p>We cook.</p>");
    assert_eq!(nothing.content.author, None, "there is no recipe");
}

#[test]
fn fields_are_read_in_every_shape() {
    let rows = [
        (r#""recipeYield":4"#, "servings", json!(4)),
        (r#""recipeYield":"4""#, "servings", json!(4)),
        (r#""recipeYield":"4""#, "yields", json!(null)),
        (r#""recipeYield":["6","6 portions"]"#, "servings", json!(6)),
        (r#""recipeYield":["6","6 portions"]"#, "yields", json!("6 portions")),
        (r#""recipeYield":"Para 4-6 raciones""#, "servings", json!(4)),
        (r#""recipeYield":"24 cookies""#, "servings", json!(null)),
        (r#""recipeYield":"24 cookies""#, "yields", json!("24 cookies")),
        (
            r#""recipeYield":{"@type":"QuantitativeValue","value":8,"unitText":"servings"}"#,
            "servings",
            json!(8),
        ),
        (r#""recipeYield":"24 - 30""#, "yields", json!("24 - 30")),
        (r#""recipeYield":"4 porcje","description":"""#, "servings", json!(4)),
        (r#""recipeYield":"""#, "yields", json!(null)),
        (r#""description":"A pie.","recipeInstructions":"A pie.""#, "instructions", json!([])),
        (r#""name":"Fig pie – Recept""#, "title", json!("Fig pie")),
        (r#""name":"Fig-pie recipe""#, "title", json!("Fig-pie recipe")),
        (r#""name":"crÃ¨me brÃ»lÃ©e""#, "title", json!("crème brûlée")),
        (r#""recipeYield":0"#, "servings", json!(null)),
        (r#""prepTime":"PT1H5M""#, "prepMinutes", json!(65)),
        (r#""prepTime":15"#, "prepMinutes", json!(15)),
        (r#""prepTime":"PT0M""#, "prepMinutes", json!(null)),
        (r#""prepTime":["PT20M"]"#, "prepMinutes", json!(20)),
        (r#""cookTime":{"@type":"Duration","maxValue":"PT40M"}"#, "cookMinutes", json!(40)),
        (r#""cookTime":"a while""#, "cookMinutes", json!(null)),
        (r#""prepTime":"PT10M","cookTime":"PT5M""#, "totalMinutes", json!(15)),
        (r#""cookTime":"PT5M""#, "totalMinutes", json!(5)),
        (r#""image":"/a.jpg""#, "pictureUrl", json!("https://kitchen.example/a.jpg")),
        (r#""image":"//cdn.example/a.jpg""#, "pictureUrl", json!("https://cdn.example/a.jpg")),
        (r#""image":["b.jpg","c.jpg"]"#, "pictureUrl", json!("https://kitchen.example/recipes/b.jpg")),
        (
            r#""image":["b-150x150.jpg","c.jpg"]"#,
            "pictureUrl",
            json!("https://kitchen.example/recipes/c.jpg"),
        ),
        (
            r#""image":[{"url":"/s.jpg","width":100,"height":100},{"url":"/l.jpg","width":"900px","height":900}]"#,
            "pictureUrl",
            json!("https://kitchen.example/l.jpg"),
        ),
        (
            r#""image":{"contentUrl":"/a.jpg?w=1&amp;h=2"}"#,
            "pictureUrl",
            json!("https://kitchen.example/a.jpg?w=1&h=2"),
        ),
        (r#""image":"javascript:alert(1)""#, "pictureUrl", json!(null)),
        (r#""image":"ftp://kitchen.example/a.jpg""#, "pictureUrl", json!(null)),
        (r#""image":"data:image/png;base64,AAAA""#, "pictureUrl", json!(null)),
        (
            r#""image":["data:image/png;base64,AAAA","/a.jpg"]"#,
            "pictureUrl",
            json!("https://kitchen.example/a.jpg"),
        ),
        (r##""image":{"@id":"#primaryimage"}"##, "pictureUrl", json!(null)),
        (r#""author":"By Ann Lee""#, "author", json!("Ann Lee")),
        (r#""author":{"@type":"Person","name":"Ann &amp; Bo"}"#, "author", json!("Ann & Bo")),
        (r#""author":[{"@type":"Person","name":"Ann"},{"name":"Bo"}]"#, "author", json!("Ann, Bo")),
        (
            r##""author":{"@id":"#ann"},"about":{"@id":"#ann","@type":"Person","name":"Ann"}"##,
            "author",
            json!("Ann"),
        ),
        (r#""author":"admin""#, "author", json!(null)),
        (r#""author":{"@type":"Person","url":"https://kitchen.example/ann"}"#, "author", json!(null)),
        (r#""inLanguage":"fr-CA""#, "language", json!("fr")),
        (
            r#""inLanguage":{"@type":"Language","name":"Español","alternateName":"es"}"#,
            "language",
            json!("es"),
        ),
        (r#""inLanguage":"tlh""#, "language", json!(null)),
        (
            r#""keywords":"Soup, soup ,VEGAN","recipeCategory":["Dinner"],"recipeCuisine":"""#,
            "tags",
            json!(["Dinner", "Soup", "VEGAN"]),
        ),
        (
            r#""keywords":"a,b,c,d,e,f,g,h,i,j,k,l,m,n""#,
            "tags",
            json!(["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"]),
        ),
        (
            r#""keywords":["an awfully long sentence that was written for search engines","ok"]"#,
            "tags",
            json!(["ok"]),
        ),
        (
            r#""nutrition":{"calories":"320 kcal","fatContent":"9 g"}"#,
            "nutrition",
            json!({"calories": "320 kcal", "fat": "9 g", "carbs": null, "protein": null}),
        ),
        (
            r#""nutrition":[{"proteinContent":12}]"#,
            "nutrition",
            json!({"calories": null, "fat": null, "carbs": null, "protein": "12 g"}),
        ),
        (r#""description":"One<br>two &amp;amp; three""#, "description", json!("One two & three")),
    ];
    for (member, field, expected) in rows {
        let extraction = read_script(&format!(
            r#"{{"@type":"Recipe","name":"Pie","recipeIngredient":["1 egg"],{member}}}"#
        ));
        let content = serde_json::to_value(&extraction.content).unwrap();
        assert_eq!(content[field], expected, "{member}");
    }
}

#[test]
fn broken_script_does_not_affect_the_next() {
    let page = r#"<script type="application/ld+json">nothing here</script>
        <script type="application/ld+json"></script>
        <script type="application/ld+json">{"@type":"Recipe","name":"Pie","recipeIngredient":["1 egg"]}</script>"#;
    let extraction = read(page.as_bytes());
    assert_eq!(extraction.content.title.as_deref(), Some("Pie"));
    let codes: Vec<_> = extraction.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    assert_eq!(codes, [Code::JsonUnreadable, Code::InstructionsMissing]);
}

#[test]
fn main_recipe_of_the_page_is_selected() {
    let recipe = |name: &str, url: &str| {
        format!(
            r#"{{"@type":"Recipe","name":"{name}","url":"{url}","recipeIngredient":["1 {name}"],"recipeInstructions":["Eat."]}}"#
        )
    };
    let by_address = format!("[{},{}]", recipe("Cake", "/recipes/cake"), recipe("Pie", "/recipes/pie/"));
    let extraction = read_script(&by_address);
    assert_eq!(extraction.content.title.as_deref(), Some("Pie"));
    assert_eq!(lines(&extraction), ["1 Pie"]);
    assert!(extraction.diagnostics.iter().any(|diagnostic| diagnostic.code == Code::SeveralRecipes));

    let by_heading = format!(
        "<h1>Our Cake</h1><script type=application/ld+json>[{},{}]</script>",
        recipe("Tart", "/t"),
        recipe("Cake", "/c")
    );
    assert_eq!(read(by_heading.as_bytes()).content.title.as_deref(), Some("Cake"));
}

#[test]
fn two_versions_of_one_recipe_are_merged() {
    let page = r#"<script type="application/ld+json">{"@type":"Recipe","name":"Apple pie","prepTime":"PT9M","recipeIngredient":["1 egg"]}</script>
        <div itemscope itemtype="https://schema.org/Recipe"><b itemprop="name">Apple Pie</b><p itemprop="recipeInstructions">Bake.</p></div>"#;
    let extraction = read(page.as_bytes());
    assert_eq!(lines(&extraction), ["1 egg"]);
    assert_eq!(extraction.content.instructions, ["Bake."]);
    assert!(!extraction.diagnostics.iter().any(|diagnostic| diagnostic.code == Code::SeveralRecipes));
}

#[test]
fn verdict_matches_the_kind_of_input() {
    let rows: [(&[u8], Verdict); 18] = [
        (b"", Verdict::Empty),
        (b" \n\t ", Verdict::Empty),
        (b"<html><body><div id=app></div></body></html>", Verdict::Empty),
        (b"<html><body><p>Hello</p></body></html>", Verdict::NoRecipe),
        (b"just words", Verdict::NoRecipe),
        (
            b"<script type=application/ld+json>{\"@type\":\"Recipe\",\"name\":\"Pie\"}</script><p>x</p>",
            Verdict::NoRecipe,
        ),
        (b"%PDF-1.7", Verdict::NotAPage { detected: Detected::Pdf }),
        (b"\x89PNG\r\n\x1a\n", Verdict::NotAPage { detected: Detected::Picture }),
        (b"PK\x03\x04", Verdict::NotAPage { detected: Detected::Other }),
        (
            b"<title>Attention Required! | Cloudflare</title><h1>Sorry, you have been blocked</h1>",
            Verdict::Challenge,
        ),
        (b"<title>Access Denied</title><p>You don't have permission.</p>", Verdict::Challenge),
        (
            b"<title>shop.example</title><p>Press and hold</p><script src=/px-captcha.js></script>",
            Verdict::Challenge,
        ),
        (b"<title>Before you continue to the site</title><p>We use cookies</p>", Verdict::Challenge),
        ("<title>Accès refusé</title><p>Référence 18</p>".as_bytes(), Verdict::Challenge),
        (b"<title>Client Challenge</title><p>JavaScript is disabled</p>", Verdict::Challenge),
        (b"<title>Antes de continuar | Cocina</title><p>Cookies</p>", Verdict::Challenge),
        (b"<title>Un instant de bonheur au citron</title><p>Une histoire</p>", Verdict::NoRecipe),
        (b"<title>Captcha cake and other jokes</title><p>No recipe yet</p>", Verdict::NoRecipe),
    ];
    for (bytes, expected) in rows {
        assert_eq!(read(bytes).verdict, expected, "{:?}", String::from_utf8_lossy(bytes));
    }
}

#[test]
fn truncated_lists_and_texts_are_reported() {
    let many = json!({"@type": "Recipe", "name": "Pie", "recipeIngredient": vec!["1 egg"; 600], "recipeInstructions": ["x".repeat(9_000)]});
    let extraction = read_script(&many.to_string());
    assert_eq!(extraction.content.ingredients.len(), 500);
    assert_eq!(extraction.content.instructions[0].len(), 5_000);
    let limits =
        extraction.diagnostics.iter().filter(|diagnostic| diagnostic.code == Code::LimitReached).count();
    assert_eq!(limits, 2);
}

#[test]
fn page_metadata_fills_missing_fields() {
    const RECIPE: &str = r#"{"@type":"Recipe","recipeIngredient":["1 egg"],"image":"/own.jpg""#;
    const SIZES: &str =
        "<meta property='og:image:width' content='900'><meta property='og:image:height' content='600'>";
    let shared = "<meta property='og:image' content='/shared.jpg'>";
    for (head, more, field, expected) in [
        ("", "", "pictureUrl", json!("https://kitchen.example/own.jpg")),
        (shared, "", "pictureUrl", json!("https://kitchen.example/own.jpg")),
        (&format!("{shared}{SIZES}"), "", "pictureUrl", json!("https://kitchen.example/shared.jpg")),
        (
            &format!("{shared}{SIZES}"),
            r#","image":{"url":"/big.jpg","width":1000,"height":1000}"#,
            "pictureUrl",
            json!("https://kitchen.example/big.jpg"),
        ),
        (
            &format!("<meta property='og:image' content='/site-logo.png'>{SIZES}"),
            "",
            "pictureUrl",
            json!("https://kitchen.example/own.jpg"),
        ),
        ("<meta name=description content='A pie.'>", "", "description", json!("A pie.")),
        ("<meta property=og:description content='A pie.'>", "", "description", json!("A pie.")),
        (
            "<meta name=description content='A pie.'>",
            r#","description":"Mine.""#,
            "description",
            json!("Mine."),
        ),
        ("<title>Pie | The Site</title><h1>Best pie</h1>", "", "title", json!("Best pie")),
        ("<meta property=og:title content='Fig pie'><h1>The Site!</h1>", "", "title", json!("Fig pie")),
        ("<meta property=og:title content='Kitchen'><h1>Fig pie</h1>", "", "title", json!("Fig pie")),
    ] {
        let page = format!("{head}<script type='application/ld+json'>{RECIPE}{more}}}</script><p>Text</p>");
        let content = serde_json::to_value(&read(page.as_bytes()).content).unwrap();
        assert_eq!(content[field], expected, "{page}");
    }
}

#[test]
fn single_recipe_takes_the_title_of_the_page() {
    let lists = "<h2>Ingredients</h2><ul><li>2 figs</li><li>1 egg</li><li>30 g sugar</li></ul><h2>Method</h2><ol><li>Mix the egg and the sugar.</li><li>Bake the figs in it.</li></ol>";
    for (head, data, title) in [
        ("<title>Fig pie | Kitchen</title>", "", "Fig pie"),
        ("<title>Kitchen</title>", r#"{"@type":"Recipe","name":"Fig pie","prepTime":"PT5M"}"#, "Fig pie"),
    ] {
        let page = format!(
            "{head}<script type='application/ld+json'>{data}</script><h1>Fig pie</h1><p>A story.</p><h1>Hello darlings</h1>{lists}"
        );
        let extraction = read(page.as_bytes());
        assert_eq!(extraction.content.title.as_deref(), Some(title), "{page}");
        assert_eq!(extraction.content.prep_minutes, (!data.is_empty()).then_some(5), "{page}");
        assert_eq!(extraction.content.ingredients.len(), 3, "{page}");
    }
}

#[test]
fn provenance_has_reader_and_path() {
    let extraction = read_script(
        r#"{"@graph":[{"@type":"WebPage"},{"@type":"Recipe","name":"Pie","recipeIngredient":["1 egg"]}]}"#,
    );
    let places: Vec<_> = extraction
        .provenance
        .iter()
        .map(|entry| (json!(entry.field), json!(entry.reader), entry.path.as_str()))
        .collect();
    assert_eq!(
        places,
        [
            (json!("title"), json!("jsonLd"), "script[0]/@graph/1/name"),
            (json!("ingredients"), json!("jsonLd"), "script[0]/@graph/1/recipeIngredient"),
            (json!("ingredients"), json!("jsonLd"), "script[0]/@graph/1/recipeIngredient[0]"),
        ]
    );
}
