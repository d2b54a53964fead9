use std::path::PathBuf;

use recipe::Language;
use recipe::adapt::System;
use recipe::diet::Diet;
use url::Url;

use crate::adapted::Adaptations;

pub(crate) const USAGE: &str = "\
usage: extract [--format FORMAT] [--full] [--part TITLE] [--servings N] [--diet DIET] [--units UNITS] [--url URL]
               [--manifest FILE] ADDRESS|FILE...
       extract --lines [--jsonl] [--language en|es|fr] < LINES

Prints the recipes in web pages (by address or from files), documents (PDF, DOCX, ODT, RTF, EPUB, Markdown, text),
export files of other apps, and pictures (if tesseract is installed). A file may have up to 20 MiB.
  --format FORMAT  jsonl     one flat JSON object per line, for comparing recipe readers: id, title, ingredients,
                             instructions, prep_minutes, cook_minutes, total_minutes, yields, image, nutrients,
                             description, author and language. This is the default
                   json      everything known about a recipe: lines with parts and groups, steps, times, tags
                   json-ld   a schema.org/Recipe document
                   markdown  text for people
  --full           adds to jsonl the whole extraction with provenance and diagnostics as \"extraction\",
                   and the nutrition computed from the ingredients as \"computed_nutrients\"
  --part TITLE     the recipe with this title, on a page with several. The other titles are printed to standard error,
                   and with --full as \"otherRecipes\"
  --servings N     scales the recipe to N people
  --diet DIET      adapts the recipe: vegan, vegetarian or gluten-reduced
  --units UNITS    converts amounts: metric or us. Lines that could not be changed, and warnings, are printed to
                   standard error. These three options do not work with jsonl
  --url URL        the address that all FILEs came from; relative links start there. Without it, a folder name that
                   looks like a host is used (kitchen.example/pie.html)
  --manifest FILE  reads the pages listed in FILE, one {\"id\", \"file\", \"url\"} per line. \"file\" is relative to
                   the manifest; \"id\" and \"url\" are optional. The default id is folder/stem

--lines prints the name, quantity, unit and note of each ingredient line on standard input, in the same order.
  --language CODE  the language to try first
  --jsonl          each line is an object with the text in \"sentence\" and, optionally, its language in \"lang\".
                   (For recipes, this option has no effect.)

Exit code: 1 if an input could not be read, 2 if the arguments are invalid.";

#[derive(Debug)]
pub(crate) enum Task {
    Help,
    Recipes(Recipes),
    Lines(Lines),
}

#[derive(Debug, Default)]
pub(crate) struct Recipes {
    pub(crate) format: Format,
    pub(crate) is_full: bool,
    /// Selects one of several recipes of a page.
    pub(crate) part: Option<String>,
    pub(crate) wishes: Adaptations,
    pub(crate) url: Option<Url>,
    pub(crate) manifests: Vec<PathBuf>,
    pub(crate) sources: Vec<Source>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Format {
    #[default]
    JsonLines,
    Json,
    JsonLd,
    Markdown,
}

#[derive(Debug)]
pub(crate) enum Source {
    Address(Url),
    File(PathBuf),
}

#[derive(Debug, Default)]
pub(crate) struct Lines {
    pub(crate) are_objects: bool,
    pub(crate) language: Option<Language>,
}

pub(crate) fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Task, String> {
    let (mut recipes, mut lines) = (Recipes::default(), Lines::default());
    let mut wants_lines = false;
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let mut value = |what: &str| arguments.next().ok_or(format!("{argument} needs {what}"));
        match argument.as_str() {
            "--help" | "-h" => return Ok(Task::Help),
            "--full" => recipes.is_full = true,
            "--jsonl" => lines.are_objects = true,
            "--lines" => wants_lines = true,
            "--part" => recipes.part = Some(value("a title")?),
            "--manifest" => recipes.manifests.push(value("a file")?.into()),
            "--url" => {
                let url = value("an address")?;
                recipes.url =
                    Some(Url::parse(&url).map_err(|error| format!("{url} is not an address: {error}"))?);
            }
            "--language" => {
                let code = value("a language")?;
                let language = Language::from_tag(&code);
                lines.language = Some(language.ok_or(format!("{code} is not a language: use en, es or fr"))?);
            }
            "--format" => {
                let name = value("a name")?;
                let format = Format::named(&name);
                recipes.format =
                    format.ok_or(format!("{name} is not a format: use jsonl, json, json-ld or markdown"))?;
            }
            "--servings" => {
                let number = value("a number")?;
                let servings = number.parse().ok().filter(|servings| (1..=1_000).contains(servings));
                recipes.wishes.servings =
                    Some(servings.ok_or(format!("{number} is not a number of people from 1 to 1000"))?);
            }
            "--diet" => {
                let name = value("a name")?;
                recipes.wishes.diet = Some(match name.as_str() {
                    "vegan" => Diet::Vegan,
                    "vegetarian" => Diet::Vegetarian,
                    "gluten-reduced" => Diet::GlutenReduced,
                    _ => {
                        return Err(format!("{name} is not a diet: use vegan, vegetarian or gluten-reduced"));
                    }
                });
            }
            "--units" => {
                let name = value("a name")?;
                recipes.wishes.units = Some(match name.as_str() {
                    "metric" => System::Metric,
                    "us" => System::Us,
                    _ => return Err(format!("{name} is not a system of units: use metric or us")),
                });
            }
            "--" => recipes.sources.extend(arguments.by_ref().map(PathBuf::from).map(Source::File)),
            option if option.starts_with('-') => return Err(format!("unknown option {option}")),
            source => recipes.sources.push(Source::named(source)?),
        }
    }
    let has_sources = !recipes.sources.is_empty() || !recipes.manifests.is_empty();
    match (wants_lines, has_sources) {
        (true, true) => Err(String::from("--lines reads standard input and takes no files")),
        (true, false) => Ok(Task::Lines(lines)),
        (false, false) => Err(String::from("no address or file given")),
        // JSON lines are compared with the page, so they must not be adapted.
        (false, true) if recipes.format == Format::JsonLines && recipes.wishes.is_any() => {
            Err(String::from("--servings, --diet and --units need --format json, json-ld or markdown"))
        }
        (false, true) => Ok(Task::Recipes(recipes)),
    }
}

impl Format {
    fn named(name: &str) -> Option<Self> {
        match name {
            "jsonl" => Some(Self::JsonLines),
            "json" => Some(Self::Json),
            "json-ld" => Some(Self::JsonLd),
            "markdown" => Some(Self::Markdown),
            _ => None,
        }
    }
}

impl Source {
    /// `http(s)://` is a URL, anything else a file.
    fn named(text: &str) -> Result<Self, String> {
        if text.starts_with("https://") || text.starts_with("http://") {
            let address = Url::parse(text).map_err(|error| format!("{text} is not an address: {error}"))?;
            return Ok(Self::Address(address));
        }
        Ok(Self::File(text.into()))
    }
}
