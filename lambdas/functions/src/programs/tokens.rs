//! What members manage of their programs: personal tokens (`GET /tokens`, `POST /tokens`, `DELETE /tokens/{id}`) and
//! proposals (`GET /proposals`, `DELETE /proposals/{id}`). API Gateway verifies the member's ID token.

use app::owners::{self, Purpose};
use app::personal_tokens::{self, CreateToken, Created, MAX_TOKENS, PersonalToken, TokenText};
use app::program_proposals::{self, ProgramProposal};
use app::{AppError, Caller, OwnerId};
use aws::{Clients, DynamoPersonalTokens, DynamoProgramProposals, DynamoRecipes, random_id, random_secret};
use serde_json::{Value, json};
use zest_core::RecipeId;

use crate::runtime::{RestAnswer, RestError, RestRequest};

const MAX_BYTES: usize = 4 << 10;

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve_rest(|request| function.handle(request)).await
}

/// State shared by invocations.
pub struct Function {
    recipes: DynamoRecipes,
    tokens: DynamoPersonalTokens,
    proposals: DynamoProgramProposals,
}

impl Function {
    /// Reads `TABLE_NAME`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        let table = crate::runtime::required("TABLE_NAME")?;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), table.clone()),
            tokens: DynamoPersonalTokens::new(clients.dynamodb(), table.clone()),
            proposals: DynamoProgramProposals::new(clients.dynamodb(), table),
        })
    }

    /// Answers one request.
    pub async fn handle(&self, request: RestRequest) -> Result<RestAnswer, RestError> {
        let owner = self.member(&request).await?;
        let answer = match request.route() {
            ["GET", "/tokens"] => {
                let tokens = personal_tokens::list(&self.tokens, &owner).await?;
                json!({ "tokens": tokens.iter().map(shown).collect::<Vec<_>>() })
            }
            ["POST", "/tokens"] => self.create(owner, request.json(MAX_BYTES)?).await?,
            ["DELETE", "/tokens/{id}"] => {
                let id = request.path_parameter("id");
                if !personal_tokens::revoke(&self.tokens, &owner, id).await? {
                    return Err(RestError::new(404, "NOT_FOUND", "There is no such token."));
                }
                json!({ "id": id })
            }
            ["GET", "/proposals"] => {
                let proposals =
                    program_proposals::list(&self.proposals, &owner, crate::runtime::now()).await?;
                json!({ "proposals": proposals.iter().map(waiting).collect::<Vec<_>>() })
            }
            ["DELETE", "/proposals/{id}"] => {
                let (id, now) = (request.path_parameter("id"), crate::runtime::now());
                if !program_proposals::discard(&self.proposals, &owner, id, now).await? {
                    return Err(RestError::new(404, "NOT_FOUND", "There is no such proposal."));
                }
                json!({ "id": id })
            }
            _ => return Err(RestError::no_route()),
        };
        Ok(RestAnswer::json(&answer))
    }

    async fn member(&self, request: &RestRequest) -> Result<OwnerId, RestError> {
        let bearer = request.bearer().ok_or_else(RestError::unauthorized)?;
        let member = Caller::Member { user: OwnerId::new(bearer.sub), identity: None };
        let member = owners::admit(&self.recipes, member, Purpose::Other).await?;
        member.canonical().map_err(|_| RestError::unauthorized())
    }

    async fn create(&self, owner: OwnerId, input: CreateToken) -> Result<Value, RestError> {
        let id = RecipeId::parse(&random_id()?).map_err(AppError::from)?;
        let text = TokenText::new(random_secret()?);
        let now = crate::runtime::now();
        match personal_tokens::create(&self.tokens, owner, input, id, &text, now).await? {
            // The only response with the secret.
            Created::Token(token) => Ok(json!({ "token": shown(&token), "secret": text.secret() })),
            Created::Full => Err(RestError::new(
                409,
                "TOO_MANY_TOKENS",
                format!("You have {MAX_TOKENS} tokens. Revoke one first."),
            )),
        }
    }
}

fn shown(token: &PersonalToken) -> Value {
    json!({
        "id": token.id.as_str(),
        "name": token.name,
        "scopes": token.scopes,
        "createdAt": token.created_at,
        "expiresAt": token.expires_at,
        "usedAt": token.used_at,
    })
}

fn waiting(proposal: &ProgramProposal) -> Value {
    json!({
        "id": proposal.id.as_str(),
        "recipeId": proposal.recipe_id.as_str(),
        "program": proposal.program,
        "wish": proposal.wish,
        "createdAt": proposal.created_at,
        "expiresAt": proposal.expires_at(),
    })
}
