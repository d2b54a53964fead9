//! Starts one ministack with the verifier; it ends with this process.

use std::fs::Permissions;
use std::io::{BufRead, BufReader};

use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;
use std::sync::OnceLock;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::sign::Signer;
use super::{beside, python};

const START_TIMEOUT: Duration = Duration::from_secs(60);

pub(crate) struct RealCloud {
    pub(crate) url: String,
    pub(crate) secret: String,
    pub(crate) made: Value,
}

impl RealCloud {
    pub(crate) fn get(&self, name: &str) -> &str {
        self.made[name].as_str().expect("what the setup prints")
    }

    pub(crate) fn guest(&self) -> Signer {
        Signer {
            key: self.get("key").into(),
            secret: self.get("secret").into(),
            token: Some(self.get("token").into()),
            region: "us-east-1".into(),
            service: "appsync".into(),
            skew: 0,
            more: Vec::new(),
        }
    }
}

pub(crate) fn real() -> &'static RealCloud {
    static CLOUD: OnceLock<RealCloud> = OnceLock::new();
    CLOUD.get_or_init(start)
}

fn start() -> RealCloud {
    let port =
        TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port").port();
    let url = format!("http://127.0.0.1:{port}");
    // The cloud requires a secret file that only its owner can read.
    let secret = format!("{port}-of-the-suite");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cloud-secret-{port}"));
    std::fs::write(&file, &secret).expect("a file");
    std::fs::set_permissions(&file, Permissions::from_mode(0o600)).expect("a file of ours");
    let (ready, started) = channel();
    let mut command = python();
    // The kernel stops the cloud when the thread that started it ends.
    std::thread::spawn(move || {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../cloud_with_verifier.py");
        let cloud = command
            .arg(script)
            .env("BIND_HOST", "127.0.0.1")
            .env("GATEWAY_PORT", port.to_string())
            .env("ZEST_CLOUD_SECRET_FILE", file)
            .env("AUTH", "true")
            .env("PERSIST_STATE", "0")
            .env("LAMBDA_EXECUTOR", "local")
            .env("IOT_MTLS_ENABLED", "0")
            .env("TMPDIR", env!("CARGO_TARGET_TMPDIR"))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn();
        let mut cloud = cloud.expect("a Python that starts");
        let log = cloud.stderr.take().expect("its log");
        ready.send(()).expect("someone who waits");
        let lines: Vec<String> = BufReader::new(log).lines().map_while(Result::ok).collect();
        let status = cloud.wait();
        eprintln!("the cloud ended ({status:?}): {}", lines.last().map_or("", String::as_str));
    });
    started.recv().expect("the cloud's thread failed: see above");
    let deadline = Instant::now() + START_TIMEOUT;
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(
            Instant::now() < deadline,
            "ministack did not start: does ZEST_PYTHON's environment have it?"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
    let setup =
        python().arg(beside("setup_cloud.py")).arg(&url).arg(beside("schema.graphql")).arg(&secret).output();
    let setup = setup.expect("a Python that runs");
    let printed = String::from_utf8_lossy(&setup.stdout);
    let made = serde_json::from_str(&printed);
    RealCloud {
        url,
        secret,
        made: made.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&setup.stderr))),
    }
}
