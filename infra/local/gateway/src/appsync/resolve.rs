//! Direct Lambda resolvers: event format and result handling.

use std::sync::Arc;

use apollo_compiler::Node;
use apollo_compiler::executable::Field;
use serde_json::{Map, Value, json};

use super::caller::{Account, Caller};
use super::fair_queue::FairQueue;
use crate::cloud::{Cloud, CloudError, Invocation, RESOLVER_TIMEOUT};

/// Failure of a resolver.
pub struct ResolverError {
    /// `errorType` from AppSync or the function.
    pub error_type: String,
    /// Message from AppSync or the function.
    pub message: String,
}

/// Input of a resolver call.
pub struct Call<'a> {
    /// Caller, the source of `identity`.
    pub caller: &'a Caller,
    /// Request headers with lower-case names.
    pub headers: &'a Map<String, Value>,
    /// Field in the query.
    pub field: &'a Node<Field>,
    /// Type of the field's parent.
    pub parent_type: &'a str,
    /// Arguments by name, coerced by [`arguments`](super::input::arguments).
    pub arguments: Map<String, Value>,
    /// Value of the parent; null at the root.
    pub source: &'a Value,
    /// Coerced variables.
    pub variables: &'a Map<String, Value>,
    /// Paths of the selected fields.
    pub selection_list: Vec<String>,
}

impl Call<'_> {
    /// The direct Lambda resolver event in AppSync's format.
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

/// Execution of functions for one account.
pub struct Functions<'a> {
    /// Cloud that runs the functions.
    pub cloud: &'a Cloud,
    /// Queue that schedules them.
    pub queue: &'a Arc<FairQueue>,
    /// Account that the calls are charged to.
    pub account: Account,
}

/// Runs a resolver function once the fair queue admits it.
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
