use std::path::Path;
use std::process::Stdio;

use ocr::{Sheet, Word};
use recipe::Language;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;
use tokio::sync::Semaphore;
use zest_core::PortError;

use super::TesseractLimits;
use super::strips::{self, Strip};
use super::tsv;

use crate::recogniser::RecognitionError;

const MAX_COMPLAINT_BYTES: u64 = 400;

#[derive(Clone, Copy, Debug)]
pub(super) enum PageSegmentation {
    Block,
    Line,
}

pub(super) struct Child<'a> {
    pub(super) program: &'a Path,
    pub(super) data: Option<&'a Path>,
    pub(super) limits: TesseractLimits,
    pub(super) turns: &'a Semaphore,
}

impl Child<'_> {
    /// Words with their strip numbers; `line` counts within the strip. On return, the process has ended or is
    /// killed.
    pub(super) async fn read(
        &self,
        sheet: &Sheet,
        strips: &[Strip],
        shows: PageSegmentation,
        language: Language,
    ) -> Result<Vec<(usize, Word)>, RecognitionError> {
        if strips.is_empty() {
            return Ok(Vec::new());
        }
        let turn = self.turns.acquire().await.map_err(|_| broken("its turns have ended"))?;
        let output = self.run(strips::picture_file(sheet, strips), shows, language).await?;
        drop(turn);
        tsv::words(&output, strips)
            .ok_or_else(|| broken("tesseract answered what is no table of words").into())
    }

    async fn run(
        &self,
        input: Vec<u8>,
        shows: PageSegmentation,
        language: Language,
    ) -> Result<String, PortError> {
        // The shell sets the limit and then execs tesseract, so no code runs between fork and exec.
        let mut command = Command::new("/bin/sh");
        command
            .args(["-c", "ulimit -v \"$0\" && exec \"$@\""])
            .arg(self.limits.memory_kib.to_string())
            .arg(self.program)
            .args(["stdin", "stdout", "--psm", mode(shows), "--dpi", "300", "-l", data_name(language)])
            .arg("tsv")
            .env_clear()
            .env("LC_ALL", "C")
            // Threads of tesseract wait more than they work.
            .env("OMP_THREAD_LIMIT", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        if let Some(data) = self.data {
            command.env("TESSDATA_PREFIX", data);
        }
        let mut child =
            command.spawn().map_err(|error| broken(&format!("tesseract does not start: {error}")))?;
        let (Some(mut stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(broken("tesseract has no pipes"));
        };
        let (mut output, mut complaint) = (String::new(), Vec::new());
        let feed = async {
            // A child that ends early closes the pipe; its status is the reason.
            let fed = stdin.write_all(&input).await;
            drop(stdin);
            Ok(fed.is_ok())
        };
        let listen = async { stdout.take(self.limits.output + 1).read_to_string(&mut output).await };
        let overhear = async {
            let mut stderr = stderr;
            let read = (&mut stderr).take(MAX_COMPLAINT_BYTES).read_to_end(&mut complaint).await;
            tokio::io::copy(&mut stderr, &mut tokio::io::sink()).await.and(read)
        };
        tokio::try_join!(feed, listen, overhear).map_err(|error| broken(&format!("tesseract: {error}")))?;
        if output.len() as u64 > self.limits.output {
            return Err(broken("tesseract says more than it may"));
        }
        let status = child.wait().await.map_err(|error| broken(&format!("tesseract: {error}")))?;
        if !status.success() {
            let complaint = String::from_utf8_lossy(&complaint);
            return Err(broken(&format!("tesseract ended with {status}: {}", complaint.trim())));
        }
        Ok(output)
    }
}

fn mode(shows: PageSegmentation) -> &'static str {
    match shows {
        PageSegmentation::Block => "6",
        PageSegmentation::Line => "7",
    }
}

fn data_name(language: Language) -> &'static str {
    match language {
        Language::En => "eng",
        Language::Es => "spa",
        Language::Fr => "fra",
    }
}

fn broken(what: &str) -> PortError {
    PortError::Broken(what.to_owned())
}
