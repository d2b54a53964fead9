//! The attackers' web server, and a fetcher that visits it.

use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::environment::Environment;
use crate::fetcher::Limits;
use crate::names::{Answers, Names};
use crate::{GuardedFetcher, Settings};

/// Name of the site; [`PUBLIC`] is the address it claims.
pub(super) const HOST: &str = "kitchen.example.com";
pub(super) const PUBLIC: &str = "93.184.216.34";

#[derive(Clone)]
pub(super) enum Act {
    Send(Vec<u8>),
    /// Repeats the bytes, with a pause after each write, until the client disconnects.
    Forever(Vec<u8>, Duration),
    /// Sends nothing, but keeps the connection open.
    Stall,
}

/// A server on a free loopback port, which stops with the test's runtime.
pub(super) struct Site {
    pub(super) address: SocketAddr,
    heads: Arc<Mutex<Vec<String>>>,
}

impl Site {
    pub(super) async fn start(answer: impl Fn(&str) -> Vec<Act> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let heads = Arc::new(Mutex::new(Vec::new()));
        let (answer, seen) = (Arc::new(answer), heads.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, answer.clone(), seen.clone()));
            }
        });
        Self { address, heads }
    }

    pub(super) async fn saying(acts: Vec<Act>) -> Self {
        Self::start(move |_| acts.clone()).await
    }

    pub(super) fn requests(&self) -> Vec<String> {
        self.heads.lock().unwrap().clone()
    }

    pub(super) fn visitor(&self) -> GuardedFetcher {
        self.visitor_with(Book::of(&[(HOST, &[PUBLIC])]), Limits::default())
    }

    pub(super) fn visitor_with(&self, book: Book, limits: Limits) -> GuardedFetcher {
        let environment = self.environment(book);
        GuardedFetcher::within(environment, Settings::default(), limits).unwrap()
    }

    pub(super) fn environment(&self, book: Book) -> Environment {
        let address = self.address;
        Environment { names: Arc::new(book), reach: Arc::new(move |_| address), public_peers: vec![address] }
    }
}

/// Stops at a failed write: the fetcher has disconnected.
async fn serve(mut stream: TcpStream, answer: Arc<impl Fn(&str) -> Vec<Act>>, seen: Arc<Mutex<Vec<String>>>) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) if head.len() < 16_384 => head.push(byte),
            _ => return,
        }
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let target = head.split(' ').nth(1).unwrap_or_default().to_owned();
    seen.lock().unwrap().push(head);
    for act in answer(&target) {
        match act {
            Act::Send(bytes) => {
                if stream.write_all(&bytes).await.is_err() {
                    return;
                }
            }
            Act::Forever(bytes, pause) => {
                while stream.write_all(&bytes).await.is_ok() {
                    tokio::time::sleep(pause).await;
                }
                return;
            }
            Act::Stall => std::future::pending().await,
        }
    }
    let _closed_by_either = stream.shutdown().await;
}

/// Limits a fetch to 20 seconds, so that a hanging test does not block others.
pub(super) async fn in_time<T>(fetch: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(20), fetch).await.expect("the fetch does not end")
}

pub(super) fn answer(status: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<Act> {
    let mut bytes = head(status, headers);
    let length = format!("Content-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    bytes.extend_from_slice(length.as_bytes());
    bytes.extend_from_slice(body);
    vec![Act::Send(bytes)]
}

pub(super) fn head(status: &str, headers: &[(&str, &str)]) -> Vec<u8> {
    let mut head = format!("HTTP/1.1 {status}\r\n");
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.into_bytes()
}

/// Addresses that each query of a name returns; the last set repeats.
#[derive(Default)]
pub(super) struct Book {
    answers: HashMap<String, Vec<Vec<IpAddr>>>,
    asked: Mutex<HashMap<String, usize>>,
}

impl Book {
    pub(super) fn of(names: &[(&str, &[&str])]) -> Self {
        names.iter().fold(Self::default(), |book, (name, addresses)| book.and_then(name, addresses))
    }

    pub(super) fn and_then(mut self, name: &str, addresses: &[&str]) -> Self {
        let addresses = addresses.iter().map(|address| address.parse().unwrap()).collect();
        self.answers.entry(name.to_owned()).or_default().push(addresses);
        self
    }
}

impl Names for Book {
    fn addresses(&self, host: &str) -> Answers {
        let mut asked = self.asked.lock().unwrap();
        let turn = asked.entry(host.to_owned()).or_default();
        let answers = self.answers.get(host).and_then(|all| all.get(*turn).or(all.last())).cloned();
        *turn += 1;
        Box::pin(async move { answers.ok_or_else(|| io::Error::other("no such name")) })
    }
}
