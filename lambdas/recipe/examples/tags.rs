//! Prints derived tags next to the page's own tags: `extract --full … | cargo run -p recipe --example tags`.

use std::io::{self, BufRead, Write};

use recipe::{Content, tags};

fn main() -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let prediction: serde_json::Value = serde_json::from_str(&line?)?;
        let content = prediction["extraction"]["content"].clone();
        let Ok(content) = serde_json::from_value::<Content>(content) else { continue };
        let title = content.title.as_deref().unwrap_or_default();
        writeln!(
            out,
            "{} {title}: {:?}; its own: {:?}",
            prediction["id"],
            tags::derive(&content),
            content.tags
        )?;
    }
    out.flush()
}
