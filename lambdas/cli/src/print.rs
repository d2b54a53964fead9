use std::io::{self, Write};

use extract::{Extraction, Prediction, Verdict};
use recipe::nutrition;

use crate::adapted::adapted;
use crate::arguments::{Format, Recipes, Source};
use crate::format::{Recipe, json, markdown};
use crate::input::{self, Input};
use crate::{manifest, source};

/// Prints recipes, and errors to standard error. Returns whether no input failed.
pub(crate) fn print(wanted: &Recipes, out: &mut impl Write) -> io::Result<bool> {
    let mut is_whole = true;
    for list in &wanted.manifests {
        for entry in manifest::entries(list) {
            let url = |own| Option::or(own, wanted.url.clone());
            let input = entry.and_then(|entry| input::page(&entry.file, entry.id, url(entry.url)));
            is_whole &= print_input(input, wanted, out)?;
        }
    }
    for source in &wanted.sources {
        let input = match source {
            Source::Address(address) => input::fetch(address),
            Source::File(file) => input::file(file, wanted.url.clone()),
        };
        is_whole &= print_input(input, wanted, out)?;
    }
    Ok(is_whole)
}

fn print_input(input: Result<Input, String>, wanted: &Recipes, out: &mut impl Write) -> io::Result<bool> {
    let found =
        input.and_then(|input| source::read(&input, wanted.part.as_deref()).map(|found| (input, found)));
    let (input, found) = match found {
        Ok(found) => found,
        Err(reason) => return Ok(report_error(&reason)),
    };
    let mut is_whole = true;
    for (number, extraction) in found.iter().enumerate() {
        let id = match number {
            0 => input.id.clone(),
            number => format!("{}+{number}", input.id),
        };
        is_whole &= print_recipe(&id, &input, extraction, wanted, out)?;
    }
    Ok(is_whole)
}

fn print_recipe(
    id: &str,
    input: &Input,
    extraction: &Extraction,
    wanted: &Recipes,
    out: &mut impl Write,
) -> io::Result<bool> {
    // JSON lines have one line per page, even without a recipe.
    if wanted.format != Format::JsonLines && extraction.verdict != Verdict::Recipe {
        return Ok(report_error(&format!("{id}: there is no recipe on this page")));
    }
    let (content, notes) = adapted(&extraction.content, wanted.wishes);
    for note in notes {
        eprintln!("extract: {id}: {note}");
    }
    if wanted.format != Format::JsonLines && !extraction.other_recipes.is_empty() {
        eprintln!(
            "extract: {id}: other recipes on this page (see --part): {}",
            extraction.other_recipes.join("; ")
        );
    }
    let recipe = Recipe {
        content: &content,
        url: extraction.source_url.as_deref().or(input.is_known.then_some(input.url.as_str())),
        notes: extraction.notes.as_deref(),
    };
    match wanted.format {
        Format::JsonLines => {
            let computed =
                if wanted.is_full { nutrition::per_serving(&extraction.content).nutrition } else { None };
            let prediction = match wanted.is_full {
                true => Prediction::full(id, extraction, computed.as_ref()),
                false => Prediction::of(id, extraction),
            };
            serde_json::to_writer(&mut *out, &prediction)?;
            out.write_all(b"\n")?;
        }
        Format::Json => out.write_all(json::write(&recipe)?.as_bytes())?,
        Format::JsonLd => {
            let recipe = recipe::schema_org::Recipe {
                content: &content,
                url: recipe.url,
                source: None,
                image: content.picture_url.as_deref(),
            };
            out.write_all(recipe::schema_org::document(&recipe)?.as_bytes())?;
        }
        Format::Markdown => out.write_all(markdown::write(&recipe).as_bytes())?,
    }
    Ok(true)
}

fn report_error(reason: &str) -> bool {
    eprintln!("extract: {reason}");
    false
}
