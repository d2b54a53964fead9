/// Escapes a text for HTML, also within quotes.
pub(crate) fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => written.push_str("&amp;"),
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '"' => written.push_str("&quot;"),
            '\'' => written.push_str("&#39;"),
            space if space.is_whitespace() && space.is_control() => written.push(' '),
            // Not allowed in HTML, even as a character reference.
            control if control.is_control() => {}
            other => written.push(other),
        }
    }
    written
}
