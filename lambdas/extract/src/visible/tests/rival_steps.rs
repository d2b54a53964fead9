//! Several stretches of a page that may be the steps of one recipe.

use super::{LIST, LIST_LINES, STEP_LINES, check};

const BOIL: &str = "Boil the water with the plums for ten minutes.";
const SERVE: &str = "Serve it hot in bowls.";
const NAMES: &str = "<p>Soups</p><p>Cakes</p><p>Our shop</p><p>Our books</p><p>Jobs</p><p>Press</p>";

#[test]
fn sentences_are_steps_before_names_wherever_they_stand() {
    let page = format!(
        "<h1>Soup</h1><h2>Method</h2><p>{BOIL}</p><p>{SERVE}</p>{LIST}<div class='next-steps'>{NAMES}</div>"
    );
    check(&page, &LIST_LINES, &STEP_LINES);
}

#[test]
fn what_is_announced_is_read_before_what_an_element_is_only_named_after() {
    let page = format!(
        "<h1>Soup</h1>{LIST}<div class='preparation'><p>This soup is the pride of every village of the valley.</p>\
         <p>Some say that a monk boiled the first plums of it.</p></div><h2>Method</h2><p>{BOIL}</p><p>{SERVE}</p>"
    );
    check(&page, &LIST_LINES, &STEP_LINES);
}

#[test]
fn an_element_that_holds_more_names_than_steps_is_not_their_list() {
    let page = format!(
        "<h1>Soup</h1>{LIST}<div class='instructions'><h3>Method</h3><ol><li>{BOIL}</li><li>{SERVE}</li></ol></div>\
         <div class='instructions'><ul><li>Pot</li><li>Spoon</li><li>Ladle</li><li>Bowls</li><li>Sieve</li><li>Knife</li>\
         <li>Board</li><li>Peeler</li><li>Grater</li></ul></div>"
    );
    check(&page, &LIST_LINES, &STEP_LINES);
}

#[test]
fn times_among_steps_are_none() {
    for time in ["Elkészítési idő: 40 perc", "Zubereitungszeit: 20 Min.", "Total time: 1 h"] {
        let page = format!(
            "<h1>Soup</h1>{LIST}<div class='instructions'><p>{time}</p><p>{BOIL}</p><p>{SERVE}</p></div>"
        );
        check(&page, &LIST_LINES, &STEP_LINES);
    }
}
