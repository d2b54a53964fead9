//! Resolvers without a data source: APPSYNC_JS code that only returns an argument.
//!
//! Other code is rejected at startup. A test compares the result with the template's code in Node.js.

use std::sync::LazyLock;

use regex::Regex;

static RETURNS_AN_ARGUMENT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let request = r"export function request\(ctx\) \{ return \{ payload: ctx\.args\.([A-Za-z_]\w*) \} \}";
    let response = r"export function response\(ctx\) \{ return ctx\.result \}";
    Regex::new(&format!("^{request} {response}$")).ok()
});

/// Name of the argument that the code returns; `None` for other code.
pub fn returned_argument(code: &str) -> Option<String> {
    let words: Vec<&str> = code.split_whitespace().collect();
    let code = words.join(" ");
    let found = RETURNS_AN_ARGUMENT.as_ref()?.captures(&code)?;
    Some(found.get(1)?.as_str().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESPONSE: &str = "export function response(ctx) { return ctx.result }";

    #[test]
    fn code_that_returns_an_argument_is_read() {
        let code = format!(
            "export function request(ctx) {{\n  return {{ payload: ctx.args.change }}\n}}\n{RESPONSE}\n"
        );
        assert_eq!(returned_argument(&code).as_deref(), Some("change"));
    }

    /// The template's resolver code, two lines each.
    fn deployed() -> Vec<String> {
        let template = include_str!("../../../../../template.yaml");
        let lines: Vec<&str> = template.lines().map(str::trim).collect();
        let pairs = lines.windows(2).filter(|pair| pair[0].starts_with("export function request"));
        pairs.map(|pair| pair.join("\n")).collect()
    }

    #[test]
    fn node_returns_the_same_argument() {
        let codes = deployed();
        assert!(!codes.is_empty());
        for code in codes {
            let arguments = serde_json::json!({
                "change": { "owner": "ann", "version": 3, "card": { "title": "Soupe", "tags": [] } },
                "part": { "id": "p", "working": null, "p": "xx" },
            });
            let program = format!(
                "{code}\nconst args = {arguments};\nconst result = request({{ args }}).payload;\n\
                 console.log(JSON.stringify(response({{ args, result }})))"
            );
            let done = std::process::Command::new("node")
                .args(["--input-type=module", "--eval", &program])
                .output()
                .expect("Node.js");
            let returned: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
            let argument = returned_argument(&code).expect("an argument");
            assert_eq!(returned, arguments[argument.as_str()], "{code}");
        }
    }

    #[test]
    fn any_other_code_is_refused() {
        for request in [
            "export function request(ctx) { return { payload: ctx.args } }",
            "export function request(ctx) { return { payload: ctx.args.change.card } }",
            "export function request(ctx) { return { payload: ctx.source.change } }",
            "export function request(ctx) { log(); return { payload: ctx.args.change } }",
            "",
        ] {
            assert_eq!(returned_argument(&format!("{request} {RESPONSE}")), None, "{request}");
        }
        let request = "export function request(ctx) { return { payload: ctx.args.change } }";
        assert_eq!(returned_argument(request), None);
        assert_eq!(returned_argument(&format!("{request} {RESPONSE} more()")), None);
    }
}
