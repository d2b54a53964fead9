use agent::{
    Block, ChatMessage, Document, DocumentFormat, Event, Image, ImageFormat, ModelStop, ResultPiece, Role,
    Source, ToolResult, ToolStatus, ToolUse, catalogue,
};
use serde_json::{Value, json};

use crate::bedrock::stand_in::{StandIn, asked, request, schema, text, tool_uses, user};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

fn image() -> Image {
    Image { format: ImageFormat::Png, source: Source { bytes: PNG.to_vec() } }
}

fn document(name: &str) -> Document {
    let source = Source { bytes: b"Two eggs".to_vec() };
    Document { format: DocumentFormat::Txt, name: name.to_owned(), source }
}

#[tokio::test]
async fn every_block_kind_is_mapped_to_bedrock() {
    let stand_in = StandIn::start();
    let used = ToolUse {
        tool_use_id: "tooluse_1".to_owned(),
        name: "timer".to_owned(),
        input: json!({ "minutes": 3, "below": -1.5, "is": [true, null] }),
    };
    let content = vec![
        ResultPiece::Json(json!([1])),
        ResultPiece::Text("done".to_owned()),
        ResultPiece::Image(image()),
        ResultPiece::Document(document("file-3")),
    ];
    let result = ToolResult { tool_use_id: "tooluse_1".to_owned(), content, status: Some(ToolStatus::Error) };
    let (_, error) = stand_in
        .ask(request(vec![
            user(vec![text("hello"), Block::Image(image()), Block::Document(document("file-1"))]),
            ChatMessage { role: Role::Assistant, content: vec![text("well"), Block::ToolUse(used)] },
            user(vec![Block::ToolResult(result), Block::Document(document("file-2"))]),
        ]))
        .await;
    assert_eq!(error, None);
    let sent = stand_in.last_request();
    let (bytes, eggs) = ("iVBORw0KGgoAAAANSUhEUg==", "VHdvIGVnZ3M=");
    let image = json!({ "format": "png", "source": { "bytes": bytes } });
    let file = |name: &str| json!({ "format": "txt", "name": name, "source": { "bytes": eggs } });
    assert_eq!(
        sent["messages"],
        json!([
            { "role": "user", "content": [{ "text": "hello" }, { "image": image }, { "document": file("file-1") }] },
            { "role": "assistant", "content": [{ "text": "well" }, { "toolUse": {
                "toolUseId": "tooluse_1", "name": "timer", "input": { "minutes": 3, "below": -1.5, "is": [true, null] } } }] },
            { "role": "user", "content": [{ "toolResult": { "toolUseId": "tooluse_1", "status": "error", "content": [
                { "json": { "result": [1] } }, { "text": "done" }, { "image": image }, { "document": file("file-3") }] } },
                { "document": file("file-2") }, { "text": "(a file)" }] },
        ])
    );
    assert_eq!(sent["system"], json!([{ "text": "You help a cook. recipeId: r1" }]));
    assert_eq!(sent["inferenceConfig"], json!({ "maxTokens": 1_000 }));
    let tools: Vec<Value> = catalogue()
        .into_iter()
        .map(|spec| json!({ "toolSpec": { "name": spec.name, "description": spec.description, "inputSchema": { "json": spec.input_schema.json } } }))
        .collect();
    assert_eq!(sent["toolConfig"], json!({ "tools": tools }));
}

#[tokio::test]
async fn required_tool_is_requested() {
    let stand_in = StandIn::start();
    let mut forced = asked("hello");
    forced.must_use = Some("findRecipes".to_owned());
    let (events, error) = stand_in.ask(forced).await;
    assert_eq!(error, None);
    assert!(events.contains(&Event::Stop(ModelStop::ToolUse)), "{events:?}");
    assert_eq!(tool_uses(&events)[0].1, "findRecipes");
    assert_eq!(
        stand_in.last_request()["toolConfig"]["toolChoice"],
        json!({ "tool": { "name": "findRecipes" } })
    );
    let mut without = asked("hello");
    without.tools = Vec::new();
    assert_eq!(stand_in.ask(without).await.1, None);
    assert_eq!(stand_in.last_request()["toolConfig"], Value::Null);
    let mut one = asked("hello");
    one.tools = vec![schema("scale")];
    assert_eq!(stand_in.ask(one).await.1, None);
}
