//! The API definition, read from the control plane at startup.

use std::collections::HashMap;

use apollo_compiler::Schema;
use apollo_compiler::ast::OperationType;
use apollo_compiler::collections::HashMap as CompilerMap;
use apollo_compiler::schema::{ExtendedType, Implementers, Name};
use apollo_compiler::validation::Valid;
use regex::Regex;
use serde_json::Value;

use super::modes::{self, Mode, strings};
use super::returned_argument::returned_argument;
use crate::cloud::Cloud;
use crate::config::Config;

const PRELUDE: &str = "\
directive @aws_lambda on FIELD_DEFINITION | OBJECT
directive @aws_iam on FIELD_DEFINITION | OBJECT
directive @aws_oidc on FIELD_DEFINITION | OBJECT
directive @aws_api_key on FIELD_DEFINITION | OBJECT
directive @aws_cognito_user_pools(cognito_groups: [String!]) on FIELD_DEFINITION | OBJECT
directive @aws_auth(cognito_groups: [String!]!) on FIELD_DEFINITION
directive @aws_subscribe(mutations: [String!]!) on FIELD_DEFINITION
scalar AWSDate
scalar AWSTime
scalar AWSDateTime
scalar AWSTimestamp
scalar AWSEmail
scalar AWSJSON
scalar AWSURL
scalar AWSPhone
scalar AWSIPAddress
";

/// AppSync's default TTL of authorizer results, in seconds.
const DEFAULT_AUTHORIZER_TTL: u64 = 300;
/// Resolver limit per request if the API sets none, or 0.
const DEFAULT_RESOLVER_LIMIT: u64 = 10_000;

/// A GraphQL API: schema, authorization modes and resolver functions.
pub struct Api {
    /// Schema including AppSync's declarations.
    pub schema: Valid<Schema>,
    /// Implementing object types by interface.
    pub implementers: CompilerMap<Name, Implementers>,
    /// ARN of the API, the prefix of field ARNs.
    pub arn: String,
    /// Mode of fields without a directive.
    pub default_mode: Mode,
    /// All enabled modes, the default first.
    pub modes: Vec<Mode>,
    /// Authorizer of the AWS_LAMBDA mode.
    pub authorizer: Option<AuthorizerConfig>,
    /// User pool of the AMAZON_COGNITO_USER_POOLS mode.
    pub user_pool: UserPool,
    /// Maximum nesting depth of a query; 0 means unlimited.
    pub depth_limit: usize,
    /// Number of resolver calls per request after which each further call is a field error.
    pub resolver_limit: usize,
    /// Whether introspection (`__schema`, `__type`) is enabled.
    pub introspection: bool,
    resolvers: HashMap<(String, String), Resolver>,
    subscriptions: HashMap<String, Vec<String>>,
}

/// How a field is resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolver {
    /// By the function with this ARN.
    Function(String),
    /// By returning this argument, without a data source.
    Argument(String),
}

/// Settings of the Lambda authorizer.
pub struct AuthorizerConfig {
    /// ARN of the authorizer function.
    pub function: String,
    /// Cache TTL of its result, in seconds.
    pub ttl_seconds: u64,
    /// Pattern that a token must match before the function is called.
    pub expression: Option<Regex>,
}

/// The user pool whose tokens are accepted.
pub struct UserPool {
    /// Pool id, the last part of the token issuer.
    pub id: String,
    /// Pattern of accepted app client ids.
    pub client_expression: Option<Regex>,
    /// Whether fields without a directive are denied to members (default mode only).
    pub denies_by_default: bool,
}

impl Api {
    /// Reads the API from the control plane. The error is a message.
    pub async fn read(cloud: &Cloud, config: &Config) -> Result<Self, String> {
        let base = format!("/v1/apis/{}", config.api_id);
        let unreadable = |error| format!("The API {} can't be read. {error}", config.api_id);
        let described = cloud.get_json("appsync", &base).await.map_err(unreadable)?;
        let sdl = cloud.get("appsync", &format!("{base}/schema?format=SDL")).await.map_err(unreadable)?;
        if !sdl.status.is_success() {
            return Err(format!("The API {} has no schema.", config.api_id));
        }
        let schema = parse_schema(&String::from_utf8_lossy(&sdl.body))?;
        let sources = cloud.get_json("appsync", &format!("{base}/datasources")).await.map_err(unreadable)?;
        let sources = data_sources(&sources["dataSources"]);
        let mut resolvers = HashMap::new();
        for (type_name, _) in schema.types.iter().filter(|(_, def)| def.is_object() && !def.is_built_in()) {
            let path = format!("{base}/types/{type_name}/resolvers");
            let listed = cloud.get_json("appsync", &path).await.map_err(unreadable)?;
            for resolver in listed["resolvers"].as_array().into_iter().flatten() {
                let (field, resolver) = read_resolver(resolver, &sources)?;
                resolvers.insert((type_name.to_string(), field), resolver);
            }
        }
        Self::assemble(&described["graphqlApi"], schema, resolvers, config)
    }

    fn assemble(
        described: &Value,
        schema: Valid<Schema>,
        resolvers: HashMap<(String, String), Resolver>,
        config: &Config,
    ) -> Result<Self, String> {
        let default_mode = mode(described)?;
        let mut modes = vec![default_mode];
        for provider in described["additionalAuthenticationProviders"].as_array().into_iter().flatten() {
            modes.push(mode(provider)?);
        }
        // A mode is configured on the API or on an additional provider.
        let setting = |name: &str| {
            std::iter::once(described)
                .chain(described["additionalAuthenticationProviders"].as_array().into_iter().flatten())
                .map(|holder| &holder[name])
                .find(|found| found.is_object())
                .cloned()
                .unwrap_or(Value::Null)
        };
        modes::check_schema(&schema, &modes)?;
        for (type_name, field) in resolvers.keys() {
            let known =
                schema.get_object(type_name).is_some_and(|def| def.fields.contains_key(field.as_str()));
            if !known {
                return Err(format!(
                    "The resolver of {type_name}.{field} belongs to no field of the schema."
                ));
            }
        }
        let pool = setting("userPoolConfig");
        Ok(Self {
            arn: format!("arn:aws:appsync:{}:{}:apis/{}", config.region, config.account_id, config.api_id),
            authorizer: authorizer(&setting("lambdaAuthorizerConfig"), modes.contains(&Mode::Lambda))?,
            user_pool: UserPool {
                id: pool["userPoolId"].as_str().unwrap_or(&config.user_pool_id).to_owned(),
                client_expression: expression(&pool["appIdClientRegex"])?,
                denies_by_default: pool["defaultAction"] == "DENY",
            },
            depth_limit: number(&described["queryDepthLimit"]).unwrap_or(0) as usize,
            resolver_limit: number(&described["resolverCountLimit"])
                .filter(|limit| *limit > 0)
                .unwrap_or(DEFAULT_RESOLVER_LIMIT) as usize,
            introspection: described["introspectionConfig"] != "DISABLED",
            subscriptions: subscriptions(&schema)?,
            implementers: schema.implementers_map(),
            schema,
            default_mode,
            modes,
            resolvers,
        })
    }

    /// The resolver of a field, if any.
    pub fn resolver(&self, type_name: &str, field: &str) -> Option<&Resolver> {
        self.resolvers.get(&(type_name.to_owned(), field.to_owned()))
    }

    /// Mutations that trigger a subscription field.
    pub fn mutations_of(&self, subscription: &str) -> &[String] {
        self.subscriptions.get(subscription).map_or(&[], Vec::as_slice)
    }

    /// ARN of a field in IAM policies and `deniedFields`.
    pub fn field_arn(&self, type_name: &str, field: &str) -> String {
        format!("{}/types/{type_name}/fields/{field}", self.arn)
    }
}

/// Parses an SDL and adds the AppSync declarations it lacks.
pub fn parse_schema(sdl: &str) -> Result<Valid<Schema>, String> {
    let prelude: String = PRELUDE
        .lines()
        .filter(|line| !line.split('(').next().is_some_and(|start| sdl.contains(&declared(start))))
        .flat_map(|line| [line, "\n"])
        .collect();
    let mut builder = Schema::builder();
    builder = builder.parse(prelude, "appsync.graphql").parse(sdl, "schema.graphql");
    let schema = builder.build().map_err(|found| format!("The schema is not valid: {}", found.errors))?;
    schema.validate().map_err(|found| format!("The schema is not valid: {}", found.errors))
}

fn declared(line: &str) -> String {
    line.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}

fn mode(holder: &Value) -> Result<Mode, String> {
    let name = holder["authenticationType"].as_str().unwrap_or_default();
    Mode::from_name(name).ok_or_else(|| format!("The authentication type \"{name}\" is unknown."))
}

fn authorizer(config: &Value, wanted: bool) -> Result<Option<AuthorizerConfig>, String> {
    match config["authorizerUri"].as_str() {
        Some(function) => Ok(Some(AuthorizerConfig {
            function: function.to_owned(),
            ttl_seconds: number(&config["authorizerResultTtlInSeconds"]).unwrap_or(DEFAULT_AUTHORIZER_TTL),
            expression: expression(&config["identityValidationExpression"])?,
        })),
        None if wanted => Err("The API takes AWS_LAMBDA, but names no authorizer.".into()),
        None => Ok(None),
    }
}

fn expression(value: &Value) -> Result<Option<Regex>, String> {
    let Some(text) = value.as_str().filter(|text| !text.is_empty()) else { return Ok(None) };
    // AWS matches the whole token.
    let anchored = Regex::new(&format!("^(?:{text})$"));
    anchored.map(Some).map_err(|error| format!("The expression {text} is not valid: {error}"))
}

fn number(value: &Value) -> Option<u64> {
    value.as_f64().map(|number| number as u64).or_else(|| value.as_str()?.parse().ok())
}

/// The function of each Lambda data source by name; `None` for a source of type NONE.
fn data_sources(sources: &Value) -> HashMap<String, Option<String>> {
    let of = |source: &Value| {
        let name = source["name"].as_str()?.to_owned();
        if source["type"] == "NONE" {
            return Some((name, None));
        }
        let function = source["lambdaConfig"]["lambdaFunctionArn"].as_str()?;
        Some((name, Some(function.to_owned())))
    };
    sources.as_array().into_iter().flatten().filter_map(of).collect()
}

fn read_resolver(
    resolver: &Value,
    sources: &HashMap<String, Option<String>>,
) -> Result<(String, Resolver), String> {
    let field = resolver["fieldName"].as_str().unwrap_or_default();
    let name = format!("{}.{field}", resolver["typeName"].as_str().unwrap_or_default());
    let text = |key: &str| resolver[key].as_str().filter(|text| !text.is_empty());
    let source = sources.get(resolver["dataSourceName"].as_str().unwrap_or_default());
    let source = source.ok_or_else(|| format!("The resolver of {name} has no known data source."))?;
    if resolver["kind"] == "PIPELINE" || text("requestMappingTemplate").is_some() {
        return Err(format!("The resolver of {name} is of an unknown kind."));
    }
    let resolver = match (source, text("code")) {
        (Some(function), None) => Resolver::Function(function.clone()),
        (None, Some(code)) => {
            let argument = returned_argument(code);
            Resolver::Argument(argument.ok_or_else(|| format!("The code of {name} cannot be read."))?)
        }
        _ => return Err(format!("The resolver of {name} is neither a direct Lambda resolver nor code.")),
    };
    Ok((field.to_owned(), resolver))
}

fn subscriptions(schema: &Schema) -> Result<HashMap<String, Vec<String>>, String> {
    let fields_of = |operation| {
        let root = schema.root_operation(operation).and_then(|name| schema.types.get(name));
        match root {
            Some(ExtendedType::Object(object)) => object.fields.clone(),
            _ => Default::default(),
        }
    };
    let mutations = fields_of(OperationType::Mutation);
    let mut map = HashMap::new();
    for (name, field) in fields_of(OperationType::Subscription) {
        let listed = field
            .directives
            .get("aws_subscribe")
            .and_then(|directive| directive.specified_argument_by_name("mutations"))
            .map_or_else(Vec::new, |value| strings(value));
        for mutation in &listed {
            let definition = mutations.get(mutation.as_str());
            let definition = definition
                .ok_or_else(|| format!("{name} subscribes to {mutation}, which is no mutation."))?;
            if definition.ty.inner_named_type() != field.ty.inner_named_type() {
                return Err(format!("{name} and its mutation {mutation} are of different types."));
            }
        }
        map.insert(name.to_string(), listed);
    }
    Ok(map)
}
