//! A stopgap: tesseract on the picture as it is.

use std::io;
use std::process::Stdio;

use app::failure::ErrorCode;
use app::ports::PortError;
use app::reading::{Opened, RecognitionError, UploadKind, Uploaded};
use pictures::{Area, Sheet, Word};
use recipe::Language;
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

pub(crate) struct Opener;

impl app::reading::Opener for Opener {
    async fn open(&self, kind: UploadKind, files: Vec<Uploaded>) -> Result<Opened, ErrorCode> {
        match kind {
            UploadKind::File => Err(ErrorCode::UnsupportedFile),
            UploadKind::Picture => Ok(Opened::Sheets(
                files.into_iter().map(|file| Sheet { shown: file.bytes, ..Sheet::default() }).collect(),
            )),
        }
    }
}

pub(crate) struct Recogniser;

impl app::reading::Recogniser for Recogniser {
    async fn recognise(&self, sheet: &Sheet, _hint: Option<Language>) -> Result<Vec<Word>, RecognitionError> {
        let table = tesseract(&sheet.shown)
            .await
            .map_err(|error| RecognitionError::Port(PortError::Broken(error.to_string())))?;
        let words = table.lines().skip(1).filter_map(|row| {
            let cells: Vec<&str> = row.split('\t').collect();
            let number = |index: usize| cells.get(index).and_then(|cell| cell.parse::<u32>().ok());
            let text = cells.get(11).filter(|text| !text.trim().is_empty())?;
            Some(Word {
                text: (*text).to_owned(),
                area: Area { left: number(6)?, top: number(7)?, width: number(8)?, height: number(9)? },
                region: number(2)?,
                line: number(3)? * 1000 + number(4)?,
                confidence: cells.get(10)?.parse::<f32>().ok()? as u8,
            })
        });
        Ok(words.collect())
    }
}

async fn tesseract(picture: &[u8]) -> io::Result<String> {
    let mut child = Command::new("tesseract")
        .args(["-", "-", "--psm", "4", "-l", "eng+spa+fra", "tsv"])
        .env("OMP_THREAD_LIMIT", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(picture).await?;
    }
    let output = child.wait_with_output().await?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
