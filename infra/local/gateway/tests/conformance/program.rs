//! The program: ready line, log, shutdown.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::support::case;
use crate::support::fake::{Answer, FakeCloud};
use crate::support::gateway::Running;

struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn write_config(name: &str, config: &Value) -> String {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, config.to_string()).expect("a file");
    file.display().to_string()
}

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gateway"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[tokio::test(flavor = "multi_thread")]
async fn program_reports_ready_and_stops_on_signal() {
    let cloud = FakeCloud::start(|_, _| {}, |_, _| Answer::Returns(json!({ "isAuthorized": true }))).await;
    let config = json!({
        "port": 0, "cloudEndpoint": cloud.url, "cloudSecret": "secret", "region": "us-east-1", "accountId": "000000000000", "apiId": "api1",
        "userPoolId": "us-east-1_pool", "site": "none", "demo": "none", "mediaBucket": "m", "clientConfig": {}, "spaRoutes": [],
        "limits": { "connections": 5 },
    });
    for signal in ["TERM", "INT"] {
        let mut child =
            Ended(program(&["--config", &write_config("program.json", &config)]).spawn().expect("a program"));
        let mut output = BufReader::new(child.0.stdout.take().expect("its output"));
        let mut line = String::new();
        output.read_line(&mut line).expect("a line");
        case(&format!("program: one line when it is ready (SIG{signal})"));
        let port = line.trim().strip_prefix("ready http://localhost:").and_then(|port| port.parse().ok());
        let gateway = Running::at(port.unwrap_or_else(|| panic!("{line}")));
        let reply = gateway.send("GET", "/healthz?token=hush", &[("authorization", "hush")], "").await;
        assert_eq!(reply.status, 200);
        gateway.ask("hush", "{ __typename }").await;

        case(&format!("program: ends on SIG{signal}"));
        let killed = Command::new("kill").args([&format!("-{signal}"), &child.0.id().to_string()]).status();
        assert!(killed.expect("kill").success());
        assert!(child.0.wait().expect("its end").success());

        case(&format!("program: logs requests without what is secret (SIG{signal})"));
        let mut log = String::new();
        child.0.stderr.take().expect("its log").read_to_string(&mut log).expect("a log");
        let lines: Vec<&str> = log.lines().collect();
        assert!(
            lines[0].starts_with("GET /healthz 200 ") && lines[1].starts_with("POST /graphql 200 "),
            "{log}"
        );
        assert!(!log.contains("hush"), "{log}");
    }
}

#[test]
fn startup_error_is_one_line() {
    let incomplete = write_config("incomplete.json", &json!({ "port": 0 }));
    let rows: [(&str, &[&str], &str); 4] = [
        ("no arguments", &[], "Usage: gateway --config FILE"),
        ("another flag", &["--port", "1"], "Usage: gateway --config FILE"),
        ("no such file", &["--config", "none.json"], "The configuration none.json can't be read"),
        ("a key is missing", &["--config", &incomplete], "is not valid: missing field"),
    ];
    for (name, arguments, message) in rows {
        case(&format!("program: {name}"));
        let ended = program(arguments).output().expect("a program");
        let log = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(
            !ended.status.success() && log.contains(message) && log.lines().count() == 1,
            "{name}: {log}"
        );
        assert!(ended.stdout.is_empty(), "{name}");
    }
}
