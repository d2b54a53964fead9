//! Field authorization: AppSync directives, default mode and user pool groups.

use apollo_compiler::ast::Directive;

use super::api::Api;
use super::modes::{Mode, strings};

/// Whether a caller of `mode` in `groups` may read a field.
///
/// Field directives override type directives, which override the default mode.
pub fn admits(api: &Api, type_name: &str, field: &str, mode: Mode, groups: &[String]) -> bool {
    let Some(object) = api.schema.get_object(type_name) else { return false };
    let Some(definition) = object.fields.get(field) else { return false };
    let of_field: Vec<&Directive> = definition.directives.iter().map(|directive| &**directive).collect();
    // `@aws_auth` admits only user pool members of its groups.
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

fn names_mode(directive: &Directive) -> bool {
    Mode::of_directive(&directive.name).is_some()
}

fn in_groups(directive: &Directive, groups: &[String]) -> bool {
    match directive.specified_argument_by_name("cognito_groups") {
        Some(value) => strings(value).iter().any(|group| groups.contains(group)),
        None => true,
    }
}
