//! Where a recipe comes from: each way with what is known only of it, so that nothing but what came of an upload has one.

use crate::ids::RecipeId;
use crate::model::import::Stage;
use crate::upload::{PageSize, ReadAs, SubmissionId, Upload, UploadKind};

/// How a recipe has come into the book. The address that it names is beside this: a person may write one into any
/// recipe, and take it out of any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Imported from an address.
    Address {
        /// Which recipe of a page that holds several; `None` for the one that the page is about.
        part: Option<String>,
    },
    /// Begun by hand: there from the start, and empty but for [`BLANK_TITLE`](super::BLANK_TITLE).
    Blank,
    /// Copied from this other recipe.
    Copy(RecipeId),
    /// Imported from an upload, with which it was created.
    Upload(UploadSource),
    /// Found in the upload with which another recipe was created.
    Sibling {
        /// The recipe that was created with the upload.
        of: RecipeId,
        /// The same upload, which both keep.
        upload: UploadSource,
    },
}

/// An upload as the source of a recipe, with what the state READING has found in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UploadSource {
    upload: Upload,
    is_plain_text: bool,
    name: Option<String>,
    pages: Vec<PageSize>,
}

impl UploadSource {
    /// An upload of which nothing is known yet but what names it, and whether it is to be read as nothing but plain text.
    #[must_use]
    pub fn submitted(upload: Upload, is_plain_text: bool) -> Self {
        Self::new(upload, None, Vec::new()).with_plain_text(is_plain_text)
    }

    /// An upload as it was found to be: the uploaded file's own name, and the upright pages that were made of it.
    #[must_use]
    pub fn new(upload: Upload, name: Option<String>, pages: Vec<PageSize>) -> Self {
        Self { upload, is_plain_text: false, name, pages }
    }

    /// The same, to be read as nothing but plain text if it is a file and `is_plain_text`.
    #[must_use]
    pub fn with_plain_text(self, is_plain_text: bool) -> Self {
        Self { is_plain_text: is_plain_text && self.upload.kind == UploadKind::File, ..self }
    }

    /// What it is taken for when it is read.
    #[must_use]
    pub fn read_as(&self) -> ReadAs {
        if self.is_plain_text { ReadAs::PlainText } else { self.upload.kind.into() }
    }

    /// What names the upload.
    #[must_use]
    pub fn upload(&self) -> &Upload {
        &self.upload
    }

    /// The uploaded file's own name; `None` until it has been read, and for one that has none.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The upright pages that were made of it, in order; empty until it has been read, and for what has no pages.
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
    /// Whether an import of it costs nothing: those of addresses, of sent pages and of plain text do not, and what has no import of its own
    /// cannot.
    #[must_use]
    pub fn is_free(&self) -> bool {
        match self {
            Self::Upload(upload) => matches!(upload.read_as(), ReadAs::PlainText | ReadAs::Page),
            Self::Address { .. } | Self::Blank | Self::Copy(_) | Self::Sibling { .. } => true,
        }
    }

    /// The upload that the recipe was read from, with what is known of it; `None` for what came of none.
    #[must_use]
    pub fn read_from(&self) -> Option<&UploadSource> {
        match self {
            Self::Upload(upload) | Self::Sibling { upload, .. } => Some(upload),
            Self::Address { .. } | Self::Blank | Self::Copy(_) => None,
        }
    }

    /// The upload that the recipe was read from; `None` for what came of none.
    #[must_use]
    pub fn upload(&self) -> Option<&Upload> {
        self.read_from().map(UploadSource::upload)
    }

    /// The submission of the recipe's upload, if that is of this kind.
    #[must_use]
    pub fn submission(&self, kind: UploadKind) -> Option<&SubmissionId> {
        self.upload().filter(|upload| upload.kind == kind).map(|upload| &upload.submission)
    }

    /// The uploaded file's own name; `None` for what came of none.
    #[must_use]
    pub fn file_name(&self) -> Option<&str> {
        self.read_from().and_then(UploadSource::name)
    }

    /// Which recipe of its page it is, where the page holds several and it is not the one that the page is about.
    #[must_use]
    pub fn part(&self) -> Option<&str> {
        match self {
            Self::Address { part } => part.as_deref(),
            Self::Upload(_) | Self::Blank | Self::Copy(_) | Self::Sibling { .. } => None,
        }
    }

    /// Whether the recipe had an import of its own.
    #[must_use]
    pub fn is_imported(&self) -> bool {
        matches!(self, Self::Address { .. } | Self::Upload(_))
    }

    /// The stage with which an import begins. All but an upload of its own can be imported from an address alone.
    #[must_use]
    pub fn first_stage(&self) -> Stage {
        Stage::first(matches!(self, Self::Upload(_)))
    }

    /// Whether two requests that create a recipe name the same source. Two uploads are one to the person also when the
    /// identity id differs: who has signed in meanwhile may send the same request again. What has been found in an upload
    /// since does not count.
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
    fn the_same_request_names_the_same_source_whatever_was_found_in_it_since() {
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
    fn only_what_came_of_an_upload_has_one() {
        let pictures = upload(UploadKind::Picture, ONE, "guest");
        let id = RecipeId::parse(&"1".repeat(32)).unwrap();
        let read = UploadSource::new(pictures.clone(), Some("card.jpg".to_owned()), Vec::new());
        for (source, has_upload, is_imported, first) in [
            (Source::Address { part: None }, false, true, Stage::Fetching),
            (Source::Blank, false, false, Stage::Fetching),
            (Source::Copy(id.clone()), false, false, Stage::Fetching),
            (Source::Upload(read.clone()), true, true, Stage::Reading),
            // The upload is another recipe's to import.
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
