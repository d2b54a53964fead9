#![allow(clippy::unwrap_used, reason = "test helpers may panic")]

use std::time::Duration;

use crate::common::{cpu, must_hold};
use extract::{Place, Text, TextLine, Verdict, Wrapping, read_text};

/// Pathological texts: as a file, as a page, and with one block per line.
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
            // Every fourth piece is enough for layouts.
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
                is_inexact: true,
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
fn reading_time_is_linear_in_the_text_length() {
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
        // Four times the length may take eight times as long, plus a constant.
        assert!(long < short * 8 + Duration::from_millis(300), "{name}: {short:?}, then {long:?}");
    }
}

#[test]
fn five_megabytes_on_one_line_are_rejected_quickly() {
    for words in ["flour and water ", "1", "Ingredients: 2 eggs. ", "( ", "é"] {
        let line = TextLine { text: words.repeat(5_000_000 / words.len()), ..TextLine::default() };
        let text = Text { lines: vec![line], ..Text::default() };
        let (read, took) = cpu::of(|| read_text(&text));
        assert_eq!(read.len(), 1);
        assert_ne!(read[0].verdict, Verdict::Recipe, "{words}");
        assert!(took < Duration::from_millis(1_500), "{words}: {took:?}");
    }
}
