//! `extract [--url URL] FILE…` prints one extraction as JSON a line.

use std::io::{self, Write};
use std::process::ExitCode;

use extract::Page;
use url::Url;

const USAGE: &str = "usage: extract [--url URL] FILE...\n\
    Reads each FILE as a page and prints what was extracted as one line of JSON.\n\
    URL is the address the pages came from; relative addresses start there.";
const DEFAULT_URL: &str = "http://localhost/";

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: impl Iterator<Item = String>) -> Result<(), String> {
    let mut url = None;
    let mut files = Vec::new();
    let mut arguments = arguments.peekable();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--help" | "-h" => {
                return writeln!(io::stdout(), "{USAGE}").map_err(|error| error.to_string());
            }
            "--url" => url = Some(arguments.next().ok_or("--url needs an address")?),
            option if option.starts_with('-') => return Err(format!("unknown option {option}\n{USAGE}")),
            _ => files.push(argument),
        }
    }
    if files.is_empty() {
        return Err(USAGE.to_owned());
    }
    let url = url.as_deref().unwrap_or(DEFAULT_URL);
    let url = Url::parse(url).map_err(|error| format!("{url} is no address: {error}"))?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    for file in files {
        let bytes = std::fs::read(&file).map_err(|error| format!("cannot read {file}: {error}"))?;
        let extraction = extract::read(&Page { url: url.clone(), content_type: None, bytes });
        let line = serde_json::to_string(&extraction).map_err(|error| error.to_string())?;
        writeln!(out, "{line}").map_err(|error| format!("cannot write: {error}"))?;
    }
    out.flush().map_err(|error| format!("cannot write: {error}"))
}
