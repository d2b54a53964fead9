//! Parses ingredient lines from standard input.

use std::io::{self, BufRead, Write};

use recipe::{Language, line, scale};
use serde::{Deserialize, Serialize};

use crate::arguments::Lines;

#[derive(Deserialize)]
struct Sentence {
    sentence: String,
    #[serde(alias = "language")]
    lang: Option<String>,
}

#[derive(Serialize)]
struct Parts<'a> {
    name: &'a str,
    /// Quantity in digits: "3 ou 4" is `3-4`.
    quantity: String,
    unit: &'a str,
    note: &'a str,
}

/// Prints one object per line, in order, also for unreadable lines. Returns whether all were readable.
pub(crate) fn print(how: &Lines, input: &mut impl BufRead, out: &mut impl Write) -> io::Result<bool> {
    let mut is_whole = true;
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let text = String::from_utf8_lossy(&bytes);
        let (ingredient, language) = if how.are_objects {
            let Sentence { sentence, lang } = serde_json::from_str(&text).unwrap_or_else(|error| {
                eprintln!("extract: line {number} is not an object with a \"sentence\": {error}");
                is_whole = false;
                Sentence { sentence: String::new(), lang: None }
            });
            let language = lang.as_deref().map_or(how.language, Language::from_tag);
            (line::read(&sentence, language), language)
        } else {
            (line::read(&text, how.language), how.language)
        };
        let parts = Parts {
            name: &ingredient.name,
            quantity: scale::in_digits(&ingredient.quantity, language),
            unit: &ingredient.unit,
            note: &ingredient.note,
        };
        serde_json::to_writer(&mut *out, &parts)?;
        out.write_all(b"\n")?;
    }
    Ok(is_whole)
}
