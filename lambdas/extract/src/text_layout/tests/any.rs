use super::super::{Role, Text, TextLine, Wrapping, read_text};
use crate::extraction::Place;
use proptest::prelude::*;

fn any_line() -> impl Strategy<Value = TextLine> {
    let words = prop_oneof![
        Just(String::from("Ingredients")),
        Just(String::from("Préparation :")),
        Just(String::from("Tips")),
        Just(String::from("For the sauce:")),
        Just(String::from("Prep Cook Serves")),
        Just(String::from("PUBLICIDAD")),
        "[0-9]{1,3} (g|cups|ml) [a-z]{3,9}( \\([a-z]{2,6})?",
        "[0-9]{1,2}[.)] [A-Z][a-z]{3,8} the [a-z]{4,9}[-.]",
        "([A-Za-zéñ¿½|\\[\\]-]{1,9} ){0,9}[a-z.:,-]{1,5}",
        "\\PC{0,24}",
    ];
    let role = prop_oneof![
        6 => Just(Role::Plain),
        1 => Just(Role::Item),
        1 => (0..5_u32).prop_map(Role::Numbered),
        1 => (1..4_u8).prop_map(Role::Heading),
        1 => Just(Role::Title),
    ];
    let place = proptest::option::of((0..3_u16, 0..9_000_u16, 0..9_000_u16, 0..3_000_u16).prop_map(
        |(page, left, top, width)| Place { page, left, top, right: left + width, bottom: top + 120 },
    ));
    (words, role, 0..4_u32, place, 0.0..4.0_f32, any::<bool>(), 0..101_u8).prop_map(
        |(text, role, block, place, size, is_bold, confidence)| TextLine {
            text,
            role,
            block,
            place,
            size,
            is_bold,
            confidence,
            indent: size,
            space_above: size / 2.0,
            first_word: size * 100.0,
        },
    )
}

proptest! {
    #[test]
    fn every_word_of_a_recipe_occurs_in_the_text(
        lines in proptest::collection::vec(any_line(), 0..40),
        wrapping in prop_oneof![Just(Wrapping::Printed), Just(Wrapping::Whole), Just(Wrapping::Unknown)],
        is_recognised in any::<bool>(),
    ) {
        let text = Text { lines, wrapping, is_recognised, ..Text::default() };
        let letters = |text: &str| crate::text::letters(&crate::text::line(text));
        let all: Vec<String> = text.lines.iter().map(|line| letters(&line.text)).collect();
        let is_parted = |word: &str| (1..word.len()).filter(|at| word.is_char_boundary(*at)).any(|at| {
            all.iter().any(|line| line.ends_with(&word[..at])) && all.iter().any(|line| line.contains(&word[at..]))
        });
        let is_in_source = |words: &str| words.split(' ').all(|word| {
            let word = letters(word);
            word.is_empty() || all.iter().any(|line| line.contains(&word)) || is_parted(&word)
        });
        for extraction in read_text(&text) {
            let content = &extraction.content;
            for line in &content.ingredients {
                prop_assert!(is_in_source(&line.text), "{}", line.text);
            }
            for text in content.instructions.iter().chain(&content.title).chain(&content.description) {
                prop_assert!(!text.is_empty() && text.split(' ').filter(|word| !is_in_source(word)).count() == 0, "{text}");
            }
        }
    }
}
