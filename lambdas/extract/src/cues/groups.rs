//! Names of the parts of a dish, as they stand among ingredients and steps: "For the sauce:", "SAUCE".

use super::phrases::PHRASES;

/// "For the sauce", "Para la salsa", "Pour la sauce", or just "Sauce".
pub(crate) fn starts_a_group(line: &str) -> bool {
    // "For the starter (day 1 to 5)"
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

/// Whether a line begins with a word that begins the names of parts, however many words follow: "Para cubrir el fondo del molde".
pub(crate) fn begins_as_group(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default().to_lowercase();
    PHRASES.group_starts.iter().any(|start| start.split(' ').next() == Some(first.as_str()))
}

/// Whether a name ends, or begins, with a word for a part of a dish: "Garlic Cream Sauce", "Salsa verde".
pub(crate) fn names_a_part(name: &str) -> bool {
    let lower = name.to_lowercase();
    let mut words = lower.split_whitespace();
    let (first, last) = (words.next(), words.next_back());
    [first, last].into_iter().flatten().any(|word| PHRASES.parts.contains(word))
}

/// "For Cajun Rice": the part has a name of its own.
fn is_named_group(line: &str) -> bool {
    let name: Vec<&str> = line.split_whitespace().skip(1).collect();
    (1..=3).contains(&name.len())
        && name.iter().all(|word| word.starts_with(char::is_uppercase))
        && begins_as_group(line)
}

/// All of its letters are capitals, and there is a word of them.
pub(crate) fn is_in_capitals(line: &str) -> bool {
    let letters = || line.chars().filter(|c| c.is_alphabetic());
    letters().nth(3).is_some() && letters().all(char::is_uppercase)
}

/// A heading without the marks, colons, dashes and brackets around it: "## (For the sauce):" is "For the sauce".
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
    fn parts_of_a_dish_are_told_from_what_is_bought() {
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
