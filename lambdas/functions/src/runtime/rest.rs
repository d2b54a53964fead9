//! REST APIs of API Gateway: Lambda proxy events (payload format 1.0), answers, and errors as a status with
//! `{"code", "message"}`.

use std::collections::HashMap;
use std::fmt;

use app::AppError;
use app::source_address::SourceAddress;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::runtime::failure::Fault;
use crate::runtime::subject::Subject;

/// A proxy request; other fields are ignored.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RestRequest {
    http_method: String,
    /// Resource path, for example `/payment/purchases/{id}`.
    resource: String,
    #[serde(default)]
    headers: Option<HashMap<String, String>>,
    #[serde(default)]
    path_parameters: Option<HashMap<String, String>>,
    #[serde(default)]
    query_string_parameters: Option<HashMap<String, String>>,
    #[serde(default)]
    body: Option<String>,
    #[serde(default)]
    is_base64_encoded: bool,
    #[serde(default)]
    request_context: Context,
}

#[derive(Default, Deserialize)]
struct Context {
    #[serde(default)]
    authorizer: Option<Authorizer>,
    #[serde(default)]
    identity: Identity,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Identity {
    source_ip: Option<String>,
}

#[derive(Deserialize)]
struct Authorizer {
    #[serde(default)]
    claims: HashMap<String, String>,
}

/// A member authenticated by API Gateway with a user pool ID token.
#[derive(Clone, PartialEq, Eq)]
pub struct Bearer {
    /// The pool's `sub`.
    pub sub: String,
    /// The member's groups in the user pool.
    pub groups: Vec<String>,
}

/// Logs the groups, but not the member.
impl fmt::Debug for Bearer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bearer").field("groups", &self.groups).finish_non_exhaustive()
    }
}

impl Subject for RestRequest {
    fn subject(&self) -> String {
        self.route().join(" ")
    }
}

impl RestRequest {
    /// Method and resource: `["GET", "/payment/purchases/{id}"]`.
    #[must_use]
    pub fn route(&self) -> [&str; 2] {
        [&self.http_method, &self.resource]
    }

    /// The authenticated member; `None` on routes without an authorizer.
    #[must_use]
    pub fn bearer(&self) -> Option<Bearer> {
        let claims = &self.request_context.authorizer.as_ref()?.claims;
        let sub = claims.get("sub").filter(|sub| !sub.is_empty())?.clone();
        // API Gateway joins list claims with commas.
        let groups = claims.get("cognito:groups").map_or("", String::as_str);
        let groups = groups.split(',').filter(|group| !group.is_empty()).map(str::to_owned);
        Some(Bearer { sub, groups: groups.collect() })
    }

    /// Value of a header; `name` is case-insensitive.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let headers = self.headers.as_ref()?;
        headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Names and values of all headers, as sent.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.headers.iter().flatten().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The unverified token in `Authorization`, with or without `Bearer`.
    #[must_use]
    pub fn token(&self) -> Option<&str> {
        let header = self.header("authorization")?;
        Some(header.strip_prefix("Bearer ").unwrap_or(header).trim()).filter(|token| !token.is_empty())
    }

    /// The client's address. If the header `x-zest-edge` equals `edge_proof`, it is the second-to-last
    /// address in `X-Forwarded-For`, which CloudFront sets; otherwise API Gateway's source IP.
    #[must_use]
    pub fn source(&self, edge_proof: Option<&str>) -> Option<SourceAddress> {
        let is_from_edge = edge_proof.is_some() && self.header("x-zest-edge") == edge_proof;
        let address = if is_from_edge {
            self.header("x-forwarded-for")?.rsplit(',').nth(1)
        } else {
            self.request_context.identity.source_ip.as_deref()
        };
        SourceAddress::parse(address?.trim())
    }

    /// A path parameter; empty if absent.
    #[must_use]
    pub fn path_parameter(&self, name: &str) -> &str {
        self.path_parameters.as_ref().and_then(|all| all.get(name)).map_or("", String::as_str)
    }

    /// A query parameter.
    #[must_use]
    pub fn query(&self, name: &str) -> Option<&str> {
        self.query_string_parameters.as_ref()?.get(name).map(String::as_str)
    }

    /// The raw body.
    ///
    /// # Errors
    /// 400 `INVALID_INPUT` for invalid base64.
    pub fn bytes(&self) -> Result<Vec<u8>, RestError> {
        let body = self.body.as_deref().unwrap_or_default();
        if !self.is_base64_encoded {
            return Ok(body.as_bytes().to_vec());
        }
        STANDARD.decode(body).map_err(|_| RestError::invalid("The body can't be read."))
    }

    /// The body as JSON, of at most `most_bytes`.
    ///
    /// # Errors
    /// 413 `TOO_LARGE`; 400 `INVALID_INPUT` with the position of the error, without its content.
    pub fn json<T: DeserializeOwned>(&self, most_bytes: usize) -> Result<T, RestError> {
        let body = self.bytes()?;
        if body.len() > most_bytes {
            let message = format!("The body may have {most_bytes} bytes at most.");
            return Err(RestError::new(413, "TOO_LARGE", message));
        }
        serde_json::from_slice(&body).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            RestError::invalid(format!("The body is not what is expected at line {line}, column {column}."))
        })
    }
}

/// A Lambda proxy response: status, headers, and a JSON or HTML body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RestAnswer {
    status_code: u16,
    headers: HashMap<&'static str, String>,
    body: String,
    is_base64_encoded: bool,
}

impl RestAnswer {
    /// Status 200 with this document, not cacheable.
    #[must_use]
    pub fn json(document: &Value) -> Self {
        Self::with_status(200, document)
    }

    /// Like [`Self::json`], publicly cacheable for `seconds`.
    #[must_use]
    pub fn cached(document: &Value, seconds: u32) -> Self {
        let mut answer = Self::json(document);
        answer.headers.insert("cache-control", format!("public, max-age={seconds}"));
        answer
    }

    /// Status 200 with an HTML page that the CDN, but not browsers, may cache for `seconds`.
    #[must_use]
    pub fn page(html: String, seconds: u32) -> Self {
        let kept = format!("public, max-age=0, s-maxage={seconds}, must-revalidate");
        let headers = [("content-type", "text/html; charset=utf-8".to_owned()), ("cache-control", kept)];
        Self { status_code: 200, headers: headers.into(), body: html, is_base64_encoded: false }
    }

    /// A response with any status, content type and body, such as MCP's. Not cacheable.
    #[must_use]
    pub fn raw(status_code: u16, content_type: Option<String>, body: String) -> Self {
        let mut headers = HashMap::from([("cache-control", "no-store".to_owned())]);
        if let Some(content_type) = content_type {
            headers.insert("content-type", content_type);
        }
        Self { status_code, headers, body, is_base64_encoded: false }
    }

    fn with_status(status_code: u16, document: &Value) -> Self {
        let headers = [("content-type", "application/json"), ("cache-control", "no-store")];
        Self {
            status_code,
            headers: headers.map(|(name, value)| (name, value.to_owned())).into(),
            body: document.to_string(),
            is_base64_encoded: false,
        }
    }
}

/// A REST error, with a cause for the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestError {
    /// HTTP status.
    pub status: u16,
    /// Stable code, translated by the front end.
    pub code: &'static str,
    /// The problem, and what to do.
    pub message: String,
    /// Cause for the log, without secrets or content.
    cause: Option<String>,
}

impl RestError {
    /// An error without further cause.
    #[must_use]
    pub fn new(status: u16, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), cause: None }
    }

    /// 400 `INVALID_INPUT`.
    #[must_use]
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(400, "INVALID_INPUT", message)
    }

    /// 401: not signed in.
    #[must_use]
    pub fn unauthorized() -> Self {
        Self::new(401, "Unauthorized", "Sign in first.")
    }

    /// 404 for a missing permission. Not 403, because CloudFront replaces it.
    #[must_use]
    pub fn forbidden() -> Self {
        Self::new(404, "Unauthorized", "Unauthorized")
    }

    /// 404 for an unknown route.
    #[must_use]
    pub fn no_route() -> Self {
        Self::new(404, "NOT_FOUND", "There is no such address.")
    }

    /// Adds a cause for the log.
    #[must_use]
    pub fn with_cause(mut self, cause: impl fmt::Display) -> Self {
        self.cause = Some(cause.to_string());
        self
    }

    /// The answer for the caller.
    #[must_use]
    pub fn answer(&self) -> RestAnswer {
        let mut answer =
            RestAnswer::with_status(self.status, &json!({ "code": self.code, "message": self.message }));
        if self.status == 503 {
            answer.headers.insert("retry-after", "2".to_owned());
        }
        answer
    }
}

impl Fault for RestError {
    fn is_fault(&self) -> bool {
        self.status >= 500
    }
}

impl fmt::Display for RestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Some(cause) => write!(f, "{} {}: {cause}", self.status, self.code),
            None => write!(f, "{} {}", self.status, self.code),
        }
    }
}

impl From<AppError> for RestError {
    fn from(error: AppError) -> Self {
        let answer = match &error {
            AppError::Unauthorized => Self::forbidden(),
            AppError::AuthenticationRequired => Self::unauthorized(),
            AppError::RecipeNotFound(_)
            | AppError::FeedbackNotFound(_)
            | AppError::SharedListNotFound
            | AppError::OriginalNotFound => Self::new(404, "NOT_FOUND", error.to_string()),
            AppError::InvalidInput(_) | AppError::RefusedAddress(_) => Self::invalid(error.to_string()),
            AppError::Conflict | AppError::Superseded => Self::new(409, "CONFLICT", error.to_string()),
            AppError::NoCredits => Self::new(402, "NO_CREDITS", error.to_string()),
            AppError::LimitReached { .. } => Self::new(429, "LIMIT_REACHED", error.to_string()),
            AppError::Busy | AppError::ServiceBusy(_) | AppError::ImportFailedForNow(_) => {
                Self::new(503, "BUSY", "Too much is going on just now. Try again in a moment.")
            }
            AppError::ImportFailed(_) | AppError::Panicked | AppError::Internal(_) => {
                Self::new(500, "INTERNAL", "Something went wrong on our side. Try again later.")
            }
        };
        answer.with_cause(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(more: &Value) -> RestRequest {
        let mut event = json!({
            "resource": "/payment/purchases/{id}",
            "httpMethod": "GET",
            "path": "/payment/purchases/p1",
            "headers": { "Stripe-Signature": "t=1" },
            "pathParameters": { "id": "p1" },
            "queryStringParameters": null,
            "requestContext": { "authorizer": { "claims": { "sub": "ann", "cognito:groups": "Admin,Cooks" } } },
            "body": null,
            "isBase64Encoded": false,
        });
        for (name, value) in more.as_object().unwrap() {
            event[name] = value.clone();
        }
        serde_json::from_value(event).unwrap()
    }

    #[test]
    fn api_gateway_request_is_parsed() {
        let read = request(&json!({}));
        assert_eq!(read.route(), ["GET", "/payment/purchases/{id}"]);
        assert_eq!((read.header("stripe-signature"), read.path_parameter("id")), (Some("t=1"), "p1"));
        let bearer = read.bearer().unwrap();
        assert_eq!((bearer.sub.as_str(), bearer.groups.len()), ("ann", 2));
        assert!(!format!("{bearer:?}").contains("ann"));
        assert_eq!(read.subject(), "GET /payment/purchases/{id}");
    }

    #[test]
    fn groups_match_by_whole_name() {
        let claims = |groups: &str| {
            let context = json!({ "authorizer": { "claims": { "sub": "ann", "cognito:groups": groups } } });
            request(&json!({ "requestContext": context })).bearer().unwrap().groups
        };
        assert_eq!(claims("Admin"), ["Admin"]);
        assert_eq!(claims("NoAdmin"), ["NoAdmin"]);
        assert!(claims("").is_empty());
    }

    #[test]
    fn request_without_claims_has_no_bearer() {
        for context in [json!({}), json!({ "authorizer": null }), json!({ "authorizer": { "claims": {} } })] {
            assert!(request(&json!({ "requestContext": context })).bearer().is_none());
        }
    }

    #[test]
    fn a_token_is_read_with_and_without_its_scheme() {
        let token = |value: &str| {
            request(&json!({ "headers": { "Authorization": value } })).token().map(str::to_owned)
        };
        assert_eq!(token("v1.k.a.b").as_deref(), Some("v1.k.a.b"));
        assert_eq!(token("Bearer v1.k.a.b").as_deref(), Some("v1.k.a.b"));
        assert_eq!((token(""), token("Bearer ")), (None, None));
        assert_eq!(request(&json!({ "headers": null })).token(), None);
    }

    #[test]
    fn source_uses_forwarded_header_only_with_edge_proof() {
        let context = json!({ "identity": { "sourceIp": "192.0.2.1" } });
        let source = |headers: &Value, proof: Option<&str>| {
            request(&json!({ "headers": headers, "requestContext": context })).source(proof)
        };
        let seen = |address: &str| SourceAddress::parse(address);
        let forwarded =
            |proof: &str, addresses: &str| json!({ "X-Zest-Edge": proof, "x-forwarded-for": addresses });
        let of_edge = "203.0.113.9, 198.51.100.7, 192.0.2.1";
        assert_eq!(source(&forwarded("p", of_edge), Some("p")), seen("198.51.100.7"));
        assert_eq!(source(&forwarded("p", "2001:db8::1, 192.0.2.1"), Some("p")), seen("2001:db8::1"));
        // A forged header does not change the source.
        for proof in [Some("p"), None] {
            assert_eq!(source(&forwarded("q", of_edge), proof), seen("192.0.2.1"));
            assert_eq!(source(&json!({ "x-forwarded-for": of_edge }), proof), seen("192.0.2.1"));
        }
        assert_eq!(source(&forwarded("p", "198.51.100.7"), Some("p")), None);
        assert_eq!(request(&json!({ "requestContext": {} })).source(None), None);
    }

    #[test]
    fn body_is_decoded_from_text_and_base64() {
        let plain = request(&json!({ "body": "{\"a\":\u{e9}" }));
        assert_eq!(plain.bytes().unwrap(), "{\"a\":\u{e9}".as_bytes());
        let wrapped = request(&json!({ "body": "/w==", "isBase64Encoded": true }));
        assert_eq!(wrapped.bytes().unwrap(), [0xff]);
        let broken = request(&json!({ "body": "!", "isBase64Encoded": true }));
        assert_eq!(broken.bytes().unwrap_err().status, 400);
    }

    #[test]
    fn invalid_json_and_oversized_body_are_rejected() {
        let read = |body: &str, most| request(&json!({ "body": body })).json::<Vec<u32>>(most);
        assert_eq!(read("[1, 2]", 6).unwrap(), [1, 2]);
        let bad = read("[1, \"secret\"]", 100).unwrap_err();
        assert_eq!((bad.status, bad.code), (400, "INVALID_INPUT"));
        assert!(bad.message.contains("column") && !bad.message.contains("secret"), "{bad:?}");
        assert_eq!(read("[1, 2]", 5).unwrap_err().status, 413);
    }

    #[test]
    fn internal_error_details_are_hidden_from_callers() {
        let error = RestError::from(AppError::Internal("table arn:aws:dynamodb:…".to_owned()));
        let answer = serde_json::to_value(error.answer()).unwrap();
        assert_eq!(answer["statusCode"], 500);
        assert!(!answer.to_string().contains("arn:"), "{answer}");
        assert!(error.to_string().contains("arn:"), "the log has the cause");
    }
}
