use agent::{
    Block, ChatMessage, Document, DocumentFormat, Image, ImageFormat, ModelError, Request, ResultPiece, Role,
    ToolResult, ToolSpec, ToolStatus, ToolUse,
};
use aws_sdk_bedrockruntime::error::BuildError;
use aws_sdk_bedrockruntime::operation::converse_stream::builders::ConverseStreamFluentBuilder;
use aws_sdk_bedrockruntime::primitives::Blob;
use aws_sdk_bedrockruntime::types::{
    self as bedrock, ContentBlock, ConversationRole, DocumentBlock, DocumentSource, ImageBlock, ImageSource,
    InferenceConfiguration, SpecificToolChoice, SystemContentBlock, Tool, ToolChoice, ToolConfiguration,
    ToolInputSchema, ToolResultBlock, ToolResultContentBlock, ToolResultStatus, ToolSpecification,
    ToolUseBlock,
};

use crate::bedrock::document::{document, object};

/// Text sent with a file, because Bedrock requires one.
const ABOUT_A_FILE: &str = "(a file)";

pub(crate) fn build_converse_call(
    call: ConverseStreamFluentBuilder,
    request: Request,
) -> Result<ConverseStreamFluentBuilder, ModelError> {
    let Request { system, messages, tools, must_use, output_tokens, until: _ } = request;
    let messages: Vec<_> = messages.into_iter().map(message).collect::<Result<_, _>>().map_err(incomplete)?;
    let most = i32::try_from(output_tokens).unwrap_or(i32::MAX);
    Ok(call
        .system(SystemContentBlock::Text(system))
        .set_messages(Some(messages))
        .inference_config(InferenceConfiguration::builder().max_tokens(most).build())
        .set_tool_config(tool_configuration(tools, must_use).map_err(incomplete)?))
}

fn incomplete(_: BuildError) -> ModelError {
    ModelError::Invalid("a field is missing".to_owned())
}

fn message(spoken: ChatMessage) -> Result<bedrock::Message, BuildError> {
    let role = match spoken.role {
        Role::User => ConversationRole::User,
        Role::Assistant => ConversationRole::Assistant,
    };
    let has_file = spoken.content.iter().any(|block| matches!(block, Block::Document(_)));
    let has_text = spoken.content.iter().any(|block| matches!(block, Block::Text(_)));
    let content: Vec<_> = spoken.content.into_iter().map(content_block).collect::<Result<_, _>>()?;
    let about = (has_file && !has_text).then(|| ContentBlock::Text(ABOUT_A_FILE.to_owned()));
    bedrock::Message::builder()
        .role(role)
        .set_content(Some(content.into_iter().chain(about).collect()))
        .build()
}

fn content_block(block: Block) -> Result<ContentBlock, BuildError> {
    Ok(match block {
        Block::Text(text) => ContentBlock::Text(text),
        Block::Image(image) => ContentBlock::Image(image_block(image)?),
        Block::Document(document) => ContentBlock::Document(document_block(document)?),
        Block::ToolUse(ToolUse { tool_use_id, name, input }) => {
            let input = document(input);
            let tool_use = ToolUseBlock::builder().tool_use_id(tool_use_id).name(name).input(input);
            ContentBlock::ToolUse(tool_use.build()?)
        }
        Block::ToolResult(result) => ContentBlock::ToolResult(tool_result(result)?),
    })
}

fn image_block(Image { format, source }: Image) -> Result<ImageBlock, BuildError> {
    let format = match format {
        ImageFormat::Png => bedrock::ImageFormat::Png,
        ImageFormat::Jpeg => bedrock::ImageFormat::Jpeg,
        ImageFormat::Gif => bedrock::ImageFormat::Gif,
        ImageFormat::Webp => bedrock::ImageFormat::Webp,
    };
    ImageBlock::builder().format(format).source(ImageSource::Bytes(Blob::new(source.bytes))).build()
}

fn document_block(Document { format, name, source }: Document) -> Result<DocumentBlock, BuildError> {
    let format = match format {
        DocumentFormat::Pdf => bedrock::DocumentFormat::Pdf,
        DocumentFormat::Docx => bedrock::DocumentFormat::Docx,
        DocumentFormat::Txt => bedrock::DocumentFormat::Txt,
        DocumentFormat::Md => bedrock::DocumentFormat::Md,
        DocumentFormat::Csv => bedrock::DocumentFormat::Csv,
        DocumentFormat::Html => bedrock::DocumentFormat::Html,
    };
    let source = DocumentSource::Bytes(Blob::new(source.bytes));
    DocumentBlock::builder().format(format).name(name).source(source).build()
}

fn tool_result(
    ToolResult { tool_use_id, content, status }: ToolResult,
) -> Result<ToolResultBlock, BuildError> {
    let status = status.map(|status| match status {
        ToolStatus::Success => ToolResultStatus::Success,
        ToolStatus::Error => ToolResultStatus::Error,
    });
    let content: Vec<_> = content.into_iter().map(result_block).collect::<Result<_, _>>()?;
    ToolResultBlock::builder().tool_use_id(tool_use_id).set_content(Some(content)).set_status(status).build()
}

fn result_block(piece: ResultPiece) -> Result<ToolResultContentBlock, BuildError> {
    Ok(match piece {
        ResultPiece::Text(text) => ToolResultContentBlock::Text(text),
        ResultPiece::Json(json) => ToolResultContentBlock::Json(object(json)),
        ResultPiece::Image(image) => ToolResultContentBlock::Image(image_block(image)?),
        ResultPiece::Document(document) => ToolResultContentBlock::Document(document_block(document)?),
    })
}

fn tool_configuration(
    tools: Vec<ToolSpec>,
    must_use: Option<String>,
) -> Result<Option<ToolConfiguration>, BuildError> {
    if tools.is_empty() {
        return Ok(None);
    }
    let tools = tools.into_iter().map(|spec| {
        let schema = ToolInputSchema::Json(document(spec.input_schema.json));
        let described = Some(spec.description).filter(|description| !description.is_empty());
        let tool = ToolSpecification::builder().name(spec.name).set_description(described);
        tool.input_schema(schema).build().map(Tool::ToolSpec)
    });
    let tools: Vec<_> = tools.collect::<Result<_, _>>()?;
    let choice = must_use.map(|name| SpecificToolChoice::builder().name(name).build().map(ToolChoice::Tool));
    let configuration = ToolConfiguration::builder().set_tools(Some(tools));
    configuration.set_tool_choice(choice.transpose()?).build().map(Some)
}
