use std::sync::Arc;

use agent::{Patch, Proposed, RecipeLibrary, Wish, propose_without_model};
use app::agent_library::AgentLibrary;
use app::program_library::{self, ImportPorts};
use app::program_proposals::{self, ProgramProposal};
use app::{AppError, Language};
use aws::random_id;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, Implementation,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::{Value, json};
use zest_core::RecipeId;

use super::Shared;
use super::tools::{self, Call};
use crate::programs::answers;
use crate::programs::gate::Admitted;
use crate::runtime::RestError;

const MAX_FOUND: usize = 20;
/// Maximum characters of search words or of a wish.
const MAX_WORDS: usize = 500;

pub(super) struct Server {
    shared: Arc<Shared>,
    admitted: Arc<Admitted>,
}

impl Server {
    pub(super) fn new(shared: Arc<Shared>, admitted: Arc<Admitted>) -> Self {
        Self { shared, admitted }
    }

    async fn call(&self, call: Call) -> Result<Value, RestError> {
        let program = &self.admitted.program;
        program.require(call.scope()).map_err(answers::refused)?;
        let (gate, member) = (&self.shared.gate, &program.member);
        let library = AgentLibrary::new(&gate.recipes, member.canonical()?);
        match call {
            Call::ImportRecipe { url } => {
                let ports = ImportPorts {
                    recipes: &gate.recipes,
                    workflows: &self.shared.machines,
                    guard: &self.shared.guard,
                    counters: &gate.counters,
                    ring: &self.admitted.ring,
                    limits: gate.limits,
                    under_way: self.shared.imports_under_way,
                    source: self.admitted.source.as_ref(),
                };
                let id = RecipeId::parse(&random_id()?).map_err(AppError::from)?;
                let imported = program_library::import(&ports, member, id, url, crate::runtime::now()).await;
                let id = imported.map_err(answers::unread)?;
                Ok(json!({ "id": id.as_str(), "status": "PENDING" }))
            }
            Call::SearchRecipes { words } => {
                let found = library.find(&bounded("words", words)?, MAX_FOUND).await;
                let found = found.map_err(|error| AppError::ServiceBusy(error.0))?;
                let shown =
                    |card: &agent::Card| json!({ "id": card.recipe_id.as_str(), "title": card.title });
                Ok(json!({ "recipes": found.iter().map(shown).collect::<Vec<_>>() }))
            }
            Call::ReadRecipe { id } => {
                let read = program_library::read(&gate.recipes, member, &id).await?;
                Ok(serde_json::to_value(&read).map_err(|error| AppError::internal(&error))?)
            }
            Call::ProposeChange { id, wish } => {
                let recipe_id = RecipeId::parse(&id).map_err(AppError::from)?;
                let wish = Wish { recipe_id, wish: bounded("wish", wish)?, language: Language::En };
                match propose_without_model(&library, &wish).await {
                    Some(Proposed::Calculated(patch)) => self.proposed(&wish, patch).await,
                    Some(Proposed::NoRecipe) => {
                        Err(RestError::new(404, "NO_RECIPE", "You have no such recipe."))
                    }
                    Some(Proposed::NoServings) => {
                        Err(RestError::invalid("The recipe doesn't state its servings."))
                    }
                    Some(Proposed::Failed(failure)) => {
                        Err(RestError::new(503, failure.code(), failure.sentence(Language::En)))
                    }
                    Some(Proposed::Refused(_) | Proposed::Answered { .. }) | None => {
                        Err(RestError::invalid("Wish for servings, units or a diet, such as \"vegan\"."))
                    }
                }
            }
        }
    }

    /// Keeps the proposal for the member, unless nothing would change.
    async fn proposed(&self, wish: &Wish, patch: Option<Patch>) -> Result<Value, RestError> {
        let Some(patch) = patch else { return Ok(json!({ "patch": null, "expiresAt": null })) };
        let program = &self.admitted.program;
        let proposal = ProgramProposal {
            id: RecipeId::parse(&random_id()?).map_err(AppError::from)?,
            recipe_id: wish.recipe_id.clone(),
            program: program.name.clone(),
            wish: wish.wish.clone(),
            created_at: crate::runtime::now(),
        };
        program_proposals::add(&self.shared.proposals, &program.member.canonical()?, &proposal).await?;
        Ok(json!({ "patch": patch, "expiresAt": proposal.expires_at() }))
    }
}

fn bounded(name: &str, text: String) -> Result<String, RestError> {
    if text.trim().is_empty() || text.chars().count() > MAX_WORDS {
        return Err(RestError::invalid(format!("{name} must have 1 to {MAX_WORDS} characters.")));
    }
    Ok(text)
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let mut info = ServerConfig::new(ServerCapabilities::builder().enable_tools().build());
        info.server_info = Implementation::new("zest", env!("CARGO_PKG_VERSION"));
        info.instructions =
            Some("Recipes of one member of Zest. Nothing here changes or deletes a recipe.".to_owned());
        info
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::all()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let call = Call::read(&request.name, request.arguments).ok_or_else(|| {
            ErrorData::invalid_params("There is no such tool, or its arguments are wrong.", None)
        })?;
        let result = match self.call(call).await {
            Ok(answer) => {
                let text = ContentBlock::text(answer.to_string());
                let mut result = CallToolResult::success(vec![text]);
                result.structured_content = Some(answer);
                result
            }
            Err(error) => {
                tracing::warn!(%error, tool = %request.name, "a tool failed");
                CallToolResult::error(vec![ContentBlock::text(format!("{}: {}", error.code, error.message))])
            }
        };
        Ok(result.into())
    }
}
