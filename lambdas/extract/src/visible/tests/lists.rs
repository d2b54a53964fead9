use super::{STEP_LINES, STEPS, check, drafts};

#[test]
fn list_items_with_sentences_after_the_amount_are_kept() {
    let page = format!(
        "<h1>Soup</h1><article><h2>Ingredients</h2><ul><li>Plums, 200g</li><li>Plum brandy, ~2 tbsp. To be poured \
         over them once they are soft enough for that.</li><li><p>For the pan:</p><p>Oil, 2 tbsp</p><p>Water, 1 cup</p></li><li>Dried \
         lentils, 100g. Any kind you like. Red ones are quick.</li><li>White rice, 300g. Leave it in cold water over night.</li><li>Salt</li></ul>{STEPS}</article>"
    );
    let lines = [
        "Plums, 200g",
        "Plum brandy, ~2 tbsp. To be poured over them once they are soft enough for that.",
        "For the pan| Oil, 2 tbsp",
        "For the pan| Water, 1 cup",
        "For the pan| Dried lentils, 100g. Any kind you like. Red ones are quick.",
        "For the pan| White rice, 300g. Leave it in cold water over night.",
        "For the pan| Salt",
    ];
    check(&page, &lines, &STEP_LINES);
}

#[test]
fn yield_above_the_items_is_not_a_line() {
    for unit in ["ciastek", "bröd", "Portion/en"] {
        let page = format!(
            "<h1>Soup</h1><article><h3>Składniki</h3><div>12 {unit}</div><ul><li>2 plums</li><li>1 l water</li></ul>{STEPS}</article>"
        );
        check(&page, &["2 plums", "1 l water"], &STEP_LINES);
    }
}

#[test]
fn text_around_items_and_rows_is_not_a_line() {
    let page = format!(
        "<h1>Soup</h1><article><h2>Zutaten</h2><table><tr><td>1 kg</td><td>Pflaumen</td></tr><tr><td>1 l</td><td>Wasser</td></tr></table>\
         <div>Außerdem:</div><div><table><tr><td>2 TL</td><td>Butter</td></tr><tr><td>1 TL</td><td>Salz</td></tr><tr><td>1</td><td>Ei\
         </td></tr></table><p>Wer mehr davon nimmt, kocht länger</p></div>{STEPS}</article>"
    );
    check(
        &page,
        &["1 kg Pflaumen", "1 l Wasser", "Außerdem| 2 TL Butter", "Außerdem| 1 TL Salz", "Außerdem| 1 Ei"],
        &STEP_LINES,
    );
    let page = format!(
        "<h1>Soup</h1><article><h3>Składniki</h3><div>12 - 16 sztuk</div><div><ul><li>2 plums</li><li>1 l water</li></ul></div>{STEPS}</article>"
    );
    check(&page, &["2 plums", "1 l water"], &STEP_LINES);
}

#[test]
fn adjacent_items_with_a_different_class_are_lines() {
    let page = format!(
        "<h1>Soup</h1><article><h2>Ingredients</h2><ul><li class='i'>2 plums</li><li class='i'>1 l water</li><li class='i n'>Mint</li>\
         <li class='i n'>Salt</li><li class='i'>1 egg</li><li class='i head'>Cream</li><li class='i'>1 fig</li></ul>{STEPS}</article>"
    );
    check(&page, &["2 plums", "1 l water", "Mint", "Salt", "1 egg", "Cream| 1 fig"], &STEP_LINES);
}

#[test]
fn lines_below_a_group_heading_in_an_item_are_split() {
    let page = format!(
        "<h1>Soup</h1><article><h2>Ingredients</h2><ol><li><b>For the soup</b>:<br>2 plums<br>water</li></ol><ol><li>1 egg <span>(s)</span>\
         </li><li>1 cup ( <i>300 g </i>) rye</li></ol>{STEPS}</article>"
    );
    check(
        &page,
        &[
            "For the soup| 2 plums",
            "For the soup| water",
            "For the soup| 1 egg (s)",
            "For the soup| 1 cup (300 g) rye",
        ],
        &STEP_LINES,
    );
}

#[test]
fn group_heading_in_a_plugin_does_not_end_the_list() {
    let page = format!(
        "<h1>Soup</h1><div class='wprm-recipe-container'><div class='wprm-recipe-ingredients-container'><h3>Ingredients</h3><ul>\
         <li>2 (<span class='wprm-recipe-ingredient-unit'>large</span>) plums</li><li><span class='wprm-recipe-ingredient-name'>water</span> <span class='wprm-recipe-ingredient-amount'>1 cup(s)</span>\
         </li></ul><h4>Serving suggestions</h4><ul><li>mint</li></ul></div>{STEPS}</div>"
    );
    check(&page, &["2 (large) plums", "1 cup(s) water", "Serving suggestions| mint"], &STEP_LINES);
}

#[test]
fn parts_with_the_same_first_line_are_kept() {
    let page = "<h1>Cake</h1><h2>Ingredients for the dough</h2><ul><li>200 g rye</li><li>2 eggs</li></ul>\
        <h2>Ingredients for the filling</h2><ul><li>2 eggs</li><li>1 l milk</li><li>3 plums</li></ul>\
        <h2>Method</h2><ol><li>Mix the rye with the eggs and bake it.</li><li>Boil the plums in the milk with the eggs.</li></ol>";
    check(
        page,
        &["200 g rye", "2 eggs", "2 eggs", "1 l milk", "3 plums"],
        &["Mix the rye with the eggs and bake it.", "Boil the plums in the milk with the eggs."],
    );
}

#[test]
fn line_breaks_are_kept_where_the_page_shows_them() {
    for (open, close) in [("<pre>", "</pre>"), ("<div style='white-space: pre-line'>", "</div>")] {
        let page = format!(
            "<h1>Soup</h1><h2>Ingredients</h2>{open}2 plums\n1 l water{close}\
             <h2>Method</h2>{open}Boil the water with the plums for ten minutes.\nServe it hot in bowls.\n{close}"
        );
        check(&page, &["2 plums", "1 l water"], &STEP_LINES);
    }
    let code = "<h1>Bytes</h1><pre><code>12 g of it;\n13 g of it;\n14 g of it;\n15 g;</code></pre>\
        <p>They are read by the loader in this order.</p><p>Each of them starts on a page of its own.</p>";
    assert!(drafts(code).is_empty());
    let page = "<h1>Soup</h1><pre>Ingredients\n2 plums\n1 l water\n\nMethod\n\
        Boil the water with the plums for ten minutes.\nServe it hot in bowls.</pre>";
    check(page, &["2 plums", "1 l water"], &STEP_LINES);
}

#[test]
fn long_line_with_an_amount_does_not_end_the_list() {
    let long = format!("200 g yoghurt ({})", "drained in a cloth for a whole night ".repeat(8).trim_end());
    let page = format!("<h1>Soup</h1><h2>Ingredients</h2><p>2 plums</p><p>{long}</p><p>1 l water</p>{STEPS}");
    check(&page, &["2 plums", &long, "1 l water"], &STEP_LINES);
}

#[test]
fn advertisement_does_not_end_a_section() {
    let ad = "<div>Advertisement</div>";
    let page = format!(
        "<h1>Soup</h1><h2>Ingredients</h2><ul><li>2 plums</li></ul>{ad}<ul><li>1 l water</li></ul><h2>Method</h2>\
         <ol><li>Boil the water with the plums for ten minutes.</li></ol>{ad}<ol start='2'><li>Serve it hot in bowls.</li></ol>"
    );
    check(&page, &["2 plums", "1 l water"], &STEP_LINES);
}

#[test]
fn times_between_heading_and_list_are_not_ingredients() {
    for (heading, facts) in [
        ("Ingredients", "<p>Prep time: 20 min</p><p>Serves 4</p>"),
        ("Ingrédients", "<p>Préparation : 20 min</p><p>Cuisson : 40 min</p>"),
    ] {
        let page = format!(
            "<h1>Soup</h1><h2>{heading}</h2>{facts}<ul><li>plums</li><li>salt</li><li>1 leek</li></ul>{STEPS}"
        );
        check(&page, &["plums", "salt", "1 leek"], &STEP_LINES);
    }
}

#[test]
fn list_and_steps_in_two_cells_are_apart() {
    let page = "<h1>Soup</h1><table><tr><td><b>Ingredients</b><br>2 plums<br>1 l water<br>salt</td>\
        <td><b>Method</b><br>Boil the water with the plums for ten minutes.<br>Serve it hot in bowls.</td></tr></table>";
    check(page, &["2 plums", "1 l water", "salt"], &STEP_LINES);
    let page = "<h1>Soup</h1><table><tr><td><p><b>Ingredients</b></p><p>2 plums</p><p>1 l water</p><p>salt</p></td>\
        <td><p><b>Method</b></p><p>Boil the water with the plums for ten minutes.</p>\
        <p>Serve it hot in bowls.</p></td></tr></table>";
    check(page, &["2 plums", "1 l water", "salt"], &STEP_LINES);
}
