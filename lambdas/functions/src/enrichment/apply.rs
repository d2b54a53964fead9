//! State Apply of recipe-post-processing.

use crate::runtime::Subject;
use app::AppError;
use app::enrich::{self, Enrichment};
use app::job::Job;
use aws::{Clients, DynamoRecipes, S3Artifacts, S3Media};
use serde::Deserialize;

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve(crate::runtime::state_failure, |event| function.handle(event)).await
}

/// State shared by invocations.
pub struct Function {
    recipes: DynamoRecipes,
    media: S3Media,
    artifacts: S3Artifacts,
}

/// A job, and the result or error of the photo step of the state machine.
#[derive(Debug, Deserialize)]
pub struct Findings {
    #[serde(flatten)]
    job: Job,
    #[serde(default)]
    found: Enrichment,
}

impl Subject for Findings {
    fn subject(&self) -> String {
        self.job.execution_name()
    }
}

impl Function {
    /// Reads `TABLE_NAME`, `MEDIA_BUCKET` and `WORK_BUCKET`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), crate::runtime::required("TABLE_NAME")?),
            media: S3Media::new(clients.s3(), crate::runtime::required("MEDIA_BUCKET")?),
            artifacts: S3Artifacts::new(clients.s3(), crate::runtime::required("WORK_BUCKET")?),
        })
    }

    /// Adds nutrition, tags and the copied photo to the job's recipe.
    pub async fn handle(&self, findings: Findings) -> Result<Job, AppError> {
        let Self { recipes, media, artifacts } = self;
        let read = enrich::find(artifacts, &findings.job).await?;
        let found = Enrichment { image_url: findings.found.image_url, ..read };
        enrich::apply(recipes, media, artifacts, &findings.job, &found, crate::runtime::now()).await?;
        Ok(findings.job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picture_is_optional() {
        for (found, image_url) in [
            (r#"{"imageUrl":"media/1/a"}"#, Some("media/1/a")),
            (r#"{"imageUrl":null}"#, None),
            (r#"{"Error":"Busy","Cause":"{}"}"#, None),
        ] {
            let event = format!(r#"{{"id":"0123456789abcdef0123456789abcdef","attempt":1,"found":{found}}}"#);
            let findings: Findings = serde_json::from_str(&event).unwrap();
            assert_eq!(findings.found.image_url.as_deref(), image_url, "{found}");
        }
    }
}
