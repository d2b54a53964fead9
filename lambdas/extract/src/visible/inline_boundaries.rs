//! Decides whether adjacent inline elements are separate words, as CSS may display them.

use crate::dom::{Dom, Kind, NodeId};

const LONGEST_ENDING_CHARS: usize = 2;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Boundary {
    /// The boundary of a superscript or subscript, which is part of the word.
    #[default]
    None,
    /// The elements have the same name and class, and may contain fragments of one word.
    OneKind,
    /// The elements have different names and contain separate words: "<b>plums</b><i>2 kg</i>".
    TwoKinds,
}

impl Boundary {
    pub(super) fn between(dom: &Dom, left: NodeId, right: NodeId) -> Self {
        let is_raised = |id| matches!(dom.name(id), "sup" | "sub" | "small" | "wbr");
        let kind = |id| (dom.name(id), dom.attribute(id, "class"));
        if is_raised(left) || is_raised(right) {
            Self::None
        } else if kind(left) == kind(right) {
            Self::OneKind
        } else {
            Self::TwoKinds
        }
    }

    pub(super) fn lacks_blank(self, before: &str, after: &str) -> bool {
        let mut ending = before.chars().rev();
        let last = ending.next().unwrap_or(' ');
        // Keeps "60" + "g" and "1" + "st" together.
        let is_number_before_word = last.is_numeric()
            && after.starts_with(char::is_alphabetic)
            && after.trim_end().chars().nth(LONGEST_ENDING_CHARS).is_some();
        // A single letter may be a drop cap.
        let ends_word = last.is_alphanumeric() && ending.next().is_some_and(char::is_alphanumeric);
        match self {
            Self::None => false,
            Self::OneKind => is_number_before_word,
            Self::TwoKinds => {
                is_number_before_word
                    || ends_word && after.starts_with(|c: char| c.is_alphanumeric() || c == '(')
            }
        }
    }
}

/// Whether a fraction begins with the element, as in `1<sup>1</sup>⁄<sub>2</sub>` and `1<span>3/4</span>`.
pub(super) fn begins_fraction(dom: &Dom, id: NodeId) -> bool {
    let Some(text) = dom.brief_text(id, LONGEST_FRACTION_BYTES) else { return false };
    let is_number = |text: &str| (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    let continues = || match dom.node(id).next.map(|next| &dom.node(next).kind) {
        Some(Kind::Text(next)) => next.trim_start().starts_with(FRACTION_BARS),
        _ => false,
    };
    match text.split_once(FRACTION_BARS) {
        Some((above, below)) => is_number(above.trim()) && is_number(below.trim()),
        None => dom.name(id) == "sup" && is_number(text.trim()) && continues(),
    }
}

const FRACTION_BARS: [char; 2] = ['/', '⁄'];
const LONGEST_FRACTION_BYTES: usize = 8;

#[cfg(test)]
mod tests {
    use crate::visible::tests::{STEP_LINES, STEPS, check};

    #[test]
    fn adjacent_inline_elements_are_separate_words() {
        for (items, lines) in [
            (
                "<li><a><b>plums</b></a><u>2 kg, pitted</u></li><li><b>water</b><u>1 l</u></li><li><b>mint</b><u>to taste</u></li>",
                ["2 kg plums, pitted", "1 l water", "mint to taste"],
            ),
            (
                "<li><span>2</span><span>spoons</span> of honey</li><li><b>figs</b><i>(ripe)</i></li><li><span>60</span><span>g</span> rye</li>",
                ["2 spoons of honey", "figs (ripe)", "60g rye"],
            ),
            (
                "<li>1<sup>1</sup>⁄<sub>2</sub> l water</li><li>2<sup>1/2</sup> figs</li>\
                 <li>1<span class=frac><span>3</span>/<span>4</span></span> plums</li>",
                ["1 1⁄2 l water", "2 1/2 figs", "1 3/4 plums"],
            ),
            (
                "<li>2 <span>pl</span><span>ums</span></li><li><b>H</b><span>oney</span></li><li>1 l water<sup>a</sup><i>, cold</i></li>",
                ["2 plums", "Honey", "1 l watera, cold"],
            ),
        ] {
            let page = format!("<h1>Soup</h1><article><h2>Ingredients</h2><ul>{items}</ul>{STEPS}</article>");
            check(&page, &lines, &STEP_LINES);
        }
    }
}
