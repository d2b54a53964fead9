use std::num::NonZeroUsize;
use std::path::PathBuf;

use recipe::Language;

pub(crate) const USAGE: &str = "\
usage: read-media [--kind KIND] [--only TEXT] [--every N] [--jobs N] [--hint en|es|fr] [--show-text] PATH...
       read-media --texts FILE

Reads pictures and files as an import does, and prints one JSON object per line for each recipe: id, title, ingredients,
instructions, prep_minutes, cook_minutes, total_minutes, yields, language and so on, seconds (of the whole upload),
and error with a code if there is no recipe.

A PATH is a picture, a file, a manifest (*.jsonl) or a folder with a manifest.jsonl. A manifest has one
{\"id\", \"file\" or \"files\", \"kind\", \"layout\", \"index\"} per line, with paths relative to it; several \"files\" are
pictures of one recipe; \"index\" is the position of the recipe in a file with several. Recipes without their own line
are printed under the first id with +1, +2 and so on.
  --kind KIND      only entries of this kind or layout; \"file\" means everything except pictures and hostile files.
                   If PATH is a single upload: picture or file, the way it was sent
  --only TEXT      only ids that contain TEXT
  --every N        only the first of every N uploads
  --jobs N         number of uploads at once
  --hint CODE      the probable language of the text
  --show-text      adds the recognised text as \"texts\"
  --texts FILE     reads the recipes in texts that --show-text printed";

#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) kind: Option<String>,
    pub(crate) only: Option<String>,
    pub(crate) every: NonZeroUsize,
    pub(crate) jobs: NonZeroUsize,
    pub(crate) hint: Option<Language>,
    pub(crate) shows_text: bool,
    pub(crate) texts: Option<PathBuf>,
}

pub(crate) fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Option<Wanted>, String> {
    let mut wanted = Wanted {
        paths: Vec::new(),
        kind: None,
        only: None,
        every: NonZeroUsize::MIN,
        jobs: NonZeroUsize::MIN,
        hint: None,
        shows_text: false,
        texts: None,
    };
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let mut value = |what: &str| arguments.next().ok_or(format!("{argument} needs {what}"));
        match argument.as_str() {
            "--help" | "-h" => return Ok(None),
            "--show-text" => wanted.shows_text = true,
            "--texts" => wanted.texts = Some(value("a file")?.into()),
            "--kind" => wanted.kind = Some(value("a kind")?),
            "--only" => wanted.only = Some(value("a part of an id")?),
            "--every" => wanted.every = number(&value("a number")?)?,
            "--jobs" => wanted.jobs = number(&value("a number")?)?,
            "--hint" => {
                let code = value("a language")?;
                let language = Language::from_tag(&code);
                wanted.hint = Some(language.ok_or(format!("{code} is not a language: use en, es or fr"))?);
            }
            "--" => wanted.paths.extend(arguments.by_ref().map(PathBuf::from)),
            option if option.starts_with('-') => return Err(format!("unknown option {option}")),
            path => wanted.paths.push(path.into()),
        }
    }
    if wanted.paths.is_empty() && wanted.texts.is_none() {
        Err(String::from("no path is named"))
    } else {
        Ok(Some(wanted))
    }
}

fn number(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| format!("{text} is no number from 1"))
}
