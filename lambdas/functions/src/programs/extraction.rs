//! `POST /extract`: returns the recipe of a page, text, file or photos to a member's program. Stores nothing. A
//! separate function, because it accesses the internet; `fn-read-file` opens the files.

use app::AppError;
use app::personal_tokens::Scope;
use app::program_extraction::{ExtractInput, ExtractSource, ExtractionPorts, Sent, extract};
use app::program_files::{FilePorts, SentFiles, extract_files};
use aws::{Clients, DynamoLedger, LambdaReader, random_id};
use fetcher::GuardedFetcher;
use serde_json::Value;
use zest_core::{RecipeId, Timestamp};

use super::answers;
use super::gate::{Admitted, Gate};
use crate::runtime::{RestAnswer, RestError, RestRequest};

/// Maximum bytes of a request, below Lambda's 6 MB.
const MAX_BYTES: usize = 5 << 20;

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve_rest(|request| function.handle(request)).await
}

/// State shared by invocations.
pub struct Function {
    gate: Gate,
    fetcher: GuardedFetcher,
    reader: LambdaReader,
    ledger: DynamoLedger,
}

impl Function {
    /// Reads `DEMO_KITCHEN`, `LEDGER_TABLE`, `READER_FUNCTION` and the settings of `Gate`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        Ok(Self {
            gate: Gate::from_env(&clients)?,
            reader: LambdaReader::new(&clients, &crate::runtime::required("READER_FUNCTION")?)?,
            ledger: DynamoLedger::new(clients.dynamodb(), crate::runtime::required("LEDGER_TABLE")?),
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
        let admitted = self.gate.admit(request, now).await?;
        admitted.program.require(Scope::Extract).map_err(answers::refused)?;
        let input: ExtractInput = request.json(MAX_BYTES)?;
        let extracted = match input.parse().map_err(answers::unread)? {
            Sent::Source(source) => self.extract_source(&admitted, source, now).await,
            Sent::Files(files) => self.extract_files(&admitted, &files, now).await,
        };
        Ok(RestAnswer::json(&extracted.map_err(answers::unread)?))
    }

    async fn extract_source(
        &self,
        Admitted { program, ring, source }: &Admitted,
        wanted: ExtractSource,
        now: Timestamp,
    ) -> Result<Value, AppError> {
        let ports = ExtractionPorts {
            web: &self.fetcher,
            counters: &self.gate.counters,
            ring,
            limits: self.gate.limits,
            source: source.as_ref(),
        };
        let layout = |text: &str| file_formats::documents::read_plain(text.as_bytes(), None).ok();
        let extracted = extract(&ports, &program.member, wanted, layout, now).await?;
        serde_json::to_value(&extracted).map_err(|error| AppError::internal(&error))
    }

    async fn extract_files(
        &self,
        Admitted { program, ring, source }: &Admitted,
        files: &SentFiles,
        now: Timestamp,
    ) -> Result<Value, AppError> {
        let ports = FilePorts {
            reader: &self.reader,
            // Without limits, everything is free.
            credits: self.gate.limits.map(|_| &self.ledger),
            counters: &self.gate.counters,
            ring,
            limits: self.gate.limits,
            source: source.as_ref(),
        };
        let id = RecipeId::parse(&random_id()?)?;
        extract_files(&ports, &program.member, files, &id, now).await
    }
}
