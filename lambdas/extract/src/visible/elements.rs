use crate::dom::{Dom, NodeId, breaks_line, is_not_rendered};

const MAX_PARTS_OF_LABEL: usize = 12;
const MAX_PARTS_OF_ROW: usize = 40;

pub(super) fn is_heading_row(dom: &Dom, row: NodeId) -> bool {
    let mut cells = std::iter::successors(dom.node(row).first, |cell| dom.node(*cell).next)
        .map(|cell| dom.name(cell))
        .filter(|name| matches!(*name, "td" | "th"));
    let (first, second) = (cells.next(), cells.next());
    second.is_none() || first == Some("th") && second == Some("th") && cells.all(|cell| cell == "th")
}

pub(super) fn is_checked(dom: &Dom, label: NodeId) -> bool {
    let is_box = |id: &NodeId| dom.name(*id) == "input" && dom.attribute(*id, "type") == Some("checkbox");
    dom.descendants(label).take(MAX_PARTS_OF_LABEL).any(|id| is_box(&id))
}

pub(super) fn is_dialog(dom: &Dom, id: NodeId) -> bool {
    let name = dom.name(id);
    name == "dialog"
        || name.ends_with("-dialog")
        || name.ends_with("-modal")
        || dom.attribute(id, "role") == Some("dialog")
        || dom.attribute(id, "aria-modal") == Some("true")
}

pub(super) fn is_unread(name: &str) -> bool {
    is_not_rendered(name)
        || matches!(name, "nav" | "iframe" | "object" | "video" | "audio" | "canvas" | "map" | "figcaption")
}

pub(super) fn begins_line(name: &str) -> bool {
    breaks_line(name)
        || matches!(
            name,
            "button" | "legend" | "summary" | "caption" | "option" | "fieldset" | "details" | "form"
        )
}

pub(super) fn has_number_field(dom: &Dom, row: NodeId) -> bool {
    let is_field = |id: NodeId| dom.name(id) == "input" && dom.attribute(id, "type") == Some("number");
    dom.descendants(row).take(MAX_PARTS_OF_ROW).any(is_field)
}

/// Whether line breaks in the text of the element are shown. Program code has no recipe.
pub(super) fn keeps_breaks(dom: &Dom, id: NodeId) -> bool {
    let is_styled = |style: &str| {
        style.split(';').filter_map(|rule| rule.split_once(':')).any(|(name, value)| {
            name.trim().eq_ignore_ascii_case("white-space") && value.trim_start().starts_with("pre")
        })
    };
    let holds_code = || dom.descendants(id).take(MAX_PARTS_OF_LABEL).any(|id| dom.name(id) == "code");
    dom.name(id) == "pre" && !holds_code() || dom.attribute(id, "style").is_some_and(is_styled)
}
