//! Calls the model, runs its tools and returns results to it, until the model finishes.

use serde_json::Value;

use crate::clock::Clock;
use crate::figures::Known;
use crate::history::history;
use crate::ids::RunId;
use crate::library::RecipeLibrary;
use crate::limits::Limits;
use crate::message::{Block, Document, ResultPiece, Role, ToolResult, ToolSpec, ToolStatus, ToolUse};
use crate::model::{ChatMessage, Model, ModelStop, Request, Usage};
use crate::outcome::Failure;
use crate::system::{data, system};
use crate::tools::{Call, PROPOSE_EDIT, Tool, ToolOutcome, ToolRunner, catalogue};
use crate::turn::Ports;
use crate::turn::answer_writer::{AnswerWriter, TurnError};
use crate::turn::listen::{ModelResponse, listen};
use crate::turn::store::{Budget, Thread, Transcripts};
use recipe::Language;
use zest_core::Timestamp;

pub(super) struct RoundResult {
    pub(super) is_cut_off: bool,
    pub(super) client_tools: Vec<ToolUse>,
}

pub(super) struct Rounds<'r, 'p, M, K, T, P, C> {
    pub(super) ports: &'r Ports<'p, M, K, T, P, C>,
    pub(super) limits: &'r Limits,
    pub(super) thread: &'r Thread,
    pub(super) run: &'r RunId,
    pub(super) language: Language,
    pub(super) tools: ToolRunner<'p, K>,
    pub(super) writer: AnswerWriter<'r, T, C>,
}

#[derive(Default)]
struct Used {
    output_tokens: u32,
    tool_calls: u32,
    bad_calls: u32,
}

enum Next {
    Ask(ChatMessage),
    End(RoundResult),
}

impl<M: Model, K: RecipeLibrary, T: Transcripts, P: Budget, C: Clock> Rounds<'_, '_, M, K, T, P, C> {
    pub(super) async fn all(&mut self) -> Result<RoundResult, TurnError> {
        if self.thread.answered >= self.limits.turns {
            return Err(TurnError::Failed(Failure::TurnsUsedUp));
        }
        let until = self.ports.clock.now().plus(self.limits.time);
        let mut messages = self.initial_messages().await?;
        let mut tools = catalogue();
        let client_tools = self.client_tools();
        tools.extend(client_tools.iter().cloned());
        let mut used = Used::default();
        let mut usage = Usage::default();
        for _ in 0..self.limits.rounds {
            self.pay(usage).await?;
            let left = self.limits.output_tokens.saturating_sub(used.output_tokens);
            if left == 0 {
                return Ok(RoundResult { is_cut_off: true, client_tools: Vec::new() });
            }
            let response = self.ask(&messages, &tools, left, until).await?;
            usage = response.usage;
            used.output_tokens =
                used.output_tokens.saturating_add(u32::try_from(usage.output_tokens).unwrap_or(u32::MAX));
            match self.after(&response, &client_tools, &mut used, until).await {
                Ok(Next::Ask(results)) => {
                    messages.push(ChatMessage { role: Role::Assistant, content: response.blocks });
                    messages.push(results);
                }
                Ok(Next::End(result)) => {
                    self.book(usage).await;
                    return Ok(result);
                }
                Err(cut) => {
                    self.book(usage).await;
                    return Err(cut);
                }
            }
        }
        self.book(usage).await;
        Err(TurnError::Failed(Failure::Endless))
    }

    /// Charges the previous round and fails if the daily budget is used up.
    async fn pay(&self, usage: Usage) -> Result<(), TurnError> {
        match self.ports.budget.charge(usage).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(TurnError::Failed(Failure::DayUsedUp)),
            Err(_) => Err(TurnError::Failed(Failure::Broken)),
        }
    }

    /// Charges the last round. Errors are ignored, because the turn is over.
    async fn book(&self, usage: Usage) {
        let _room_or_not = self.ports.budget.charge(usage).await;
    }

    /// Builds the history with the shown recipe; figures of both have a source.
    async fn initial_messages(&mut self) -> Result<Vec<ChatMessage>, TurnError> {
        for message in &self.thread.messages {
            match message.role {
                Role::User => message.content.iter().for_each(|block| add_to_tools(&mut self.tools, block)),
                Role::Assistant => record_earlier_answer(self.tools.known_mut(), &message.content),
            }
        }
        let shown = self.tools.shown().await.map_err(|_| TurnError::Failed(Failure::Library))?;
        let mut messages = history(&self.thread.messages, self.limits.history_bytes, self.run);
        if let (Some(shown), Some(last)) = (shown, messages.last_mut()) {
            last.content.push(Block::Text(data("recipe", &shown.to_string(), self.run)));
        }
        Ok(messages)
    }

    fn client_tools(&self) -> Vec<ToolSpec> {
        let configuration = self.thread.messages.last().and_then(|asked| asked.tool_configuration.as_ref());
        let entries = configuration.into_iter().flat_map(|configuration| &configuration.tools);
        entries
            .map(|entry| entry.tool_spec.clone())
            .filter(|spec| !crate::tools::is_ours(&spec.name))
            .collect()
    }

    async fn ask(
        &mut self,
        messages: &[ChatMessage],
        tools: &[ToolSpec],
        output_tokens: u32,
        until: Timestamp,
    ) -> Result<ModelResponse, TurnError> {
        if self.ports.clock.now() >= until {
            return Err(TurnError::Failed(Failure::TooSlow));
        }
        let request = Request {
            system: system(self.language, self.run),
            messages: messages.to_vec(),
            tools: tools.to_vec(),
            must_use: None,
            output_tokens,
            until,
        };
        listen(self.ports.model, request, self.ports.clock, &mut self.writer).await
    }

    /// Runs the requested tools. A client-side tool ends the turn.
    async fn after(
        &mut self,
        response: &ModelResponse,
        client_tools: &[ToolSpec],
        used: &mut Used,
        until: Timestamp,
    ) -> Result<Next, TurnError> {
        let uses = response.tool_uses();
        let is_cut_off = response.stop == Some(ModelStop::MaxTokens);
        if response.stop == Some(ModelStop::Refused) {
            return Err(TurnError::Failed(Failure::Refused));
        }
        if uses.is_empty() || is_cut_off {
            return Ok(Next::End(RoundResult { is_cut_off, client_tools: Vec::new() }));
        }
        let mut results = Vec::with_capacity(uses.len());
        for tool_use in &uses {
            if client_tools.iter().any(|spec| spec.name == tool_use.name) {
                continue;
            }
            used.tool_calls += 1;
            if used.tool_calls > self.limits.tool_calls {
                return Err(TurnError::Failed(Failure::Endless));
            }
            if self.ports.clock.now() >= until {
                return Err(TurnError::Failed(Failure::TooSlow));
            }
            let outcome = self.run(tool_use, response).await?;
            used.bad_calls += u32::from(matches!(outcome, ToolOutcome::Refused(_)));
            if used.bad_calls > self.limits.bad_calls {
                return Err(TurnError::Failed(Failure::Nonsense));
            }
            results.push(Block::ToolResult(self.result(tool_use, outcome)));
        }
        let asked: Vec<ToolUse> = uses
            .into_iter()
            .filter(|tool_use| client_tools.iter().any(|spec| spec.name == tool_use.name))
            .collect();
        if asked.is_empty() {
            Ok(Next::Ask(ChatMessage { role: Role::User, content: results }))
        } else {
            Ok(Next::End(RoundResult { is_cut_off: false, client_tools: asked }))
        }
    }

    async fn run(&mut self, tool_use: &ToolUse, response: &ModelResponse) -> Result<ToolOutcome, TurnError> {
        let Some(tool) = Tool::named(&tool_use.name) else {
            return Ok(ToolOutcome::Refused(
                "There is no such tool. Use only those that you were told of.".to_owned(),
            ));
        };
        if response.unreadable.contains(&tool_use.tool_use_id) {
            return Ok(ToolOutcome::Refused("The arguments are no JSON object.".to_owned()));
        }
        self.writer.working(tool.name()).await?;
        match Call::read(tool, &tool_use.input) {
            Ok(call) => self.tools.run(&call).await.map_err(|_| TurnError::Failed(Failure::Library)),
            Err(why) => Ok(ToolOutcome::Refused(why)),
        }
    }

    fn result(&self, tool_use: &ToolUse, outcome: ToolOutcome) -> ToolResult {
        let (content, status) = match outcome {
            ToolOutcome::Did(value) if value.to_string().len() > self.limits.result_bytes => {
                let why = "The result is too long: ask for less.".to_owned();
                (ResultPiece::Text(why), ToolStatus::Error)
            }
            ToolOutcome::Did(value) => (ResultPiece::Json(value), ToolStatus::Success),
            ToolOutcome::Refused(why) => (ResultPiece::Text(why), ToolStatus::Error),
        };
        ToolResult { tool_use_id: tool_use.tool_use_id.clone(), content: vec![content], status: Some(status) }
    }
}

fn add_to_tools<K: RecipeLibrary>(tools: &mut ToolRunner<'_, K>, block: &Block) {
    match block {
        Block::Text(text) => tools.add_user_text(text),
        Block::Document(Document { source, .. }) => {
            // Figures of binary files are unknown.
            std::str::from_utf8(&source.bytes).into_iter().for_each(|text| tools.see(text));
        }
        Block::ToolResult(result) => {
            for piece in &result.content {
                match piece {
                    ResultPiece::Text(text) => tools.see(text),
                    ResultPiece::Json(json) => tools.known_mut().add_json(json, None),
                    ResultPiece::Image(_) | ResultPiece::Document(_) => {}
                }
            }
        }
        Block::Image(_) | Block::ToolUse(_) => {}
    }
}

/// Records the figures of an earlier answer, except those marked as unsourced.
fn record_earlier_answer(known: &mut Known, content: &[Block]) {
    let texts: Vec<&str> = content
        .iter()
        .filter_map(|block| match block {
            Block::Text(text) => Some(text.as_str()),
            _ => None,
        })
        .collect();
    known.add_answer(&texts);
    for block in content {
        if let Block::ToolUse(ToolUse { name, input, .. }) = block
            && name == PROPOSE_EDIT
        {
            known.add_json(&Value::clone(input), None);
        }
    }
}
