//! Executes an operation: field authorization, resolvers, result coercion and null propagation.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use apollo_compiler::Node;
use apollo_compiler::ast::Type;
use apollo_compiler::executable::{ExecutableDocument, Field, Operation, SelectionSet};
use apollo_compiler::schema::ExtendedType;
use apollo_compiler::validation::Valid;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, join_all};
use serde_json::{Map, Value};

use super::api::{Api, Resolver};
use super::caller::Caller;
use super::error::{field_error, graphql_error, location_of, unauthorized_field};
use super::{input, resolve, scalar, selection};

/// A value, or a marker that the error is already recorded.
type Completed = Result<Value, Recorded>;

struct Recorded;

/// Execution of one operation.
pub struct Execution<'a> {
    /// Schema, resolvers and modes.
    pub api: &'a Api,
    /// Validated query.
    pub document: &'a Valid<ExecutableDocument>,
    /// Caller whose field access is checked.
    pub caller: &'a Caller,
    /// Variables by name, coerced by [`input::variables`].
    pub variables: &'a Map<String, Value>,
    /// Request headers in resolver events.
    pub headers: &'a Map<String, Value>,
    /// Runs resolvers; if `None`, only the root value is read.
    pub functions: Option<resolve::Functions<'a>>,
    resolvers: AtomicUsize,
    errors: Mutex<Vec<Value>>,
}

/// `data` and `errors` of a response.
pub struct Outcome {
    /// Selected fields by response key; null if a required field failed.
    pub data: Value,
    /// Elements of `errors`; empty on success.
    pub errors: Vec<Value>,
}

impl<'a> Execution<'a> {
    /// Creates an execution.
    pub fn new(
        api: &'a Api,
        document: &'a Valid<ExecutableDocument>,
        caller: &'a Caller,
        variables: &'a Map<String, Value>,
        headers: &'a Map<String, Value>,
        functions: Option<resolve::Functions<'a>>,
    ) -> Self {
        let (resolvers, errors) = Default::default();
        Self { api, document, caller, variables, headers, functions, resolvers, errors }
    }

    /// Runs the operation on `root` (null for queries and mutations, the payload for subscriptions).
    pub async fn run(self, operation: &Operation, root: &Value) -> Outcome {
        let sets = [&operation.selection_set];
        let one_by_one = operation.is_mutation();
        let data = self.object(operation.object_type(), &sets, root, Vec::new(), one_by_one).await;
        let errors = self.errors.into_inner().unwrap_or_else(PoisonError::into_inner);
        Outcome { data: data.unwrap_or(Value::Null), errors }
    }

    fn object<'b>(
        &'b self,
        object_type: &'b str,
        sets: &[&'b SelectionSet],
        source: &'b Value,
        path: Vec<Value>,
        one_by_one: bool,
    ) -> BoxFuture<'b, Completed> {
        let fields = selection::collect(&self.api.schema, self.document, self.variables, object_type, sets);
        async move {
            let keys: Vec<String> = fields.iter().map(|(key, _)| key.clone()).collect();
            let runs = fields.into_iter().map(|(key, fields)| {
                let path = [path.as_slice(), &[Value::String(key)]].concat();
                self.field(object_type, fields, source, path)
            });
            let results = match one_by_one {
                true => {
                    let mut results = Vec::new();
                    for run in runs {
                        results.push(run.await);
                    }
                    results
                }
                false => join_all(runs).await,
            };
            let mut object = Map::new();
            for (key, result) in keys.into_iter().zip(results) {
                if let Some(value) = result? {
                    object.insert(key, value);
                }
            }
            Ok(Value::Object(object))
        }
        .boxed()
    }

    async fn field(
        &self,
        parent_type: &str,
        fields: Vec<&Node<Field>>,
        source: &Value,
        path: Vec<Value>,
    ) -> Result<Option<Value>, Recorded> {
        let Some(&first) = fields.first() else { return Ok(None) };
        match first.name.as_str() {
            "__typename" => return Ok(Some(Value::String(parent_type.to_owned()))),
            "__schema" | "__type" => return Ok(None),
            _ => {}
        }
        let resolved = match self.caller.may_read(self.api, parent_type, &first.name) {
            true => self.resolved(parent_type, &fields, source, &path).await,
            false => {
                let location = location_of(first, &self.document.sources);
                self.record(unauthorized_field(&first.name, parent_type, &path, &location));
                Err(Recorded)
            }
        };
        let ty = &first.definition.ty;
        let completed = match resolved {
            Ok(value) => self.complete(ty, parent_type, &fields, value, path).await,
            Err(Recorded) if ty.is_non_null() => Err(Recorded),
            Err(Recorded) => Ok(Value::Null),
        };
        completed.map(Some)
    }

    async fn resolved(
        &self,
        parent_type: &str,
        fields: &[&Node<Field>],
        source: &Value,
        path: &[Value],
    ) -> Completed {
        let Some(&field) = fields.first() else { return Ok(Value::Null) };
        let resolver = self.functions.as_ref().zip(self.api.resolver(parent_type, &field.name));
        let Some((functions, resolver)) = resolver else {
            return Ok(source.get(field.name.as_str()).cloned().unwrap_or(Value::Null));
        };
        let location = location_of(field, &self.document.sources);
        // Like AppSync: each resolver beyond the limit is a field error.
        if self.resolvers.fetch_add(1, Ordering::Relaxed) >= self.api.resolver_limit {
            let (error_type, message) = ("ResolverExecutionLimitReached", "Resolver execution limit reached");
            self.record(field_error(error_type, message, path, &location));
            return Err(Recorded);
        }
        let arguments = input::arguments(&self.api.schema, field, self.variables).map_err(|why| {
            self.record(graphql_error(&why, Some(path), &location));
            Recorded
        })?;
        let function = match resolver {
            Resolver::Function(function) => function,
            Resolver::Argument(name) => return Ok(arguments.get(name).cloned().unwrap_or(Value::Null)),
        };
        let call = resolve::Call {
            caller: self.caller,
            headers: self.headers,
            field,
            parent_type,
            arguments,
            source,
            variables: self.variables,
            selection_list: selection::paths(&self.api.schema, self.document, self.variables, fields),
        };
        resolve::invoke(functions, function, &call.event()).await.map_err(|error| {
            self.record(field_error(&error.error_type, &error.message, path, &location));
            Recorded
        })
    }

    fn complete<'b>(
        &'b self,
        ty: &'b Type,
        parent_type: &'b str,
        fields: &'b [&'b Node<Field>],
        value: Value,
        path: Vec<Value>,
    ) -> BoxFuture<'b, Completed> {
        async move {
            let completed = match value {
                Value::Null => Ok(Value::Null),
                value => self.complete_present(ty, parent_type, fields, value, &path).await,
            };
            match completed {
                Ok(Value::Null) if ty.is_non_null() => {
                    let name = ty.inner_named_type();
                    let place = slashed(&path);
                    let message =
                        format!("Cannot return null for non-nullable type: '{name}' within parent '{parent_type}' ({place})");
                    self.record(graphql_error(&message, Some(&path), &Value::Null));
                    Err(Recorded)
                }
                Err(Recorded) if !ty.is_non_null() => Ok(Value::Null),
                completed => completed,
            }
        }
        .boxed()
    }

    async fn complete_present(
        &self,
        ty: &Type,
        parent_type: &str,
        fields: &[&Node<Field>],
        value: Value,
        path: &[Value],
    ) -> Completed {
        let name = match ty {
            Type::List(item) | Type::NonNullList(item) => {
                let Value::Array(items) = value else { return self.mismatch(path, "LIST") };
                let each = items.into_iter().enumerate().map(|(index, value)| {
                    self.complete(item, parent_type, fields, value, [path, &[index.into()]].concat())
                });
                return join_all(each).await.into_iter().collect();
            }
            Type::Named(name) | Type::NonNullNamed(name) => name.as_str(),
        };
        match self.api.schema.types.get(name) {
            Some(ExtendedType::Enum(definition)) => match value.as_str() {
                Some(text) if definition.values.contains_key(text) => Ok(value),
                _ => {
                    let found = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                    self.unserializable(
                        path,
                        &format!("Invalid input for Enum '{name}'. No value found for name '{found}'"),
                    )
                }
            },
            Some(ExtendedType::Scalar(_)) => match scalar::output(name, value) {
                Some(value) => Ok(value),
                None => {
                    self.unserializable(path, &format!("Unable to serialize the value as a valid {name}."))
                }
            },
            _ => {
                if !value.is_object() {
                    return self.mismatch(path, "OBJECT");
                }
                // The value's `__typename` gives the concrete type of an interface or union.
                let concrete =
                    value["__typename"].as_str().filter(|found| self.api.schema.is_subtype(name, found));
                let concrete = concrete.unwrap_or(name).to_owned();
                let sets: Vec<&SelectionSet> = fields.iter().map(|field| &field.selection_set).collect();
                self.object(&concrete, &sets, &value, path.to_vec(), false).await
            }
        }
    }

    fn mismatch(&self, path: &[Value], wanted: &str) -> Completed {
        let message =
            format!("Can't resolve value ({}) : type mismatch error, expected type {wanted}", slashed(path));
        self.record(graphql_error(&message, Some(path), &Value::Null));
        Err(Recorded)
    }

    fn unserializable(&self, path: &[Value], why: &str) -> Completed {
        let message = format!("Can't serialize value ({}) : {why}", slashed(path));
        self.record(graphql_error(&message, Some(path), &Value::Null));
        Err(Recorded)
    }

    fn record(&self, error: Value) {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner).push(error);
    }
}

fn slashed(path: &[Value]) -> String {
    path.iter()
        .map(|step| match step {
            Value::String(key) => format!("/{key}"),
            index => format!("[{index}]"),
        })
        .collect()
}
