//! List filters in AppSync's format: conditions on fields, joined by `and`, `or` and `not`, evaluated on JSON
//! items. A filter applies to each page, so a page can be short or empty.

use std::cmp::Ordering;

use serde_json::{Map, Value};

use crate::error::AppError;
use crate::refusal::Refusal;
use zest_core::Timestamp;

/// Maximum conditions, because every item evaluates all of them.
const MAX_CONDITIONS: usize = 100;

/// A parsed filter.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter(Node);

#[derive(Clone, Debug, PartialEq)]
enum Node {
    All(Vec<Node>),
    Any(Vec<Node>),
    Not(Box<Node>),
    Test { field: String, operator: Operator, operand: Value },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Between,
    BeginsWith,
    Contains,
    NotContains,
    In,
    AttributeExists,
}

impl Operator {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "eq" => Self::Eq,
            "ne" => Self::Ne,
            "lt" => Self::Lt,
            "le" => Self::Le,
            "gt" => Self::Gt,
            "ge" => Self::Ge,
            "between" => Self::Between,
            "beginsWith" => Self::BeginsWith,
            "contains" => Self::Contains,
            "notContains" => Self::NotContains,
            "in" => Self::In,
            "attributeExists" => Self::AttributeExists,
            _ => return None,
        })
    }
}

impl Filter {
    /// Parses the argument `filter`; absent or empty accepts everything.
    pub fn read(argument: Option<&Value>) -> Result<Self, AppError> {
        let mut left = MAX_CONDITIONS;
        match argument {
            None | Some(Value::Null) => Ok(Self(Node::All(Vec::new()))),
            Some(argument) => read_conditions(argument, &mut left).map(Self),
        }
    }

    /// Whether it accepts everything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        matches!(&self.0, Node::All(nodes) if nodes.is_empty())
    }

    /// Whether an item passes.
    #[must_use]
    pub fn accepts(&self, item: &Value) -> bool {
        holds(&self.0, item)
    }
}

fn malformed() -> AppError {
    AppError::InvalidInput(Refusal::OutOfBounds)
}

fn read_conditions(argument: &Value, left: &mut usize) -> Result<Node, AppError> {
    let conditions = argument.as_object().ok_or_else(malformed)?;
    let mut all = Vec::new();
    for (name, condition) in conditions.iter().filter(|(_, condition)| !condition.is_null()) {
        match name.as_str() {
            "and" => all.push(Node::All(read_many(condition, left)?)),
            "or" => all.push(read_any(condition, left)?),
            "not" => all.push(Node::Not(Box::new(read_conditions(condition, left)?))),
            field => read_tests(field, condition.as_object().ok_or_else(malformed)?, left, &mut all)?,
        }
    }
    Ok(Node::All(all))
}

/// An empty `or` accepts everything.
fn read_any(condition: &Value, left: &mut usize) -> Result<Node, AppError> {
    let any = read_many(condition, left)?;
    Ok(if any.is_empty() { Node::All(any) } else { Node::Any(any) })
}

fn read_many(condition: &Value, left: &mut usize) -> Result<Vec<Node>, AppError> {
    let many = condition.as_array().ok_or_else(malformed)?;
    many.iter().map(|one| read_conditions(one, left)).collect()
}

fn read_tests(
    field: &str,
    tests: &Map<String, Value>,
    left: &mut usize,
    all: &mut Vec<Node>,
) -> Result<(), AppError> {
    for (name, operand) in tests {
        let operator = Operator::named(name).ok_or_else(malformed)?;
        // Only `eq` and `ne` accept null, as a test for absence.
        if operand.is_null() && !matches!(operator, Operator::Eq | Operator::Ne) {
            continue;
        }
        let parts = operand.as_array().map_or(1, Vec::len).max(1);
        *left = left.checked_sub(parts).ok_or(AppError::InvalidInput(Refusal::LongFilter))?;
        all.push(Node::Test { field: field.to_owned(), operator, operand: operand.clone() });
    }
    Ok(())
}

fn holds(node: &Node, item: &Value) -> bool {
    match node {
        Node::All(nodes) => nodes.iter().all(|node| holds(node, item)),
        Node::Any(nodes) => nodes.iter().any(|node| holds(node, item)),
        Node::Not(node) => !holds(node, item),
        Node::Test { field, operator, operand } => {
            passes(item.get(field).unwrap_or(&Value::Null), *operator, operand)
        }
    }
}

fn passes(value: &Value, operator: Operator, operand: &Value) -> bool {
    let order = || compared(value, operand);
    match operator {
        Operator::Eq => is_same(value, operand),
        Operator::Ne => !is_same(value, operand),
        Operator::Lt => order() == Some(Ordering::Less),
        Operator::Le => order().is_some_and(Ordering::is_le),
        Operator::Gt => order() == Some(Ordering::Greater),
        Operator::Ge => order().is_some_and(Ordering::is_ge),
        Operator::Between => is_between(value, operand),
        Operator::BeginsWith => text_of(value, operand).is_some_and(|(text, part)| text.starts_with(part)),
        Operator::Contains => does_contain(value, operand),
        Operator::NotContains => !does_contain(value, operand),
        Operator::In => operand.as_array().is_some_and(|any| any.iter().any(|one| is_same(value, one))),
        Operator::AttributeExists => operand.as_bool() == Some(!value.is_null()),
    }
}

fn is_same(value: &Value, operand: &Value) -> bool {
    (value.is_null() && operand.is_null()) || compared(value, operand) == Some(Ordering::Equal)
}

fn is_between(value: &Value, operand: &Value) -> bool {
    let Some([least, most]) = operand.as_array().map(Vec::as_slice) else { return false };
    compared(value, least).is_some_and(Ordering::is_ge) && compared(value, most).is_some_and(Ordering::is_le)
}

fn does_contain(value: &Value, operand: &Value) -> bool {
    match value {
        Value::Array(values) => values.iter().any(|value| is_same(value, operand)),
        _ => text_of(value, operand).is_some_and(|(text, part)| text.contains(part)),
    }
}

fn text_of<'v>(value: &'v Value, operand: &'v Value) -> Option<(&'v str, &'v str)> {
    value.as_str().zip(operand.as_str())
}

/// Compares values, timestamps as times; `None` if not comparable.
fn compared(value: &Value, operand: &Value) -> Option<Ordering> {
    match (value, operand) {
        (Value::Number(value), Value::Number(operand)) => value.as_f64()?.partial_cmp(&operand.as_f64()?),
        (Value::Bool(value), Value::Bool(operand)) => Some(value.cmp(operand)),
        (Value::String(value), Value::String(operand)) => {
            let moments = moment(value).zip(moment(operand));
            Some(moments.map_or_else(|| value.cmp(operand), |(value, operand)| value.cmp(&operand)))
        }
        _ => None,
    }
}

fn moment(text: &str) -> Option<Timestamp> {
    Timestamp::try_from(text.to_owned()).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_operator_accepts_matching_items() {
        let item = json!({
            "n": 5, "f": 2.99, "t": "soup", "b": true, "none": null, "many": ["a", "b"], "at": "2026-11-22T10:00:00.000Z",
        });
        for (filter, expected) in [
            (json!({}), true),
            (json!({ "n": { "eq": 5 } }), true),
            (json!({ "n": { "ne": 5 } }), false),
            (json!({ "n": { "lt": 5 } }), false),
            (json!({ "n": { "le": 5 } }), true),
            (json!({ "n": { "gt": 4, "lt": 6 } }), true),
            (json!({ "n": { "ge": 6 } }), false),
            (json!({ "n": { "between": [5, 7] } }), true),
            (json!({ "n": { "between": [6, 7] } }), false),
            (json!({ "n": { "between": [5] } }), false),
            (json!({ "n": { "in": [1, 5] } }), true),
            (json!({ "n": { "in": [] } }), false),
            (json!({ "n": { "eq": "5" } }), false),
            (json!({ "n": { "lt": null } }), true),
            (json!({ "f": { "eq": 2.99 } }), true),
            (json!({ "t": { "beginsWith": "so" } }), true),
            (json!({ "t": { "beginsWith": "up" } }), false),
            (json!({ "t": { "contains": "up" } }), true),
            (json!({ "t": { "notContains": "up" } }), false),
            (json!({ "t": { "gt": "salad" } }), true),
            (json!({ "many": { "contains": "b" } }), true),
            (json!({ "many": { "contains": "c" } }), false),
            (json!({ "b": { "eq": true } }), true),
            (json!({ "none": { "eq": null } }), true),
            (json!({ "none": { "ne": "x" } }), true),
            (json!({ "none": { "lt": "x" } }), false),
            (json!({ "none": { "notContains": "x" } }), true),
            (json!({ "none": { "attributeExists": false } }), true),
            (json!({ "t": { "attributeExists": false } }), false),
            (json!({ "absent": { "eq": null } }), true),
            (json!({ "at": { "eq": "2026-11-22T11:00:00+01:00" } }), true),
            (json!({ "at": { "gt": "2026-11-22T09:59:59.999Z" } }), true),
            (json!({ "at": { "lt": "2026-11-22T10:00:00Z" } }), false),
            (json!({ "at": { "beginsWith": "2026-11" } }), true),
            (json!({ "and": [{ "n": { "eq": 5 } }, { "t": { "eq": "soup" } }] }), true),
            (json!({ "and": [{ "n": { "eq": 5 } }, { "t": { "eq": "cake" } }] }), false),
            (json!({ "or": [{ "n": { "eq": 6 } }, { "t": { "eq": "soup" } }] }), true),
            (json!({ "or": [{ "n": { "eq": 6 } }] }), false),
            (json!({ "or": [] }), true),
            (json!({ "not": { "n": { "eq": 5 } } }), false),
            (
                json!({ "not": { "or": [{ "n": { "eq": 6 } }, { "n": { "eq": 7 } }] }, "b": { "eq": true } }),
                true,
            ),
            (json!({ "not": null, "n": null }), true),
        ] {
            let read = Filter::read(Some(&filter)).unwrap();
            assert_eq!(read.accepts(&item), expected, "{filter}");
        }
        assert!(Filter::read(None).unwrap().accepts(&item));
    }

    #[test]
    fn filter_rejects_unknown_operators_and_over_100_conditions() {
        let many = |count: usize| json!({ "or": vec![json!({ "n": { "eq": 1 } }); count] });
        assert!(Filter::read(Some(&many(100))).is_ok());
        let long = Err(AppError::InvalidInput(Refusal::LongFilter));
        assert_eq!(Filter::read(Some(&many(101))), long);
        assert_eq!(Filter::read(Some(&json!({ "n": { "in": vec![1; 101] } }))), long);
        for filter in [json!(5), json!({ "n": 5 }), json!({ "n": { "like": 5 } }), json!({ "and": {} })] {
            assert_eq!(Filter::read(Some(&filter)), Err(malformed()), "{filter}");
        }
    }
}
