//! A Cooklang step: `Fry @onion{1}(diced) in a #large pan{} for ~{5%minutes}.`

use recipe::Span;

/// Maximum characters of a name before its brace. Without a brace, the mark covers one word.
const MAX_NAME_CHARS: usize = 120;
const MAX_INNER_CHARS: usize = 1_000;

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) text: String,
    pub(super) mentions: Vec<Mention>,
    /// Whether every line is only an ingredient: the text is a list, not a step.
    pub(super) is_list: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mention {
    pub(super) name: String,
    /// Text of the line, such as `1 onion, diced`.
    pub(super) text: String,
    pub(super) has_amount: bool,
    /// File of the recipe that the ingredient refers to, without folder and extension.
    pub(super) recipe: Option<String>,
}

pub(super) fn read(step: &str) -> Step {
    let mut read = Step { is_list: true, ..Step::default() };
    let mut is_line_bare = true;
    let mut mentions_before = 0;
    let mut rest = step;
    let mut before = None;
    while let Some(c) = rest.chars().next() {
        let after = rest.span(c.len_utf8()..);
        let is_in_word = before.is_some_and(char::is_alphanumeric);
        before = Some(c);
        match c {
            '\\' => {
                let Some(escaped) = after.chars().next() else { break };
                read.text.push(escaped);
                is_line_bare = false;
                before = Some(escaped);
                rest = after.span(escaped.len_utf8()..);
                continue;
            }
            '[' if after.starts_with('-') => {
                rest = after.split_once("-]").map_or("", |(_, behind)| behind);
                continue;
            }
            '-' if after.starts_with('-') => {
                rest = rest.find('\n').map_or("", |end| rest.span(end..));
                continue;
            }
            '@' if !is_in_word => {
                if let Some((mention, spoken, after)) = ingredient(after) {
                    read.text.push_str(&spoken);
                    read.mentions.push(mention);
                    rest = after;
                    continue;
                }
            }
            '#' | '~' if !is_in_word => {
                if let Some((name, amount, after)) = component(after, c == '~') {
                    let spoken = if c == '~' && !amount.is_empty() { amount_words(&amount) } else { name };
                    read.text.push_str(&spoken);
                    is_line_bare = false;
                    rest = after;
                    continue;
                }
            }
            '\n' => {
                read.is_list &= is_line_bare && read.mentions.len().checked_sub(mentions_before) == Some(1);
                is_line_bare = true;
                mentions_before = read.mentions.len();
            }
            c if c.is_alphanumeric() => is_line_bare = false,
            _ => {}
        }
        read.text.push(if c == '\n' { ' ' } else { c });
        rest = after;
    }
    read.is_list &= is_line_bare && read.mentions.len().checked_sub(mentions_before) == Some(1);
    read.text = read.text.split_whitespace().collect::<Vec<_>>().join(" ");
    read
}

pub(super) fn plain(text: &str) -> String {
    read(text).text
}

/// Parses the text after `@`: ingredient, its name in the step, and the rest.
fn ingredient(after: &str) -> Option<(Mention, String, &str)> {
    // Modifiers of the Cooklang extensions: optional, new, reference, recipe, hidden.
    let named = after.trim_start_matches(['?', '+', '&', '@']);
    let modifiers = after.span(..after.len().saturating_sub(named.len()));
    let named = named.strip_prefix('-').unwrap_or(named);
    // A reference to another recipe is the path of its file.
    let is_path = named.starts_with("./") || named.starts_with("../");
    let (name, amount, mut rest) = component(named, false)?;
    let (name, spoken) = match name.split_once('|') {
        Some((name, alias)) => (name.trim().to_owned(), alias.trim().to_owned()),
        None => (name.clone(), name),
    };
    let short = |name: &str| name.rsplit('/').next().unwrap_or(name).to_owned();
    let (name, spoken) = if is_path { (short(&name), short(&spoken)) } else { (name, spoken) };
    let recipe = (is_path || modifiers.contains('@')).then(|| name.clone());
    let note = bracketed(rest, '(', ')').map(|(note, after)| {
        rest = after;
        unescaped(note)
    });
    let amount_text = amount_words(&amount);
    let has_amount = !amount_text.is_empty();
    // Our export stores the original line in a comment.
    let whole = rest.strip_prefix("[-").and_then(|comment| comment.split_once("-]"));
    let text = match whole {
        Some((whole, after)) => {
            rest = after;
            whole.trim().to_owned()
        }
        None => {
            let mut text = amount_text;
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&name);
            if let Some(note) = note.filter(|note| !note.trim().is_empty()) {
                text.push_str(", ");
                text.push_str(note.trim());
            }
            text
        }
    };
    Some((Mention { name, text, has_amount, recipe }, spoken, rest))
}

fn component(after: &str, may_be_nameless: bool) -> Option<(String, String, &str)> {
    if let Some(at) = brace(after) {
        let name = unescaped(after.span(..at).trim());
        if let Some((inner, rest)) = bracketed(after.span(at..), '{', '}')
            && (may_be_nameless || !name.is_empty())
        {
            return Some((name, inner.to_owned(), rest));
        }
    }
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\'' | '’');
    let end = after.find(|c: char| !is_part(c)).unwrap_or(after.len());
    let word = after.span(..end).trim_end_matches(['-', '\'', '’']);
    // "#1" and "~20 minutes" are not marks.
    let is_name = word.starts_with(char::is_alphabetic);
    is_name.then(|| (word.to_owned(), String::new(), after.span(word.len()..)))
}

/// Offset of the brace that ends a name.
fn brace(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().take(MAX_NAME_CHARS) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '{' => return Some(at),
            '@' | '#' | '~' | '\n' | '}' => return None,
            _ => {}
        }
    }
    None
}

fn bracketed(text: &str, open: char, close: char) -> Option<(&str, &str)> {
    let inner = text.strip_prefix(open)?;
    let mut is_escaped = false;
    for (at, c) in inner.char_indices().take(MAX_INNER_CHARS) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '\n' => return None,
            c if c == close => {
                let (within, rest) = inner.split_at_checked(at)?;
                return Some((within, rest.strip_prefix(close)?));
            }
            _ => {}
        }
    }
    None
}

fn amount_words(raw: &str) -> String {
    let raw = raw.trim().trim_start_matches('=');
    let mut parts = Vec::new();
    let mut part = String::new();
    let mut is_escaped = false;
    for c in raw.chars() {
        match c {
            _ if is_escaped => {
                is_escaped = false;
                part.push(c);
            }
            '\\' => is_escaped = true,
            '%' => parts.push(std::mem::take(&mut part)),
            '*' => {}
            c => part.push(c),
        }
    }
    parts.push(part);
    let words: Vec<&str> = parts.iter().flat_map(|part| part.split_whitespace()).collect();
    words.join(" ")
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut is_escaped = false;
    for c in text.chars() {
        if c == '\\' && !is_escaped {
            is_escaped = true;
        } else {
            is_escaped = false;
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_and_mentions(step: &str) -> (String, Vec<String>) {
        let read = read(step);
        (read.text, read.mentions.into_iter().map(|mention| mention.text).collect())
    }

    #[test]
    fn marks_become_text_and_ingredient_lines() {
        for (step, text, lines) in [
            (
                "Fry @onion{1}(diced) in a #large pan{} for ~{5%minutes}.",
                "Fry onion in a large pan for 5 minutes.",
                vec!["1 onion, diced"],
            ),
            ("Add @salt and @black pepper{}.", "Add salt and black pepper.", vec!["salt", "black pepper"]),
            (
                "Pela las @patatas nuevas{1 1/2%kg}, ~20 minutos.",
                "Pela las patatas nuevas, ~20 minutos.",
                vec!["1 1/2 kg patatas nuevas"],
            ),
            ("Versez le @vin blanc|vin{=20%cl}.", "Versez le vin.", vec!["20 cl vin blanc"]),
            ("Use @./sauces/Hollandaise{150%g}", "Use Hollandaise", vec!["150 g Hollandaise"]),
            ("See tip #1 -- not now\nMix. [- or not -]Stir.", "See tip #1 Mix. Stir.", vec![]),
            ("Write to a@b.example, 5 \\@ 2 {x}", "Write to a@b.example, 5 @ 2 {x}", vec![]),
            ("@flour{200%g}[- 200 g de farine -] dans un bol", "flour dans un bol", vec!["200 g de farine"]),
            ("Rest ~dough{1%hour}, ~rest", "Rest 1 hour, rest", vec![]),
            ("@&sauce{}, @?nuts{1%cup}", "sauce, nuts", vec!["sauce", "1 cup nuts"]),
            ("@", "@", vec![]),
            ("a \\", "a", vec![]),
        ] {
            let lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
            assert_eq!(text_and_mentions(step), (text.to_owned(), lines), "{step}");
        }
    }

    #[test]
    fn references_to_recipes_name_their_files() {
        for (step, recipe) in [
            ("Use @./sauces/Hollandaise{150%g}", Some("Hollandaise")),
            ("Use @../Pizza dough|the dough{}", Some("Pizza dough")),
            ("Use @@tomato sauce{200%ml}", Some("tomato sauce")),
            ("Use @&sauce{}", None),
            ("Use @\\./sauce{}", None),
        ] {
            let mentions = read(step).mentions;
            assert_eq!(mentions.first().and_then(|mention| mention.recipe.as_deref()), recipe, "{step}");
        }
    }

    #[test]
    fn lines_of_nothing_but_ingredients_are_a_list() {
        for (step, expected) in [
            ("@salt{}\n@flour{200%g}[- 200 g de farine -]", true),
            ("@salt{}, @pepper{}", false),
            ("Have ready @salt{}", false),
            ("@salt{}\nand stir", false),
            ("Stir.", false),
        ] {
            assert_eq!(read(step).is_list, expected, "{step}");
        }
    }
}
