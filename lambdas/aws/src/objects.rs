//! S3 objects: import artifacts, recipe photos, and the site's files.

use app::artifacts::Artifacts;
use app::job::Job;
use app::media::{MediaStore, pictures_prefix};
use aws_sdk_s3::Client;
use aws_sdk_s3::error::ProvideErrorMetadata;
use aws_sdk_s3::operation::get_object::GetObjectError;
use aws_sdk_s3::primitives::ByteStream;
use zest_core::{PortError, RecipeId};

use crate::errors::port_error;
use crate::prefixes::delete_below;

/// Artifacts under `work/<id>/<attempt>/<name>`; the bucket's lifecycle deletes them after a day.
#[derive(Clone, Debug)]
pub struct S3Artifacts {
    client: Client,
    bucket: String,
}

impl S3Artifacts {
    /// Artifacts in this bucket.
    #[must_use]
    pub fn new(client: Client, bucket: String) -> Self {
        Self { client, bucket }
    }
}

fn key(job: &Job, name: &str) -> String {
    format!("work/{}/{}/{name}", job.id, job.attempt.0)
}

impl Artifacts for S3Artifacts {
    async fn put(&self, job: &Job, name: &str, bytes: Vec<u8>) -> Result<(), PortError> {
        let request =
            self.client.put_object().bucket(&self.bucket).key(key(job, name)).body(ByteStream::from(bytes));
        request.send().await.map(drop).map_err(|error| port_error("PutObject", &error))
    }

    async fn get(&self, job: &Job, name: &str) -> Result<Option<Vec<u8>>, PortError> {
        let request = self.client.get_object().bucket(&self.bucket).key(key(job, name));
        let answer = match request.send().await {
            Ok(answer) => answer,
            Err(error) => {
                return match error.as_service_error() {
                    Some(GetObjectError::NoSuchKey(_)) => Ok(None),
                    // Without list permission, S3 answers AccessDenied for a missing object.
                    Some(other) if other.code() == Some("AccessDenied") => Ok(None),
                    _ => Err(port_error("GetObject", &error)),
                };
            }
        };
        let body = answer.body.collect().await;
        body.map(|bytes| Some(bytes.to_vec())).map_err(|error| PortError::Busy(format!("GetObject: {error}")))
    }

    async fn delete(&self, job: &Job, name: &str) -> Result<(), PortError> {
        let request = self.client.delete_object().bucket(&self.bucket).key(key(job, name));
        request.send().await.map(drop).map_err(|error| port_error("DeleteObject", &error))
    }
}

/// Photos under `media/<recipe id>/<hash>`, served by CloudFront.
#[derive(Clone, Debug)]
pub struct S3Media {
    client: Client,
    bucket: String,
}

impl S3Media {
    /// Photos in this bucket.
    #[must_use]
    pub fn new(client: Client, bucket: String) -> Self {
        Self { client, bucket }
    }
}

impl MediaStore for S3Media {
    async fn put(&self, key: &str, content_type: &'static str, bytes: Vec<u8>) -> Result<(), PortError> {
        let request = self
            .client
            .put_object()
            .bucket(&self.bucket)
            .key(key)
            .content_type(content_type)
            // The name is a hash of the content, so the object never changes.
            .cache_control("public, max-age=31536000, immutable")
            .body(ByteStream::from(bytes));
        request.send().await.map(drop).map_err(|error| port_error("PutObject", &error))
    }

    async fn copy(&self, from: &str, to: &str) -> Result<bool, PortError> {
        let source = format!("{}/{from}", self.bucket);
        let request = self.client.copy_object().bucket(&self.bucket).copy_source(source).key(to);
        match request.send().await {
            Ok(_) => Ok(true),
            Err(error) => match error.as_service_error().and_then(ProvideErrorMetadata::code) {
                Some("NoSuchKey" | "AccessDenied") => Ok(false),
                _ => Err(port_error("CopyObject", &error)),
            },
        }
    }

    async fn delete(&self, key: &str) -> Result<(), PortError> {
        let request = self.client.delete_object().bucket(&self.bucket).key(key);
        request.send().await.map(drop).map_err(|error| port_error("DeleteObject", &error))
    }

    async fn delete_all_of(&self, id: &RecipeId) -> Result<(), PortError> {
        delete_below(&self.client, &self.bucket, &pictures_prefix(id)).await
    }
}

/// Bucket of the built front end; read-only.
#[derive(Clone, Debug)]
pub struct S3Site {
    client: Client,
    bucket: String,
}

impl S3Site {
    /// Site in this bucket.
    #[must_use]
    pub fn new(client: Client, bucket: String) -> Self {
        Self { client, bucket }
    }

    /// Content of a file, for example `index.html`.
    pub async fn file(&self, key: &str) -> Result<Vec<u8>, PortError> {
        let request = self.client.get_object().bucket(&self.bucket).key(key);
        let answer = request.send().await.map_err(|error| port_error("GetObject", &error))?;
        let body = answer.body.collect().await;
        body.map(|bytes| bytes.to_vec()).map_err(|error| PortError::Busy(format!("GetObject: {error}")))
    }
}
