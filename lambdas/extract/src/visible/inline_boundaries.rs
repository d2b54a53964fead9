//! Elements that stand side by side within a line: styles set what they hold apart, though nothing stands between them.

use crate::dom::{Dom, NodeId};

/// What may be the ending of a number has no more letters.
const LONGEST_ENDING_CHARS: usize = 2;

/// What stands between two elements that are neighbours within a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Boundary {
    /// Nothing: the second is raised or lowered and belongs to the word before it.
    #[default]
    None,
    /// Elements of one kind, which may be the scraps into which an editor has cut a word.
    OneKind,
    /// Elements of two kinds, which are parts of the line that are shown apart: "<b>plums</b><i>2 kg</i>".
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

    /// Whether a blank is missing between what one element ends with and what the next one begins with.
    pub(super) fn lacks_blank(self, before: &str, after: &str) -> bool {
        let mut ending = before.chars().rev();
        let last = ending.next().unwrap_or(' ');
        // "60" and "g" are read as one, and so are "1" and "st".
        let is_number_before_word = last.is_numeric()
            && after.starts_with(char::is_alphabetic)
            && after.trim_end().chars().nth(LONGEST_ENDING_CHARS).is_some();
        // One letter is the large one with which a word begins.
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

#[cfg(test)]
mod tests {
    use crate::visible::tests::{STEP_LINES, STEPS, check};

    #[test]
    fn parts_that_stand_side_by_side_are_two_words() {
        for (items, lines) in [
            (
                "<li><a><b>plums</b></a><u>2 kg, pitted</u></li><li><b>water</b><u>1 l</u></li><li><b>mint</b><u>to taste</u></li>",
                ["2 kg plums, pitted", "1 l water", "mint to taste"],
            ),
            (
                "<li><span>2</span><span>spoons</span> of honey</li><li><b>figs</b><i>(ripe)</i></li><li><span>60</span><span>g</span> rye</li>",
                ["2 spoons of honey", "figs (ripe)", "60g rye"],
            ),
            // Scraps of a word, its large first letter, what is raised behind it.
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
