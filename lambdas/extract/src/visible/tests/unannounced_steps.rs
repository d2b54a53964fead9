use super::{LIST, LIST_LINES, STEP_LINES, check};

const BOIL: &str = "Boil the water with the plums for ten minutes.";
const SERVE: &str = "Serve it hot in bowls.";

#[test]
fn steps_between_the_lists_of_one_recipe_are_read() {
    let page = "<h1>Soup</h1><p>Ingredients for the broth:</p><p>2 plums</p><p>1 l water</p>\
        <p>Boil the water with the plums for a whole night.</p><p>Ingredients for the soup:</p><p>3 eggs</p><p>20 g butter</p>\
        <p>Stir the eggs and the butter into the broth.</p><p>Serve it hot in the bowls of your grandmother.</p>";
    check(
        page,
        &["2 plums", "1 l water", "3 eggs", "20 g butter"],
        &[
            "Boil the water with the plums for a whole night.",
            "Stir the eggs and the butter into the broth.",
            "Serve it hot in the bowls of your grandmother.",
        ],
    );
}

#[test]
fn steps_directly_in_the_body_are_read() {
    for announced in ["", "<h3>Method</h3>"] {
        let page = format!("<html><body><h3>Soup</h3>{LIST}{announced}<br>{BOIL}<br>{SERVE}</body></html>");
        check(&page, &LIST_LINES, &[BOIL, SERVE]);
    }
}

#[test]
fn article_between_list_and_steps_is_skipped() {
    for heading in ["Pruimensoep maken", "Recept: zelf pruimensoep maken", "Pflaumensuppe selber kochen"] {
        let page = format!(
            "<h1>Soup</h1>{LIST}<p>Plums have been boiled in every village of this valley.</p><h2>Where it comes from</h2>\
             <p>Some say that a monk brought the first tree of them here.</p><h2>{heading}</h2><p>{BOIL}</p><p>{SERVE}</p>"
        );
        check(&page, &LIST_LINES, &STEP_LINES);
    }
}

#[test]
fn step_number_in_its_own_element_is_not_part_of_the_step() {
    let page = format!(
        "<h1>Soup</h1><table><tr><td>2 plums</td></tr><tr><td>1 l water</td></tr><tr><td>1 pinch of salt</td></tr></table>\
         <section><div class='s hidden'><div>1</div><p>{BOIL}</p></div><div class='s'><div>2</div><p>{SERVE}</p></div></section>"
    );
    check(&page, &["2 plums", "1 l water", "1 pinch of salt"], &STEP_LINES);
}
