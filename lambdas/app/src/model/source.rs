use crate::model::import::Stage;
use crate::upload::{PageSize, ReadAs, SubmissionId, Upload, UploadKind};
use zest_core::RecipeId;

/// How a recipe was created. Its address can be edited, so it is stored separately.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Imported from an address.
    Address {
        /// Title of one of several recipes on the page; `None` for the page's main recipe.
        part: Option<String>,
    },
    /// Created by hand, with the title [`BLANK_TITLE`](super::BLANK_TITLE).
    Blank,
    /// Copied from this recipe.
    Copy(RecipeId),
    /// Imported from an upload; the recipe was created with it.
    Upload(UploadSource),
    /// Found in an upload that another recipe was created with.
    Sibling {
        /// The recipe that was created with the upload.
        of: RecipeId,
        /// The shared upload.
        upload: UploadSource,
    },
}

/// An upload as the source of a recipe, with the results of the state READING.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UploadSource {
    upload: Upload,
    is_plain_text: bool,
    name: Option<String>,
    pages: Vec<PageSize>,
}

impl UploadSource {
    /// An unread upload. With `is_plain_text`, only plain text is read.
    #[must_use]
    pub fn submitted(upload: Upload, is_plain_text: bool) -> Self {
        Self::new(upload, None, Vec::new()).with_plain_text(is_plain_text)
    }

    /// An upload with its file name and the sizes of its page images.
    #[must_use]
    pub fn new(upload: Upload, name: Option<String>, pages: Vec<PageSize>) -> Self {
        Self { upload, is_plain_text: false, name, pages }
    }

    /// Only allows plain text for a file; ignored for other kinds.
    #[must_use]
    pub fn with_plain_text(self, is_plain_text: bool) -> Self {
        Self { is_plain_text: is_plain_text && self.upload.kind == UploadKind::File, ..self }
    }

    /// How the upload is read.
    #[must_use]
    pub fn read_as(&self) -> ReadAs {
        if self.is_plain_text { ReadAs::PlainText } else { self.upload.kind.into() }
    }

    /// Id of the upload.
    #[must_use]
    pub fn upload(&self) -> &Upload {
        &self.upload
    }

    /// File name; `None` if there is none or the upload has not been read.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Sizes of the upright page images in order.
    #[must_use]
    pub fn pages(&self) -> &[PageSize] {
        &self.pages
    }

    pub(super) fn rename(&mut self, name: Option<String>) {
        self.name = name;
    }

    pub(super) fn set_pages(&mut self, pages: Vec<PageSize>) {
        self.pages = pages;
    }
}

impl Source {
    /// Whether the import is free: addresses, sent pages and plain text.
    #[must_use]
    pub fn is_free(&self) -> bool {
        match self {
            Self::Upload(upload) => matches!(upload.read_as(), ReadAs::PlainText | ReadAs::Page),
            Self::Address { .. } | Self::Blank | Self::Copy(_) | Self::Sibling { .. } => true,
        }
    }

    /// The upload with its reading results; `None` without one.
    #[must_use]
    pub fn read_from(&self) -> Option<&UploadSource> {
        match self {
            Self::Upload(upload) | Self::Sibling { upload, .. } => Some(upload),
            Self::Address { .. } | Self::Blank | Self::Copy(_) => None,
        }
    }

    /// The upload; `None` without one.
    #[must_use]
    pub fn upload(&self) -> Option<&Upload> {
        self.read_from().map(UploadSource::upload)
    }

    /// Submission id of the upload if it is of this kind.
    #[must_use]
    pub fn submission(&self, kind: UploadKind) -> Option<&SubmissionId> {
        self.upload().filter(|upload| upload.kind == kind).map(|upload| &upload.submission)
    }

    /// Name of the uploaded file.
    #[must_use]
    pub fn file_name(&self) -> Option<&str> {
        self.read_from().and_then(UploadSource::name)
    }

    /// Title of one of several recipes on a page; `None` for the page's main recipe.
    #[must_use]
    pub fn part(&self) -> Option<&str> {
        match self {
            Self::Address { part } => part.as_deref(),
            Self::Upload(_) | Self::Blank | Self::Copy(_) | Self::Sibling { .. } => None,
        }
    }

    /// Whether the recipe had its own import.
    #[must_use]
    pub fn is_imported(&self) -> bool {
        matches!(self, Self::Address { .. } | Self::Upload(_))
    }

    /// First stage. Only the recipe that was created with an upload starts with READING.
    #[must_use]
    pub fn first_stage(&self) -> Stage {
        Stage::first(matches!(self, Self::Upload(_)))
    }

    /// Whether two create requests have the same source. Ignores identity ids, because the user may have
    /// signed in since, and the results of READING.
    #[must_use]
    pub fn is_same_request(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Address { part }, Self::Address { part: other }) => part == other,
            (Self::Blank, Self::Blank) => true,
            (Self::Copy(of), Self::Copy(other)) => of == other,
            (Self::Upload(stored), Self::Upload(sent)) => {
                let (stored, sent) = (&stored.upload, &sent.upload);
                stored.kind == sent.kind && stored.submission == sent.submission
            }
            (Self::Sibling { of, .. }, Self::Sibling { of: other, .. }) => of == other,
            (
                Self::Address { .. } | Self::Blank | Self::Copy(_) | Self::Upload(_) | Self::Sibling { .. },
                Self::Address { .. } | Self::Blank | Self::Copy(_) | Self::Upload(_) | Self::Sibling { .. },
            ) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::OwnerId;
    use crate::upload::Folder;

    fn upload(kind: UploadKind, submission: &str, identity: &str) -> Upload {
        let submission = SubmissionId::parse(submission).unwrap();
        Upload { kind, submission, identity: OwnerId::new(identity), folder: Folder::Identity }
    }

    const ONE: &str = "0f8b4c1e-52d6-4a7b-9c3d-1e2f3a4b5c6d";
    const OTHER: &str = "1f8b4c1e-52d6-4a7b-9c3d-1e2f3a4b5c6d";

    fn submitted(upload: Upload) -> Source {
        Source::Upload(UploadSource::submitted(upload, false))
    }

    #[test]
    fn same_request_compares_the_source_without_reading_results() {
        let id = |digit: &str| RecipeId::parse(&digit.repeat(32)).unwrap();
        let guests = upload(UploadKind::File, ONE, "guest");
        let read = |upload: &Upload| {
            let pages = vec![PageSize { width: 1, height: 2 }];
            UploadSource::new(upload.clone(), Some("book.txt".to_owned()), pages)
        };
        let sources = [
            Source::Address { part: None },
            Source::Address { part: Some("Fig pie".to_owned()) },
            Source::Address { part: Some("Leek soup".to_owned()) },
            Source::Blank,
            Source::Copy(id("1")),
            Source::Copy(id("2")),
            submitted(guests.clone()),
            submitted(upload(UploadKind::Picture, ONE, "guest")),
            submitted(upload(UploadKind::File, OTHER, "guest")),
            Source::Sibling { of: id("1"), upload: read(&guests) },
            Source::Sibling { of: id("2"), upload: read(&guests) },
        ];
        for (at, one) in sources.iter().enumerate() {
            for (beside, other) in sources.iter().enumerate() {
                assert_eq!(one.is_same_request(other), at == beside, "{one:?} and {other:?}");
            }
        }
        let members = upload(UploadKind::File, ONE, "member");
        assert!(Source::Upload(read(&guests)).is_same_request(&submitted(members)));
    }

    #[test]
    fn only_upload_and_sibling_sources_have_an_upload() {
        let pictures = upload(UploadKind::Picture, ONE, "guest");
        let id = RecipeId::parse(&"1".repeat(32)).unwrap();
        let read = UploadSource::new(pictures.clone(), Some("card.jpg".to_owned()), Vec::new());
        for (source, has_upload, is_imported, first) in [
            (Source::Address { part: None }, false, true, Stage::Fetching),
            (Source::Blank, false, false, Stage::Fetching),
            (Source::Copy(id.clone()), false, false, Stage::Fetching),
            (Source::Upload(read.clone()), true, true, Stage::Reading),
            // The other recipe imports the upload.
            (Source::Sibling { of: id, upload: read }, true, false, Stage::Fetching),
        ] {
            assert_eq!(source.upload(), has_upload.then_some(&pictures), "{source:?}");
            assert_eq!(source.file_name(), has_upload.then_some("card.jpg"), "{source:?}");
            let submission = has_upload.then_some(&pictures.submission);
            assert_eq!(source.submission(UploadKind::Picture), submission, "{source:?}");
            assert_eq!(source.submission(UploadKind::File), None, "{source:?}");
            assert_eq!((source.is_imported(), source.first_stage()), (is_imported, first), "{source:?}");
        }
    }
}
