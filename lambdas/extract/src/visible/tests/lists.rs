use super::{STEP_LINES, STEPS, check};

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
