//! Log lines on stderr.

use std::io::Write;

/// Writes one line. Callers must not log tokens, identity ids or query strings.
pub fn line(text: &str) {
    // A closed stderr must not fail a request.
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}
