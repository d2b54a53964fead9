use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use agent::{
    Block, ChatMessage, Event, Events as _, Model as _, ModelError, Request, Role, ToolSpec, catalogue,
};
use aws::bedrock::Bedrock;
use aws_config::{BehaviorVersion, Region};
use aws_credential_types::Credentials;
use aws_smithy_http_client::Builder;
use serde_json::{Value, json};
use zest_core::Timestamp;

pub(crate) const MODEL_ID: &str = "zest.stand-in-v1:0";
const KEY: &str = "bedrock-local-of-a-test";

static COUNT: AtomicU32 = AtomicU32::new(0);

pub(crate) struct StandIn {
    process: Child,
    folder: PathBuf,
    pub(crate) origin: String,
}

impl StandIn {
    pub(crate) fn start() -> Self {
        let count = COUNT.fetch_add(1, Ordering::SeqCst);
        let folder = std::env::temp_dir().join(format!("zest-bedrock-{}-{count}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let config = folder.join("bedrock.json");
        std::fs::write(&config, json!({ "port": 0, "key": KEY }).to_string()).unwrap();
        let local_cloud = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../infra/local");
        let mut process = Command::new("python3")
            .args(["-m", "bedrock", "--config"])
            .arg(config)
            .env("PYTHONPATH", local_cloud)
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3 starts the stand-in");
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let origin = line.trim().strip_prefix("ready ").expect("it says where it listens").to_owned();
        Self { process, folder, origin }
    }

    pub(crate) fn switch(&self, switches: &[Value]) {
        let body = json!({ "said": "", "switches": switches }).to_string();
        let (status, answer) = self.control("POST", "/local/switches", &body);
        assert_eq!(status, 200, "{answer}");
    }

    pub(crate) fn last_request(&self) -> Value {
        let (_, answer) = self.control("GET", "/local/requests", "");
        answer["requests"].as_array().unwrap().last().expect("a request").clone()
    }

    fn control(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let host = self.origin.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {KEY}\r\nconnection: close\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap())
    }

    pub(crate) async fn model(&self) -> Bedrock {
        model(&self.origin, MODEL_ID).await
    }

    pub(crate) async fn ask(&self, request: Request) -> (Vec<Event>, Option<ModelError>) {
        ask(&self.model().await, request).await
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

pub(crate) async fn model(origin: &str, model_id: &str) -> Bedrock {
    let config = aws_config::defaults(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .endpoint_url(origin)
        .http_client(Builder::new().build_http())
        .credentials_provider(Credentials::new("AKIAEXAMPLE", "example", None, None, "a test"));
    Bedrock::new(&config.load().await, model_id.to_owned())
}

pub(crate) async fn ask(model: &Bedrock, request: Request) -> (Vec<Event>, Option<ModelError>) {
    let mut events = match model.ask(request).await {
        Ok(events) => events,
        Err(error) => return (Vec::new(), Some(error)),
    };
    let mut received = Vec::new();
    loop {
        match events.next().await {
            Ok(Some(event)) => received.push(event),
            Ok(None) => return (received, None),
            Err(error) => return (received, Some(error)),
        }
    }
}

pub(crate) fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    Timestamp::from_millis(i64::try_from(since.as_millis()).unwrap())
}

pub(crate) fn user(content: Vec<Block>) -> ChatMessage {
    ChatMessage { role: Role::User, content }
}

pub(crate) fn text(text: &str) -> Block {
    Block::Text(text.to_owned())
}

pub(crate) fn request(messages: Vec<ChatMessage>) -> Request {
    Request {
        system: "You help a cook. recipeId: r1".to_owned(),
        messages,
        tools: catalogue(),
        must_use: None,
        output_tokens: 1_000,
        until: now().plus(Duration::from_secs(20)),
    }
}

pub(crate) fn asked(question: &str) -> Request {
    request(vec![user(vec![text(question)])])
}

pub(crate) fn schema(name: &str) -> ToolSpec {
    catalogue().into_iter().find(|spec| spec.name == name).unwrap()
}

pub(crate) fn words(events: &[Event]) -> String {
    let texts = events.iter().filter_map(|event| match event {
        Event::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

pub(crate) fn tool_uses(events: &[Event]) -> Vec<(String, String, String)> {
    let mut uses: Vec<(String, String, String)> = Vec::new();
    for event in events {
        match (event, uses.last_mut()) {
            (Event::ToolStart { id, name }, _) => uses.push((id.clone(), name.clone(), String::new())),
            (Event::ToolInput(more), Some((_, _, input))) => input.push_str(more),
            _ => {}
        }
    }
    uses
}
