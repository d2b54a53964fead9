use extract::{Page, Text, TextLine, read, read_text};
use recipe::{Content, StepHeading};
use serde_json::{Value, json};
use url::Url;

const STEPS: [&str; 4] =
    ["Heat the oven to 180 °C.", "Mix the flour with the butter.", "Bake for 40 minutes.", "Whip the cream."];
const HEADINGS: [(u32, &str); 2] = [(1, "For the cake"), (3, "For the cream")];

fn content_of(body: &str) -> Content {
    let html =
        format!("<!doctype html><html lang='en'><title>Cream cake</title><h1>Cream cake</h1>{body}</html>");
    let url = Url::parse("https://kitchen.example/cream-cake").unwrap();
    read(&Page { url, content_type: None, bytes: html.into_bytes() }).content
}

fn script(instructions: &Value) -> String {
    let recipe = json!({
        "@context": "https://schema.org", "@type": "Recipe", "name": "Cream cake",
        "recipeIngredient": ["200 g flour", "100 g butter", "200 ml cream"], "recipeInstructions": instructions,
    });
    format!("<script type='application/ld+json'>{recipe}</script>")
}

fn headings(content: &Content) -> Vec<(u32, &str)> {
    content.step_headings.iter().map(|StepHeading { step, text }| (*step, text.as_str())).collect()
}

fn section(name: &str, steps: &[&str]) -> Value {
    let steps: Vec<Value> = steps.iter().map(|text| json!({ "@type": "HowToStep", "text": text })).collect();
    json!({ "@type": "HowToSection", "name": name, "itemListElement": steps })
}

#[test]
fn json_ld_sections_and_heading_lines_are_read() {
    let [oven, mix, bake, whip] = STEPS;
    for instructions in [
        json!([oven, section("For the cake:", &[mix, bake]), section("For the cream", &[whip])]),
        json!([oven, "For the cake:", mix, bake, "For the cream:", whip]),
        json!(format!("{oven}\n## For the cake\n{mix}\n{bake}\n\n[For the cream]\n{whip}")),
        json!([
            oven,
            { "@type": "HowToStep", "text": "**For the cake**" },
            { "@type": "HowToStep", "text": mix },
            { "@type": "HowToStep", "text": bake },
            section("Step 2: For the cream", &[whip]),
        ]),
    ] {
        let content = content_of(&script(&instructions));
        assert_eq!(content.instructions, STEPS, "{instructions}");
        assert_eq!(headings(&content), HEADINGS, "{instructions}");
    }
}

#[test]
fn names_that_are_no_headings_are_dropped() {
    let [oven, mix, bake, whip] = STEPS;
    for instructions in [
        json!([section("Method", &STEPS)]),
        json!([section("Cream cake", &STEPS)]),
        json!([section("Step 1", &[oven, mix]), section("2", &[bake, whip])]),
        json!([section("Heat the oven to 180 °C", &[oven]), mix, bake, whip]),
    ] {
        let content = content_of(&script(&instructions));
        assert_eq!(content.instructions, STEPS, "{instructions}");
        assert_eq!(headings(&content), [], "{instructions}");
    }
    let steps = ["Mix in a bowl:", "Bake for 40 minutes."];
    let content = content_of(&script(&json!(steps)));
    assert_eq!(
        (content.instructions.as_slice(), headings(&content).len()),
        (&steps.map(str::to_owned)[..], 0)
    );
}

#[test]
fn microdata_and_rdfa_sections_are_read() {
    let [oven, mix, bake, whip] = STEPS;
    let microdata = |name: &str, steps: &str| {
        format!(
            "<div itemprop='recipeInstructions' itemscope itemtype='https://schema.org/HowToSection'>\
             <h4 itemprop='name'>{name}</h4>{steps}</div>"
        )
    };
    let step = |text: &str| {
        format!(
            "<div itemprop='itemListElement' itemscope itemtype='https://schema.org/HowToStep'>\
             <p itemprop='text'>{text}</p></div>"
        )
    };
    let html = format!(
        "<div itemscope itemtype='https://schema.org/Recipe'><h2 itemprop='name'>Cream cake</h2>\
         <p itemprop='recipeIngredient'>200 g flour</p><p itemprop='recipeIngredient'>200 ml cream</p>\
         <p itemprop='recipeInstructions'>{oven}</p>{}{}</div>",
        microdata("For the cake", &(step(mix) + &step(bake))),
        microdata("For the cream", &step(whip)),
    );
    let rdfa = html
        .replace("itemscope itemtype='https://schema.org/", "typeof='schema:")
        .replace("itemprop='", "property='schema:");
    let rdfa = format!("<div prefix='schema: https://schema.org/'>{rdfa}</div>");
    for html in [html, rdfa] {
        let content = content_of(&html);
        assert_eq!(content.instructions, STEPS, "{html}");
        assert_eq!(headings(&content), HEADINGS, "{html}");
    }
}

#[test]
fn headings_of_the_page_are_read_and_added_to_the_data() {
    let [oven, mix, bake, whip] = STEPS;
    let shown = format!(
        "<h2>Ingredients</h2><ul><li>200 g flour</li><li>100 g butter</li><li>200 ml cream</li></ul><h2>Method</h2>\
         <ol><li>{oven}</li></ol><h3>For the cake</h3><ol><li>{mix}</li><li>{bake}</li></ol><h3>For the cream</h3>\
         <ol><li>{whip}</li></ol>"
    );
    for html in [shown.clone(), script(&json!(STEPS)) + &shown] {
        let content = content_of(&html);
        assert_eq!(content.instructions, STEPS, "{html}");
        assert_eq!(headings(&content), HEADINGS, "{html}");
    }
}

#[test]
fn headings_of_a_text_are_read() {
    let [oven, mix, bake, whip] = STEPS;
    let text = format!(
        "Cream cake\n\nIngredients\n200 g flour\n100 g butter\n200 ml cream\n\nMethod\n1. {oven}\n\nFor the cake:\n\
         2. {mix}\n3. {bake}\n\nFor the cream:\n4. {whip}\n"
    );
    let lines = text.lines().filter(|line| !line.is_empty());
    let lines = lines.map(|line| TextLine { text: line.to_owned(), ..TextLine::default() }).collect();
    let recipes = read_text(&Text { lines, ..Text::default() });
    let content = &recipes.first().unwrap().content;
    assert_eq!(content.instructions, STEPS);
    assert_eq!(headings(content), HEADINGS);
}

#[test]
fn long_headings_are_truncated_and_sanitised() {
    let [oven, mix, ..] = STEPS;
    let name =
        format!("<b>For</b> the &amp; cake\u{0} <img src=x onerror=alert(1)>{}", " of layers".repeat(1_000));
    let content = content_of(&script(&json!([oven, section(&name, &[mix])])));
    let [heading] = &content.step_headings[..] else { panic!("{:?}", content.step_headings) };
    assert!(heading.text.starts_with("For the & cake"), "{}", &heading.text[..40]);
    assert!(
        heading.text.len() <= 5_000 && !heading.text.contains(['<', '\0', '\n']),
        "{}",
        heading.text.len()
    );
}

#[test]
fn steps_that_are_names_of_ingredient_groups_are_headings() {
    let [oven, mix, bake, whip] = STEPS;
    let page = |first: &str| {
        format!(
            "<h2>Ingredients</h2><p>Meatballs</p><ul><li>200 g flour</li><li>100 g butter</li></ul>\
             <p>Whip</p><ul><li>200 ml cream</li><li>1 egg</li></ul><h2>Method</h2><p>{first}</p>\
             <div>1<div>{oven}</div></div><div>2<div>{mix}</div></div><p>Whip</p>\
             <div>1<div>{bake}</div></div><div>2<div>{whip}</div></div>"
        )
    };
    let content = content_of(&page("Meatballs"));
    assert_eq!(content.instructions, STEPS);
    assert_eq!(headings(&content), [(0, "Meatballs"), (2, "Whip")]);
    let content = content_of(&page("Whip."));
    assert_eq!(content.instructions, ["Whip.", oven, mix, bake, whip]);
}
