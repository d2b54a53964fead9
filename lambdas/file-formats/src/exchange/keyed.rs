//! Key-value texts: `Title: Soup`, and blocks below `Ingredients:`. Pepperplate, Saffron, Plan to Eat and
//! others write them.

use crate::exchange::entries::Entries;
use crate::exchange::field::{Field, normalized};
use crate::exchange::{ExportError, mapped, names};

const LONGEST_KEY: usize = 40;
/// Minimum length of a line of dashes between recipes.
const SHORTEST_RULE: usize = 3;

const KEYS: [&[&str]; 15] = [
    &names::TITLE,
    &names::DESCRIPTION,
    &names::AUTHOR,
    &names::ADDRESS,
    &names::PREP,
    &names::COOK,
    &names::TOTAL,
    &names::SERVINGS,
    &names::YIELD,
    &names::INGREDIENTS,
    &names::STEPS,
    &names::NOTES,
    &names::TAGS,
    &names::PHOTO,
    &names::NUTRITION,
];
/// Keys that also occur in the text of a recipe.
const AMBIGUOUS: [&str; 8] = ["by", "text", "part", "parts", "prep", "cook", "time", "total"];

/// Splits a line with a known key that is not indented.
fn keyed(line: &str) -> Option<(String, &str)> {
    let (key, value) = line.split_once(':')?;
    if key.len() > LONGEST_KEY || key.starts_with(char::is_whitespace) {
        return None;
    }
    let key = normalized(key);
    let is_known = KEYS.iter().any(|names| names.contains(&key.as_str()));
    (is_known && !value.starts_with("//")).then_some((key, value.trim()))
}

/// Whether the text starts with a title key and has keys for ingredients and steps.
pub(crate) fn is_keyed(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty() && !is_rule(line));
    let starts = lines.next().and_then(keyed).is_some_and(|(key, value)| is_title(&key) && !value.is_empty());
    let has = |names: &[&str]| {
        text.lines().filter_map(keyed).any(|(key, value)| value.is_empty() && names.contains(&key.as_str()))
    };
    starts && has(&names::INGREDIENTS) && has(&names::STEPS)
}

fn is_title(key: &str) -> bool {
    names::TITLE.contains(&key)
}

fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() >= SHORTEST_RULE && line.chars().all(|c| matches!(c, '-' | '=' | '*' | '_' | '#'))
}

pub(crate) fn read(
    bytes: &[u8],
    file: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    entries: &mut Entries,
) -> Result<(), ExportError> {
    let text = crate::unpack::decode(bytes);
    let mut recipes: Vec<Vec<(String, String)>> = Vec::new();
    for line in text.lines().filter(|line| !is_rule(line)) {
        let in_block = recipes.last().and_then(|fields| fields.last()).is_some_and(|(key, _)| is_block(key));
        match keyed(line) {
            Some((key, value)) if is_title(&key) && !value.is_empty() => {
                recipes.push(vec![(key, value.to_owned())])
            }
            Some((key, value)) if !(in_block && AMBIGUOUS.contains(&key.as_str())) => {
                if let Some(fields) = recipes.last_mut() {
                    fields.push((key, value.to_owned()));
                }
            }
            _ => {
                if let Some((_, value)) = recipes.last_mut().and_then(|fields| fields.last_mut()) {
                    value.push('\n');
                    value.push_str(line.trim());
                }
            }
        }
    }
    for (number, fields) in recipes.iter().enumerate() {
        let parts = fields.iter().map(|(key, value)| Field::of_text(key, value.as_str())).collect();
        mapped::add(&Field { parts, ..Field::default() }, format!("recipe[{number}]"), file, entries)?;
    }
    Ok(())
}

fn is_block(key: &str) -> bool {
    [&names::INGREDIENTS[..], &names::STEPS, &names::NOTES].iter().any(|names| names.contains(&key))
}
