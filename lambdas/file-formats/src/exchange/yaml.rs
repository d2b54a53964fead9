//! Recipes in YAML, one or a list, read by their field names.

use crate::exchange::entries::Entries;
use crate::exchange::field::{Field, normalized};
use crate::exchange::limits::MAX_RECIPES;
use crate::exchange::{ExportError, mapped, names};
use crate::unpack::{Yaml, yaml};

/// Whether the start of the text has the keys of a recipe.
pub(crate) fn is_yaml(text: &str) -> bool {
    let keys: Vec<String> = text
        .lines()
        .filter_map(|line| line.trim_start().trim_start_matches("- ").split_once(':'))
        .filter(|(key, _)| !key.contains(' ') && key.is_ascii())
        .map(|(key, _)| normalized(key))
        .collect();
    let has = |names: &[&str]| keys.iter().any(|key| names.contains(&key.as_str()));
    has(&names::TITLE) && has(&names::INGREDIENTS) && has(&names::STEPS)
}

pub(crate) fn read(
    bytes: &[u8],
    file: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    entries: &mut Entries,
) -> Result<(), ExportError> {
    let value = yaml(&crate::unpack::decode(bytes)).ok_or(ExportError::Unreadable)?;
    let mut open = vec![&value];
    let mut number = 0_usize;
    while let Some(value) = open.pop() {
        let field = Field::of_yaml("", value);
        if mapped::is_recipe(&field) {
            mapped::add(&field, format!("recipe[{number}]"), file, entries)?;
            number = number.saturating_add(1);
            continue;
        }
        match value {
            Yaml::List(items) => open.extend(items.iter().rev()),
            Yaml::Map(nested) => open.extend(nested.iter().rev().map(|(_, value)| value)),
            Yaml::Text(_) => {}
        }
        if number > MAX_RECIPES {
            return Err(ExportError::TooLarge);
        }
    }
    Ok(())
}
