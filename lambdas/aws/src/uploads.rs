//! Uploads in S3, under `picture-submissions/…`, `file-submissions/…` and `page-submissions/…`. A new object
//! has the tag `use=none`; the bucket's lifecycle deletes objects with this tag after a day. Used objects
//! lose the tag.

use std::time::{Duration, SystemTime};

use app::OwnerId;
use app::upload::{Folder, SubmissionId, Upload, UploadKind, Uploaded};
use app::uploads::{FormField, FormRequest, StoredUpload, UploadForm, UploadMetadata, UploadStore};
use aws_credential_types::provider::{ProvideCredentials, SharedCredentialsProvider};
use aws_sdk_s3::Client;
use aws_sdk_s3::error::ProvideErrorMetadata;
use aws_sdk_s3::operation::get_object::{GetObjectError, GetObjectOutput};
use aws_sdk_s3::presigning::PresigningConfig;
use aws_sdk_s3::primitives::ByteStream;
use aws_sigv4::sign::v4::{calculate_signature, generate_signing_key};
use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::json;
use zest_core::{PortError, Timestamp};

use crate::clients::Clients;
use crate::errors::port_error;
use crate::prefixes::{delete_below, keys_below};

/// Tag of unused uploads, as a header and as a form field.
const UNUSED: &str = "use=none";
const UNUSED_XML: &str = "<Tagging><TagSet><Tag><Key>use</Key><Value>none</Value></Tag></TagSet></Tagging>";
/// Metadata key of the original file name, percent-encoded because metadata is ASCII.
const NAME: &str = "name";
const TYPE_DETECTION_RANGE: &str = "bytes=0-63";
const LINK_LIFE: Duration = Duration::from_secs(5 * 60);
/// Maximum list pages per kind of upload.
const LIST_PAGES: usize = 2;

/// Upload bucket, with presigned forms and links.
#[derive(Clone, Debug)]
pub struct S3Uploads {
    client: Client,
    /// Client that signs links, with the bucket's address for browsers.
    linking: Client,
    bucket: String,
    form_url: String,
    region: String,
    credentials: SharedCredentialsProvider,
}

impl S3Uploads {
    /// Uploads in this bucket. `origin` is its address for browsers in the local stage; AWS uses S3's. `None`
    /// without credentials or a region.
    #[must_use]
    pub fn new(clients: &Clients, bucket: String, origin: Option<&str>) -> Option<Self> {
        let config = clients.config();
        let region = config.region()?.to_string();
        let (linking, form_url) = match origin {
            Some(origin) => {
                let there =
                    aws_sdk_s3::config::Builder::from(config).endpoint_url(origin).force_path_style(true);
                (Client::from_conf(there.build()), format!("{origin}/{bucket}"))
            }
            None => (clients.s3(), format!("https://{bucket}.s3.{region}.amazonaws.com/")),
        };
        let credentials = config.credentials_provider()?;
        Some(Self { client: clients.s3(), linking, bucket, form_url, region, credentials })
    }

    async fn get(&self, key: &str, range: Option<&str>) -> Result<Option<GetObjectOutput>, PortError> {
        let request =
            self.client.get_object().bucket(&self.bucket).key(key).set_range(range.map(str::to_owned));
        match request.send().await {
            Ok(answer) => Ok(Some(answer)),
            Err(error) => match error.as_service_error() {
                Some(GetObjectError::NoSuchKey(_)) => Ok(None),
                // Without list permission, S3 answers AccessDenied for a missing object.
                Some(other) if other.code() == Some("AccessDenied") => Ok(None),
                _ => Err(port_error("GetObject", &error)),
            },
        }
    }
}

fn original_file_name(answer: &GetObjectOutput) -> Option<String> {
    let encoded = answer.metadata()?.get(NAME)?;
    percent_encoding::percent_decode_str(encoded).decode_utf8().ok().map(std::borrow::Cow::into_owned)
}

fn encoded(name: &str) -> String {
    percent_encoding::utf8_percent_encode(name, percent_encoding::NON_ALPHANUMERIC).to_string()
}

/// Timestamp in signature format: `20261121T073800Z`.
fn signing_moment(now: Timestamp) -> String {
    let text = String::from(now);
    let seconds = text.split('.').next().unwrap_or_default();
    seconds.chars().filter(char::is_ascii_alphanumeric).chain(['Z']).collect()
}

async fn bytes_of(answer: GetObjectOutput) -> Result<Vec<u8>, PortError> {
    let body = answer.body.collect().await;
    body.map(|bytes| bytes.to_vec()).map_err(|error| PortError::Busy(format!("GetObject: {error}")))
}

impl UploadStore for S3Uploads {
    /// S3 POST policy. It lists every field, so that clients cannot add any.
    async fn form(&self, request: &FormRequest, now: Timestamp) -> Result<UploadForm, PortError> {
        let broken = |error: &dyn std::fmt::Display| PortError::Broken(format!("upload form: {error}"));
        let credentials = self.credentials.provide_credentials().await.map_err(|error| broken(&error))?;
        let moment = signing_moment(now);
        let day = moment.get(..8).unwrap_or_default();
        let scope = format!("{day}/{}/s3/aws4_request", self.region);
        let mut fields = vec![
            ("key", request.key.clone()),
            ("Content-Type", request.content_type.clone()),
            ("tagging", UNUSED_XML.to_owned()),
            ("x-amz-algorithm", "AWS4-HMAC-SHA256".to_owned()),
            ("x-amz-credential", format!("{}/{scope}", credentials.access_key_id())),
            ("x-amz-date", moment.clone()),
        ];
        if let Some(name) = &request.name {
            fields.push(("x-amz-meta-name", encoded(name)));
        }
        if let Some(token) = credentials.session_token() {
            fields.push(("x-amz-security-token", token.to_owned()));
        }
        let mut conditions =
            vec![json!({ "bucket": self.bucket }), json!(["content-length-range", 1, request.size])];
        conditions.extend(fields.iter().map(|(name, value)| json!(["eq", format!("${name}"), value])));
        let policy = json!({ "expiration": request.expires_at, "conditions": conditions });
        let policy = BASE64_STANDARD.encode(policy.to_string());
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(now.seconds().try_into().unwrap_or_default());
        let key = generate_signing_key(credentials.secret_access_key(), time, &self.region, "s3");
        let signature = calculate_signature(key, policy.as_bytes());
        fields.extend([("policy", policy), ("x-amz-signature", signature)]);
        let fields =
            fields.into_iter().map(|(name, value)| FormField { name: name.to_owned(), value }).collect();
        Ok(UploadForm { url: self.form_url.clone(), fields, expires_at: request.expires_at })
    }

    async fn list(
        &self,
        kind: UploadKind,
        identity: &OwnerId,
        folder: &Folder,
        submission: Option<&SubmissionId>,
    ) -> Result<Vec<StoredUpload>, PortError> {
        let prefix = match submission.cloned() {
            Some(submission) => {
                Upload { kind, submission, identity: identity.clone(), folder: folder.clone() }.prefix()
            }
            None => Upload::home(kind, identity, folder),
        };
        let found = keys_below(&self.client, &self.bucket, &prefix, LIST_PAGES)
            .await?
            .into_iter()
            .filter_map(|listed| {
                let (upload, position) = Upload::read_key(kind, identity, folder, &listed.key)?;
                Some(StoredUpload { upload, position, size: listed.size, created_at: listed.created_at })
            });
        Ok(found.collect())
    }

    async fn peek(&self, upload: &Upload, position: u8) -> Result<Option<UploadMetadata>, PortError> {
        let Some(answer) = self.get(&upload.key(position), Some(TYPE_DETECTION_RANGE)).await? else {
            return Ok(None);
        };
        let name = original_file_name(&answer);
        let content_type = answer.content_type().unwrap_or("application/octet-stream").to_owned();
        // `bytes 0-63/1234`: the object has 1,234 bytes.
        let size = answer.content_range().and_then(|range| range.rsplit_once('/')?.1.parse().ok());
        let size = size.ok_or_else(|| PortError::Broken("GetObject: no Content-Range".to_owned()))?;
        Ok(Some(UploadMetadata { name, content_type, size, first_bytes: bytes_of(answer).await? }))
    }

    async fn load(&self, upload: &Upload) -> Result<Vec<Uploaded>, PortError> {
        let mut files = Vec::new();
        for position in 0..upload.positions() {
            // A photo removed before sending leaves a gap.
            if let Some(answer) = self.get(&upload.key(position), None).await? {
                let name = original_file_name(&answer);
                files.push(Uploaded { name, bytes: bytes_of(answer).await? });
            }
        }
        Ok(files)
    }

    async fn put_page(&self, upload: &Upload, page: u16, jpeg: Vec<u8>) -> Result<(), PortError> {
        let request = self
            .client
            .put_object()
            .bucket(&self.bucket)
            .key(upload.page_key(page))
            .content_type("image/jpeg")
            .tagging(UNUSED)
            .body(ByteStream::from(jpeg));
        request.send().await.map(drop).map_err(|error| port_error("PutObject", &error))
    }

    async fn keep(&self, upload: &Upload, pages: u16) -> Result<(), PortError> {
        let positions = (0..upload.positions()).map(|position| upload.key(position));
        for key in positions.chain((0..pages).map(|page| upload.page_key(page))) {
            let request = self.client.delete_object_tagging().bucket(&self.bucket).key(key);
            if let Err(error) = request.send().await {
                match error.as_service_error().and_then(ProvideErrorMetadata::code) {
                    // No object is at this position.
                    Some("NoSuchKey" | "AccessDenied") => {}
                    _ => return Err(port_error("DeleteObjectTagging", &error)),
                }
            }
        }
        Ok(())
    }

    async fn link(&self, key: &str, content_type: &'static str, name: &str) -> Result<String, PortError> {
        let broken = |error: &dyn std::fmt::Display| PortError::Broken(format!("link: {error}"));
        let life = PresigningConfig::expires_in(LINK_LIFE).map_err(|error| broken(&error))?;
        let request = self
            .linking
            .get_object()
            .bucket(&self.bucket)
            .key(key)
            .response_content_type(content_type)
            .response_content_disposition(format!("attachment; filename*=UTF-8''{}", encoded(name)))
            .response_cache_control("private, max-age=240");
        let signed = request.presigned(life).await.map_err(|error| broken(&error))?;
        Ok(signed.uri().to_owned())
    }

    async fn delete(&self, upload: &Upload) -> Result<(), PortError> {
        delete_below(&self.client, &self.bucket, &upload.prefix()).await
    }

    async fn delete_all_of(&self, identity: &OwnerId, folder: &Folder) -> Result<(), PortError> {
        for kind in UploadKind::ALL {
            delete_below(&self.client, &self.bucket, &Upload::home(kind, identity, folder)).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamp_has_signature_format() {
        assert_eq!(signing_moment(Timestamp::from_millis(1_795_246_680_007)), "20261121T073800Z");
    }
}
