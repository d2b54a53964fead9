use app::reading::UploadReader;
use app::upload::{UploadKind, Uploaded};
use app::{AppError, ErrorCode};
use extract::{Extraction, Page};
use upload_sandbox::{ProcessOpener, RecognisingReader, Tesseract};

use crate::input::{Input, InputKind};

/// Recipes of an input. A page always gives one; another input without a recipe is an error. `part` selects a
/// page's recipe by title.
pub(crate) fn read(input: &Input, part: Option<&str>) -> Result<Vec<Extraction>, String> {
    let kind = match input.kind {
        InputKind::Page => {
            let (url, content_type) = (input.url.clone(), input.content_type.clone());
            let page = Page { url, content_type, bytes: input.bytes.clone() };
            return Ok(vec![
                part.map_or_else(|| extract::read(&page), |part| extract::read_part(&page, part)),
            ]);
        }
        InputKind::Picture => UploadKind::Picture,
        InputKind::Document => UploadKind::File,
    };
    let failed = |sentence: &str| format!("{}: {sentence}", input.id);
    let entries = match upload(input, kind) {
        Ok(entries) => entries,
        Err(AppError::ImportFailed(code)) => return Err(failed(code.sentence())),
        Err(error) => return Err(failed(&error.to_string())),
    };
    let mut recipes = Vec::new();
    let mut reason: Option<ErrorCode> = None;
    for recipe in upload_sandbox::recipes(kind, entries) {
        match recipe {
            Ok(extraction) => recipes.push(extraction),
            Err(code) => reason = Some(code),
        }
    }
    if recipes.is_empty() {
        return Err(failed(reason.unwrap_or(kind.no_recipe_code()).sentence()));
    }
    Ok(recipes)
}

fn upload(input: &Input, kind: UploadKind) -> Result<Vec<app::reading::Entry>, AppError> {
    let internal = |error: std::io::Error| AppError::Internal(error.to_string());
    let opener = ProcessOpener::of_this_program().map_err(internal)?;
    let reader = RecognisingReader { opener, recogniser: Tesseract::from_environment() };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(internal)?;
    let files = vec![Uploaded { name: input.name.clone(), bytes: input.bytes.clone() }];
    Ok(runtime.block_on(reader.read(kind.into(), files, None))?.entries)
}
