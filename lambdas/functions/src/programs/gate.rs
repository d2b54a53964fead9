use app::AppError;
use app::limits::UseLimits;
use app::personal_tokens::{self, Admission, Program};
use app::signed_token::KeyRing;
use app::source_address::SourceAddress;
use aws::{Clients, DynamoCounters, DynamoPersonalTokens, DynamoRecipes, TokenKeys};
use zest_core::Timestamp;

use super::answers;
use crate::runtime::{RestError, RestRequest};

pub(super) struct Gate {
    pub(super) recipes: DynamoRecipes,
    pub(super) counters: DynamoCounters,
    pub(super) limits: Option<UseLimits>,
    tokens: DynamoPersonalTokens,
    keys: TokenKeys,
    edge_proof: Option<String>,
}

/// A call with a valid token, within its limits.
pub(super) struct Admitted {
    pub(super) program: Program,
    /// Keys for counter names.
    pub(super) ring: KeyRing,
    pub(super) source: Option<SourceAddress>,
}

impl Gate {
    pub(super) fn from_env(clients: &Clients) -> Result<Self, AppError> {
        let table = crate::runtime::required("TABLE_NAME")?;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), table.clone()),
            counters: DynamoCounters::new(clients.dynamodb(), table.clone()),
            limits: UseLimits::parse(&crate::runtime::required("LIMITS")?)?,
            tokens: DynamoPersonalTokens::new(clients.dynamodb(), table),
            keys: TokenKeys::new(clients.secrets_manager(), crate::runtime::required("COUNTER_SECRET")?),
            edge_proof: crate::runtime::optional("EDGE_PROOF"),
        })
    }

    pub(super) async fn admit(&self, request: &RestRequest, now: Timestamp) -> Result<Admitted, RestError> {
        let ring = self.keys.for_issuing().await?;
        let source = request.source(self.edge_proof.as_deref());
        let admission = Admission {
            tokens: &self.tokens,
            owners: &self.recipes,
            counters: &self.counters,
            ring: &ring,
            limits: self.limits,
            source: source.as_ref(),
        };
        let admitted = personal_tokens::admit(&admission, request.token(), now).await;
        let program = admitted.map_err(answers::refused)?;
        Ok(Admitted { program, ring, source })
    }
}
