//! Scores the text reader on labelled texts: `cargo run -p extract --example score_texts [SET]`. Prints the
//! texts of SET that are read wrongly.

#![allow(clippy::print_stdout, reason = "the tool prints its results")]

#[path = "../tests/it/common/labelled_texts.rs"]
mod labelled_texts;

use labelled_texts::{Correctness, Figures, Found, Sample};

fn main() {
    let shown = std::env::args().nth(1);
    for part in ["opened", "kept"] {
        let samples = labelled_texts::samples(part);
        let judged: Vec<(&Sample, Found, Correctness)> = samples
            .iter()
            .map(|sample| {
                let found = sample.read();
                let right = sample.judge(&found);
                (sample, found, right)
            })
            .collect();
        if shown.as_deref() == Some(part) {
            for (sample, found, right) in judged.iter().filter(|(_, _, right)| !right.is_all()) {
                show(sample, found, *right);
            }
        }
        for language in ["en", "es", "fr"] {
            let rights: Vec<Correctness> = judged
                .iter()
                .filter(|(sample, _, _)| sample.language == language)
                .map(|(_, _, right)| *right)
                .collect();
            println!("{part} {language}: {}", Figures::of(&rights));
        }
        let rights: Vec<Correctness> = judged.iter().map(|(_, _, right)| *right).collect();
        println!("{part}: {}", Figures::of(&rights));
    }
}

fn show(sample: &Sample, found: &Found, right: Correctness) {
    println!("### {} {}: {}", sample.language, sample.title, sample.style);
    if !right.is_found {
        println!("  nothing found");
        return;
    }
    if !right.title {
        println!("  title {:?}", found.title);
    }
    let lists = [
        ("line", right.ingredients, &sample.ingredients, &found.ingredients),
        ("step", right.instructions, &sample.steps, &found.steps),
    ];
    for (kind, _, expected, read) in lists.into_iter().filter(|(_, is_right, _, _)| !is_right) {
        for line in expected.iter().filter(|line| !read.contains(line)) {
            println!("  {kind} lost  {line}");
        }
        for line in read.iter().filter(|line| !expected.contains(line)) {
            println!("  {kind} added {line}");
        }
    }
}
