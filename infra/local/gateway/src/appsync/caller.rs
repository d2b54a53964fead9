//! Who makes a request, once a mode has verified it.

use std::collections::HashSet;

use serde_json::Value;

use super::access;
use super::api::Api;
use super::modes::Mode;

/// Who makes a request, verified by one of the modes of the API.
pub struct Caller {
    /// The mode that verified it.
    pub mode: Mode,
    /// The user pool groups that it belongs to.
    pub groups: Vec<String>,
    /// `identity`, as resolvers see it.
    pub identity: Value,
    /// Fields closed to it by its policies or its authorizer: `Type.field` or the field's ARN.
    pub denied: HashSet<String>,
}

impl Caller {
    /// Whether this caller may have a field: the schema's directives, deniedFields and IAM policies together.
    pub fn may_read(&self, api: &Api, type_name: &str, field: &str) -> bool {
        access::admits(api, type_name, field, self.mode, &self.groups)
            && !self.denied.contains(&format!("{type_name}.{field}"))
            && !self.denied.contains(&api.field_arn(type_name, field))
    }
}
