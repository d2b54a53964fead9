//! Cooklang metadata: YAML front matter, or `>> key: value` in older recipes.

use crate::unpack::{Entries, Yaml, front_matter, yaml_entries};

/// Values by lowercase key. Nested keys are joined with a dot.
#[derive(Default)]
pub(super) struct Metadata {
    rows: Vec<(String, Vec<String>)>,
}

impl Metadata {
    pub(super) fn get(&self, keys: &[&str]) -> Option<&str> {
        keys.iter().find_map(|key| self.all(key).next())
    }

    pub(super) fn all<'a>(&'a self, key: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        let found = self.rows.iter().find(|(known, values)| known == key && !values.is_empty());
        found.map(|(_, values)| values.as_slice()).unwrap_or_default().iter().map(String::as_str)
    }

    fn add(&mut self, parent: &str, entries: Entries) {
        for (key, value) in entries {
            let key = format!("{parent}{}", key.trim().to_lowercase());
            match value {
                Yaml::Map(within) => self.add(&format!("{key}."), within),
                Yaml::List(items) => self.add_values(key, items.iter().map(Yaml::line).collect()),
                Yaml::Text(text) => self.add_values(key, vec![text.trim().to_owned()]),
            }
        }
    }

    fn add_values(&mut self, key: String, mut values: Vec<String>) {
        values.retain(|value| !value.is_empty());
        self.rows.push((key, values));
    }
}

pub(super) fn split(text: &str) -> (Metadata, String) {
    let mut metadata = Metadata::default();
    let (front, rest) = front_matter(text);
    metadata.add("", front);
    let mut body = String::new();
    for line in rest.lines() {
        match line.trim_start().strip_prefix(">>") {
            Some(row) => metadata.add("", older(row)),
            None => {
                body.push_str(line);
                body.push('\n');
            }
        }
    }
    (metadata, body)
}

/// Parses a `>>` line. Values are plain text, but some programs use YAML quotes and brackets.
fn older(row: &str) -> Entries {
    let Some((key, value)) = row.split_once(':') else { return Entries::new() };
    let value = value.trim();
    if value.starts_with(['[', '"', '\'']) {
        return yaml_entries(&format!("{}: {value}", key.trim()));
    }
    vec![(key.to_owned(), Yaml::Text(value.to_owned()))]
}
