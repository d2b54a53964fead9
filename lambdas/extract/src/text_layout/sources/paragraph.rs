//! Splits a recipe in one paragraph: "Overnight oats! ½ cup oats, ½ cup milk, 1 tsp honey. Mix in a jar."

use super::ConvertedText;
use crate::cues::{self, Topic};
use crate::text_layout::{Text, TextLine};

/// Maximum lines of a recipe in one paragraph; longer texts have a list of lines.
const MAX_LINES: usize = 4;
const MIN_AMOUNTS: usize = 3;
const LONGEST_PARAGRAPH_BYTES: usize = 4_000;

pub(super) fn split(text: &Text) -> Option<ConvertedText> {
    if text.lines.len() > MAX_LINES {
        return None;
    }
    let (at, parts) =
        text.lines.iter().enumerate().find_map(|(at, line)| Some((at, labelled_or_list(&line.text)?)))?;
    let mut lines: Vec<(usize, TextLine)> = Vec::new();
    for (number, line) in (1..).zip(&text.lines) {
        if number == at + 1 {
            let nonempty = parts.iter().filter(|part| !part.is_empty());
            lines.extend(nonempty.map(|part| {
                (number, TextLine { text: (*part).to_owned(), space_above: 1.0, ..line.clone() })
            }));
        } else {
            lines.push((number, line.clone()));
        }
    }
    Some(ConvertedText::new(text, lines))
}

fn labelled_or_list(line: &str) -> Option<[&str; 3]> {
    labelled_parts(line).or_else(|| list_within(line))
}

/// Splits a caption before its labels: "Fig pie! Ingredients: 3 figs, 1 egg. Method: bake."
fn labelled_parts(line: &str) -> Option<[&str; 3]> {
    if line.len() > LONGEST_PARAGRAPH_BYTES {
        return None;
    }
    let label_after = |from: usize, topic: Topic| {
        let colons = line.match_indices(':').map(|(colon, _)| colon).filter(move |colon| *colon > from);
        colons.filter_map(|colon| label_before(line, from, colon, topic)).next()
    };
    let list = label_after(0, Topic::Ingredients)?;
    let steps = label_after(list, Topic::Steps)?;
    Some([line.get(..list)?.trim(), line.get(list..steps)?.trim(), line.get(steps..)?.trim()])
}

/// Start of the label that ends at a colon. It has one to three words, and does not start at `from`.
fn label_before(line: &str, from: usize, colon: usize, topic: Topic) -> Option<usize> {
    let before = line.get(from..colon)?.trim_end();
    let starts = before.rmatch_indices(' ').map(|(at, _)| from + at + 1).take(MAX_WORDS_OF_A_LABEL);
    let is_label = |at: &usize| {
        let label = line.get(*at..=colon).unwrap_or_default();
        label.starts_with(char::is_alphabetic)
            && cues::announced(label).is_some_and(|heading| {
                heading.topic == topic && heading.has_colon && heading.words_after == 0
            })
    };
    starts.filter(is_label).min()
}

const MAX_WORDS_OF_A_LABEL: usize = 3;

/// Splits a paragraph into the text before the list, the list, and the instructions.
fn list_within(line: &str) -> Option<[&str; 3]> {
    if line.len() > LONGEST_PARAGRAPH_BYTES {
        return None;
    }
    let mut ends: Vec<usize> = line
        .char_indices()
        .filter(|(_, c)| matches!(c, '.' | '!' | '?' | ':'))
        .map(|(at, c)| at + c.len_utf8())
        .filter(|end| {
            let behind = line.get(*end..).unwrap_or_default();
            // The full stop of an abbreviation does not end a sentence: "2 tbsp. oil".
            behind.strip_prefix(' ').is_some_and(|next| !next.starts_with(char::is_lowercase))
        })
        .collect();
    ends.push(line.len());
    let mut start = 0;
    for end in ends {
        let sentence = line.get(start..end)?.trim();
        let behind = line.get(end..)?.trim();
        if is_list(sentence.trim_end_matches('.')) && cues::is_instruction(behind) {
            return Some([line.get(..start)?.trim().trim_end_matches(':'), sentence, behind]);
        }
        start = end;
    }
    None
}

fn is_list(sentence: &str) -> bool {
    let amounts = cues::pieces(sentence).iter().filter(|piece| cues::starts_with_amount(piece)).count();
    amounts >= MIN_AMOUNTS && cues::lists_amounts(sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caption_is_split_before_its_labels() {
        for (line, expected) in [
            (
                "Fig pie 🥧 ingredients: 3 figs, 1 egg, flour. method: mix and bake. #pie",
                Some(["Fig pie 🥧", "ingredients: 3 figs, 1 egg, flour.", "method: mix and bake. #pie"]),
            ),
            (
                "Tarta. Ingredientes: 3 higos, 1 huevo. Preparación: mezcla y hornea.",
                Some(["Tarta.", "Ingredientes: 3 higos, 1 huevo.", "Preparación: mezcla y hornea."]),
            ),
            ("Ingredients: 3 figs, 1 egg", None),
            ("Fig pie. Mix 3 figs and 1 egg. Bake: 20 minutes.", None),
        ] {
            assert_eq!(labelled_parts(line), expected, "{line}");
        }
    }
}
