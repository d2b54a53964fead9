//! Whatever the lines of a text: an answer, no panic, and time that grows with its length and no faster.

#![allow(clippy::unwrap_used, reason = "helpers of tests may panic as tests do")]

use std::time::Duration;

use crate::common::{cpu, must_hold};
use extract::{Place, Text, TextLine, Verdict, Wrapping, read_text};

/// Lines that make careless readers slow; each as a file has them, as a page has them, and each in a block of its own.
fn texts(lines: usize) -> Vec<(String, Text)> {
    let pieces = [
        "Ingredients",
        "Ingredients: 1 egg, 2 eggs, 3 eggs",
        "Method",
        "Notes",
        "1. Stir the pot for a while and",
        "and the",
        "salt",
        "TITLE IN CAPITALS",
        "2 cups flour (sifted",
        "Prep Cook Serves",
        "Serves 4 / Prep: 5 min / Cook: 5 min",
        "ADVERTISEMENT",
    ];
    let mut all = Vec::new();
    for (number, piece) in pieces.into_iter().enumerate() {
        for (shape, is_paged, has_blocks) in
            [("file", false, false), ("page", true, false), ("blocks", true, true)]
        {
            // How lines lie on a page matters where they are joined.
            if is_paged && number % 4 != 0 {
                continue;
            }
            let line = |at: usize| TextLine {
                text: piece.to_owned(),
                block: if has_blocks { at as u32 } else { 0 },
                place: is_paged.then(|| Place {
                    page: 0,
                    left: (at * 37 % 5_000) as u16,
                    top: (at % 10_000) as u16,
                    right: (at * 37 % 5_000 + 2_000) as u16,
                    bottom: (at % 10_000 + 20) as u16,
                }),
                ..TextLine::default()
            };
            let text = Text {
                lines: (0..lines).map(line).collect(),
                wrapping: Wrapping::Printed,
                is_recognised: true,
                ..Text::default()
            };
            all.push((format!("{piece} ({shape})"), text));
        }
    }
    let mixed = (0..lines)
        .map(|at| TextLine { text: pieces[at * 7 % pieces.len()].to_owned(), ..TextLine::default() });
    all.push((String::from("mixed"), Text { lines: mixed.collect(), ..Text::default() }));
    all
}

#[test]
fn time_grows_with_the_length_of_a_text_and_no_faster() {
    for ((name, short), (_, long)) in texts(300).into_iter().zip(texts(1_200)) {
        let took = |text: &Text| {
            let (read, took) = cpu::of(|| read_text(text));
            for extraction in &read {
                must_hold::check(extraction).unwrap_or_else(|broken| panic!("{name}: {broken}"));
            }
            must_hold::check_stored(&read[0]).unwrap_or_else(|broken| panic!("{name}: {broken}"));
            took
        };
        let (short, long) = (took(&short), took(&long));
        // Four times as long; twice that is granted, and what a machine does beside.
        assert!(long < short * 8 + Duration::from_millis(300), "{name}: {short:?}, then {long:?}");
    }
}

#[test]
fn five_megabytes_on_one_line_are_no_recipe_and_cost_next_to_nothing() {
    for words in ["flour and water ", "1", "Ingredients: 2 eggs. ", "( ", "é"] {
        let line = TextLine { text: words.repeat(5_000_000 / words.len()), ..TextLine::default() };
        let text = Text { lines: vec![line], ..Text::default() };
        let (read, took) = cpu::of(|| read_text(&text));
        assert_eq!(read.len(), 1);
        assert_ne!(read[0].verdict, Verdict::Recipe, "{words}");
        assert!(took < Duration::from_millis(1_500), "{words}: {took:?}");
    }
}
