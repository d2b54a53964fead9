//! Coerces variables and arguments, with AppSync's error messages.

use apollo_compiler::ast::{Type, Value as Literal};
use apollo_compiler::executable::{ExecutableDocument, Field, Operation};
use apollo_compiler::schema::{ExtendedType, Schema};
use serde_json::{Map, Value};

use super::error::{graphql_error, location_of};
use super::scalar;

/// Coerces variables. The error is an element of `errors`.
pub fn variables(
    schema: &Schema,
    document: &ExecutableDocument,
    operation: &Operation,
    given: &Map<String, Value>,
) -> Result<Map<String, Value>, Value> {
    let mut coerced = Map::new();
    for definition in &operation.variables {
        let name = definition.name.as_str();
        let default = definition.default_value.as_ref().and_then(|literal| constant(literal));
        let refuse =
            |message: String| graphql_error(&message, None, &location_of(definition, &document.sources));
        match given.get(name).cloned().or(default) {
            Some(Value::Null) | None if definition.ty.is_non_null() => {
                let ty = &definition.ty;
                return Err(refuse(format!(
                    "Variable '{name}' has coerced Null value for NonNull type '{ty}'"
                )));
            }
            None => {}
            Some(value) => {
                let value = coerce(schema, &definition.ty, value)
                    .map_err(|why| refuse(format!("Variable '{name}' has an invalid value: {why}")))?;
                coerced.insert(name.to_owned(), value);
            }
        }
    }
    Ok(coerced)
}

/// Coerces arguments; absent ones without a default stay absent. The error is a message.
pub fn arguments(
    schema: &Schema,
    field: &Field,
    variables: &Map<String, Value>,
) -> Result<Map<String, Value>, String> {
    let mut coerced = Map::new();
    for definition in &field.definition.arguments {
        let name = definition.name.as_str();
        let literal = field.specified_argument_by_name(name);
        // Variables are already coerced; a second pass would parse AWSJSON twice.
        let from_variable = literal.and_then(|value| match &**value {
            Literal::Variable(variable) => variables.get(variable.as_str()),
            _ => None,
        });
        if let Some(value) = from_variable {
            coerced.insert(name.to_owned(), value.clone());
            continue;
        }
        let value = literal.and_then(|value| substituted(value, variables));
        let value = value.or_else(|| definition.default_value.as_ref().and_then(|literal| constant(literal)));
        match value {
            None if definition.ty.is_non_null() => return Err(format!("The argument '{name}' is missing.")),
            None => {}
            Some(value) => {
                let value = coerce(schema, &definition.ty, value)
                    .map_err(|why| format!("The argument '{name}' has an invalid value: {why}"))?;
                coerced.insert(name.to_owned(), value);
            }
        }
    }
    Ok(coerced)
}

/// A literal as JSON with variables substituted; `None` for an absent variable.
pub fn substituted(literal: &Literal, variables: &Map<String, Value>) -> Option<Value> {
    Some(match literal {
        Literal::Null => Value::Null,
        Literal::Enum(name) => Value::String(name.to_string()),
        Literal::Variable(name) => return variables.get(name.as_str()).cloned(),
        Literal::String(text) => Value::String(text.clone()),
        Literal::Int(number) => serde_json::from_str(number.as_str()).ok()?,
        Literal::Float(number) => serde_json::from_str(number.as_str()).ok()?,
        Literal::Boolean(flag) => Value::Bool(*flag),
        Literal::List(items) => {
            items.iter().map(|item| substituted(item, variables).unwrap_or(Value::Null)).collect()
        }
        Literal::Object(fields) => fields
            .iter()
            .filter_map(|(name, value)| Some((name.to_string(), substituted(value, variables)?)))
            .collect(),
    })
}

fn constant(literal: &Literal) -> Option<Value> {
    substituted(literal, &Map::new())
}

fn coerce(schema: &Schema, ty: &Type, value: Value) -> Result<Value, String> {
    match (ty, value) {
        (Type::NonNullNamed(_) | Type::NonNullList(_), Value::Null) => {
            Err(format!("Expected a value of NonNull type '{ty}' but was null."))
        }
        (_, Value::Null) => Ok(Value::Null),
        (Type::List(item) | Type::NonNullList(item), Value::Array(items)) => {
            items.into_iter().map(|value| coerce(schema, item, value)).collect()
        }
        (Type::List(item) | Type::NonNullList(item), value) => {
            Ok(Value::Array(vec![coerce(schema, item, value)?]))
        }
        (Type::Named(name) | Type::NonNullNamed(name), value) => coerce_named(schema, name, value),
    }
}

fn coerce_named(schema: &Schema, name: &str, value: Value) -> Result<Value, String> {
    match schema.types.get(name) {
        Some(ExtendedType::Enum(definition)) => match value.as_str() {
            Some(text) if definition.values.contains_key(text) => Ok(value),
            _ => Err(format!("Invalid input for Enum '{name}'. No value found for name '{}'", plain(&value))),
        },
        Some(ExtendedType::InputObject(definition)) => {
            let Value::Object(mut given) = value else {
                return Err(format!("Expected type 'Map' but was '{}'.", kind(&value)));
            };
            let mut coerced = Map::new();
            for (field, wanted) in &definition.fields {
                let default = wanted.default_value.as_ref().and_then(|literal| constant(literal));
                match given.remove(field.as_str()).or(default) {
                    None | Some(Value::Null) if wanted.ty.is_non_null() => {
                        return Err(format!(
                            "Field '{field}' has coerced Null value for NonNull type '{}'",
                            wanted.ty
                        ));
                    }
                    None => {}
                    Some(value) => {
                        coerced.insert(field.to_string(), coerce(schema, &wanted.ty, value)?);
                    }
                }
            }
            match given.keys().next() {
                Some(unknown) => Err(format!(
                    "The variables input contains a field name '{unknown}' that is not defined for input object type '{name}'"
                )),
                None => Ok(Value::Object(coerced)),
            }
        }
        _ => {
            let found = kind(&value);
            scalar::input(name, value).ok_or_else(|| format!("Expected type '{name}' but was '{found}'."))
        }
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "Null",
        Value::Bool(_) => "Boolean",
        Value::Number(number) if number.is_f64() => "Double",
        Value::Number(_) => "Integer",
        Value::String(_) => "String",
        Value::Array(_) => "List",
        Value::Object(_) => "Map",
    }
}
