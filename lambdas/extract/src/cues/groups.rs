//! Detects headings of ingredient groups and step groups.

use super::phrases::PHRASES;

/// Examples: "For the sauce", "Para la salsa", "Sauce".
pub(crate) fn starts_a_group(line: &str) -> bool {
    // Ignores a bracket at the end: "For the starter (day 1 to 5)".
    let line = line.split_once(" (").filter(|_| line.ends_with(')')).map_or(line, |(name, _)| name);
    let lower = line.to_lowercase();
    if PHRASES.parts.contains(&lower) {
        return true;
    }
    let has_start = PHRASES.group_starts.iter().any(|start| {
        lower
            .strip_prefix(start.as_str())
            .is_some_and(|rest| (1..=3).contains(&rest.split_whitespace().count()))
    });
    has_start || is_named_group(line)
}

/// Like [`starts_a_group`], but of any length: "Para cubrir el fondo del molde".
pub(crate) fn begins_as_group(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default().to_lowercase();
    PHRASES.group_starts.iter().any(|start| start.split(' ').next() == Some(first.as_str()))
}

pub(crate) fn names_a_part(name: &str) -> bool {
    let lower = name.to_lowercase();
    let mut words = lower.split_whitespace();
    let (first, last) = (words.next(), words.next_back());
    [first, last].into_iter().flatten().any(|word| PHRASES.parts.contains(word))
}

fn is_named_group(line: &str) -> bool {
    let name: Vec<&str> = line.split_whitespace().skip(1).collect();
    (1..=3).contains(&name.len())
        && name.iter().all(|word| word.starts_with(char::is_uppercase))
        && begins_as_group(line)
}

pub(crate) fn is_in_capitals(line: &str) -> bool {
    let letters = || line.chars().filter(|c| c.is_alphabetic());
    letters().nth(3).is_some() && letters().all(char::is_uppercase)
}

/// Removes markup and punctuation: "## (For the sauce):" becomes "For the sauce".
pub(crate) fn tidy(heading: &str) -> String {
    let is_mark = |c: char| {
        c.is_whitespace() || matches!(c, ':' | '#' | '*' | '-' | '_' | '=' | '[' | ']' | '–' | '—' | '.')
    };
    let bare = heading.trim_matches(is_mark);
    let bare = bare.strip_prefix('(').and_then(|bare| bare.strip_suffix(')')).unwrap_or(bare);
    bare.trim_matches(is_mark).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn group_headings_are_distinguished_from_ingredients() {
        for line in [
            "For the sauce",
            "Pour la pâte",
            "Na cesto",
            "Plnka",
            "Täyte",
            "For Cajun Rice",
            "For the starter (day 1-5)",
        ] {
            assert!(starts_a_group(line), "{line}");
        }
        for line in ["Flour", "Pour over the rice", "Na", "Suola"] {
            assert!(!starts_a_group(line), "{line}");
        }
    }
}
