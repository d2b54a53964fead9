use super::lines::is_pictograph;
use super::patterns;

/// Removes emoji, and a call to action after one: "🍑 Plum tart 🥧 Save this!" becomes "Plum tart".
pub(crate) fn without_pictographs(title: &str) -> &str {
    let is_picture = |c: char| is_pictograph(c) || matches!(c, '\u{200d}' | '\u{fe0e}');
    let title = title.trim_matches(|c: char| c.is_whitespace() || is_picture(c));
    let parts =
        title.char_indices().find(|(_, c)| is_picture(*c)).and_then(|(at, _)| title.split_at_checked(at));
    match parts {
        Some((name, aside)) if patterns::is_sign_off(aside) => name.trim_end(),
        _ => title,
    }
}
