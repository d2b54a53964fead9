//! Field access by directives, modes and groups.

use serde_json::{Value, json};

use crate::support::case;
use crate::support::fake::{Answer, FakeCloud};
use crate::support::gateway::{GUEST, config, resolving, scripted, start, thing};
use crate::support::keys::member;

#[tokio::test]
async fn field_directives_select_modes() {
    // Columns: token (Lambda), guest (IAM), member, member of `staff`, member of `others`.
    let rows = [
        ("byDefault", [true, false, false, false, false]),
        ("forTokens", [true, false, false, false, false]),
        ("forSigners", [false, true, false, false, false]),
        ("forMembers", [false, false, true, true, true]),
        ("forStaff", [false, false, false, true, false]),
        ("forSignersAndStaff", [false, false, false, true, false]),
    ];
    let (gateway, cloud) = scripted(resolving(|_| Answer::Returns(json!("yes")))).await;
    let callers = ["good".to_owned(), GUEST.to_owned(), member(&[]), member(&["staff"]), member(&["others"])];
    let names = ["token", "guest", "member", "staff", "other group"];
    for (field, expected) in rows {
        for ((caller, name), admitted) in callers.iter().zip(names).zip(expected) {
            case(&format!("directives: {field} for {name}"));
            let before = cloud.seen("resolver").len();
            let reply = gateway.ask(caller, &format!("{{ {field} }}")).await;
            assert_eq!(reply.status, 200, "{field} for {name}");
            let answer = reply.json();
            if admitted {
                assert_eq!(answer, json!({ "data": { field: "yes" } }), "{field} for {name}");
            } else {
                let error = json!({
                    "path": [field], "data": null, "errorType": "Unauthorized", "errorInfo": null,
                    "locations": [{ "line": 1, "column": 3, "sourceName": null }],
                    "message": format!("Not Authorized to access {field} on type Query"),
                });
                assert_eq!(
                    answer,
                    json!({ "data": { field: null }, "errors": [error] }),
                    "{field} for {name}"
                );
                assert_eq!(cloud.seen("resolver").len(), before, "{field} for {name} must not run");
            }
        }
    }
}

#[tokio::test]
async fn field_directive_overrides_type_directive() {
    let (gateway, _) = scripted(resolving(|event| {
        Answer::Returns(if event["info"]["fieldName"] == "bare" { json!({ "name": "n" }) } else { thing() })
    }))
    .await;
    let staff = member(&["staff"]);
    let plain = member(&[]);
    let rows = [
        ("the type's directives admit", GUEST, "thing(id: \"1\") { title }", json!({ "title": "T" }), 0),
        (
            "a field's own directive replaces the type's",
            GUEST,
            "thing(id: \"1\") { secret }",
            json!({ "secret": null }),
            1,
        ),
        (
            "and keeps out who is not in the group",
            &plain,
            "thing(id: \"1\") { secret }",
            json!({ "secret": null }),
            1,
        ),
        ("and admits who is", &staff, "thing(id: \"1\") { secret }", json!({ "secret": "x" }), 0),
        (
            "a type without a directive is the default mode's",
            GUEST,
            "bare { name }",
            json!({ "name": null }),
            1,
        ),
        ("for members too", &plain, "bare { name }", json!({ "name": null }), 1),
        ("and open to tokens", "good", "bare { name }", json!({ "name": "n" }), 0),
    ];
    for (name, caller, query, expected, errors) in rows {
        case(&format!("types: {name}"));
        let answer = gateway.ask(caller, &format!("{{ found: {query} }}")).await.json();
        assert_eq!(answer["data"]["found"], expected, "{name}: {answer}");
        assert_eq!(answer["errors"].as_array().map_or(0, Vec::len), errors, "{name}: {answer}");
    }
}

#[tokio::test]
async fn user_pool_api_restricts_fields_by_group() {
    for (action, open_to_members) in [("ALLOW", true), ("DENY", false)] {
        let members_only = |api: &mut Value, sdl: &mut String| {
            api["authenticationType"] = json!("AMAZON_COGNITO_USER_POOLS");
            api["additionalAuthenticationProviders"] = json!([]);
            api["userPoolConfig"] = json!({ "userPoolId": "us-east-1_pool", "defaultAction": action });
            *sdl = "type Query { byDefault: String staff: String @aws_auth(cognito_groups: [\"staff\"]) }"
                .into();
        };
        let cloud = FakeCloud::start(members_only, |_, _| Answer::Returns(json!("yes"))).await;
        let gateway = start(config(&cloud.url)).await;
        case(&format!("default action {action}: a field without a directive"));
        let answer = gateway.ask(&member(&[]), "{ byDefault }").await.json();
        assert_eq!(answer["data"]["byDefault"] == "yes", open_to_members, "{answer}");
        for (groups, admitted) in [(&["staff"][..], true), (&["x"][..], false), (&[][..], false)] {
            case(&format!("default action {action}: @aws_auth for {groups:?}"));
            let answer = gateway.ask(&member(groups), "{ staff }").await.json();
            assert_eq!(answer.get("errors").is_none(), admitted, "{answer}");
        }
        case(&format!("default action {action}: a mode that is off"));
        assert_eq!(gateway.ask(GUEST, "{ byDefault }").await.status, 401);
        assert_eq!(gateway.ask("good", "{ byDefault }").await.status, 401);
    }
}

#[tokio::test]
async fn invalid_api_fails_at_startup() {
    type Change = fn(&mut Value, &mut String);
    let rows: [(&str, Change, &str); 6] = [
        (
            "a directive of a mode that is off",
            |_, sdl| *sdl = sdl.replace("byDefault: String", "byDefault: String @aws_api_key"),
            "@aws_api_key",
        ),
        (
            "@aws_auth beside other modes",
            |_, sdl| {
                *sdl =
                    sdl.replace("byDefault: String", "byDefault: String @aws_auth(cognito_groups: [\"a\"])")
            },
            "@aws_auth",
        ),
        (
            "a subscription to no mutation",
            |_, sdl| *sdl = sdl.replace("[\"publishThing\"]", "[\"nothing\"]"),
            "no mutation",
        ),
        ("a schema that does not parse", |_, sdl| sdl.push_str("type {"), "not valid"),
        ("no authorizer", |api, _| api["lambdaAuthorizerConfig"] = Value::Null, "no authorizer"),
        ("an unknown mode", |api, _| api["authenticationType"] = json!("MAGIC"), "MAGIC"),
    ];
    for (name, change, why) in rows {
        case(&format!("start: {name}"));
        let cloud = FakeCloud::start(change, |_, _| Answer::Returns(Value::Null)).await;
        let refused = gateway::bind(config(&cloud.url), gateway::context::system_clock()).await.err();
        assert!(refused.as_deref().is_some_and(|found| found.contains(why)), "{name}: {refused:?}");
    }
    case("start: no cloud");
    let refused = gateway::bind(config("http://127.0.0.1:1"), gateway::context::system_clock()).await.err();
    assert!(refused.is_some_and(|found| found.contains("can't be read")));
}
