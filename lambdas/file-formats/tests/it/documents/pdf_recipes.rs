//! Recipes in printed layouts, from the PDF to the recipe.

use extract::{Extraction, read_text};

use super::common::pdf::{BOLD, PLAIN, Print, content, document, text, text_of};

const TITLE: Print<'_> = (40.0, 60.0, 24.0, BOLD, "Potato pie");
const LONG_STEP: &str =
    "Slice the potatoes thinly, layer them in the tin and pour the cream over them until covered.";

fn plain<'a>(left: f64, top: f64, text: &'a str) -> Print<'a> {
    (left, top, 11.0, PLAIN, text)
}

fn bold<'a>(left: f64, top: f64, text: &'a str) -> Print<'a> {
    (left, top, 11.0, BOLD, text)
}

fn recipe(page: Vec<Print<'_>>) -> Extraction {
    read_text(&text(&[page])).remove(0)
}

fn ingredients(recipe: &Extraction) -> Vec<&str> {
    recipe.content.ingredients.iter().map(|line| line.text.as_str()).collect()
}

fn instructions(recipe: &Extraction) -> Vec<&str> {
    recipe.content.instructions.iter().map(String::as_str).collect()
}

#[test]
fn drawn_bullets_mark_items() {
    let lines = ["4 large potatoes, peeled and", "sliced", "butter for the tin", "200 ml cream"];
    let tops = [100.0, 116.0, 132.0, 148.0];
    let page: Vec<Print<'_>> =
        lines.into_iter().zip(tops).map(|(line, top)| plain(60.0, top, line)).collect();
    let mut content = content(&page);
    for top in [100.0, 132.0, 148.0] {
        content.extend(format!("45 {} 4 4 re f\n", 802.0 - top).bytes());
    }
    // A line below a heading is no bullet.
    content.extend(b"40 640 400 2 re f\n");
    let text = text_of(&document(&[content], ""));
    let lines: Vec<&str> = text.lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(
        lines,
        [
            "\u{2022} 4 large potatoes, peeled and",
            "sliced",
            "\u{2022} butter for the tin",
            "\u{2022} 200 ml cream"
        ]
    );
}

#[test]
fn list_in_two_columns_ends_above_the_steps() {
    let recipe = recipe(vec![
        TITLE,
        bold(40.0, 100.0, "Ingredients"),
        plain(40.0, 120.0, "4 large potatoes"),
        plain(40.0, 134.0, "200 ml cream"),
        plain(300.0, 120.0, "2 onions"),
        plain(300.0, 134.0, "1 tsp salt"),
        bold(40.0, 160.0, "Method"),
        plain(40.0, 180.0, "Heat the oven."),
        plain(40.0, 200.0, LONG_STEP),
        plain(40.0, 220.0, "Bake for 40 minutes."),
    ]);
    assert_eq!(ingredients(&recipe), ["4 large potatoes", "200 ml cream", "2 onions", "1 tsp salt"]);
    assert_eq!(instructions(&recipe), ["Heat the oven.", LONG_STEP, "Bake for 40 minutes."]);
}

#[test]
fn list_continues_in_the_next_column() {
    let recipe = recipe(vec![
        TITLE,
        bold(40.0, 100.0, "Ingredients"),
        plain(40.0, 120.0, "4 large potatoes"),
        plain(40.0, 134.0, "200 ml cream"),
        plain(40.0, 148.0, "2 onions"),
        plain(40.0, 162.0, "1 tsp salt"),
        plain(300.0, 100.0, "oil for frying"),
        plain(300.0, 122.0, "salt and pepper"),
        plain(300.0, 144.0, "1 lemon"),
        bold(300.0, 170.0, "Method"),
        plain(300.0, 190.0, "1 Heat the oven and grease the tin"),
        plain(300.0, 204.0, "2 Slice the potatoes and bake them."),
    ]);
    let expected = [
        "4 large potatoes",
        "200 ml cream",
        "2 onions",
        "1 tsp salt",
        "oil for frying",
        "salt and pepper",
        "1 lemon",
    ];
    assert_eq!(ingredients(&recipe), expected);
    assert_eq!(
        instructions(&recipe),
        ["Heat the oven and grease the tin", "Slice the potatoes and bake them."]
    );
}

#[test]
fn names_without_amount_are_separate_in_a_table() {
    let mut page = vec![TITLE, bold(40.0, 100.0, "Ingredients")];
    let rows = [
        ("", "Butter for the tin"),
        ("200 g", "flour"),
        ("", "oil for frying"),
        ("2", "eggs"),
        ("250 ml", "double cream"),
    ];
    for (row, (amount, name)) in (0u8..).zip(rows) {
        let top = 125.0 + 16.0 * f64::from(row);
        page.push(plain(100.0, top, name));
        if !amount.is_empty() {
            page.push(plain(40.0, top, amount));
        }
    }
    page.extend([bold(40.0, 230.0, "Method"), plain(40.0, 250.0, "Mix everything and bake it for an hour.")]);
    let expected = ["Butter for the tin", "200 g flour", "oil for frying", "2 eggs", "250 ml double cream"];
    assert_eq!(ingredients(&recipe(page)), expected);
}

#[test]
fn entries_side_by_side_are_separate() {
    let recipe = recipe(vec![
        TITLE,
        bold(40.0, 100.0, "Ingredients"),
        plain(40.0, 120.0, "2 cloves garlic"),
        plain(300.0, 120.0, "1 cup milk"),
        bold(40.0, 150.0, "Method"),
        plain(40.0, 170.0, LONG_STEP),
    ]);
    assert_eq!(ingredients(&recipe), ["2 cloves garlic", "1 cup milk"]);
}

#[test]
fn large_headings_of_narrow_columns_are_separate() {
    let mut page =
        vec![TITLE, (40.0, 110.0, 20.0, BOLD, "Ingredients"), (162.0, 110.0, 20.0, BOLD, "Method")];
    for (row, name) in (0u8..).zip(["4 potatoes", "2 onions", "200 ml cream"]) {
        page.push(plain(40.0, 135.0 + 16.0 * f64::from(row), name));
    }
    for (row, step) in (0u8..).zip(["Heat the oven.", "Slice the potatoes.", "Bake for 40 minutes."]) {
        page.push(plain(162.0, 135.0 + 16.0 * f64::from(row), step));
    }
    let recipe = recipe(page);
    assert_eq!(ingredients(&recipe), ["4 potatoes", "2 onions", "200 ml cream"]);
    assert_eq!(instructions(&recipe), ["Heat the oven.", "Slice the potatoes.", "Bake for 40 minutes."]);
}

#[test]
fn header_and_footer_of_a_browser_give_the_source() {
    let recipe = recipe(vec![
        (30.0, 20.0, 8.0, PLAIN, "28/11/2026, 19:20 My recipes"),
        TITLE,
        bold(40.0, 100.0, "Ingredients"),
        plain(40.0, 120.0, "4 large potatoes"),
        plain(40.0, 134.0, "200 ml cream"),
        bold(40.0, 160.0, "Method"),
        plain(40.0, 180.0, LONG_STEP),
        (30.0, 780.0, 8.0, PLAIN, "https://kitchen.example/pie/12 1/1"),
    ]);
    assert_eq!(instructions(&recipe), [LONG_STEP]);
    assert_eq!(recipe.content.title.as_deref(), Some("Potato pie"));
    assert_eq!(recipe.source_url.as_deref(), Some("https://kitchen.example/pie/12"));
}

#[test]
fn text_outside_a_clip_is_not_read() {
    let shown = content(&[plain(40.0, 100.0, "Slice the potatoes and bake them for at least an hour.")]);
    let hidden = content(&[plain(40.0, 112.0, "Printed in another column")]);
    let page = [b"q 0 694 600 100 re W n\n".as_slice(), &shown, &hidden, b"Q\n"].concat();
    let text = text_of(&document(&[page], ""));
    let lines: Vec<&str> = text.lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(lines, ["Slice the potatoes and bake them for at least an hour."]);
}

#[test]
fn large_heading_takes_no_letters_of_another_column() {
    let mut page = vec![TITLE];
    let right = ["2 onions", "200 ml cream", "salt and pepper", "oil for frying"];
    for (top, entry) in [46.0, 80.0, 94.0, 108.0].into_iter().zip(right) {
        page.push(plain(300.0, top, entry));
    }
    let text = text(&[page]);
    let lines: Vec<&str> = text.lines.iter().map(|line| line.text.as_str()).collect();
    assert!(right.iter().all(|entry| lines.contains(entry)), "{lines:?}");
}

#[test]
fn centred_title_is_above_both_columns() {
    let mut page = vec![(180.0, 60.0, 24.0, BOLD, "Potato pie for a crowd"), plain(200.0, 80.0, "Serves 8")];
    let list = [
        "4 large potatoes",
        "200 ml cream",
        "2 onions",
        "1 tsp salt",
        "1 tbsp butter for the best tin of all",
    ];
    for (row, entry) in (0u8..).zip(list) {
        page.push(plain(40.0, 120.0 + 16.0 * f64::from(row), entry));
    }
    for (row, step) in (0u8..).zip(["Heat the oven.", "Slice the potatoes.", "Bake for 40 minutes."]) {
        page.push(plain(260.0, 120.0 + 16.0 * f64::from(row), step));
    }
    let recipe = recipe(page);
    assert_eq!(recipe.content.title.as_deref(), Some("Potato pie for a crowd"));
    assert_eq!(ingredients(&recipe), list);
}

#[test]
fn list_without_heading_has_all_its_parts() {
    let part = |top: f64, name: &'static str| (40.0, top, 14.0, BOLD, name);
    let recipe = recipe(vec![
        TITLE,
        part(100.0, "Filling"),
        plain(40.0, 120.0, "1 kg white fish"),
        plain(40.0, 136.0, "500 ml milk"),
        plain(40.0, 152.0, "80 g butter"),
        part(180.0, "Mash"),
        plain(40.0, 200.0, "2 kg potatoes"),
        plain(40.0, 216.0, "100 ml cream"),
        part(244.0, "Method"),
        plain(40.0, 264.0, "Cook the fish in the milk for ten minutes."),
        plain(40.0, 280.0, "Mash the potatoes with the cream and bake the pie."),
    ]);
    let expected = ["1 kg white fish", "500 ml milk", "80 g butter", "2 kg potatoes", "100 ml cream"];
    assert_eq!(ingredients(&recipe), expected);
}

#[test]
fn wrapped_times_above_the_list_are_facts() {
    let recipe = recipe(vec![
        TITLE,
        bold(40.0, 100.0, "Ingredients"),
        plain(40.0, 116.0, "Serves 6 / Prep 25 min /"),
        plain(40.0, 130.0, "Cook 30 min"),
        plain(40.0, 150.0, "4 potatoes"),
        plain(40.0, 166.0, "200 ml cream"),
        bold(40.0, 190.0, "Method"),
        plain(40.0, 206.0, LONG_STEP),
    ]);
    assert_eq!(ingredients(&recipe), ["4 potatoes", "200 ml cream"]);
    assert_eq!((recipe.content.prep_minutes, recipe.content.cook_minutes), (Some(25), Some(30)));
}

#[test]
fn double_letters_of_narrow_fonts_stay() {
    let narrow = b"BT /F1 11 Tf 40 Tz 40 700 Td (Fill the rolled pancakes with the chillies and all the coffee cream) Tj ET\n";
    let text = text_of(&document(&[narrow.to_vec()], ""));
    let lines: Vec<&str> = text.lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(lines, ["Fill the rolled pancakes with the chillies and all the coffee cream"]);
}

#[test]
fn list_beside_a_short_method_continues_it() {
    let mut page = vec![TITLE, bold(40.0, 100.0, "Ingredients")];
    for (row, (left, right)) in
        (0u8..).zip([("4 potatoes", "80 g cheese"), ("200 ml cream", "salt"), ("1 tsp oil", "10 g parsley")])
    {
        page.push(plain(40.0, 120.0 + 16.0 * f64::from(row), left));
        page.push(plain(300.0, 120.0 + 16.0 * f64::from(row), right));
    }
    page.extend([
        bold(40.0, 184.0, "Method"),
        plain(40.0, 204.0, "Heat the oven."),
        plain(40.0, 220.0, "Slice the potatoes."),
        plain(40.0, 236.0, "Bake for 40 minutes."),
        bold(40.0, 260.0, "Tip"),
        plain(40.0, 280.0, "It freezes well."),
    ]);
    let recipe = recipe(page);
    let expected = ["4 potatoes", "200 ml cream", "1 tsp oil", "80 g cheese", "salt", "10 g parsley"];
    assert_eq!(ingredients(&recipe), expected);
    assert_eq!(instructions(&recipe), ["Heat the oven.", "Slice the potatoes.", "Bake for 40 minutes."]);
}

#[test]
fn bars_of_links_are_no_columns() {
    let page = vec![
        plain(40.0, 20.0, "15:48"),
        plain(500.0, 20.0, "5G"),
        plain(230.0, 50.0, "The Copper Spoon"),
        plain(40.0, 80.0, "Recipes"),
        plain(200.0, 80.0, "Shop"),
        plain(40.0, 190.0, LONG_STEP),
    ];
    let text = text(&[page]);
    let lines: Vec<&str> = text.lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(lines, ["15:48 5G", "The Copper Spoon", "Recipes Shop", LONG_STEP]);
}

#[test]
fn indented_list_below_a_heading_is_a_column() {
    let mut page = vec![TITLE, bold(40.0, 100.0, "Method"), bold(350.0, 100.0, "Ingredients")];
    for (row, (step, item)) in (0u8..).zip([
        ("1. Slice the potatoes thinly.", "4 potatoes"),
        ("2. Pour the cream over them.", "200 ml cream"),
        ("3. Bake them for 40 minutes.", "salt"),
    ]) {
        let top = 120.0 + 16.0 * f64::from(row);
        page.extend([plain(40.0, top, step), plain(375.0, top, item)]);
    }
    let recipe = recipe(page);
    assert_eq!(ingredients(&recipe), ["4 potatoes", "200 ml cream", "salt"]);
    assert_eq!(instructions(&recipe).len(), 3);
}
