//! Reads units that a page has in attributes and displays by script: `data-amount="195" data-unit="g"`.

use html5ever::Attribute;

use crate::cues;
use crate::dom::{Dom, Kind, NodeId};

#[derive(Default)]
pub(super) struct Units {
    /// Open elements with a unit, and the offset at which their text starts.
    open: Vec<(NodeId, usize)>,
    /// Unit of the number at the end of the text.
    last: Option<String>,
}

impl Units {
    pub(super) fn enter(&mut self, dom: &Dom, id: NodeId, at: usize) {
        if stated(dom, id).is_some() {
            self.open.push((id, at));
        }
    }

    /// Leaves an element. Its unit counts only if the element contains just the number.
    pub(super) fn leave(&mut self, dom: &Dom, id: NodeId, text: &str) {
        let Some((_, start)) = self.open.pop_if(|(open, _)| *open == id) else { return };
        let unit = stated(dom, id)
            .filter(|(amount, _)| text.get(start..).is_some_and(|shown| shown.trim() == *amount));
        self.last = unit.map(|(_, unit)| unit.to_owned());
    }

    /// The unit to insert, if `next` starts with a word other than a unit.
    pub(super) fn missing_before(&mut self, next: &str) -> Option<String> {
        let next = next.trim_start();
        if next.is_empty() {
            return None;
        }
        let word = next.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        self.last.take().filter(|_| !word.is_empty() && !cues::is_unit(word))
    }
}

fn stated(dom: &Dom, id: NodeId) -> Option<(&str, &str)> {
    let Kind::Element { attributes, .. } = &dom.node(id).kind else { return None };
    attributes.iter().find_map(|attribute| {
        let kind = attribute.name.local.strip_prefix("data-")?.strip_suffix("amount")?;
        let amount = attribute.value.trim();
        let is_unit = |other: &&Attribute| {
            other.name.local.strip_prefix("data-").and_then(|name| name.strip_suffix("unit")) == Some(kind)
        };
        let unit = attributes.iter().find(is_unit)?.value.trim();
        (amount.starts_with(|c: char| c.is_ascii_digit()) && cues::is_unit(unit)).then_some((amount, unit))
    })
}

#[cfg(test)]
mod tests {
    use crate::visible::tests::{STEP_LINES, STEPS, check};

    #[test]
    fn units_in_attributes_are_inserted_after_the_number() {
        let page = format!(
            "<h1>Soup</h1><article><h2>Ingredients</h2><ul>\
             <li><b data-main-amount='195' data-main-unit='g' data-other-amount='7' data-other-unit='oz'>195 </b> <span>plums</span></li>\
             <li><b data-amount='2' data-unit='cup'>2</b> cups water</li>\
             <li><b data-amount='2' data-unit='cup'>2</b> – <b data-amount='3' data-unit='cup'>3</b> cups wine</li>\
             <li><b data-amount='3' data-unit='tbsp'>3 tbsp</b> honey</li><li><b data-amount='1' data-unit='some'>1</b> egg</li></ul>{STEPS}</article>"
        );
        check(
            &page,
            &["195 g plums", "2 cups water", "2 – 3 cups wine", "3 tbsp honey", "1 egg"],
            &STEP_LINES,
        );
    }
}
