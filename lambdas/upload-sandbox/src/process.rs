//! [`Opener`] in a sandboxed child process: the program runs itself with resource limits.
//!
//! The file is sent over stdin, the result over stdout. The child has no environment, cannot write files, and
//! ends with its parent. A crash fails only that upload.

mod child;
mod limits;
mod parts;
mod question;

use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use app::ErrorCode;
use app::book::PhotoConverter;
use app::media::{PhotoReducer, Reduced};
use app::upload::{ReadAs, UploadKind, Uploaded};
use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;

use crate::opener::{Opened, Opener};

use question::Task;

pub use child::run_if_child;

const CHILD: &str = "open-upload";
const CHILDREN: usize = 2;
const MAX_COMPLAINT_BYTES: u64 = 2000;

/// Limits of one child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenLimits {
    /// CPU time in seconds.
    pub cpu_seconds: u64,
    /// Wall time; longer than CPU time, for busy machines.
    pub time: Duration,
    /// Address space in MiB, including the program itself.
    pub memory_mib: u64,
    /// Maximum size of the response in bytes.
    pub answer: u64,
}

impl Default for OpenLimits {
    fn default() -> Self {
        Self { cpu_seconds: 8, time: Duration::from_secs(30), memory_mib: 512, answer: 192 * 1024 * 1024 }
    }
}

/// Opens uploads in children of this program. Its `main` must start with [`run_if_child`].
#[derive(Clone, Debug)]
pub struct ProcessOpener {
    program: PathBuf,
    limits: OpenLimits,
}

impl ProcessOpener {
    /// This program with the default limits.
    pub fn of_this_program() -> std::io::Result<Self> {
        Ok(Self::new(std::env::current_exe()?, OpenLimits::default()))
    }

    /// Another program; its `main` starts with [`run_if_child`].
    #[must_use]
    pub fn new(program: PathBuf, limits: OpenLimits) -> Self {
        Self { program, limits }
    }

    async fn open_one(&self, read_as: ReadAs, file: Uploaded) -> Result<Opened, ErrorCode> {
        let answer = self.ask(Task::Open(read_as), read_as.kind(), &file).await?;
        parts::opened(&answer).unwrap_or(Err(ErrorCode::Internal))
    }

    async fn ask(&self, task: Task, kind: UploadKind, file: &Uploaded) -> Result<Vec<u8>, ErrorCode> {
        let mut child = Command::new(&self.program)
            .arg(CHILD)
            .arg(self.limits.memory_mib.to_string())
            .arg(self.limits.cpu_seconds.to_string())
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|_| ErrorCode::Internal)?;
        let talk = async {
            let (Some(mut stdin), Some(stdout), Some(stderr)) =
                (child.stdin.take(), child.stdout.take(), child.stderr.take())
            else {
                return Err(ErrorCode::Internal);
            };
            let (mut answer, mut complaint) = (Vec::new(), Vec::new());
            let question = question::question(task, file).map_err(|_| ErrorCode::Internal)?;
            let feed = async {
                // A child that ends early closes the pipe. Its response or status is the reason.
                let fed = match stdin.write_all(&question).await {
                    Ok(()) => stdin.write_all(&file.bytes).await,
                    Err(error) => Err(error),
                };
                drop(stdin);
                Ok(fed.is_ok())
            };
            let listen = async {
                let read = stdout.take(self.limits.answer + 1).read_to_end(&mut answer).await;
                let length = read.map_err(|_| ErrorCode::Internal)? as u64;
                if length > self.limits.answer { Err(too_large(kind)) } else { Ok(length) }
            };
            let overhear = async {
                let read = stderr.take(MAX_COMPLAINT_BYTES).read_to_end(&mut complaint).await;
                read.map_err(|_| ErrorCode::Internal)
            };
            tokio::try_join!(feed, listen, overhear)?;
            let status = child.wait().await.map_err(|_| ErrorCode::Internal)?;
            if status.success() {
                return Ok(answer);
            }
            Err(why(kind, status, &complaint))
        };
        tokio::time::timeout(self.limits.time, talk).await.unwrap_or(Err(ErrorCode::ReadingTimedOut))
    }
}

impl Opener for ProcessOpener {
    async fn open(&self, read_as: ReadAs, files: Vec<Uploaded>) -> Result<Opened, ErrorCode> {
        let mut opened: Vec<Opened> = stream::iter(files)
            .map(|file| self.open_one(read_as, file))
            .buffered(CHILDREN)
            .try_collect()
            .await?;
        if opened.len() < 2 {
            return opened.pop().ok_or(ErrorCode::UploadMissing);
        }
        let mut sheets = Vec::new();
        for each in opened {
            match each {
                Opened::Sheets(more) => sheets.extend(more),
                // Only photos are uploaded in groups.
                Opened::Entries(_) => return Err(ErrorCode::UnsupportedPicture),
            }
        }
        Ok(Opened::Sheets(sheets))
    }
}

impl PhotoConverter for ProcessOpener {
    async fn paint(&self, file: Uploaded) -> Result<Vec<u8>, ErrorCode> {
        let answer = self.ask(Task::Paint, UploadKind::Picture, &file).await?;
        parts::painted(&answer).unwrap_or(Err(ErrorCode::Internal))
    }
}

impl PhotoReducer for ProcessOpener {
    async fn reduce(&self, photo: Vec<u8>) -> Result<Reduced, ErrorCode> {
        let file = Uploaded { name: None, bytes: photo };
        let answer = self.ask(Task::Reduce, UploadKind::Picture, &file).await?;
        parts::reduced(&answer).unwrap_or(Err(ErrorCode::Internal))
    }
}

fn why(kind: UploadKind, status: ExitStatus, complaint: &[u8]) -> ErrorCode {
    use std::os::unix::process::ExitStatusExt;
    let unreadable = match kind {
        UploadKind::Picture => ErrorCode::UnreadablePicture,
        UploadKind::File | UploadKind::Page => ErrorCode::UnreadableFile,
    };
    let overflowed = String::from_utf8_lossy(complaint).contains("overflowed its stack");
    match (status.code(), status.signal()) {
        (Some(child::PANICKED), _) => unreadable,
        (Some(_), _) => ErrorCode::Internal,
        (_, Some(limits::OUT_OF_TIME)) => ErrorCode::ReadingTimedOut,
        // A failed allocation aborts the process; the system kills it if no memory is left.
        (_, Some(limits::ABORTED)) if !overflowed => too_large(kind),
        (_, Some(limits::KILLED)) => too_large(kind),
        _ => unreadable,
    }
}

fn too_large(kind: UploadKind) -> ErrorCode {
    match kind {
        UploadKind::Picture => ErrorCode::PictureTooLarge,
        UploadKind::File | UploadKind::Page => ErrorCode::FileTooLarge,
    }
}
