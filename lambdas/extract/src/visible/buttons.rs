//! Finds buttons that repeat in each line of a list: "Buy", "Mark step as complete".

use std::collections::HashMap;

use crate::cues;
use crate::dom::{Dom, NodeId, Step};
use crate::text;

const LONGEST_LABEL_BYTES: usize = 40;
/// A label is repeated if two buttons, and one in this many buttons of list items, have it.
const MIN_SHARE: usize = 4;

#[derive(Default)]
pub(super) struct Buttons {
    repeated: Vec<String>,
}

impl Buttons {
    pub(super) fn of(dom: &Dom) -> Self {
        let mut counts: HashMap<String, usize> = HashMap::new();
        let (mut items, mut all) = (0_usize, 0_usize);
        for step in dom.walk(Dom::ROOT) {
            match step {
                Step::Enter(id) if dom.name(id) == "li" => items += 1,
                Step::Leave(id) if dom.name(id) == "li" => items = items.saturating_sub(1),
                Step::Enter(id) if items > 0 && is_button(dom, id) => {
                    if let Some(label) = label(dom, id) {
                        all += 1;
                        *counts.entry(label).or_default() += 1;
                    }
                }
                _ => {}
            }
        }
        // The label is an ingredient if it names a food.
        let is_repeated = |(label, count): &(String, usize)| {
            *count >= 2 && count * MIN_SHARE >= all && !recipe::names_food(label)
        };
        Self { repeated: counts.into_iter().filter(is_repeated).map(|(label, _)| label).collect() }
    }

    pub(super) fn is_in_each_item(&self, dom: &Dom, id: NodeId) -> bool {
        is_button(dom, id)
            && label(dom, id).is_some_and(|label| cues::is_noise(&label) || self.repeated.contains(&label))
    }
}

fn is_button(dom: &Dom, id: NodeId) -> bool {
    let is_script = |address: &str| matches!(address, "#" | "") || address.starts_with("javascript:");
    match dom.name(id) {
        "button" => true,
        "a" => dom.attribute(id, "href").is_some_and(is_script),
        "span" | "div" => dom.attribute(id, "role") == Some("button"),
        _ => false,
    }
}

fn label(dom: &Dom, id: NodeId) -> Option<String> {
    let label = text::line(&dom.brief_text(id, LONGEST_LABEL_BYTES)?);
    (label.contains(char::is_alphabetic) && !cues::has_number(&label)).then_some(label)
}

#[cfg(test)]
mod tests {
    use crate::visible::tests::check;

    #[test]
    fn buttons_in_list_items_are_no_part_of_the_line() {
        let page = "<h1>Soup</h1><h2>Ingredients</h2><ul><li>2 plums <button>Find in shop</button></li>\
             <li>1 l water <a href='#'>Find in shop</a></li><li>50 g <button>sugar</button></li></ul>\
             <h2>Method</h2><ol><li><button>Tick off</button>Boil the plums in the water until soft.</li>\
             <li><button>Tick off</button>Stir in the sugar and serve it warm. <a href='#'>Start timer</a></li></ol>";
        check(
            page,
            &["2 plums", "1 l water", "50 g sugar"],
            &["Boil the plums in the water until soft.", "Stir in the sugar and serve it warm."],
        );
    }
}
