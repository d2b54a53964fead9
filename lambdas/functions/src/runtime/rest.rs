//! REST APIs of API Gateway: what a Lambda proxy integration is sent (payload format 1.0), what it answers, and the one
//! form of its errors: a status and `{"code", "message"}`.

use std::collections::HashMap;
use std::fmt;

use app::AppError;
use app::limits::SourceAddress;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::runtime::subject::Subject;

/// A request as API Gateway hands it to a function; the rest of it is not looked at.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RestRequest {
    http_method: String,
    /// The resource's path as the API has it, for instance `/payment/purchases/{id}`.
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

/// A member whom API Gateway has let in by an ID token of the user pool.
#[derive(Clone, PartialEq, Eq)]
pub struct Bearer {
    /// The pool's `sub`.
    pub sub: String,
    /// The pool's groups of the member.
    pub groups: Vec<String>,
}

/// For the log: the member's groups, and not who it is.
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
    /// Method and resource, which tell what is asked: `["GET", "/payment/purchases/{id}"]`.
    #[must_use]
    pub fn route(&self) -> [&str; 2] {
        [&self.http_method, &self.resource]
    }

    /// Who asks; `None` where the route has no authorizer.
    #[must_use]
    pub fn bearer(&self) -> Option<Bearer> {
        let claims = &self.request_context.authorizer.as_ref()?.claims;
        let sub = claims.get("sub").filter(|sub| !sub.is_empty())?.clone();
        // API Gateway joins a claim's list with commas.
        let groups = claims.get("cognito:groups").map_or("", String::as_str);
        let groups = groups.split(',').filter(|group| !group.is_empty()).map(str::to_owned);
        Some(Bearer { sub, groups: groups.collect() })
    }

    /// A header by its name, in whatever case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let headers = self.headers.as_ref()?;
        headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// What stands in `Authorization`, with or without the word `Bearer`; nobody has verified it yet.
    #[must_use]
    pub fn token(&self) -> Option<&str> {
        let header = self.header("authorization")?;
        Some(header.strip_prefix("Bearer ").unwrap_or(header).trim()).filter(|token| !token.is_empty())
    }

    /// The address of whoever asks. The site's distribution shows `edge_proof`; then it is the last but one that the request
    /// was forwarded for, as the distribution itself has written it. Whoever calls the API directly is who API Gateway saw.
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

    /// A part of the path by the name that the resource gives it; empty where there is none.
    #[must_use]
    pub fn path_parameter(&self, name: &str) -> &str {
        self.path_parameters.as_ref().and_then(|all| all.get(name)).map_or("", String::as_str)
    }

    /// A parameter of the query.
    #[must_use]
    pub fn query(&self, name: &str) -> Option<&str> {
        self.query_string_parameters.as_ref()?.get(name).map(String::as_str)
    }

    /// The body's bytes as they came.
    ///
    /// # Errors
    /// 400 `INVALID_INPUT` for base64 that is none.
    pub fn bytes(&self) -> Result<Vec<u8>, RestError> {
        let body = self.body.as_deref().unwrap_or_default();
        if !self.is_base64_encoded {
            return Ok(body.as_bytes().to_vec());
        }
        STANDARD.decode(body).map_err(|_| RestError::invalid("The body can't be read."))
    }

    /// The body as JSON of this type, of at most so many bytes.
    ///
    /// # Errors
    /// 413 `TOO_LARGE`, 400 `INVALID_INPUT` with the place of the mistake, never with what stands there.
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

/// A function's answer to API Gateway's proxy integration: status, headers and a body, JSON or a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RestAnswer {
    status_code: u16,
    headers: HashMap<&'static str, String>,
    body: String,
    is_base64_encoded: bool,
}

impl RestAnswer {
    /// 200 with this document, which nobody may keep.
    #[must_use]
    pub fn json(document: &Value) -> Self {
        Self::with_status(200, document)
    }

    /// The same, which everybody may keep for so many seconds.
    #[must_use]
    pub fn cached(document: &Value, seconds: u32) -> Self {
        let mut answer = Self::json(document);
        answer.headers.insert("cache-control", format!("public, max-age={seconds}"));
        answer
    }

    /// 200 with an HTML page, which the distribution may keep for so many seconds and browsers not at all.
    #[must_use]
    pub fn page(html: String, seconds: u32) -> Self {
        let kept = format!("public, max-age=0, s-maxage={seconds}, must-revalidate");
        let headers = [("content-type", "text/html; charset=utf-8".to_owned()), ("cache-control", kept)];
        Self { status_code: 200, headers: headers.into(), body: html, is_base64_encoded: false }
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

/// Why a request is not done: what the caller is told, and what the log is told besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestError {
    /// The HTTP status.
    pub status: u16,
    /// The stable code, which the front end translates.
    pub code: &'static str,
    /// A sentence for people: what is wrong and what to do.
    pub message: String,
    /// The cause for the log, if there is more to it; nothing secret and no content.
    cause: Option<String>,
}

impl RestError {
    /// An error of which the caller may know all.
    #[must_use]
    pub fn new(status: u16, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), cause: None }
    }

    /// 400: the request is not one that can be done.
    #[must_use]
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(400, "INVALID_INPUT", message)
    }

    /// 401: nobody, where somebody is needed.
    #[must_use]
    pub fn unauthorized() -> Self {
        Self::new(401, "Unauthorized", "Sign in first.")
    }

    /// 404: somebody who may not. Not 403, which the site's distribution replaces by its page for what is not there.
    #[must_use]
    pub fn forbidden() -> Self {
        Self::new(404, "Unauthorized", "Unauthorized")
    }

    /// 404 for a route that the function does not have.
    #[must_use]
    pub fn no_route() -> Self {
        Self::new(404, "NOT_FOUND", "There is no such address.")
    }

    /// The same with its cause, for the log alone.
    #[must_use]
    pub fn because(mut self, cause: impl fmt::Display) -> Self {
        self.cause = Some(cause.to_string());
        self
    }

    /// The answer that tells the caller.
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
        let told = match &error {
            AppError::Unauthorized => Self::forbidden(),
            AppError::AuthenticationRequired => Self::unauthorized(),
            AppError::RecipeNotFound(_) | AppError::FeedbackNotFound(_) | AppError::OriginalNotFound => {
                Self::new(404, "NOT_FOUND", error.to_string())
            }
            AppError::InvalidInput(_) | AppError::RefusedAddress(_) => Self::invalid(error.to_string()),
            AppError::Conflict | AppError::Superseded => Self::new(409, "CONFLICT", error.to_string()),
            AppError::NoCredits => Self::new(402, "NO_CREDITS", error.to_string()),
            AppError::LimitReached { .. } => Self::new(429, "LIMIT_REACHED", error.to_string()),
            AppError::Busy | AppError::ImportFailedForNow(_) => {
                Self::new(503, "BUSY", "Too much is going on just now. Try again in a moment.")
            }
            AppError::ImportFailed(_) | AppError::Panicked | AppError::Internal(_) => {
                Self::new(500, "INTERNAL", "Something went wrong on our side. Try again later.")
            }
        };
        told.because(error)
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
    fn a_request_is_read_as_api_gateway_sends_it() {
        let read = request(&json!({}));
        assert_eq!(read.route(), ["GET", "/payment/purchases/{id}"]);
        assert_eq!((read.header("stripe-signature"), read.path_parameter("id")), (Some("t=1"), "p1"));
        let bearer = read.bearer().unwrap();
        assert_eq!((bearer.sub.as_str(), bearer.groups.len()), ("ann", 2));
        assert!(!format!("{bearer:?}").contains("ann"));
        assert_eq!(read.subject(), "GET /payment/purchases/{id}");
    }

    #[test]
    fn a_group_is_known_by_its_whole_name() {
        let claims = |groups: &str| {
            let context = json!({ "authorizer": { "claims": { "sub": "ann", "cognito:groups": groups } } });
            request(&json!({ "requestContext": context })).bearer().unwrap().groups
        };
        assert_eq!(claims("Admin"), ["Admin"]);
        assert_eq!(claims("NoAdmin"), ["NoAdmin"]);
        assert!(claims("").is_empty());
    }

    #[test]
    fn nobody_is_nobody() {
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
    fn an_address_is_what_whoever_can_be_believed_has_seen() {
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
        // Whoever makes the header up calls from where they call.
        for proof in [Some("p"), None] {
            assert_eq!(source(&forwarded("q", of_edge), proof), seen("192.0.2.1"));
            assert_eq!(source(&json!({ "x-forwarded-for": of_edge }), proof), seen("192.0.2.1"));
        }
        assert_eq!(source(&forwarded("p", "198.51.100.7"), Some("p")), None);
        assert_eq!(request(&json!({ "requestContext": {} })).source(None), None);
    }

    #[test]
    fn a_body_is_its_bytes_whatever_it_is_wrapped_in() {
        let plain = request(&json!({ "body": "{\"a\":\u{e9}" }));
        assert_eq!(plain.bytes().unwrap(), "{\"a\":\u{e9}".as_bytes());
        let wrapped = request(&json!({ "body": "/w==", "isBase64Encoded": true }));
        assert_eq!(wrapped.bytes().unwrap(), [0xff]);
        let broken = request(&json!({ "body": "!", "isBase64Encoded": true }));
        assert_eq!(broken.bytes().unwrap_err().status, 400);
    }

    #[test]
    fn bad_json_is_told_by_its_place_and_a_large_body_by_its_size() {
        let read = |body: &str, most| request(&json!({ "body": body })).json::<Vec<u32>>(most);
        assert_eq!(read("[1, 2]", 6).unwrap(), [1, 2]);
        let bad = read("[1, \"secret\"]", 100).unwrap_err();
        assert_eq!((bad.status, bad.code), (400, "INVALID_INPUT"));
        assert!(bad.message.contains("column") && !bad.message.contains("secret"), "{bad:?}");
        assert_eq!(read("[1, 2]", 5).unwrap_err().status, 413);
    }

    #[test]
    fn a_fault_of_ours_tells_no_caller_its_detail() {
        let error = RestError::from(AppError::Internal("table arn:aws:dynamodb:…".to_owned()));
        let answer = serde_json::to_value(error.answer()).unwrap();
        assert_eq!(answer["statusCode"], 500);
        assert!(!answer.to_string().contains("arn:"), "{answer}");
        assert!(error.to_string().contains("arn:"), "the log is told");
    }
}
