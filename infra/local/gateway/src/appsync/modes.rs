//! Authorization modes and their schema directives.

use apollo_compiler::Schema;
use apollo_compiler::ast::Value as Literal;
use apollo_compiler::schema::ExtendedType;

/// An AppSync authorization mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// A token verified by a Lambda function.
    Lambda,
    /// An AWS signature.
    Iam,
    /// A JWT of the API's user pool.
    UserPool,
    /// An API key; valid in schemas, not supported for requests.
    ApiKey,
    /// A JWT of another issuer; valid in schemas, not supported for requests.
    Oidc,
}

impl Mode {
    /// Mode of an `authenticationType`.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "AWS_LAMBDA" => Self::Lambda,
            "AWS_IAM" => Self::Iam,
            "AMAZON_COGNITO_USER_POOLS" => Self::UserPool,
            "API_KEY" => Self::ApiKey,
            "OPENID_CONNECT" => Self::Oidc,
            _ => return None,
        })
    }

    /// Mode of a directive, named without `@`; `None` for other directives.
    pub fn of_directive(name: &str) -> Option<Self> {
        Some(match name {
            "aws_lambda" => Self::Lambda,
            "aws_iam" => Self::Iam,
            "aws_cognito_user_pools" => Self::UserPool,
            "aws_api_key" => Self::ApiKey,
            "aws_oidc" => Self::Oidc,
            _ => return None,
        })
    }
}

/// Rejects directives of modes that the API does not enable, like AppSync.
pub fn check_schema(schema: &Schema, modes: &[Mode]) -> Result<(), String> {
    for (type_name, definition) in &schema.types {
        let ExtendedType::Object(object) = definition else { continue };
        let on_type = object.directives.iter().map(|directive| (type_name.to_string(), &***directive));
        let on_fields = object.fields.iter().flat_map(|(field, definition)| {
            definition.directives.iter().map(move |directive| (format!("{type_name}.{field}"), &**directive))
        });
        for (place, directive) in on_type.chain(on_fields) {
            let unknown = Mode::of_directive(&directive.name).is_some_and(|mode| !modes.contains(&mode));
            if unknown {
                return Err(format!("{place} has @{}, but the API does not take this mode.", directive.name));
            }
            if directive.name == "aws_auth" && modes != [Mode::UserPool] {
                return Err(format!(
                    "{place} has @aws_auth, which only an API with nothing but a user pool may use."
                ));
            }
        }
    }
    Ok(())
}

/// Strings of a list literal; a single string is a list of one.
pub fn strings(value: &Literal) -> Vec<String> {
    match value {
        Literal::String(text) => vec![text.clone()],
        Literal::List(items) => items.iter().flat_map(|item| strings(item)).collect(),
        _ => Vec::new(),
    }
}
