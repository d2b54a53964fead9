//! Recipe source in its row: five flat attributes.

use app::OwnerId;
use app::model::{Source, UploadSource};
use app::upload::{Folder, PageSize, ReadAs, SubmissionId, Upload, UploadKind};
use aws_sdk_dynamodb::types::AttributeValue;
use serde::{Deserialize, Serialize};
use zest_core::RecipeId;

use crate::rows::codes::Coded;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum OriginRow {
    Address,
    Blank,
    Copy(RecipeId),
    Upload,
    Sibling(RecipeId),
}

#[derive(Serialize, Deserialize)]
pub(super) struct UploadRow {
    kind: Coded<UploadKind>,
    submission: SubmissionId,
    identity: OwnerId,
    /// Folder name derived from a seed. Old keys have no folder, but the identity id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    folder: Option<String>,
    #[serde(rename = "isPlainText", default, skip_serializing_if = "is_false")]
    is_plain_text: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_false(value: &bool) -> bool {
    !value
}

#[derive(Serialize, Deserialize)]
pub(super) struct PageRow {
    width: u32,
    height: u32,
}

pub(super) struct SourceRow {
    pub(super) origin: Option<OriginRow>,
    pub(super) upload: Option<UploadRow>,
    pub(super) source_name: Option<String>,
    pub(super) pages: Vec<PageRow>,
    pub(super) part: Option<String>,
}

impl From<Source> for SourceRow {
    fn from(source: Source) -> Self {
        let read_from = source.read_from().cloned();
        let part = source.part().map(str::to_owned);
        let origin = match source {
            Source::Address { .. } => OriginRow::Address,
            Source::Blank => OriginRow::Blank,
            Source::Copy(of) => OriginRow::Copy(of),
            Source::Upload(_) => OriginRow::Upload,
            Source::Sibling { of, .. } => OriginRow::Sibling(of),
        };
        let pages = read_from.iter().flat_map(UploadSource::pages).copied().map(PageRow::from).collect();
        let source_name = read_from.as_ref().and_then(UploadSource::name).map(str::to_owned);
        let upload = read_from.as_ref().map(UploadRow::from);
        Self { origin: Some(origin), upload, source_name, pages, part }
    }
}

impl SourceRow {
    /// The stored origin; if unknown, an upload, an address if there is a URL, else written by hand. An
    /// upload of an unknown kind is ignored.
    pub(super) fn into_source(self, has_url: bool) -> Source {
        let Self { origin, upload, source_name, pages, part } = self;
        let is_plain_text = upload.as_ref().is_some_and(|upload| upload.is_plain_text);
        let read_from = upload.and_then(UploadRow::into_upload).map(|upload| {
            let pages = pages.into_iter().map(PageSize::from).collect();
            UploadSource::new(upload, source_name, pages).with_plain_text(is_plain_text)
        });
        match (origin, read_from) {
            (Some(OriginRow::Sibling(of)), Some(upload)) => Source::Sibling { of, upload },
            (_, Some(upload)) => Source::Upload(upload),
            (Some(OriginRow::Address), None) => Source::Address { part },
            (Some(OriginRow::Blank), None) => Source::Blank,
            (Some(OriginRow::Copy(of)), None) => Source::Copy(of),
            (_, None) if has_url => Source::Address { part },
            (_, None) => Source::Blank,
        }
    }
}

impl From<&UploadSource> for UploadRow {
    fn from(source: &UploadSource) -> Self {
        let Upload { kind, submission, identity, folder } = source.upload().clone();
        let folder = match folder {
            Folder::Identity => None,
            Folder::Keyed(name) => Some(name),
        };
        let is_plain_text = source.read_as() == ReadAs::PlainText;
        Self { kind: kind.into(), submission, identity, folder, is_plain_text }
    }
}

pub(super) fn upload_of(attribute: AttributeValue) -> Option<Upload> {
    serde_dynamo::from_attribute_value::<_, UploadRow>(attribute).ok()?.into_upload()
}

impl UploadRow {
    fn into_upload(self) -> Option<Upload> {
        let Self { kind, submission, identity, folder, is_plain_text: _ } = self;
        let folder = folder.map_or(Folder::Identity, Folder::Keyed);
        Some(Upload { kind: kind.known()?, submission, identity, folder })
    }
}

impl From<PageSize> for PageRow {
    fn from(PageSize { width, height }: PageSize) -> Self {
        Self { width, height }
    }
}

impl From<PageRow> for PageSize {
    fn from(PageRow { width, height }: PageRow) -> Self {
        Self { width, height }
    }
}
