//! The score on labelled texts must not decrease (`tests/labelled_texts`).

#![allow(clippy::unwrap_used, clippy::panic, reason = "test helpers may panic")]

use crate::common::labelled_texts::{self, Correctness, Figures};

/// Minimum percentages of exact lists, instructions and titles; maximum percentage of texts without a recipe.
const LIMITS: [(&str, [f64; 4]); 2] =
    [("opened", [97.0, 97.0, 96.0, 1.0]), ("kept", [96.0, 93.0, 95.0, 2.0])];

#[test]
fn score_on_labelled_texts_does_not_decrease() {
    for (part, [ingredients, instructions, titles, nothing_found]) in LIMITS {
        let samples = labelled_texts::samples(part);
        assert!(samples.len() >= 75, "{part}: {} texts", samples.len());
        for sample in &samples {
            assert!(sample.ingredients.len() >= 2 && !sample.title.is_empty(), "{}", sample.style);
        }
        let rights: Vec<Correctness> = samples.iter().map(|sample| sample.judge(&sample.read())).collect();
        assert!(rights.iter().any(|right| right.is_all()), "{part}: none is read whole");
        let figures = Figures::of(&rights);
        assert!(
            figures.ingredients >= ingredients
                && figures.instructions >= instructions
                && figures.titles >= titles
                && figures.nothing_found <= nothing_found,
            "{part}: {figures}"
        );
        let languages = samples.iter().filter(|sample| sample.language == "fr").count();
        assert!(languages >= 25, "{part}: {languages} French texts");
    }
}
