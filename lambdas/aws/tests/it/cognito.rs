#![expect(clippy::expect_used, reason = "tests fail by panicking")]

use std::sync::{Arc, Mutex};

use app::OwnerId;
use app::account::Accounts;
use app::linking::{KnownUser, SignIns};
use aws::{Clients, CognitoAccounts};
use aws_config::retry::RetryConfig;
use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_credential_types::Credentials;
use aws_credential_types::provider::SharedCredentialsProvider;
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpClient,
    SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::body::SdkBody;
use serde_json::{Value, json};
use zest_core::PortError;

const SUB: &str = "0d3b5a0e-1c5c-4f2e-9d3f-6f1f6d9b8a11";

#[derive(Clone, Debug, Default)]
struct Replay {
    answers: Arc<Mutex<Vec<(u16, String)>>>,
    asked: Arc<Mutex<Vec<(String, Value)>>>,
}

impl Replay {
    fn of(answers: &[(u16, &str)]) -> Self {
        let answers = answers.iter().rev().map(|(status, body)| (*status, (*body).to_owned())).collect();
        Self { answers: Arc::new(Mutex::new(answers)), ..Self::default() }
    }

    fn accounts(&self) -> CognitoAccounts {
        let credentials = Credentials::new("test", "test", None, None, "test");
        let config = SdkConfig::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("us-east-1"))
            .credentials_provider(SharedCredentialsProvider::new(credentials))
            .retry_config(RetryConfig::disabled())
            .http_client(SharedHttpClient::new(self.clone()))
            .build();
        CognitoAccounts::new(&Clients::from(config), "us-east-1_pool".to_owned())
            .expect("credentials and a region")
    }

    fn asked(&self) -> Vec<(String, Value)> {
        self.asked.lock().expect("no panic before").clone()
    }
}

impl HttpConnector for Replay {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let operation =
            target.strip_prefix("AWSCognitoIdentityProviderService.").expect("the user pools' service");
        let input = serde_json::from_slice(request.body().bytes().expect("a whole body")).expect("JSON");
        self.asked.lock().expect("no panic before").push((operation.to_owned(), input));
        let (status, body) = self.answers.lock().expect("no panic before").pop().expect("no more requests");
        let status = status.try_into().expect("a status");
        HttpConnectorFuture::ready(Ok(HttpResponse::new(status, SdkBody::from(body))))
    }
}

impl HttpClient for Replay {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

fn outcome<T>(result: &Result<T, PortError>) -> &'static str {
    match result {
        Ok(_) => "done",
        Err(PortError::Busy(_)) => "busy",
        Err(PortError::Broken(_) | PortError::Unreadable(_)) => "broken",
    }
}

fn listed(name: &str, status: &str, verified: &str) -> String {
    json!({ "Users": [{
        "Username": name, "UserStatus": status, "Enabled": true, "UserCreateDate": 1.7e9,
        "Attributes": [{ "Name": "sub", "Value": SUB }, { "Name": "email_verified", "Value": verified }],
    }] })
    .to_string()
}

const NOBODY: &str = r#"{"Users":[]}"#;
const THROTTLED: &str = r#"{"__type":"TooManyRequestsException","message":"secret"}"#;
const DENIED: &str = r#"{"__type":"AccessDeniedException","message":"secret"}"#;
const NOT_FOUND: &str = r#"{"__type":"UserNotFoundException","message":"secret"}"#;

/// ListUsers responses that do not prove that a user is missing.
const INCONCLUSIVE_ANSWERS: [(u16, &str, &str); 9] = [
    (200, "", "busy"),
    (200, "{}", "busy"),
    (200, "<html>", "busy"),
    (200, r#"{"Users":null}"#, "busy"),
    (200, r#"{"Users":[{}]}"#, "busy"),
    (200, r#"{"Users":"none"}"#, "busy"),
    (400, THROTTLED, "busy"),
    (400, DENIED, "broken"),
    (503, "", "busy"),
];

#[tokio::test]
async fn a_user_counts_as_deleted_only_when_cognito_says_so() {
    let user = OwnerId::new(SUB);
    for (status, answer, expected) in INCONCLUSIVE_ANSWERS {
        let result = Replay::of(&[(status, answer)]).accounts().delete_user(&user).await;
        assert_eq!(outcome(&result), expected, "ListUsers: {status} {answer}: {result:?}");
        assert!(!format!("{result:?}").contains("secret"), "{result:?}");
    }
    let found = listed("Google_1", "EXTERNAL_PROVIDER", "true");
    for (status, answer, expected) in [
        (200, "", "done"),
        (400, NOT_FOUND, "done"),
        (400, THROTTLED, "busy"),
        (400, DENIED, "broken"),
        (500, "<html>", "busy"),
    ] {
        let replay = Replay::of(&[(200, &found), (status, answer)]);
        let result = replay.accounts().delete_user(&user).await;
        assert_eq!(outcome(&result), expected, "AdminDeleteUser: {status} {answer}: {result:?}");
        assert_eq!(
            replay.asked(),
            [
                (
                    "ListUsers".to_owned(),
                    json!({ "UserPoolId": "us-east-1_pool", "Filter": format!("sub = \"{SUB}\"") })
                ),
                (
                    "AdminDeleteUser".to_owned(),
                    json!({ "UserPoolId": "us-east-1_pool", "Username": "Google_1" })
                ),
            ]
        );
    }
    let replay = Replay::of(&[(200, NOBODY)]);
    assert_eq!(replay.accounts().delete_user(&user).await, Ok(()));
    assert_eq!(replay.asked().len(), 1);
}

#[tokio::test]
async fn invalid_sub_never_reaches_a_filter() {
    let replay = Replay::default();
    let result = replay.accounts().delete_user(&OwnerId::new("\" or sub ^= \"")).await;
    assert_eq!((outcome(&result), replay.asked()), ("broken", Vec::new()));
}

#[tokio::test]
async fn an_address_is_free_only_when_cognito_says_so() {
    for (status, answer, expected) in INCONCLUSIVE_ANSWERS {
        let result = Replay::of(&[(status, answer)]).accounts().users_of("cook@example.com").await;
        assert_eq!(outcome(&result), expected, "{status} {answer}: {result:?}");
    }
    let nameless = r#"{"Users":[{"UserStatus":"CONFIRMED"}]}"#;
    let without_status = r#"{"Users":[{"Username":"1f0e"}]}"#;
    for answer in [nameless, without_status] {
        let result = Replay::of(&[(200, answer)]).accounts().users_of("cook@example.com").await;
        assert_eq!(outcome(&result), "busy", "{answer}: {result:?}");
    }
}

#[tokio::test]
async fn users_on_later_pages_are_found() {
    let first = r#"{"Users":[],"PaginationToken":"more"}"#;
    let (second, third) =
        (listed("1f0e", "UNCONFIRMED", "false"), listed("Google_1", "EXTERNAL_PROVIDER", "true"));
    let second = second.replacen('{', "{\"PaginationToken\":\"still more\",", 1);
    let replay = Replay::of(&[(200, first), (200, &second), (200, &third)]);
    let found = replay.accounts().users_of("o\"cook\\@example.com").await;
    let user = |name: &str, is_confirmed, is_email_verified, is_external| KnownUser {
        name: name.to_owned(),
        is_confirmed,
        is_email_verified,
        is_external,
    };
    assert_eq!(found, Ok(vec![user("1f0e", false, false, false), user("Google_1", true, true, true)]));
    let asked = replay.asked();
    assert_eq!(asked[0].1["Filter"], r#"email = "o\"cook\\@example.com""#);
    let tokens: Vec<_> = asked.iter().map(|(_, input)| input["PaginationToken"].as_str()).collect();
    assert_eq!(tokens, [None, Some("more"), Some("still more")]);
}

#[tokio::test]
async fn a_refused_link_is_an_error() {
    for (status, answer, expected) in
        [(200, "{}", "done"), (400, THROTTLED, "busy"), (400, DENIED, "broken"), (400, NOT_FOUND, "broken")]
    {
        let replay = Replay::of(&[(status, answer)]);
        let result = replay.accounts().link_google("123", "1f0e").await;
        assert_eq!(outcome(&result), expected, "{status} {answer}: {result:?}");
        let expected = json!({
            "UserPoolId": "us-east-1_pool",
            "DestinationUser": { "ProviderName": "Cognito", "ProviderAttributeValue": "1f0e" },
            "SourceUser": {
                "ProviderName": "Google",
                "ProviderAttributeName": "Cognito_Subject",
                "ProviderAttributeValue": "123",
            },
        });
        assert_eq!(replay.asked(), [("AdminLinkProviderForUser".to_owned(), expected)]);
    }
}
