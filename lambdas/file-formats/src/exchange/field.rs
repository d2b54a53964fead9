//! A recipe's fields as a tree: the common form of JSON, XML, YAML, tables and key-value text.

use std::borrow::Cow;

use recipe::unaccented;
use serde_json::Value;

use crate::exchange::fields::Object;
use crate::unpack::{Element, Node, Yaml};

/// A named value. List items have an empty name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Field<'a> {
    /// Lowercase letters and digits, without accents: `preptime`.
    pub(crate) name: String,
    pub(crate) text: Cow<'a, str>,
    pub(crate) parts: Vec<Field<'a>>,
}

/// Names of children that contain the name of the value.
const NAMES: [&str; 5] = ["elapsed", "name", "title", "label", "tag"];
const VALUES: [&str; 8] = ["text", "location", "data", "url", "href", "content", "li", "item"];
pub(crate) const AMOUNTS: [&str; 9] =
    ["qty", "quantity", "amt", "amount", "servingqty", "count", "value", "number", "textvalue"];
const UNITS: [&str; 9] =
    ["unit", "units", "timeunit", "unittext", "measure", "measurement", "quantitytype", "servingtype", "uom"];
/// Number of levels that distinguish a recipe from other objects: down to the ingredients of a step.
const START_LEVELS: usize = 3;
const DEEPER: &str = "...";
/// Elements whose children belong to the recipe.
const WRAPPERS: [&str; 6] = ["head", "header", "recipeinfo", "info", "metadata", "summary"];

impl<'a> Field<'a> {
    pub(crate) fn of_text(name: &str, text: impl Into<Cow<'a, str>>) -> Self {
        Self { name: normalized(name), text: text.into(), parts: Vec::new() }
    }

    pub(crate) fn of_object(name: &str, node: &'a Object) -> Self {
        Self::of_object_within(name, node, usize::MAX)
    }

    /// Reads only the levels that are needed to recognize a recipe.
    pub(crate) fn start_of_object(node: &'a Object) -> Self {
        Self::of_object_within("", node, START_LEVELS)
    }

    fn of_object_within(name: &str, node: &'a Object, levels: usize) -> Self {
        let below = if levels == usize::MAX { levels } else { levels.saturating_sub(1) };
        let parts = node.iter().map(|(name, value)| Self::of_json(name, value, below)).collect();
        Self { name: normalized(name), parts, ..Self::default() }
    }

    fn of_json(name: &str, value: &'a Value, levels: usize) -> Self {
        match value {
            Value::Null => Self::of_text(name, ""),
            Value::Bool(is_set) => Self::of_text(name, if *is_set { "true" } else { "false" }),
            Value::Number(number) => Self::of_text(name, number.to_string()),
            Value::String(text) => Self::of_text(name, text.as_str()),
            Value::Array(_) | Value::Object(_) if levels == 0 => Self::of_text(name, DEEPER),
            Value::Array(items) => Self {
                name: normalized(name),
                parts: items.iter().map(|item| Self::of_json("", item, levels)).collect(),
                ..Self::default()
            },
            Value::Object(node) => Self::of_object_within(name, node, levels),
        }
    }

    /// Converts an element; attributes precede child elements.
    pub(crate) fn of_xml(element: &'a Element) -> Self {
        Self::of_xml_within(element, usize::MAX)
    }

    pub(crate) fn start_of_xml(element: &'a Element) -> Self {
        Self::of_xml_within(element, START_LEVELS)
    }

    fn of_xml_within(element: &'a Element, levels: usize) -> Self {
        let attribute = |(name, value): &'a (String, String)| Self::of_text(name, value.as_str());
        let mut parts: Vec<Self> = element.attributes.iter().map(attribute).collect();
        let is_text = |node: &Node| matches!(node, Node::Text(text) if !text.trim().is_empty());
        let text: Cow<'a, str> = match element.children.as_slice() {
            [Node::Text(text)] => Cow::Borrowed(text),
            // Text with inline markup.
            children if children.iter().any(is_text) => {
                if levels == usize::MAX {
                    Cow::Owned(element.text())
                } else {
                    Cow::Borrowed(DEEPER)
                }
            }
            [] => Cow::Borrowed(""),
            _ if levels == 0 => Cow::Borrowed(DEEPER),
            _ => {
                let below = if levels == usize::MAX { levels } else { levels.saturating_sub(1) };
                parts.extend(element.elements().map(|inner| Self::of_xml_within(inner, below)));
                Cow::Borrowed("")
            }
        };
        Self { name: normalized(&element.name), text, parts }
    }

    pub(crate) fn of_yaml(name: &str, value: &'a Yaml) -> Self {
        let parts = match value {
            Yaml::Text(text) => return Self::of_text(name, text.as_str()),
            Yaml::List(items) => items.iter().map(|item| Self::of_yaml("", item)).collect(),
            Yaml::Map(entries) => entries.iter().map(|(name, value)| Self::of_yaml(name, value)).collect(),
        };
        Self { name: normalized(name), parts, ..Self::default() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text.trim().is_empty() && self.parts.iter().all(Self::is_empty)
    }

    pub(crate) fn get(&self, names: &[&str]) -> Option<&Self> {
        names.iter().find_map(|name| self.parts.iter().find(|part| part.name == *name && !part.is_empty()))
    }

    /// The non-empty children in the order of `names`, also those of wrappers.
    pub(crate) fn all<'f>(&'f self, names: &'f [&'f str]) -> impl Iterator<Item = &'f Self> {
        let wrappers = self.parts.iter().filter(|part| WRAPPERS.contains(&part.name.as_str()));
        let levels: Vec<&'f Self> = std::iter::once(self).chain(wrappers).collect();
        names.iter().flat_map(move |name| {
            let parts: Vec<&'f Self> = levels
                .iter()
                .flat_map(|level| &level.parts)
                .filter(|part| part.name == *name && !part.is_empty())
                .collect();
            parts
        })
    }

    /// Whether a child with one of the names exists, even if it is empty.
    pub(crate) fn has(&self, names: &[&str]) -> bool {
        let wrappers = self.parts.iter().filter(|part| WRAPPERS.contains(&part.name.as_str()));
        let mut parts = self.parts.iter().chain(wrappers.flat_map(|wrapper| &wrapper.parts));
        parts.any(|part| names.contains(&part.name.as_str()))
    }

    /// The value as one string: the text itself, else the child that contains the name, else amount and unit,
    /// else a child with the value.
    pub(crate) fn scalar(&self) -> Option<String> {
        let text = self.text.trim();
        if !text.is_empty() {
            return Some(text.to_owned());
        }
        if let Some(named) = self.get(&NAMES) {
            return named.scalar();
        }
        let (amount, unit) = self.amount_and_unit();
        if let Some(amount) = amount {
            return Some(unit.map_or_else(|| amount.clone(), |unit| format!("{amount} {unit}")));
        }
        if let Some(value) = self.get(&VALUES) {
            return value.scalar();
        }
        let mut parts = self.parts.iter().filter(|part| !part.is_empty());
        parts.next().filter(|_| parts.next().is_none()).and_then(Self::scalar)
    }

    /// Amount and unit of this field or of nested ones: `{"amount": {"value": 2, "unit": "g"}}`.
    pub(crate) fn amount_and_unit(&self) -> (Option<String>, Option<String>) {
        let amount = self.get(&AMOUNTS);
        let (nested, own_unit) = (amount.filter(|part| part.text.trim().is_empty()), self.get(&UNITS));
        let unit = own_unit.and_then(Self::scalar);
        match nested {
            Some(nested) => {
                let (amount, inner) = nested.amount_and_unit();
                (amount, inner.or(unit))
            }
            None => {
                let upper =
                    self.get(&["secondaryamount", "amountmax", "quantitymax", "maxamount", "toamount"]);
                let amount = amount.map(|amount| amount.text.trim().to_owned());
                let upper =
                    upper.map(|upper| upper.text.trim()).filter(|upper| Some(*upper) != amount.as_deref());
                let joined =
                    amount.map(|amount| upper.map_or_else(|| amount.clone(), |to| format!("{amount}-{to}")));
                (joined, unit)
            }
        }
    }

    /// Whether a flag such as `isHeader` is set.
    pub(crate) fn is_set(&self, names: &[&str]) -> bool {
        self.get(names).is_some_and(|flag| {
            matches!(flag.text.trim().to_ascii_lowercase().as_str(), "true" | "1" | "y" | "yes")
        })
    }
}

pub(crate) fn normalized(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars().filter(|c| c.is_alphanumeric()).take(60) {
        unaccented(c, |c| out.push(c));
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::unpack::parse_xml;

    #[test]
    fn names_are_compared_by_their_letters() {
        for name in ["prep_time", "prepTime", "Prep Time", "PREP-TIME", "préptime"] {
            assert_eq!(normalized(name), "preptime", "{name}");
        }
    }

    #[test]
    fn scalars_are_found_in_each_form() {
        for (value, expected) in [
            (json!("4 servings"), Some("4 servings")),
            (json!(4), Some("4")),
            (json!({"name": "Soups", "id": 3}), Some("Soups")),
            (json!({"label": {"title": "Soups"}}), Some("Soups")),
            (json!({"qty": 10, "timeunit": "minutes"}), Some("10 minutes")),
            (json!({"amount": {"value": 2, "unit": "dl"}}), Some("2 dl")),
            (json!({"amount": 5, "secondaryAmount": 6, "quantityType": "cup"}), Some("5-6 cup")),
            (json!([]), None),
            (json!(null), None),
        ] {
            assert_eq!(Field::of_json("", &value, usize::MAX).scalar().as_deref(), expected, "{value}");
        }
    }

    #[test]
    fn xml_keeps_attributes_and_text_with_inline_markup() {
        let root = parse_xml("<r name='Pie'><PrpT elapsed='0:20'/><d>Mix <i>well</i>.</d></r>").unwrap();
        let field = Field::of_xml(&root);
        let text = |name| field.get(&[name]).and_then(Field::scalar);
        assert_eq!(text("name").as_deref(), Some("Pie"));
        assert_eq!(text("prpt").as_deref(), Some("0:20"));
        assert_eq!(text("d").as_deref(), Some("Mix well."));
    }
}
