//! The recipe agent API: `POST /agent/propose`. Guests and members show the owner token that AppSync has issued to them.

mod answers;
mod ask;

use std::time::Duration;

use app::AppError;
use app::signed_token::KeyRing;
use aws::{Clients, DynamoRecipes, TokenKeys};
use runtime::{RestAnswer, RestError, RestRequest};

use ask::{Keys, Ports};

/// A fifth of the function's time-out in template.yaml: the model may take the rest.
const STORE_TIMEOUT: Duration = Duration::from_secs(5);

/// What the function holds between invocations.
pub struct Function {
    recipes: DynamoRecipes,
    tokens: TokenKeys,
}

impl Function {
    /// Reads `TABLE_NAME` and `TOKEN_SECRET`.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a missing setting.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::within(STORE_TIMEOUT).await;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), runtime::required("TABLE_NAME")?),
            tokens: TokenKeys::new(clients.secrets_manager(), runtime::required("TOKEN_SECRET")?),
        })
    }

    /// Answers one request.
    ///
    /// # Errors
    /// [`RestError`], which is an answer as well.
    pub async fn handle(&self, request: RestRequest) -> Result<RestAnswer, RestError> {
        match request.route() {
            ["POST", "/agent/propose"] => self.propose(&request).await,
            _ => Err(RestError::no_route()),
        }
    }

    async fn propose(&self, request: &RestRequest) -> Result<RestAnswer, RestError> {
        let ports = Ports { recipes: &self.recipes, keys: self };
        ports.propose(request, runtime::now()).await
    }
}

impl Keys for Function {
    async fn ring(&self, token: &str) -> Result<KeyRing, AppError> {
        self.tokens.for_verifying(token).await
    }
}
