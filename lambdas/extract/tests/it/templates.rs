use crate::common::pages::{lines, read};

fn microdata(head: &str, name: &str, steps: &str) -> String {
    format!(
        r#"{head}<div itemscope itemtype="https://schema.org/Recipe">{name}<ul><li itemprop="ingredients">3 figs</li>
        <li itemprop="ingredients">1 l water</li></ul><section itemprop="recipeInstructions">{steps}</section></div>"#
    )
}

const SHOWN_LIST: &str =
    "<h2>Ingredients</h2><ul><li>3 figs</li><li>1 l water</li><li>2 tbsp honey</li><li>1 bay leaf</li></ul>";
const SHOWN_STEPS: &str = "<h2>Method</h2><ol><li>Cook the figs in the water for an hour.</li><li>Stir in the honey and serve it hot.</li></ol>";

#[test]
fn microdata_title_is_the_only_heading_in_its_element() {
    for (name, expected) in [
        (r#"<header itemprop="name"><h1>Fig soup</h1><div>By Ann Leek - 3 May</div></header>"#, "Fig soup"),
        (r#"<h1 itemprop="name">Fig soup <small>for two</small></h1>"#, "Fig soup for two"),
        (r#"<div itemprop="name"><h1>Fig soup</h1><h2>with honey</h2></div>"#, "Fig soup with honey"),
        (r#"<div itemprop="name">Fig soup<h3>★★</h3></div>"#, "Fig soup ★★"),
    ] {
        let html = microdata("", name, "Cook the figs in the water for an hour.");
        assert_eq!(read(&html).content.title.as_deref(), Some(expected), "{name}");
    }
}

#[test]
fn name_of_the_site_is_no_title() {
    let list = "<h2>Ingredients</h2><ul><li>3 figs<li>1 l water</ul><h2>Method</h2><p>Cook the figs in the water for an hour.";
    let site = r#"<meta property="og:site_name" content="The Green Ladle">"#;
    for (head, heading) in [
        ("<title>Fig soup – The Green Ladle</title>", "<h1>Green Ladle</h1>"),
        (r#"<meta property="og:title" content="Fig soup | Green Ladle">"#, ""),
        ("", "<h1>Fig soup</h1>"),
        (r#"<meta property="og:title" content="Green Ladle">"#, "<h1>Fig soup</h1>"),
    ] {
        let html = format!("{site}{head}{heading}{list}");
        assert_eq!(read(&html).content.title.as_deref(), Some("Fig soup"), "{head}");
    }
}

#[test]
fn link_to_the_home_page_is_no_title() {
    const RECIPE: &str = "<h3>Ingredients</h3><ul><li>3 figs</li><li>1 l milk</li></ul><h3>Method</h3><p>Boil the figs in the milk.</p>";
    for (title, heading) in [
        ("Fig soup - My Ladle", "<h1><a href='/'>My Ladle</a></h1><h2>Fig soup</h2>"),
        ("My Ladle", "<h1><a href='https://ladle.example/'>My Ladle</a></h1><h2>Fig soup</h2>"),
        ("Fig soup", "<h1><a href='/'>My Ladle</a></h1><h2>Fig soup</h2>"),
        ("My Ladle | Fig soup", "<a href='/'><img src='logo.png' alt='My Ladle'></a><p>Fig soup</p>"),
        (
            "Fig soup – My Ladle",
            "<a href='/'>My Ladle</a><a href='/'>Home</a><h1>My Ladle</h1><h2>Fig soup</h2>",
        ),
    ] {
        let read = read(&format!("<title>{title}</title>{heading}{RECIPE}"));
        assert_eq!(read.content.title.as_deref(), Some("Fig soup"), "{title} {heading}");
    }
}

#[test]
fn word_recipe_is_removed_from_a_microdata_heading() {
    let shared = |title: &str| format!(r#"<meta property="og:title" content="{title}">"#);
    for (head, expected) in [
        (shared("Fig soup"), "Fig soup"),
        (shared("Fig soup - The Green Ladle"), "Fig soup recipe"),
        (String::new(), "Fig soup recipe"),
    ] {
        let name = r#"<h1 itemprop="name">Fig soup recipe</h1>"#;
        let html = microdata(&head, name, "Cook the figs in the water for an hour.");
        assert_eq!(read(&html).content.title.as_deref(), Some(expected), "{head}");
    }
    let html = format!(
        r#"{}<script type="application/ld+json">{{"@type":"Recipe","name":"Fig soup recipe","recipeIngredient":["3 figs","1 l water"],
        "recipeInstructions":["Cook the figs.","Serve."]}}</script>"#,
        shared("Fig soup")
    );
    assert_eq!(read(&html).content.title.as_deref(), Some("Fig soup recipe"));
}

#[test]
fn labels_and_notes_after_microdata_steps_are_removed() {
    const COOK: &str = "Cook the figs in the water for an hour.";
    const SERVE: &str = "Stir in the honey and serve it hot.";
    for (steps, expected) in [
        (format!("<p>{COOK}</p><p>{SERVE} <b>Yield:</b> 2 dozen.</p>"), vec![COOK, SERVE]),
        (format!("<p>{COOK} Makes: 8 servings</p><p>{SERVE}</p>"), vec![COOK, SERVE]),
        (format!("<p>{COOK}</p><p>{SERVE}</p><p>Tip: figs freeze well.</p>"), vec![COOK, SERVE]),
        (
            format!(
                "<p>{COOK}</p><p>{SERVE}</p><p>Test kitchen tips</p><p>Use a pan that holds them all.</p>"
            ),
            vec![COOK, SERVE],
        ),
        (
            format!(
                "<p>{COOK}</p><p>{SERVE}</p><p>Originally published as Fig soup in The Ladle, May 2009</p>"
            ),
            vec![COOK, SERVE],
        ),
        (format!("<p>{COOK}</p><p>{SERVE}</p><p>Publicado originalmente en mayo</p>"), vec![COOK, SERVE]),
        (
            format!("<p>{COOK}</p><p>Add: 2 figs. Serve with: 3 spoons.</p>"),
            vec![COOK, "Add: 2 figs. Serve with: 3 spoons."],
        ),
        (
            format!("<p>{COOK} Note: 2 figs are enough.</p><p>{SERVE}</p>"),
            vec!["Cook the figs in the water for an hour. Note: 2 figs are enough.", SERVE],
        ),
    ] {
        let html = microdata("", r#"<h1 itemprop="name">Fig soup</h1>"#, &steps);
        assert_eq!(read(&html).content.instructions, expected, "{steps}");
    }
}

#[test]
fn remark_among_json_ld_steps_is_kept() {
    let html = r#"<title>Fig soup</title><script type="application/ld+json">{"@type":"Recipe","name":"Fig soup","recipeIngredient":["3 figs"],
        "recipeInstructions":"<p>Cook the figs in the water for an hour.</p><p>Tip: figs freeze well.</p>"}</script>"#;
    assert_eq!(read(html).content.instructions.len(), 2);
}

#[test]
fn visible_list_replaces_data_without_list_or_amounts() {
    let page = |data: &str, shown: &str| {
        format!(
            r#"<title>Fig soup</title><script type="application/ld+json">{{"@type":"Recipe","name":"Fig soup",{data}}}</script>
            <h1>Fig soup</h1>{shown}{SHOWN_STEPS}"#
        )
    };
    const STEPS: &str = r#""recipeInstructions":["Cook the figs in the water for an hour.","Stir in the honey and serve it hot."]"#;
    let whole = vec!["3 figs", "1 l water", "2 tbsp honey", "1 bay leaf"];
    for (data, shown, expected) in [
        (String::from(r#""recipeIngredient":"Soups & Stews""#), SHOWN_LIST, whole),
        (format!(r#""recipeIngredient":["Figs"],{STEPS}"#), "", vec!["Figs"]),
        (
            format!(r#""recipeIngredient":["Ripe figs  sliced","Water","Fresh  mild honey","Salt"],{STEPS}"#),
            "<h2>Ingredients</h2><div><p>Ripe figs, sliced : 3</p><p>Water: 1 l</p><p>Fresh, mild honey: 2 tbsp</p><p>Salt: to taste</p></div>",
            vec!["Ripe figs, sliced : 3", "Water: 1 l", "Fresh, mild honey: 2 tbsp", "Salt: to taste"],
        ),
    ] {
        let read = read(&page(&data, shown));
        assert_eq!(lines(&read), expected, "{data}");
        assert!(!read.content.instructions.is_empty(), "{data}");
    }
}

#[test]
fn visible_list_ends_before_an_unrelated_line() {
    let html = format!(
        "<h1>Fig soup</h1><h2>Ingredients</h2><div><div>3 figs</div><div>1 l water</div><div>2 tbsp honey</div></div>
        <p>This and much more is waiting for you in my app:</p>{SHOWN_STEPS}"
    );
    assert_eq!(lines(&read(&html)), ["3 figs", "1 l water", "2 tbsp honey"]);
}

#[test]
fn checkbox_label_is_one_line() {
    let line =
        |words: &str| format!("<div><label><input type=checkbox><i></i><span>{words}</span></label></div>");
    let linked = |amount: &str, name: &str, rest: &str| {
        line(&format!("<b>{amount}</b> <div><button type=button><span>{name}</span></button></div> {rest}"))
    };
    let html = format!(
        "<h1>Fig soup</h1><h2>Ingredients</h2>{}{}{}{}{SHOWN_STEPS}",
        line("3 figs, ripe"),
        linked("2 tablespoons", "mild honey,", "warm"),
        line("1 l water"),
        linked("", "Ground pepper", ""),
    );
    assert_eq!(
        lines(&read(&html)),
        ["3 figs, ripe", "2 tablespoons mild honey, warm", "1 l water", "Ground pepper"]
    );
}

fn data(steps: &str) -> String {
    format!(
        r#"<script type="application/ld+json">{{"@type":"Recipe","name":"Fig soup","recipeIngredient":["3 figs","1 l water"],
        "recipeInstructions":{steps}}}</script>"#
    )
}

#[test]
fn joined_steps_in_data_are_split() {
    const COOK: &str = "Cook the figs in the water for an hour.";
    const HONEY: &str = "Stir in 1.5 spoons of honey.";
    const SERVE: &str = "Serve it hot.";
    for (steps, expected) in [
        (format!(r#""1. {COOK} 2. {HONEY} 3. {SERVE}""#), vec![COOK, HONEY, SERVE]),
        (format!(r#""1. {COOK}2. {HONEY}3. {SERVE}""#), vec![COOK, HONEY, SERVE]),
        (
            format!(r#"[{{"@type":"HowToStep","text":"1. {COOK}2. {HONEY}3.{SERVE}"}}]"#),
            vec![COOK, HONEY, SERVE],
        ),
        (format!(r#""1. {COOK} 2. {HONEY}\n3. {SERVE} 4. 5.""#), vec![COOK, HONEY, SERVE]),
        (
            r#""1.煮无花果一个小时。 2.加入蜂蜜搅拌。3.趁热吃。""#.to_owned(),
            vec!["煮无花果一个小时。", "加入蜂蜜搅拌。", "趁热吃。"],
        ),
        (format!(r#""{COOK}\\r\\n{HONEY}\\n{SERVE}""#), vec![COOK, HONEY, SERVE]),
        (format!(r#""Fig soup\n{COOK}\n{SERVE}""#), vec![COOK, SERVE]),
        (format!(r#""{COOK}\n{SERVE}\nFoto’s: Ann Leek""#), vec![COOK, SERVE]),
        (format!(r#""{COOK}\n{SERVE}\nFot. Ann Leek""#), vec![COOK, SERVE]),
        (format!(r#"["1. lépés: {COOK}","2. lépés: {SERVE}"]"#), vec![COOK, SERVE]),
        (format!(r#"["1. krok","{COOK}","2. krok","{SERVE}"]"#), vec![COOK, SERVE]),
        (
            format!(
                r#"[{{"@type":"HowToStep","name":"1. vaihe","text":"{COOK}"}},{{"@type":"HowToStep","name":"2. vaihe","text":"{SERVE}"}}]"#
            ),
            vec![COOK, SERVE],
        ),
        (
            format!(
                r#"["{COOK}","{SERVE}",{{"@type":"HowToSection","name":"Wskazówki","itemListElement":["Figs freeze well."]}}]"#
            ),
            vec![COOK, SERVE],
        ),
        (format!(r#"["{COOK}","{HONEY}","{SERVE}","{COOK}","{HONEY}"]"#), vec![COOK, HONEY, SERVE]),
        (format!(r#"["{COOK}","{SERVE}","{COOK}"]"#), vec![COOK, SERVE, COOK]),
    ] {
        assert_eq!(read(&data(&steps)).content.instructions, expected, "{steps}");
    }
}

#[test]
fn line_below_ingredients_in_one_paragraph_is_kept() {
    let html = "<title>Fig soup</title><h1>Fig soup</h1><h2>Ingredients</h2><p>3 figs, 1 egg, 5 g salt, 2 dl milk</p>
        <p>1 pinch of saffron</p><h2>Method</h2><ol><li>Cook the figs in the milk for an hour.<li>Stir in the egg.</ol>";
    assert_eq!(lines(&read(html)), ["3 figs", "1 egg", "5 g salt", "2 dl milk", "1 pinch of saffron"]);
}
