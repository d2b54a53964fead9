//! Last state of recipe-post-processing.

use crate::runtime::Subject;
use app::AppError;
use app::enrich::{self, Enrichment};
use app::job::Job;
use aws::{Clients, DynamoRecipes, S3Artifacts, S3Media};
use serde::Deserialize;

/// State shared by invocations.
pub struct Function {
    recipes: DynamoRecipes,
    media: S3Media,
    artifacts: S3Artifacts,
}

/// A job and the results of the branches; a failed branch is missing or `null`.
#[derive(Debug, Deserialize)]
pub struct Findings {
    #[serde(flatten)]
    job: Job,
    #[serde(default)]
    found: Vec<Option<Enrichment>>,
}

impl Subject for Findings {
    fn subject(&self) -> String {
        self.job.execution_name()
    }
}

impl Function {
    /// Configures the function from the environment.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), crate::runtime::required("TABLE_NAME")?),
            media: S3Media::new(clients.s3(), crate::runtime::required("MEDIA_BUCKET")?),
            artifacts: S3Artifacts::new(clients.s3(), crate::runtime::required("WORK_BUCKET")?),
        })
    }

    /// Stores the results in the job's recipe.
    pub async fn handle(&self, findings: Findings) -> Result<Job, AppError> {
        let found = Enrichment::merge(findings.found);
        let Self { recipes, media, artifacts } = self;
        enrich::apply(recipes, media, artifacts, &findings.job, &found, crate::runtime::now()).await?;
        Ok(findings.job)
    }
}

#[cfg(test)]
mod tests {
    use app::model::NutritionSource;

    use super::*;

    #[test]
    fn results_are_merged_without_a_failed_branch() {
        let findings: Findings = serde_json::from_str(
            r#"{"id":"0123456789abcdef0123456789abcdef","attempt":1,
                "found":[{"nutrition":{"calories":"300 kcal"},"nutritionSource":"COMPUTED"},{"tags":["soup"]},null]}"#,
        )
        .unwrap();
        let found = Enrichment::merge(findings.found);
        assert_eq!(found.nutrition.unwrap().calories.as_deref(), Some("300 kcal"));
        assert_eq!(found.nutrition_source, Some(NutritionSource::Computed));
        assert_eq!(found.tags, Some(vec!["soup".to_owned()]));
        assert_eq!(found.image_url, None);
    }
}
