//! Manifests: one `{"id", "file", "url"}` per line.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use url::Url;

#[derive(Deserialize)]
pub(crate) struct Entry {
    pub(crate) id: Option<String>,
    pub(crate) file: PathBuf,
    pub(crate) url: Option<Url>,
}

pub(crate) fn entries(manifest: &Path) -> Vec<Result<Entry, String>> {
    let name = manifest.display();
    let file = match File::open(manifest) {
        Ok(file) => file,
        Err(error) => return vec![Err(format!("cannot read {name}: {error}"))],
    };
    let folder = manifest.parent().unwrap_or(Path::new(""));
    let lines = (1..).zip(BufReader::new(file).lines());
    // Set after an I/O error, which ends the iteration.
    let mut is_broken = false;
    lines
        .take_while(|(_, line)| !std::mem::replace(&mut is_broken, line.is_err()))
        .filter(|(_, line)| line.as_ref().map_or(true, |line| !line.trim().is_empty()))
        .map(|(number, line)| {
            let line = line.map_err(|error| format!("cannot read line {number} of {name}: {error}"))?;
            let entry: Entry = serde_json::from_str(&line).map_err(|error| {
                format!("line {number} of {name} is not {{\"id\", \"file\", \"url\"}}: {error}")
            })?;
            Ok(Entry { file: folder.join(&entry.file), ..entry })
        })
        .collect()
}
