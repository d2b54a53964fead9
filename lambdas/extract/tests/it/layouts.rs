use crate::common::pages::{lines, read};

fn page(ingredients: &str, steps: &str, shown: &str) -> String {
    format!(
        r#"<title>Fig soup</title><script type="application/ld+json">{{"@type":"Recipe","name":"Fig soup",
        "recipeIngredient":{ingredients},"recipeInstructions":{steps}}}</script><h1>Fig soup</h1>{shown}"#
    )
}

const STEPS: &str = r#"["Cook the figs in the water for an hour.","Stir in the butter and serve it hot."]"#;
const SHOWN_STEPS: &str = "<h2>Method</h2><ol><li>Cook the figs in the water for an hour.</li><li>Stir in the butter and serve it hot.</li></ol>";

#[test]
fn non_ingredients_in_data_are_removed() {
    for (data, expected) in [
        (r#"["Ingredients","3 figs","1 egg","5 g salt"]"#, vec!["3 figs", "1 egg", "5 g salt"]),
        (r#"["3 Ingredients:","3 figs","1 egg"]"#, vec!["3 figs", "1 egg"]),
        (r#"["3 figs","Photo credit: Ann Fig","1 egg","€ 6,40"]"#, vec!["3 figs", "1 egg"]),
        (r#"["3 figs","1 egg","5 g salt","3 figs","1 egg","5 g salt"]"#, vec!["3 figs", "1 egg", "5 g salt"]),
        (
            r#"["200 g figs","30 g butter","5 g salt","7 oz figs","1 oz butter","1 tsp salt"]"#,
            vec!["200 g figs", "30 g butter", "5 g salt"],
        ),
        (
            r#"["200 ml milk","30 g butter","5 g salt","7 fl oz milk","1 oz butter","1 tsp salt"]"#,
            vec!["200 ml milk", "30 g butter", "5 g salt"],
        ),
        // A dough and its crumble.
        (
            r#"["200 g rye","100 g sugar","90 g butter","50 g rye","80 g sugar","60 g butter"]"#,
            vec!["200 g rye", "100 g sugar", "90 g butter", "50 g rye", "80 g sugar", "60 g butter"],
        ),
        (
            r#"["200 g rye","30 g cane sugar","5 g salt","2 figs","7 oz rye","1 oz brown sugar","1 tsp salt","2 figs",
            "1 cup rye","2 tbsp cane sugar","1 tsp salt","2 figs"]"#,
            vec!["200 g rye", "30 g cane sugar", "5 g salt", "2 figs"],
        ),
        (
            r#"["(2) Ingredients","1.000 kg figs","0.250 kg rye","Total weight: 1.250","Gesamt: 1,25 kg"]"#,
            vec!["1.000 kg figs", "0.250 kg rye"],
        ),
        (
            r#"["Bottom:","200 g rye","2 eggs","salt","Top:","200 g rye","2 eggs","salt"]"#,
            vec!["200 g rye", "2 eggs", "salt", "200 g rye", "2 eggs", "salt"],
        ),
        (
            r#"["Metric:","200 g rye","2 eggs","salt","US:","7 oz rye","2 eggs","salt"]"#,
            vec!["200 g rye", "2 eggs", "salt"],
        ),
        (
            r#"["3 figs","1 pinch salt","1 egg","1 pinch salt"]"#,
            vec!["3 figs", "1 pinch salt", "1 egg", "1 pinch salt"],
        ),
        (r#"["photo-dried figs","2 figs"]"#, vec!["photo-dried figs", "2 figs"]),
        (
            r#"["3 figs","SALT","PEPPER","1 egg","20 g rye","2 dl milk"]"#,
            vec!["3 figs", "SALT", "PEPPER", "1 egg", "20 g rye", "2 dl milk"],
        ),
    ] {
        assert_eq!(lines(&read(&page(data, STEPS, ""))), expected, "{data}");
    }
}

#[test]
fn text_after_the_steps_is_removed() {
    const COOK: &str = "Cook the figs in the water for an hour.";
    for (data, expected) in [
        (format!(r#"["Preparation","{COOK}"]"#), vec![COOK]),
        (format!(r#"["{COOK}","Cooks' note:","It keeps for a week."]"#), vec![COOK]),
        (
            format!(r#"["{COOK}","Per serving: 120 calories, 2 g fat, 1 g protein","By the test kitchen"]"#),
            vec![COOK],
        ),
        (format!(r#"["{COOK}","Foto: Ann Fig"]"#), vec![COOK]),
        (format!(r#"["Wash.","Note","Figs burn.","{COOK}"]"#), vec!["Wash.", "Note", "Figs burn.", COOK]),
        (format!(r#"["{COOK}","Add 2 g salt and 1 g sugar."]"#), vec![COOK, "Add 2 g salt and 1 g sugar."]),
    ] {
        let read = read(&page(r#"["3 figs","1 egg"]"#, &data, ""));
        assert_eq!(read.content.instructions, expected, "{data}");
    }
}

#[test]
fn title_is_reduced_to_the_name_of_the_dish() {
    for (head, heading, expected) in [
        ("<title>Fig soup</title>", "RECIPE - Fig soup", "Fig soup"),
        ("<title>Fig soup</title>", "Receta: Fig soup", "Fig soup"),
        ("<title>Fig soup</title>", "Fig soup – Recipe", "Fig soup"),
        (
            r#"<meta property="og:title" content="Fig soup">"#,
            "Fig soup with 3 cheeses",
            "Fig soup with 3 cheeses",
        ),
        ("<title>Fig soup</title>", "Ingredients", "Fig soup"),
        (r#"<meta property="og:title" content="汤面">"#, "无花果汤面【两碗】", "无花果汤面【两碗】"),
        ("<title>Fig soup</title>", "★ 4.8 ★", "Fig soup"),
    ] {
        let html = format!(
            "{head}<h1>{heading}</h1><h2>Ingredients</h2><ul><li>3 figs</li><li>1 l water</li></ul>{SHOWN_STEPS}"
        );
        assert_eq!(read(&html).content.title.as_deref(), Some(expected), "{heading}");
    }
}

#[test]
fn state_in_attributes_and_plain_json_is_read() {
    const DATA: &str = r#"{"title":"Fig soup","ingredients":[{"quantity":"3","name":"figs"},{"quantity":"1","unit":"l","name":"water"}],"steps":[{"text":"Cook the figs."},{"text":"Serve."}]}"#;
    let escaped = DATA.replace('"', "&quot;");
    for html in [
        format!(r#"<h1>Fig soup</h1><recipe-card :data="{escaped}"></recipe-card>"#),
        format!(r#"<h1>Fig soup</h1><div data-props="{{&quot;page&quot;:{escaped}}}"></div>"#),
        DATA.to_owned(),
    ] {
        let read = read(&html);
        assert_eq!(read.content.title.as_deref(), Some("Fig soup"), "{html}");
        assert_eq!(lines(&read), ["3 figs", "1 l water"], "{html}");
        assert_eq!(read.content.instructions, ["Cook the figs.", "Serve."], "{html}");
    }
}

#[test]
fn repeated_elements_are_ingredient_lines() {
    let row = |parts: &[&str]| {
        let parts: String = parts.iter().map(|part| format!("<div>{part}</div>")).collect();
        format!("<div class=row>{parts}</div>")
    };
    let list = |rows: &[&[&str]]| rows.iter().map(|parts| row(parts)).collect::<String>();
    for (rows, expected) in [
        (
            list(&[&["figs", "4 stalkies"], &["water", "1 splosh"], &["salt"], &["bay", "2 blaadjes"]]),
            vec!["4 stalkies figs", "1 splosh water", "salt", "2 blaadjes bay"],
        ),
        (
            list(&[&["figs", "4", "stalkies"], &["water", "1", "splosh"], &["bay", "2", "blaadjes"]]),
            vec!["4 stalkies figs", "1 splosh water", "2 blaadjes bay"],
        ),
        (
            list(&[&["4 stalkies", "figs", "(ripe)"], &["1 splosh", "water"], &["2 blaadjes", "bay"]]),
            vec!["4 stalkies figs (ripe)", "1 splosh water", "2 blaadjes bay"],
        ),
        (
            list(&[&["4 figs", "1 egg"], &["2 eggs", "3 plums"], &["1 l water", "2 bays"]]),
            vec!["4 figs", "1 egg", "2 eggs", "3 plums", "1 l water", "2 bays"],
        ),
    ] {
        let html = format!("<h1>Fig soup</h1><h2>Ingredients</h2><div>{rows}</div>{SHOWN_STEPS}");
        assert_eq!(lines(&read(&html)), expected, "{rows}");
    }
}

#[test]
fn list_with_amounts_after_names_needs_no_heading() {
    let item = |name: &str, amount: &str| format!("<li><span>{name}</span><span> {amount}</span></li>");
    let items = [item("Figs", "75 g"), item("Butter", "20 g"), item("Water", "1 l")].concat();
    let read = read(&format!("<h1>Fig soup</h1><h3>Soup</h3><ul>{items}</ul>{SHOWN_STEPS}"));
    assert_eq!(lines(&read), ["75 g Figs", "20 g Butter", "1 l Water"]);
}

#[test]
fn icon_font_text_is_removed() {
    let icon = "<span class='material-icons'>lightbulb_outline</span>";
    let read = read(&format!(
        "<h1>Fig soup</h1><h2>Ingredients</h2><ul><li>3 figs</li><li>{icon}1 l water</li></ul>{SHOWN_STEPS}"
    ));
    assert_eq!(lines(&read), ["3 figs", "1 l water"]);
}

#[test]
fn section_heading_after_the_name_of_the_dish_is_recognised() {
    let steps = SHOWN_STEPS.replace("Method", "Fig soup – Method");
    let read = read(&format!(
        "<h1>Fig soup</h1><h2>Fig soup – Ingredients</h2><ul><li>3 figs</li><li>1 l water</li></ul>{steps}<p>Soup for two.</p><h3>More</h3><p>Plums</p>"
    ));
    assert_eq!(lines(&read), ["3 figs", "1 l water"]);
    assert_eq!(read.content.instructions.len(), 2);
}

#[test]
fn ingredients_end_at_steps_without_a_heading() {
    let read = read(
        "<h1>Fig soup</h1><h2>Ingredients</h2><p>3 figs</p><p>1 l water</p><p>salt</p>
        <ol><li>Cook the figs in the water for an hour.</li><li>Stir in the salt and serve it hot.</li></ol><p>Lunch</p><p>Soup</p>",
    );
    assert_eq!(lines(&read), ["3 figs", "1 l water", "salt"]);
    assert_eq!(read.content.instructions.len(), 2);
}

#[test]
fn data_are_corrected_from_the_page_only_with_evidence() {
    let list = |items: &[&str]| {
        let items: String = items.iter().map(|item| format!("<li>{item}</li>")).collect();
        format!("<h2>Ingredients</h2><ul>{items}</ul>{SHOWN_STEPS}")
    };
    for (data, shown, expected) in [
        (r#"["3 figs","salt"]"#, list(&["3 figs", "20 g salt"]), vec!["3 figs", "20 g salt"]),
        (
            r#"["3 figs","1 egg","salt"]"#,
            list(&["3 figs", "1 egg", "salt 1 teaspoon"]),
            vec!["3 figs", "1 egg", "salt"],
        ),
        (
            r#"["Soup","Figs","Water"]"#,
            list(&[
                "3 figs",
                "1 egg",
                "20 g butter",
                "1 l water",
                "1 leek",
                "2 g salt",
                "1 lemon",
                "2 bays",
                "9 plums",
            ]),
            vec![
                "3 figs",
                "1 egg",
                "20 g butter",
                "1 l water",
                "1 leek",
                "2 g salt",
                "1 lemon",
                "2 bays",
                "9 plums",
            ],
        ),
    ] {
        assert_eq!(lines(&read(&page(data, STEPS, &shown))), expected, "{data} <> {shown}");
    }
}

#[test]
fn section_names_in_data_are_replaced_by_visible_steps() {
    let shown = "<h2>Ingredients</h2><ul><li>3 figs</li><li>1 l water</li></ul><h2>Method</h2>
        <h3>Cook the soup</h3><p>Cook the figs in the water for an hour.</p><h3>Serve</h3><p>Stir in the butter and serve it hot.</p>";
    let read = read(&page(r#"["3 figs","1 l water"]"#, r#"["Cook the soup","Serve"]"#, shown));
    assert_eq!(
        read.content.instructions,
        ["Cook the figs in the water for an hour.", "Stir in the butter and serve it hot."]
    );
}

#[test]
fn unsupported_language_is_reported() {
    let german = "<h1>Feigensuppe</h1><h2>Zutaten</h2><ul><li>3 Feigen</li><li>1 l Wasser</li></ul><h2>Zubereitung</h2>
        <p>Die Feigen in das Wasser geben und eine Stunde lang kochen.</p><p>Mit der Butter verrühren und heiß servieren.</p>";
    let german = read(german);
    assert_eq!((german.content.language, german.other_language.as_deref()), (None, Some("de")));
    let english = read(&page(r#"["3 figs","1 l water"]"#, STEPS, ""));
    assert_eq!(english.content.language.map(recipe::Language::code), Some("en"));
    assert_eq!(english.other_language, None);
}

#[test]
fn servings_in_brackets_are_moved_out_of_the_title() {
    let titled = |title: &str| {
        let read = read(
            &page(r#"["3 figs","1 egg"]"#, STEPS, "")
                .replace("\"name\":\"Fig soup\"", &format!("\"name\":\"{title}\"")),
        );
        (read.content.title.unwrap_or_default(), read.content.servings)
    };
    for (title, name, servings) in [
        ("Fig soup (serves 6)", "Fig soup", Some(6)),
        ("Sopa de higos (para 4 personas)", "Sopa de higos", Some(4)),
        ("Soupe [6 personnes]", "Soupe", Some(6)),
        ("Fig soup (with 6 figs)", "Fig soup (with 6 figs)", None),
        ("Fig soup (vegan)", "Fig soup (vegan)", None),
        ("(serves 6)", "(serves 6)", None),
    ] {
        assert_eq!(titled(title), (String::from(name), servings), "{title}");
    }
}

#[test]
fn json_ld_is_preferred_to_equal_microdata() {
    let shown = r#"<div itemscope itemtype="https://schema.org/Recipe"><h2 itemprop="name">Fig soup</h2>
        <p itemprop="recipeIngredient">3 figs</p><p itemprop="recipeIngredient">1 egg</p><p itemprop="recipeIngredient">love</p><p itemprop="recipeIngredient">hope</p>
        <p itemprop="recipeInstructions">Cook the figs in the water for an hour.</p></div>"#;
    let read = read(&page(r#"["3 figs","1 egg"]"#, STEPS, shown));
    assert_eq!(lines(&read), ["3 figs", "1 egg"]);
}

#[test]
fn lists_in_navigation_are_read_only_without_another_recipe() {
    let list = "<nav><ul><li>3 figs</li><li>200 ml water</li></ul></nav>";
    let steps =
        "<nav><ol><li>Cook the figs in the water for an hour.</li><li>Serve them hot.</li></ol></nav>";
    let found = read(&format!(
        "<h1>Fig soup</h1><nav><p>Serves 4</p></nav><h2>Ingredients</h2>{list}<h2>Method</h2>{steps}"
    ));
    assert_eq!(lines(&found), ["3 figs", "200 ml water"]);
    assert_eq!(found.content.instructions, ["Cook the figs in the water for an hour.", "Serve them hot."]);
    assert_eq!(found.content.servings, Some(4));
    let found = read(&format!(
        "<h1>Fig soup</h1>{list}<h2>Ingredients</h2><ul><li>5 plums</li><li>1 l water</li></ul>{SHOWN_STEPS}"
    ));
    assert_eq!(lines(&found), ["5 plums", "1 l water"]);
}

#[test]
fn plugin_card_is_preferred_to_text_named_like_the_page() {
    let html = format!(
        "<title>Fig soup</title><h1>Fig soup</h1><h2>Ingredients</h2><p>Figs from my grandmother's garden</p><p>A glass of cold water from the \
         mountains</p><p>A little salt</p>{SHOWN_STEPS}<div class='wprm-recipe-container'><h2 class='wprm-recipe-name'>Soup of figs</h2>\
         <div class='wprm-recipe-ingredients-container'><ul><li>3 figs</li><li>1 l water</li><li>5 g salt</li></ul></div>\
         <div class='wprm-recipe-instructions-container'><ol><li>Boil the figs in the water for half an hour.</li></ol></div></div>"
    );
    let read = read(&html);
    assert_eq!(lines(&read), ["3 figs", "1 l water", "5 g salt"]);
    assert_eq!(read.content.instructions, ["Boil the figs in the water for half an hour."]);
}
