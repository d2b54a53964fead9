//! What the command line asks for.

use std::path::PathBuf;

use recipe::Language;
use url::Url;

pub(crate) const USAGE: &str = "\
usage: extract [--jsonl] [--full] [--url URL] [--manifest FILE] FILE...
       extract --lines [--jsonl] [--language en|es|fr] < LINES

Prints one JSON object a line.

Pages: id, title, ingredients, instructions, prep_minutes, cook_minutes, total_minutes, yields, image, nutrients,
description and language of each FILE.
  --full           adds the whole extraction with its provenance and diagnostics as \"extraction\",
                   and as \"computed_nutrients\" what is reckoned from the ingredient lines
  --url URL        the address that all FILEs came from; relative addresses start there. Without it the folder of
                   a FILE is taken for its host where it looks like one (kitchen.example/pie.html)
  --manifest FILE  reads the pages named there, one {\"id\", \"file\", \"url\"} a line; \"file\" is relative to the
                   manifest, \"id\" and \"url\" may be missing. The id of a page is else its folder/stem

Lines: name, quantity, unit and note of each ingredient line on standard input, in the same order.
  --language CODE  whose words count first
  --jsonl          each line is an object: \"sentence\" is read, in the language \"lang\" where it has one.
                   (For pages, it changes nothing.)

Ends with 1 when some input could not be read, with 2 when the arguments make no sense.";

/// What the command line asks for, of the commands that exclude each other.
#[derive(Debug)]
pub(crate) enum Task {
    Help,
    Pages(Pages),
    Lines(Lines),
}

/// The pages to read, as files and in manifests, and the address that files came from.
#[derive(Debug, Default)]
pub(crate) struct Pages {
    pub(crate) is_full: bool,
    pub(crate) url: Option<Url>,
    pub(crate) manifests: Vec<PathBuf>,
    pub(crate) files: Vec<PathBuf>,
}

/// How the ingredient lines come.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    pub(crate) are_objects: bool,
    pub(crate) language: Option<Language>,
}

pub(crate) fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Task, String> {
    let (mut pages, mut lines) = (Pages::default(), Lines::default());
    let mut wants_lines = false;
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let mut value = |what: &str| arguments.next().ok_or(format!("{argument} needs {what}"));
        match argument.as_str() {
            "--help" | "-h" => return Ok(Task::Help),
            "--full" => pages.is_full = true,
            "--jsonl" => lines.are_objects = true,
            "--lines" => wants_lines = true,
            "--manifest" => pages.manifests.push(value("a file")?.into()),
            "--url" => {
                let url = value("an address")?;
                pages.url = Some(Url::parse(&url).map_err(|error| format!("{url} is no address: {error}"))?);
            }
            "--language" => {
                let code = value("a language")?;
                let language = Language::from_tag(&code);
                lines.language = Some(language.ok_or(format!("{code} is none of the languages en, es, fr"))?);
            }
            "--" => pages.files.extend(arguments.by_ref().map(PathBuf::from)),
            option if option.starts_with('-') => return Err(format!("unknown option {option}")),
            file => pages.files.push(file.into()),
        }
    }
    let has_pages = !pages.files.is_empty() || !pages.manifests.is_empty();
    match (wants_lines, has_pages) {
        (true, true) => Err(String::from("--lines reads standard input and takes no files")),
        (true, false) => Ok(Task::Lines(lines)),
        (false, false) => Err(String::from("no file is named")),
        (false, true) => Ok(Task::Pages(pages)),
    }
}
