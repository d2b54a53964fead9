use super::{LIST, LIST_LINES, STEP_LINES, check};

const BOIL: &str = "Boil the water with the plums for ten minutes.";
const SERVE: &str = "Serve it hot in bowls.";
const NAMES: &str = "<p>Soups</p><p>Cakes</p><p>Our shop</p><p>Our books</p><p>Jobs</p><p>Press</p>";

#[test]
fn sentences_are_preferred_to_names_as_steps() {
    let page = format!(
        "<h1>Soup</h1><h2>Method</h2><p>{BOIL}</p><p>{SERVE}</p>{LIST}<div class='next-steps'>{NAMES}</div>"
    );
    check(&page, &LIST_LINES, &STEP_LINES);
}

#[test]
fn steps_below_a_heading_are_preferred_to_a_named_element() {
    let page = format!(
        "<h1>Soup</h1>{LIST}<div class='preparation'><p>This soup is the pride of every village of the valley.</p>\
         <p>Some say that a monk boiled the first plums of it.</p></div><h2>Method</h2><p>{BOIL}</p><p>{SERVE}</p>"
    );
    check(&page, &LIST_LINES, &STEP_LINES);
}

#[test]
fn element_with_more_names_than_steps_is_not_the_steps() {
    let page = format!(
        "<h1>Soup</h1>{LIST}<div class='instructions'><h3>Method</h3><ol><li>{BOIL}</li><li>{SERVE}</li></ol></div>\
         <div class='instructions'><ul><li>Pot</li><li>Spoon</li><li>Ladle</li><li>Bowls</li><li>Sieve</li><li>Knife</li>\
         <li>Board</li><li>Peeler</li><li>Grater</li></ul></div>"
    );
    check(&page, &LIST_LINES, &STEP_LINES);
}

#[test]
fn times_among_steps_are_skipped() {
    for time in ["Elkészítési idő: 40 perc", "Zubereitungszeit: 20 Min.", "Total time: 1 h"] {
        let page = format!(
            "<h1>Soup</h1>{LIST}<div class='instructions'><p>{time}</p><p>{BOIL}</p><p>{SERVE}</p></div>"
        );
        check(&page, &LIST_LINES, &STEP_LINES);
    }
}

#[test]
fn second_heading_directly_below_that_of_the_steps_ends_its_element() {
    let page = format!(
        "<h1>Soup</h1>{LIST}<section class='instructions'><header><h2>Method</h2><h3>Recipe info</h3><ul>\
         <li><span>Preparing the soup</span><span>30min</span></li><li><span>On the table in</span><span>40min</span></li></ul>\
         </header><ol class='instructions'><li>{BOIL}</li><li>{SERVE}</li></ol></section>"
    );
    check(&page, &LIST_LINES, &STEP_LINES);
}
