#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use app::AppError;
use app::import::{CreateRecipeInput, NewSource};
use app::refusal::Refusal;
use app::upload::SubmissionId;
use test_support::samples::id;

const SUBMISSION: &str = "0f8b4c1e-52d6-4a7b-9c3d-1e2f3a4b5c6d";

#[test]
fn import_names_exactly_one_source() {
    let address = || Some("https://example.com/".to_owned());
    let upload = || Some(SUBMISSION.to_owned());
    let none = || CreateRecipeInput { id: id(2).to_string(), ..CreateRecipeInput::default() };
    for (what, input, refusal) in [
        ("nothing", none(), Refusal::OneSource),
        (
            "an address and photos",
            CreateRecipeInput { url: address(), picture_submission: upload(), ..none() },
            Refusal::OneSource,
        ),
        (
            "photos and a file",
            CreateRecipeInput { picture_submission: upload(), file_submission: upload(), ..none() },
            Refusal::OneSource,
        ),
        (
            "a sent page without its address",
            CreateRecipeInput { page_submission: upload(), ..none() },
            Refusal::OneSource,
        ),
        (
            "a sent page with photos",
            CreateRecipeInput {
                url: address(),
                page_submission: upload(),
                picture_submission: upload(),
                ..none()
            },
            Refusal::OneSource,
        ),
        (
            "a part of a file",
            CreateRecipeInput { part: Some("Fig".to_owned()), file_submission: upload(), ..none() },
            Refusal::PartAlone,
        ),
        (
            "an empty part",
            CreateRecipeInput { part: Some(" ".to_owned()), url: address(), ..none() },
            Refusal::LongPart,
        ),
        (
            "a malformed submission",
            CreateRecipeInput { file_submission: Some("../7".to_owned()), ..none() },
            Refusal::MalformedSubmission,
        ),
    ] {
        assert_eq!(input.parse(), Err(AppError::InvalidInput(refusal)), "{what}");
    }
    let part = CreateRecipeInput { part: Some(" Fig ".to_owned()), url: address(), ..none() };
    let source = NewSource::Address { url: "https://example.com/".to_owned(), part: Some("Fig".to_owned()) };
    assert_eq!(part.parse().map(|input| input.source), Ok(source));
    let copied = CreateRecipeInput { url: address(), file_submission: upload(), ..none() };
    let source = NewSource::File { submission: SubmissionId::parse(SUBMISSION).unwrap(), url: address() };
    assert_eq!(copied.parse().map(|input| input.source), Ok(source));
}
