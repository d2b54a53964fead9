//! Coercion of AppSync's scalars, for input and results.

use std::net::IpAddr;

use serde_json::Value;
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;
use time::{Date, OffsetDateTime, Time};

/// Coerces a resolver's result; `None` if invalid.
pub fn output(scalar: &str, value: Value) -> Option<Value> {
    match (scalar, &value) {
        ("String" | "ID", Value::Number(_) | Value::Bool(_)) => Some(Value::String(value.to_string())),
        // Structures are serialized; text is assumed to be JSON.
        ("AWSJSON", Value::String(_)) => Some(value),
        ("AWSJSON", _) => Some(Value::String(value.to_string())),
        ("Int" | "AWSTimestamp", Value::String(text)) => {
            text.parse::<i64>().ok().and_then(|n| integer(scalar, &n.into()))
        }
        ("Float", Value::String(text)) => text.parse::<f64>().ok().map(Value::from),
        ("Boolean", Value::String(text)) => text.parse::<bool>().ok().map(Value::from),
        _ => input(scalar, value),
    }
}

/// Coerces an argument or variable; `None` if invalid.
pub fn input(scalar: &str, value: Value) -> Option<Value> {
    match (scalar, &value) {
        ("String", Value::String(_)) | ("Boolean", Value::Bool(_)) | ("ID", Value::String(_)) => Some(value),
        ("ID", Value::Number(number)) if number.is_i64() => Some(Value::String(value.to_string())),
        ("Float", Value::Number(_)) => Some(value),
        ("Int" | "AWSTimestamp", Value::Number(_)) => integer(scalar, &value),
        // AppSync parses AWSJSON before it calls resolvers; a non-text value was parsed with its variable.
        ("AWSJSON", Value::String(text)) => serde_json::from_str(text).ok(),
        ("AWSJSON", _) => Some(value),
        (_, Value::String(text)) if text_is(scalar, text) => Some(value),
        (_, _) if is_builtin(scalar) => None,
        _ => Some(value),
    }
}

fn is_builtin(scalar: &str) -> bool {
    scalar.starts_with("AWS") || matches!(scalar, "String" | "ID" | "Int" | "Float" | "Boolean")
}

fn integer(scalar: &str, value: &Value) -> Option<Value> {
    let whole = value.as_i64().or_else(|| value.as_f64().filter(|n| n.fract() == 0.0).map(|n| n as i64))?;
    let fits = scalar == "AWSTimestamp" || i32::try_from(whole).is_ok();
    fits.then(|| whole.into())
}

fn text_is(scalar: &str, text: &str) -> bool {
    match scalar {
        "AWSDateTime" => OffsetDateTime::parse(text, &Rfc3339).is_ok(),
        "AWSDate" => {
            let date = text.trim_end_matches('Z');
            Date::parse(date, format_description!("[year]-[month]-[day]")).is_ok()
        }
        "AWSTime" => {
            let clock = text.trim_end_matches('Z');
            let forms =
                [format_description!("[hour]:[minute]:[second]"), format_description!("[hour]:[minute]")];
            let fraction = format_description!("[hour]:[minute]:[second].[subsecond]");
            forms.iter().any(|form| Time::parse(clock, form).is_ok()) || Time::parse(clock, fraction).is_ok()
        }
        "AWSEmail" => {
            text.split_once('@').is_some_and(|(local, host)| !local.is_empty() && host.contains('.'))
        }
        "AWSURL" => {
            text.split_once("://").is_some_and(|(scheme, rest)| !scheme.is_empty() && !rest.is_empty())
        }
        "AWSPhone" => text.chars().filter(char::is_ascii_digit).count() >= 3,
        "AWSIPAddress" => text.split('/').next().is_some_and(|address| address.parse::<IpAddr>().is_ok()),
        _ => false,
    }
}
