//! What stands before a recipe in Cooklang: the subset of YAML that people and programs write there, and `>> key: value`.

/// Keys in lower case with their values; a key within another is written with a point between.
#[derive(Default)]
pub(super) struct Metadata {
    rows: Vec<(String, Vec<String>)>,
}

impl Metadata {
    /// The first value of the first of these keys that has one.
    pub(super) fn get(&self, keys: &[&str]) -> Option<&str> {
        keys.iter().find_map(|key| self.all(key).next())
    }

    /// All values of a key.
    pub(super) fn all<'a>(&'a self, key: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        let found = self.rows.iter().find(|(known, values)| known == key && !values.is_empty());
        found.map(|(_, values)| values.as_slice()).unwrap_or_default().iter().map(String::as_str)
    }

    fn add(&mut self, key: &str, value: &str) {
        let key = key.trim().trim_matches(['"', '\'']).to_lowercase();
        self.rows.push((key, values(value)));
    }
}

/// Takes the metadata off a text; the rest is the recipe's body.
pub(super) fn split(text: &str) -> (Metadata, String) {
    let mut metadata = Metadata::default();
    let mut lines = text.trim_start().lines().peekable();
    if lines.peek().is_some_and(|line| line.trim_end() == "---") {
        lines.next();
        let front: Vec<&str> = lines.by_ref().take_while(|line| line.trim_end() != "---").collect();
        read_front(&front, &mut metadata);
    }
    let mut body = String::new();
    for line in lines {
        match line.trim_start().strip_prefix(">>").map(|row| row.split_once(':')) {
            Some(Some((key, value))) => metadata.add(key, value),
            Some(None) => {}
            None => {
                body.push_str(line);
                body.push('\n');
            }
        }
    }
    (metadata, body)
}

fn read_front(lines: &[&str], metadata: &mut Metadata) {
    let mut parent = String::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        at += 1;
        let is_nested = line.starts_with([' ', '\t']);
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        // An item of the list that the key above opened.
        if let Some(item) = trimmed.strip_prefix('-')
            && let Some((_, items)) = metadata.rows.last_mut()
        {
            items.extend(values(item));
            continue;
        }
        let Some((key, value)) = key_and_value(trimmed) else { continue };
        let value = value.trim();
        let key = if is_nested && !parent.is_empty() { format!("{parent}.{key}") } else { key.to_owned() };
        if matches!(value, "|" | ">" | "|-" | ">-") {
            // A text of several lines, set in below its key.
            let start = at;
            while lines.get(at).is_some_and(|line| line.trim().is_empty() || line.starts_with([' ', '\t'])) {
                at += 1;
            }
            let text = lines[start..at].iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
            let key = key.to_lowercase();
            metadata.rows.push((key, vec![text.trim().to_owned()]));
            continue;
        }
        if !is_nested {
            parent = if value.is_empty() { key.to_lowercase() } else { String::new() };
        }
        metadata.add(&key, value);
    }
}

fn key_and_value(line: &str) -> Option<(&str, &str)> {
    line.split_once(": ").or_else(|| Some((line.strip_suffix(':')?, "")))
}

/// One value, or those of `[a, b]`.
fn values(raw: &str) -> Vec<String> {
    let raw = raw.trim();
    let list = raw.strip_prefix('[').and_then(|list| list.strip_suffix(']'));
    let texts: Vec<String> = match list {
        Some(list) => split_list(list).iter().map(|item| unquoted(item)).collect(),
        None => vec![unquoted(raw)],
    };
    texts.into_iter().filter(|text| !text.is_empty()).collect()
}

/// At commas that stand in no quotes.
fn split_list(list: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    let mut quote = None;
    let mut is_escaped = false;
    for c in list.chars() {
        if quote.is_none() && c == ',' {
            items.push(String::new());
            continue;
        }
        match quote {
            Some(open) if c == open && !is_escaped => quote = None,
            None if matches!(c, '"' | '\'') => quote = Some(c),
            _ => {}
        }
        is_escaped = c == '\\' && !is_escaped;
        if let Some(item) = items.last_mut() {
            item.push(c);
        }
    }
    items
}

/// A text without its quotes. In double quotes YAML has the escapes of JSON.
fn unquoted(raw: &str) -> String {
    let raw = raw.trim();
    if raw.starts_with('"')
        && let Ok(text) = serde_json::from_str::<String>(raw)
    {
        return text;
    }
    let within = |quote: char| raw.strip_prefix(quote).and_then(|text| text.strip_suffix(quote));
    match within('\'') {
        Some(text) => text.replace("''", "'"),
        None => within('"').unwrap_or(raw).to_owned(),
    }
}
