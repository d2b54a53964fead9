//! Detects bot checks and consent pages.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::dom::Dom;
use crate::facts::PageMetadata;

/// Loaded from `words/walls.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChallengeMarks {
    titles: Vec<String>,
    marks: Vec<String>,
}

static WALLS: LazyLock<ChallengeMarks> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the compiled-in file is covered by tests/breakage.rs")]
    let walls = toml::from_str(include_str!("../words/walls.toml")).expect("the walls are well-formed");
    walls
});

const MAX_CHALLENGE_TEXT: usize = 3_000;

pub(crate) fn is_challenge(dom: &Dom, facts: &PageMetadata, source: &str) -> bool {
    let titles = [&facts.title, &facts.heading];
    let has_title = titles.into_iter().flatten().any(|title| is_wall_title(&title.to_lowercase()));
    let has_mark = || {
        let lower = source.to_ascii_lowercase();
        WALLS.marks.iter().any(|mark| lower.contains(mark.as_str()))
    };
    (has_title || has_mark()) && dom.visible_text(Dom::ROOT).len() <= MAX_CHALLENGE_TEXT
}

fn is_wall_title(title: &str) -> bool {
    WALLS.titles.iter().any(|start| {
        title.strip_prefix(start.as_str()).is_some_and(|rest| {
            // For most entries, only punctuation may follow: "Captcha cake" does not match.
            rest.is_empty()
                || rest.starts_with(|c: char| !c.is_alphanumeric() && c != ' ')
                || start == "verifying"
                || rest.trim_start().starts_with(['|', '-', '–', '!', '.', '…'])
                || matches!(start.as_str(), "429 too many" | "before you continue")
        })
    })
}
