#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use extract::{Extraction, Page, Verdict, read, read_part};
use serde_json::{Value, json};
use url::Url;

fn page(html: &str) -> Page {
    let url = Url::parse("https://kitchen.example/dinners/three-courses").unwrap();
    Page { url, content_type: None, bytes: html.as_bytes().to_vec() }
}

fn recipe(name: &str, line: &str) -> Value {
    json!({
        "@type": "Recipe", "name": name, "recipeIngredient": [line, "1 pinch of salt"],
        "recipeInstructions": [format!("Prepare {line}."), "Serve."],
    })
}

fn script(nodes: &Value) -> String {
    format!(
        r#"<!doctype html><html lang="en"><title>Three courses</title><meta name="description" content="A dinner.">
        <meta property="og:image" content="/dinner.jpg"><h1>Three courses</h1><p>Dinner is served.</p>
        <script type="application/ld+json">{nodes}</script></html>"#
    )
}

fn lines(extraction: &Extraction) -> Vec<&str> {
    extraction.content.ingredients.iter().map(|line| line.text.as_str()).collect()
}

fn title(extraction: &Extraction) -> &str {
    extraction.content.title.as_deref().unwrap_or_default()
}

#[test]
fn other_recipes_are_listed_once_and_read_by_name() {
    let soup = recipe("Leek soup", "2 leeks");
    let html =
        script(&json!([soup, recipe("Fig pie", "6 figs"), recipe("Roast carrots", "1 kg carrots"), soup]));
    let main = read(&page(&html));
    assert_eq!(
        (title(&main), main.other_recipes.as_slice()),
        ("Leek soup", &["Fig pie".to_owned(), "Roast carrots".to_owned()][..])
    );
    for (name, line) in [("Fig pie", "6 figs"), ("fig PIE!", "6 figs"), ("Roast carrots", "1 kg carrots")] {
        let part = read_part(&page(&html), name);
        assert_eq!(part.verdict, Verdict::Recipe);
        assert_eq!(lines(&part), [line, "1 pinch of salt"], "{name}");
        assert!(part.other_recipes.is_empty());
        assert_eq!((part.content.description, part.content.picture_url), (None, None));
    }
    assert_eq!(main.content.description.as_deref(), Some("A dinner."));
}

#[test]
fn unknown_part_is_no_recipe() {
    let html = script(&json!([recipe("Leek soup", "2 leeks"), recipe("Fig pie", "6 figs")]));
    for name in ["Apple pie", "", "Fig pie with cream"] {
        let read = read_part(&page(&html), name);
        assert_eq!((read.verdict, read.content.ingredients.len()), (Verdict::NoRecipe, 0), "{name}");
    }
}

#[test]
fn duplicate_recipe_is_not_another_recipe() {
    let soup = recipe("Leek soup", "2 leeks");
    let mut renamed = soup.clone();
    renamed["name"] = json!("Leek soup – The Kitchen");
    for nodes in [json!([soup]), json!([soup, soup]), json!([soup, renamed])] {
        assert_eq!(read(&page(&script(&nodes))).other_recipes, [""; 0], "{nodes}");
    }
    let both = script(&json!([soup])).replace(
        "</html>",
        "<div itemscope itemtype='https://schema.org/Recipe'><h2 itemprop='name'>Leek Soup</h2>
         <p itemprop='recipeIngredient'>2 leeks</p><p itemprop='recipeInstructions'>Cut.</p></div></html>",
    );
    assert_eq!(read(&page(&both)).other_recipes, [""; 0]);
}

#[test]
fn recipe_of_another_page_is_not_listed() {
    let with = |name: &str, value: Value| {
        let mut pie = recipe("Fig pie", "6 figs");
        pie[name] = value;
        read(&page(&script(&json!([recipe("Leek soup", "2 leeks"), pie])))).other_recipes
    };
    assert_eq!(with("url", json!("https://kitchen.example/fig-pie")), [""; 0]);
    assert_eq!(with("mainEntityOfPage", json!("/fig-pie")), [""; 0]);
    // A recipe with the page's own address is the main recipe.
    assert_eq!(with("url", json!("https://www.kitchen.example/dinners/three-courses/")), ["Leek soup"]);
    for (name, value) in
        [("@id", "https://kitchen.example/#/schema/recipe/2"), ("url", "#fig-pie"), ("@id", "recipe-2")]
    {
        assert_eq!(with(name, json!(value)), ["Fig pie"], "{value}");
    }
}

#[test]
fn teaser_is_not_listed() {
    let teaser = json!({ "@type": "Recipe", "name": "Fig pie", "image": "/fig.jpg" });
    assert_eq!(read(&page(&script(&json!([recipe("Leek soup", "2 leeks"), teaser])))).other_recipes, [""; 0]);
}

#[test]
fn names_of_other_recipes_are_bounded() {
    let long = "pie ".repeat(100);
    let mut nodes: Vec<Value> =
        (0..40).map(|n| recipe(&format!("Soup {n}"), &format!("{n} leeks"))).collect();
    nodes.insert(1, recipe(&long, "6 figs"));
    let read = read(&page(&script(&json!(nodes))));
    assert!((10..=20).contains(&read.other_recipes.len()), "{}", read.other_recipes.len());
    assert!(read.other_recipes.iter().all(|name| name.chars().count() <= 200));
    let name = read.other_recipes.iter().find(|name| name.starts_with("pie")).unwrap();
    assert_eq!(lines(&read_part(&page(&script(&json!(nodes))), name))[0], "6 figs");
}

#[test]
fn several_recipes_in_microdata_or_visible_text_are_listed() {
    let item = |name: &str, line: &str| {
        format!(
            "<section itemscope itemtype='https://schema.org/Recipe'><h2 itemprop='name'>{name}</h2>
             <ul><li itemprop='recipeIngredient'>{line}</li></ul><p itemprop='recipeInstructions'>Cook {line}.</p></section>"
        )
    };
    let html = format!(
        "<!doctype html><title>Two</title>{}{}",
        item("Leek soup", "2 leeks"),
        item("Fig pie", "6 figs")
    );
    assert_eq!(read(&page(&html)).other_recipes.len(), 1);
    assert_eq!(lines(&read_part(&page(&html), "Fig pie")), ["6 figs"]);
    assert_eq!(lines(&read_part(&page(&html), "Leek soup")), ["2 leeks"]);

    let shown = "<!doctype html><html lang=en><title>Two sauces</title>
        <h1>Tomato sauce</h1><h2>Ingredients</h2><ul><li>500 g tomatoes</li><li>1 onion</li><li>2 tbsp olive oil</li></ul>
        <h2>Method</h2><ol><li>Chop the tomatoes and the onion.</li><li>Simmer them in the oil for half an hour.</li></ol>
        <h1>Vanilla custard</h1><h2>Ingredients</h2><ul><li>300 ml milk</li><li>3 egg yolks</li><li>40 g sugar</li></ul>
        <h2>Method</h2><ol><li>Warm the milk slowly.</li><li>Whisk yolks with sugar and stir until it thickens.</li></ol>";
    let main = read(&page(shown));
    let [other] = main.other_recipes.as_slice() else { panic!("{:?}", main.other_recipes) };
    let part = read_part(&page(shown), other);
    assert_eq!(part.verdict, Verdict::Recipe);
    assert_ne!(lines(&part), lines(&main));
    assert_eq!((part.content.ingredients.len(), part.content.instructions.len()), (3, 2));
}
