//! Reads the labels of tabs, which are the headings of their panels.

use std::collections::HashMap;

use crate::cues;
use crate::dom::{Dom, NodeId};
use crate::text;

const LONGEST_LABEL_BYTES: usize = 60;
const MAX_PARTS_OF_TAB: usize = 8;
/// Attributes of a tab that name its panel.
const TARGETS: [&str; 4] = ["aria-controls", "data-bs-target", "data-target", "href"];

/// Tab elements by the ids of their panels and by their own ids.
pub(super) struct Tabs<'a>(HashMap<&'a str, NodeId>);

impl<'a> Tabs<'a> {
    pub(super) fn of(dom: &'a Dom) -> Self {
        let mut tabs = HashMap::new();
        for tab in dom.descendants(Dom::ROOT).filter(|id| is_tab(dom, *id)) {
            let targets = TARGETS.iter().filter_map(|name| dom.attribute(tab, name));
            let links =
                dom.descendants(tab).take(MAX_PARTS_OF_TAB).filter_map(|id| dom.attribute(id, "href"));
            let panels = targets.chain(links).map(|target| target.trim_start_matches('#'));
            for id in panels.chain(dom.attribute(tab, "id")) {
                tabs.entry(id).or_insert(tab);
            }
        }
        Self(tabs)
    }

    pub(super) fn label(&self, dom: &Dom, panel: NodeId) -> Option<String> {
        if self.0.is_empty() || is_tab(dom, panel) {
            return None;
        }
        let names = [dom.attribute(panel, "id"), dom.attribute(panel, "aria-labelledby")];
        let tab = names.into_iter().flatten().find_map(|name| self.0.get(name))?;
        let label = text::line(&dom.brief_text(*tab, LONGEST_LABEL_BYTES)?);
        cues::announced(&label).is_some_and(|heading| heading.words_after == 0).then_some(label)
    }
}

fn is_tab(dom: &Dom, id: NodeId) -> bool {
    let is_toggle = |name| dom.attribute(id, name) == Some("tab");
    ["role", "data-toggle", "data-bs-toggle"].into_iter().any(is_toggle)
}

#[cfg(test)]
mod tests {
    use crate::visible::tests::check;

    #[test]
    fn label_of_a_tab_is_the_heading_of_its_panel() {
        const LISTS: [&str; 2] = [
            "<ul><li>2 plums</li><li>1 l water</li></ul>",
            "<ol><li>Boil the plums in the water until soft.</li><li>Serve it warm.</li></ol>",
        ];
        let [foods, steps] = LISTS;
        for page in [
            format!(
                "<h1>Soup</h1><div role=tablist><button role=tab aria-controls=p1>Ingredients</button>\
                 <button role=tab aria-controls=p2>Directions</button></div><div role=tabpanel id=p1>{foods}</div>\
                 <div role=tabpanel id=p2 hidden>{steps}</div>"
            ),
            format!(
                "<h1>Soup</h1><ul><li><a id=t1 data-toggle=tab href='#a'>Ingredients</a></li>\
                 <li><a id=t2 data-toggle=tab href='#b'>Method</a></li></ul>\
                 <div id=a>{foods}</div><div aria-labelledby=t2>{steps}</div>"
            ),
            format!(
                "<h1>Soup</h1><ul role=tablist><li role=tab><a href='#a'>Ingredients</a></li>\
                 <li role=tab><a href='#b'>Method</a></li></ul><div id=a>{foods}</div><div id=b>{steps}</div>"
            ),
        ] {
            check(
                &page,
                &["2 plums", "1 l water"],
                &["Boil the plums in the water until soft.", "Serve it warm."],
            );
        }
    }
}
