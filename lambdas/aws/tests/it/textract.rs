#![expect(clippy::expect_used, reason = "tests fail by panicking")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use aws::{Clients, Textract};
use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};
use test_support::recognition::{self, LINES};
use upload_sandbox::{Recogniser, RecognitionError};
use zest_core::PortError;

fn server(answer: fn(&str, &Value) -> (u16, Value)) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/", listener.local_addr().expect("an address"));
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            serve(&stream.expect("a connection"), answer);
        }
    });
    address
}

fn serve(stream: &TcpStream, answer: fn(&str, &Value) -> (u16, Value)) {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).expect("a line") == 0 {
            return;
        }
    }
    let head = head.to_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).expect("a length");
    let mut body = vec![0; length.parse().expect("a number")];
    reader.read_exact(&mut body).expect("a body");
    let (status, message) = answer(&head, &serde_json::from_slice(&body).expect("JSON"));
    let message = message.to_string();
    let mut stream = stream;
    write!(
        stream,
        "HTTP/1.1 {status} .\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{message}",
        message.len()
    )
    .expect("an answer");
}

/// Response for the contract's page image. Its lines cross both columns, as Textract's do.
fn two_columns(head: &str, body: &Value) -> (u16, Value) {
    assert!(head.contains("x-amz-target: textract.detectdocumenttext\r\n"), "{head}");
    assert!(head.contains("authorization: aws4-hmac-sha256 "), "{head}");
    let sheet = recognition::sheet_of_two_columns();
    let sent = BASE64_STANDARD.decode(body["Document"]["Bytes"].as_str().expect("bytes")).expect("base64");
    assert_eq!(recognition::sheet(&sent, sheet.regions.clone()), sheet, "it is sent as it is");
    let (width, height) = (f64::from(sheet.width), f64::from(sheet.height));
    let mut blocks =
        vec![json!({ "BlockType": "PAGE" }), json!({ "BlockType": "LINE", "Text": "Ingredients Mix" })];
    for (region, lines) in sheet.regions.iter().zip(LINES) {
        for (line, row) in lines.iter().zip(0_u32..) {
            let mut left = region.left + 10;
            for (word, number) in line.split(' ').zip(0_u32..) {
                let wide = 9 * u32::try_from(word.len()).expect("a short word");
                let top = 20 + row * 50 + number % 2 * 6;
                blocks.push(json!({
                    "BlockType": "WORD", "Text": word, "Confidence": 99.4,
                    "Geometry": { "BoundingBox": {
                        "Left": f64::from(left) / width, "Top": f64::from(top) / height,
                        "Width": f64::from(wide) / width, "Height": 24.0 / height } } }));
                left += wide + 8;
            }
        }
    }
    blocks.push(json!({ "BlockType": "WORD", "Text": "7", "Confidence": 80.0, "Geometry":
        { "BoundingBox": { "Left": 0.99, "Top": 0.99, "Width": 0.001, "Height": 0.001 } } }));
    blocks.reverse();
    (200, json!({ "Blocks": blocks }))
}

async fn textract(answer: fn(&str, &Value) -> (u16, Value)) -> Textract {
    Textract::at(&Clients::from_env().await, server(answer), Duration::from_millis(1)).expect("credentials")
}

#[tokio::test]
async fn textract_keeps_the_contract_of_recognisers() {
    recognition::recogniser(&textract(two_columns).await).await;
}

#[tokio::test]
async fn textract_errors_are_busy_or_broken_by_name() {
    let denied =
        textract(|_, _| (400, json!({ "__type": "AccessDeniedException", "message": "secret" }))).await;
    recognition::broken_recogniser(&denied).await;
    let sheet = recognition::sheet_of_two_columns();
    let throttled: fn(&str, &Value) -> (u16, Value) =
        |_, _| (400, json!({ "__type": "com.amazonaws#ThrottlingException" }));
    for (answer, is_busy) in [
        (throttled, true),
        (|_, _| (503, json!({})), true),
        (|_, _| (200, json!("no answer")), true),
        (|_, _| (400, json!({ "__type": "BadDocumentException" })), false),
    ] {
        match textract(answer).await.recognise(&sheet, None).await {
            Err(RecognitionError::Port(PortError::Busy(message))) => assert!(is_busy, "{message}"),
            Err(RecognitionError::Port(PortError::Broken(message))) => assert!(!is_busy, "{message}"),
            other => panic!("{other:?}"),
        }
    }
    let message = format!("{:?}", denied.recognise(&sheet, None).await);
    assert!(!message.contains("secret"), "{message}");
}

const THROTTLED: &str = "ProvisionedThroughputExceededException";

#[tokio::test]
async fn throttled_call_is_retried_five_times() {
    static RECOVERING: AtomicU32 = AtomicU32::new(0);
    let recovering = textract(|head, body| match RECOVERING.fetch_add(1, Ordering::Relaxed) {
        0..5 => (400, json!({ "__type": THROTTLED })),
        _ => two_columns(head, body),
    });
    let words = recovering.await.recognise(&recognition::sheet_of_two_columns(), None).await;
    assert!(words.is_ok_and(|words| !words.is_empty()));
    assert_eq!(RECOVERING.load(Ordering::Relaxed), 6);

    static OVERRUN: AtomicU32 = AtomicU32::new(0);
    let overrun = textract(|_, _| {
        OVERRUN.fetch_add(1, Ordering::Relaxed);
        (400, json!({ "__type": THROTTLED }))
    });
    let refused = overrun.await.recognise(&recognition::sheet_of_two_columns(), None).await;
    assert!(matches!(refused, Err(RecognitionError::Port(PortError::Busy(_)))), "{refused:?}");
    assert_eq!(OVERRUN.load(Ordering::Relaxed), 6);

    static DENIED: AtomicU32 = AtomicU32::new(0);
    let denied = textract(|_, _| {
        DENIED.fetch_add(1, Ordering::Relaxed);
        (400, json!({ "__type": "AccessDeniedException" }))
    });
    let refused = denied.await.recognise(&recognition::sheet_of_two_columns(), None).await;
    assert!(matches!(refused, Err(RecognitionError::Port(PortError::Broken(_)))), "{refused:?}");
    assert_eq!(DENIED.load(Ordering::Relaxed), 1, "a refusal is not asked twice");
}
