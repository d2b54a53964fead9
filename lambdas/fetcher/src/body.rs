//! Reads an answer's body while counting what it decodes to.
//!
//! reqwest undoes gzip, deflate, br and zstd as it streams, so the count is of decoded bytes and a bomb stops at
//! the limit, whatever it would have grown to.

use std::time::Duration;

use app::fetching::FetchError;
use reqwest::Response;
use reqwest::header::CONTENT_ENCODING;
use tokio::time::timeout;

use crate::reason::reason_of;

/// A body, or as much of it as the limit allowed.
pub(crate) enum Taken {
    /// The whole body, decompressed, within the limit.
    Whole(Vec<u8>),
    /// At most the limit; there is more.
    Start(Vec<u8>),
}

/// Reads at most `limit` decoded bytes, waiting `pause` for each piece.
///
/// # Errors
/// `TimedOut` after a longer pause; `Unreachable` for a body that breaks off, is shorter than announced or is
/// encoded in a way that we did not offer.
pub(crate) async fn take(
    response: &mut Response,
    limit: usize,
    pause: Duration,
) -> Result<Taken, FetchError> {
    if is_encoded_unasked(response) {
        return Err(FetchError::Unreachable);
    }
    // What announces itself as too large isn't worth its first byte.
    if response.content_length().is_some_and(|length| length > limit as u64) {
        return Ok(Taken::Start(Vec::new()));
    }
    let mut body = Vec::new();
    loop {
        let piece = timeout(pause, response.chunk()).await.map_err(|_| FetchError::TimedOut)?;
        let Some(piece) = piece.map_err(|error| reason_of(&error))? else {
            return Ok(Taken::Whole(body));
        };
        let room = limit - body.len();
        if piece.len() > room {
            body.extend_from_slice(&piece[..room]);
            return Ok(Taken::Start(body));
        }
        body.extend_from_slice(&piece);
    }
}

/// The encoding that is still named here is one that reqwest did not undo; the bytes would be noise.
fn is_encoded_unasked(response: &Response) -> bool {
    response
        .headers()
        .get_all(CONTENT_ENCODING)
        .iter()
        .any(|value| !matches!(value.as_bytes().trim_ascii(), b"" | b"identity" | b"none"))
}
