//! Shortens schema.org terms in JSON-LD: `schema:name` and `https://schema.org/name` become `name`, and
//! `{"@value": "Soup"}` becomes `"Soup"`. Recursion is safe: the depth of JSON is limited.

use serde_json::Value;

const PREFIXES: [&str; 5] = [
    "schema:",
    "https://schema.org/",
    "http://schema.org/",
    "https://www.schema.org/",
    "http://www.schema.org/",
];
/// Keys of objects that only contain a value.
const HOLDERS: [&str; 3] = ["@value", "@list", "@set"];

/// Shortens terms with a prefix that is standard or declared by the context.
pub(crate) fn shorten(document: &mut Value) {
    let mut prefixes: Vec<String> = PREFIXES.map(str::to_owned).to_vec();
    for node in document.as_array().map_or(std::slice::from_ref(&*document), Vec::as_slice) {
        declared_prefixes(node.get("@context"), &mut prefixes);
    }
    shorten_within(document, &prefixes);
}

fn declared_prefixes(context: Option<&Value>, prefixes: &mut Vec<String>) {
    let contexts = match context {
        Some(Value::Array(contexts)) => contexts.as_slice(),
        Some(context) => std::slice::from_ref(context),
        None => return,
    };
    let is_schema = |address: &Value| {
        address.as_str().is_some_and(|address| PREFIXES.iter().skip(1).any(|known| *known == address))
    };
    for (name, address) in contexts.iter().filter_map(Value::as_object).flatten() {
        if is_schema(address) && !name.starts_with('@') {
            prefixes.push(format!("{name}:"));
        }
    }
}

fn shorten_within(value: &mut Value, prefixes: &[String]) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| shorten_within(item, prefixes)),
        Value::Object(node) => {
            let short = |key: &str| {
                let name = prefixes.iter().find_map(|prefix| key.strip_prefix(prefix.as_str()))?;
                (!name.is_empty()).then(|| name.to_owned())
            };
            let long: Vec<(String, String)> =
                node.keys().filter_map(|key| Some((key.clone(), short(key)?))).collect();
            for (key, name) in long {
                if let Some(member) = node.remove(&key) {
                    node.entry(name).or_insert(member);
                }
            }
            node.values_mut().for_each(|member| shorten_within(member, prefixes));
            if let Some(inner) = HOLDERS.iter().find_map(|name| node.remove(*name)) {
                *value = inner;
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn terms_lose_their_prefix() {
        for (document, expected) in [
            (
                json!({"@type": "schema:Recipe", "schema:name": "Fig pie", "schema:step": [{"schema:text": "Bake."}]}),
                json!({"@type": "schema:Recipe", "name": "Fig pie", "step": [{"text": "Bake."}]}),
            ),
            (
                json!([{"https://schema.org/name": [{"@value": "Fig pie", "@language": "en"}]}]),
                json!([{"name": ["Fig pie"]}]),
            ),
            (
                json!({"@context": [{"s": "http://schema.org/"}], "s:name": {"@list": ["Fig pie"]}}),
                json!({"@context": [{"s": "http://schema.org/"}], "name": ["Fig pie"]}),
            ),
            (json!({"name": "a", "schema:name": "b", "og:name": "c"}), json!({"name": "a", "og:name": "c"})),
        ] {
            let mut shortened = document.clone();
            shorten(&mut shortened);
            assert_eq!(shortened, expected, "{document}");
        }
    }
}
