//! `read-media PATH…` reads photos and files as an import does, and prints one JSON object per line.

mod arguments;
mod uploads;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use app::reading::{Entry, Found, UploadReader};
use app::upload::{UploadKind, Uploaded};
use app::{AppError, ErrorCode};
use arguments::{USAGE, Wanted};
use extract::{Extraction, Prediction, Text, Verdict};
use serde::{Deserialize, Serialize};
use upload_sandbox::{ProcessOpener, RecognisingReader, Tesseract};
use uploads::Upload;

/// Exit code: a file could not be read, or the output failed.
const INCOMPLETE: u8 = 1;
const MISUSED: u8 = 2;

#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    prediction: Prediction<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'static str>,
    found: usize,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    texts: Option<&'a [Text]>,
}

struct UploadResult {
    recipes: Vec<Result<Extraction, ErrorCode>>,
    texts: Vec<Text>,
}

fn main() -> ExitCode {
    upload_sandbox::run_if_child();
    let found = arguments::parse(std::env::args().skip(1)).and_then(|wanted| {
        wanted.map(|wanted| uploads::find(&wanted).map(|found| (wanted, found))).transpose()
    });
    match found {
        Err(reason) => {
            eprintln!("read-media: {reason}; see read-media --help");
            ExitCode::from(MISUSED)
        }
        Ok(None) => match writeln!(io::stdout(), "{USAGE}") {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(INCOMPLETE),
        },
        Ok(Some((wanted, found))) => match &wanted.texts {
            None => read_all(&wanted, &found),
            Some(file) => match read_texts(file, &wanted) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => {
                    eprintln!("read-media: {}: {error}", file.display());
                    ExitCode::from(INCOMPLETE)
                }
            },
        },
    }
}

#[derive(Deserialize)]
struct Printed {
    id: String,
    /// Texts of the upload, only with the first recipe.
    texts: Option<Vec<Text>>,
    seconds: f64,
}

/// Reads the texts of an earlier run, to compare text readers.
fn read_texts(file: &Path, wanted: &Wanted) -> io::Result<()> {
    for line in BufReader::new(File::open(file)?).lines() {
        let Printed { id, texts, seconds } = serde_json::from_str(&line?)?;
        let Some(texts) = texts else { continue };
        let kind = UploadKind::Picture;
        let entries = texts.iter().map(|text| Entry::of(Found::Text(text.clone())));
        let recipes = upload_sandbox::recipes(kind, entries.collect());
        let upload = Upload { kind, files: Vec::new(), ids: vec![(0, id)] };
        print(&upload, &UploadResult { recipes, texts }, seconds, wanted)?;
    }
    Ok(())
}

fn read_all(wanted: &Wanted, found: &[Upload]) -> ExitCode {
    let next = AtomicUsize::new(0);
    let is_whole = Mutex::new(true);
    thread::scope(|scope| {
        for _ in 0..wanted.jobs.get().min(found.len()) {
            scope.spawn(|| {
                while let Some(upload) = found.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(error) = read_and_print(upload, wanted) {
                        eprintln!("read-media: {}: {error}", upload.files[0].display());
                        *is_whole.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = false;
                    }
                }
            });
        }
    });
    if is_whole.into_inner().unwrap_or(false) { ExitCode::SUCCESS } else { ExitCode::from(INCOMPLETE) }
}

fn read_and_print(upload: &Upload, wanted: &Wanted) -> io::Result<()> {
    let mut files = Vec::new();
    for path in &upload.files {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        files.push(Uploaded { name, bytes: std::fs::read(path)? });
    }
    let started = Instant::now();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let result = runtime.block_on(read(upload, files, wanted));
    let seconds = started.elapsed().as_secs_f64();
    print(upload, &result, seconds, wanted)
}

async fn read(upload: &Upload, files: Vec<Uploaded>, wanted: &Wanted) -> UploadResult {
    let tesseract = Tesseract::from_environment();
    let read = match ProcessOpener::of_this_program() {
        Ok(opener) => {
            let reader = RecognisingReader { opener, recogniser: tesseract };
            reader.read(upload.kind.into(), files, wanted.hint).await
        }
        Err(error) => Err(AppError::Internal(error.to_string())),
    };
    let entries = match read {
        Ok(read) => read.entries,
        Err(AppError::ImportFailed(code)) => {
            return UploadResult { recipes: vec![Err(code)], texts: Vec::new() };
        }
        Err(_) => return UploadResult { recipes: vec![Err(ErrorCode::Internal)], texts: Vec::new() },
    };
    let texts = entries.iter().filter_map(|entry| match (wanted.shows_text, &entry.found) {
        (true, Found::Text(text)) => Some(text.clone()),
        _ => None,
    });
    UploadResult { texts: texts.collect(), recipes: upload_sandbox::recipes(upload.kind, entries) }
}

fn print(upload: &Upload, result: &UploadResult, seconds: f64, wanted: &Wanted) -> io::Result<()> {
    let nothing = Extraction::only(Verdict::NoRecipe);
    let last = result.recipes.len().max(upload.ids.iter().map(|(index, _)| index + 1).max().unwrap_or(1));
    let mut out = Vec::new();
    for index in 0..last {
        let id = upload
            .ids
            .iter()
            .find(|(of, _)| *of == index)
            .map_or_else(|| format!("{}+{index}", upload.ids[0].1), |(_, id)| id.clone());
        let (extraction, error) = match result.recipes.get(index) {
            Some(Ok(extraction)) => (extraction, None),
            Some(Err(code)) => (&nothing, Some(code.as_str())),
            None => (&nothing, Some(upload.kind.no_recipe_code().as_str())),
        };
        let line = Line {
            prediction: Prediction::of(&id, extraction),
            error,
            found: result.recipes.iter().filter(|recipe| recipe.is_ok()).count(),
            seconds,
            texts: (wanted.shows_text && index == 0).then_some(&result.texts),
        };
        serde_json::to_writer(&mut out, &line)?;
        out.push(b'\n');
    }
    let mut stdout = io::stdout().lock();
    stdout.write_all(&out)?;
    stdout.flush()
}
