//! `POST /extract`: returns the recipe of a page or text to a member's program. Stores nothing. A separate
//! function, because it accesses the internet.

use app::AppError;
use app::personal_tokens::Scope;
use app::program_extraction::{ExtractInput, ExtractionPorts, extract};
use aws::Clients;
use fetcher::GuardedFetcher;

use super::answers;
use super::gate::{Admitted, Gate};
use crate::runtime::{RestAnswer, RestError, RestRequest};

/// Maximum bytes of a request, below Lambda's 6 MB.
const MAX_BYTES: usize = 5 << 20;

/// State shared by invocations.
pub struct Function {
    gate: Gate,
    fetcher: GuardedFetcher,
}

impl Function {
    /// Reads `DEMO_KITCHEN` and the settings of `Gate`.
    pub async fn from_env() -> Result<Self, AppError> {
        Ok(Self {
            gate: Gate::from_env(&Clients::from_env().await)?,
            fetcher: fetcher::from_setting(crate::runtime::optional("DEMO_KITCHEN").as_deref())?,
        })
    }

    /// Answers `POST /extract`.
    pub async fn handle(&self, request: RestRequest) -> Result<RestAnswer, RestError> {
        match request.route() {
            ["POST", "/extract"] => self.extract(&request).await,
            _ => Err(RestError::no_route()),
        }
    }

    async fn extract(&self, request: &RestRequest) -> Result<RestAnswer, RestError> {
        let now = crate::runtime::now();
        let Admitted { program, ring, source } = self.gate.admit(request, now).await?;
        program.require(Scope::Extract).map_err(answers::refused)?;
        let input: ExtractInput = request.json(MAX_BYTES)?;
        let wanted = input.parse().map_err(answers::unread)?;
        let ports = ExtractionPorts {
            web: &self.fetcher,
            counters: &self.gate.counters,
            ring: &ring,
            limits: self.gate.limits,
            source: source.as_ref(),
        };
        let layout = |text: &str| file_formats::documents::read_plain(text.as_bytes(), None).ok();
        let extracted =
            extract(&ports, &program.member, wanted, layout, now).await.map_err(answers::unread)?;
        let document = serde_json::to_value(&extracted).map_err(|error| AppError::internal(&error))?;
        Ok(RestAnswer::json(&document))
    }
}
