//! Who may read a field: AppSync's directives, the default mode and user pool groups.

use apollo_compiler::Schema;
use apollo_compiler::ast::Directive;
use apollo_compiler::schema::ExtendedType;

use crate::api::{Api, strings};

/// An authorization mode of AppSync.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// A function decides about a token.
    Lambda,
    /// A signed request.
    Iam,
    /// A JWT of the API's user pool.
    UserPool,
    /// A key; known so that schemas may name it, but nobody can use it here.
    ApiKey,
    /// A JWT of someone else; known so that schemas may name it, but nobody can use it here.
    Oidc,
}

impl Mode {
    /// The mode of an `authenticationType`.
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

    fn of_directive(name: &str) -> Option<Self> {
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

/// Whether a caller of `mode` with these groups may read a field, as the schema's directives say.
///
/// A field's own directives replace those of its type; without either the API's default mode counts.
pub fn admits(api: &Api, type_name: &str, field: &str, mode: Mode, groups: &[String]) -> bool {
    let Some(object) = api.schema.get_object(type_name) else { return false };
    let Some(definition) = object.fields.get(field) else { return false };
    let of_field: Vec<&Directive> = definition.directives.iter().map(|directive| &**directive).collect();
    // @aws_auth narrows members down by group, and only where they are the only callers.
    if let Some(auth) = of_field.iter().find(|directive| directive.name == "aws_auth") {
        return mode == Mode::UserPool && in_groups(auth, groups);
    }
    let of_type: Vec<&Directive> = object.directives.iter().map(|directive| &***directive).collect();
    let governing =
        [of_field, of_type].into_iter().find(|directives| directives.iter().any(|d| names_mode(d)));
    match governing {
        Some(directives) => directives.iter().any(|directive| {
            Mode::of_directive(&directive.name) == Some(mode) && in_groups(directive, groups)
        }),
        None => mode == api.default_mode && !(mode == Mode::UserPool && api.user_pool.denies_by_default),
    }
}

/// Refuses at the start what AppSync refuses: directives of modes that the API does not take.
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

fn names_mode(directive: &Directive) -> bool {
    Mode::of_directive(&directive.name).is_some()
}

/// Whether one of the directive's groups is the caller's; a directive without groups admits everyone.
fn in_groups(directive: &Directive, groups: &[String]) -> bool {
    match directive.specified_argument_by_name("cognito_groups") {
        Some(value) => strings(value).iter().any(|group| groups.contains(group)),
        None => true,
    }
}
