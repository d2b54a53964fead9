//! Direct Lambda resolvers: AppSync's event, and what becomes of the function's answer.

use std::sync::Arc;

use apollo_compiler::Node;
use apollo_compiler::executable::Field;
use serde_json::{Map, Value, json};

use super::caller::{Account, Caller};
use super::fair_queue::FairQueue;
use crate::cloud::{Cloud, CloudError, Invocation, RESOLVER_TIMEOUT};

/// A resolver's failure: the two things that AppSync keeps of it.
pub struct ResolverError {
    /// AppSync's or the function's name of the error.
    pub error_type: String,
    /// What has gone wrong, in the words of AppSync or of the function.
    pub message: String,
}

/// What a resolver is told about the field that it resolves.
pub struct Call<'a> {
    /// Who asks: the source of the event's `identity`.
    pub caller: &'a Caller,
    /// The request's headers, names in lower case.
    pub headers: &'a Map<String, Value>,
    /// The field as it stands in the query.
    pub field: &'a Node<Field>,
    /// The type that the field belongs to.
    pub parent_type: &'a str,
    /// Arguments by name, coerced by [`arguments`](super::input::arguments).
    pub arguments: Map<String, Value>,
    /// The parent's value; null at the root.
    pub source: &'a Value,
    /// Coerced variables of the request.
    pub variables: &'a Map<String, Value>,
    /// Paths of the selected fields.
    pub selection_list: Vec<String>,
}

impl Call<'_> {
    /// The event of a direct Lambda resolver, key by key as AppSync sends it.
    pub fn event(&self) -> Value {
        let selection = match self.field.selection_set.is_empty() {
            true => String::new(),
            false => self.field.selection_set.serialize().to_string(),
        };
        json!({
            "arguments": self.arguments,
            "identity": self.caller.identity,
            "source": self.source,
            "request": { "headers": self.headers, "domainName": null },
            "prev": null,
            "info": {
                "selectionSetList": self.selection_list,
                "selectionSetGraphQL": selection,
                "parentTypeName": self.parent_type,
                "fieldName": self.field.name.as_str(),
                "variables": self.variables,
            },
            "stash": {},
        })
    }
}

/// Where functions run, and on whose account.
pub struct Functions<'a> {
    /// The cloud that runs them.
    pub cloud: &'a Cloud,
    /// The turns in which they run.
    pub queue: &'a Arc<FairQueue>,
    /// On whose account the calls wait for their turn.
    pub account: Account,
}

/// Runs the function that resolves a field, when it is its caller's turn.
pub async fn invoke(
    functions: &Functions<'_>,
    function: &str,
    event: &Value,
) -> Result<Value, ResolverError> {
    let turn = functions.queue.enter(&functions.account).await.map_err(|_| ResolverError {
        error_type: "Lambda:TooManyRequestsException".into(),
        message: "Rate Exceeded.".into(),
    })?;
    let invoked = functions.cloud.invoke(function, event, RESOLVER_TIMEOUT).await;
    drop(turn);
    match invoked {
        Ok(Invocation::Returned(value)) => Ok(value),
        Ok(Invocation::Failed(error)) => Err(ResolverError {
            error_type: error["errorType"]
                .as_str()
                .filter(|name| !name.is_empty())
                .unwrap_or("Lambda:Unhandled")
                .into(),
            message: error["errorMessage"]
                .as_str()
                .unwrap_or("The function failed without a message.")
                .into(),
        }),
        Err(CloudError::TimedOut) => Err(ResolverError {
            error_type: "Lambda:ExecutionTimeoutException".into(),
            message: "Execution timed out.".into(),
        }),
        Err(error) => {
            Err(ResolverError { error_type: "Lambda:ServiceException".into(), message: error.to_string() })
        }
    }
}
