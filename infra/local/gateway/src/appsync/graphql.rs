//! Parses, authorizes and runs a GraphQL request.

use std::collections::BTreeSet;
use std::net::IpAddr;

use apollo_compiler::Node;
use apollo_compiler::diagnostic::ToCliReport;
use apollo_compiler::executable::{ExecutableDocument, Field, Operation, SelectionSet};
use apollo_compiler::introspection;
use apollo_compiler::parser::Parser;
use apollo_compiler::response::JsonMap;
use apollo_compiler::validation::{DiagnosticList, Valid};
use serde_json::{Map, Value, json};

use super::api::Api;
use super::error::{Refusal, graphql_error, location};
use super::execute::Execution;
use super::request::{self, Presented};
use super::service::AppSync;
use super::{input, resolve, selection};

const MAX_TOKENS: usize = 25_000;
/// Maximum number of selected fields below a root field; a query with more is refused. AppSync has no such limit.
const MAX_FIELDS: usize = 1_000;
const FIELDS_PER_PERMIT: usize = 100;

/// Request body.
pub struct Request {
    /// GraphQL document as sent.
    pub query: String,
    /// `operationName`.
    pub operation_name: Option<String>,
    /// Variables as sent, not coerced.
    pub variables: Map<String, Value>,
}

/// A validated query with coerced variables.
pub struct Prepared {
    /// Validated document.
    pub document: Valid<ExecutableDocument>,
    /// The requested operation.
    pub operation: Node<Operation>,
    /// Variables by name, coerced by [`input::variables`].
    pub variables: Map<String, Value>,
}

impl Request {
    /// Parses `{ query, variables?, operationName? }`.
    pub fn read(body: &str) -> Result<Self, Refusal> {
        let invalid = || Refusal::malformed("Invalid JSON payload in POST request.");
        let mut body: Map<String, Value> = serde_json::from_str(body).map_err(|_| invalid())?;
        let Some(Value::String(query)) = body.remove("query") else {
            return Err(Refusal::malformed("Unable to parse GraphQL query."));
        };
        let variables = match body.remove("variables") {
            None | Some(Value::Null) => Map::new(),
            Some(Value::Object(variables)) => variables,
            Some(_) => return Err(invalid()),
        };
        let operation_name = body.remove("operationName").and_then(|name| name.as_str().map(str::to_owned));
        Ok(Self { query, operation_name, variables })
    }

    /// The operation as authorizers receive it.
    pub fn described(&self) -> request::Operation<'_> {
        request::Operation {
            query: &self.query,
            name: self.operation_name.as_deref(),
            variables: self.variables.clone(),
        }
    }

    /// ARNs of the root fields, as far as the query parses.
    pub fn resources(&self, api: &Api) -> Vec<String> {
        let mut parser = Parser::new().token_limit(MAX_TOKENS);
        let document = match parser.parse_executable(&api.schema, &self.query, "query.graphql") {
            Ok(document) => document,
            Err(found) => found.partial,
        };
        let Ok(operation) = document.operations.get(self.operation_name.as_deref()) else {
            return Vec::new();
        };
        let fields = operation.root_fields(&document).filter(|field| !field.name.starts_with("__"));
        let arns: BTreeSet<String> =
            fields.map(|field| api.field_arn(operation.object_type(), &field.name)).collect();
        arns.into_iter().collect()
    }

    /// Parses, validates and coerces. `Err(Ok(…))` is a 200 response with errors only.
    pub fn prepare(&self, api: &Api) -> Result<Prepared, Result<Value, Refusal>> {
        let unreadable = || Refusal::malformed("Unable to parse GraphQL query.");
        let mut parser = Parser::new().token_limit(MAX_TOKENS);
        let ast = parser.parse_ast(&self.query, "query.graphql").map_err(|_| Err(unreadable()))?;
        let document = ast.to_executable_validate(&api.schema).map_err(|found| Ok(invalid(&found.errors)))?;
        let operation = document.operations.get(self.operation_name.as_deref());
        let operation = operation.map_err(|_| Err(Refusal::malformed("Unknown operation name.")))?.clone();
        let depth = selection::depth(&document, &operation.selection_set);
        if api.depth_limit > 0 && depth > api.depth_limit {
            let message =
                format!("Query depth limit exceeded: {depth} levels, but {} are allowed.", api.depth_limit);
            return Err(Ok(only_errors(vec![graphql_error(&message, None, &Value::Null)])));
        }
        let is_too_wide = |field: &Node<Field>| {
            selection::count(&document, &field.selection_set, MAX_FIELDS + 1) > MAX_FIELDS
        };
        if operation.root_fields(&document).any(is_too_wide) {
            let message = format!("Too many fields are selected: {MAX_FIELDS} are allowed.");
            return Err(Ok(only_errors(vec![graphql_error(&message, None, &Value::Null)])));
        }
        let asks_schema = operation.root_fields(&document).any(|field| is_introspection(&field.name));
        if asks_schema && !api.introspection {
            let message = "Introspection is disabled for this API.";
            return Err(Ok(only_errors(vec![graphql_error(message, None, &Value::Null)])));
        }
        let variables = input::variables(&api.schema, &document, &operation, &self.variables)
            .map_err(|error| Ok(only_errors(vec![error])))?;
        Ok(Prepared { document, operation, variables })
    }
}

impl Prepared {
    /// Cost in permits: for each root field up to the resolver limit 1, and 1 per `FIELDS_PER_PERMIT` fields selected
    /// below it. At least 1.
    fn cost(&self, api: &Api) -> u32 {
        let fields = self.operation.root_fields(&self.document).take(api.resolver_limit);
        let cost = |field: &Node<Field>| {
            1 + selection::count(&self.document, &field.selection_set, MAX_FIELDS) / FIELDS_PER_PERMIT
        };
        u32::try_from(fields.map(cost).sum::<usize>().max(1)).unwrap_or(u32::MAX)
    }
}

/// Answers `POST /graphql` with the 200 response body or a refusal.
pub async fn answer(
    appsync: &AppSync,
    headers: &Map<String, Value>,
    body: &str,
    source_ip: IpAddr,
) -> Result<Value, Refusal> {
    // The caller's limit first: a rejected request must not use the shared limit.
    appsync.present(headers, source_ip, body.len())?;
    if !appsync.requests.take(appsync.context.now()) {
        return Err(Refusal::throttled());
    }
    let api = &appsync.api;
    // Authentication errors take precedence over query errors.
    let request = Request::read(body);
    let presented = Presented {
        headers,
        path: "/graphql",
        body,
        operation: request.as_ref().map(Request::described).unwrap_or_default(),
        resources: request.as_ref().map(|request| request.resources(api)).unwrap_or_default(),
        source_ip,
    };
    let caller = appsync.authenticate(&presented).await?;
    let prepared = match request?.prepare(api) {
        Ok(prepared) => prepared,
        Err(answer) => return answer,
    };
    let Prepared { document, operation, variables } = &prepared;
    if operation.is_subscription() {
        return Err(Refusal::new(
            400,
            "UnsupportedOperation",
            "Subscriptions go through the realtime channel.",
        ));
    }
    appsync.admit(&caller, source_ip, prepared.cost(api))?;
    let functions = resolve::Functions {
        cloud: &appsync.context.cloud,
        queue: &appsync.functions,
        account: caller.account(source_ip),
    };
    let execution = Execution::new(api, document, &caller, variables, headers, Some(functions));
    let mut outcome = execution.run(operation, &Value::Null).await;
    if operation.is_mutation() {
        publish(appsync, &prepared, &outcome.data).await;
    } else {
        introspect(api, &prepared, &mut outcome.data);
    }
    let mut answer = json!({ "data": outcome.data });
    if !outcome.errors.is_empty() {
        answer["errors"] = Value::Array(outcome.errors);
    }
    Ok(answer)
}

async fn publish(appsync: &AppSync, prepared: &Prepared, data: &Value) {
    let Prepared { document, operation, variables } = prepared;
    let sets = [&operation.selection_set];
    let root = operation.object_type();
    for (key, fields) in selection::collect(&appsync.api.schema, document, variables, root, &sets) {
        let (Some(result), Some(field)) = (data.get(&key).filter(|result| !result.is_null()), fields.first())
        else {
            continue;
        };
        let payload = by_field_name(&appsync.api, prepared, &fields, result);
        appsync.publish(&field.name, &payload).await;
    }
}

/// Rekeys a result from aliases to field names.
fn by_field_name(api: &Api, prepared: &Prepared, fields: &[&Node<Field>], result: &Value) -> Value {
    match result {
        Value::Array(items) => items.iter().map(|item| by_field_name(api, prepared, fields, item)).collect(),
        Value::Object(object) => {
            let sets: Vec<&SelectionSet> = fields.iter().map(|field| &field.selection_set).collect();
            let Some(ty) = sets.first().map(|set| set.ty.as_str()) else { return result.clone() };
            let inner = selection::collect(&api.schema, &prepared.document, &prepared.variables, ty, &sets);
            let named = inner.iter().filter_map(|(key, fields)| {
                let value = by_field_name(api, prepared, fields, object.get(key)?);
                Some((fields.first()?.name.to_string(), value))
            });
            named.collect()
        }
        plain => plain.clone(),
    }
}

fn introspect(api: &Api, prepared: &Prepared, data: &mut Value) {
    let Prepared { document, operation, variables } = prepared;
    let asked = operation.root_fields(document).any(|field| is_introspection(&field.name));
    let Ok(variables) = serde_json::from_value::<JsonMap>(Value::Object(variables.clone())) else { return };
    if !asked || introspection::check_max_depth(document, operation).is_err() {
        return;
    }
    let variables = Valid::assume_valid(variables);
    let found =
        introspection::partial_execute(&api.schema, &api.implementers, document, operation, &variables);
    let found = found.ok().and_then(|response| serde_json::to_value(response.data).ok());
    if let (Some(Value::Object(found)), Some(data)) = (found, data.as_object_mut()) {
        data.extend(found);
    }
}

fn is_introspection(field: &str) -> bool {
    field == "__schema" || field == "__type"
}

fn invalid(found: &DiagnosticList) -> Value {
    let errors = found.iter().map(|diagnostic| {
        let message = format!("Validation error: {}", diagnostic.error);
        graphql_error(&message, None, &location(ToCliReport::location(diagnostic.error), diagnostic.sources))
    });
    only_errors(errors.collect())
}

fn only_errors(errors: Vec<Value>) -> Value {
    json!({ "data": null, "errors": errors })
}
