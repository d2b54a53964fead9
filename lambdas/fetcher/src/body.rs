//! Reads a response body with a limit on decoded bytes.
//!
//! reqwest decodes gzip, deflate, br and zstd while streaming, so a decompression bomb stops at the limit.

use std::time::Duration;

use app::fetching::FetchError;
use reqwest::Response;
use reqwest::header::CONTENT_ENCODING;
use tokio::time::timeout;

use crate::reason::reason_of;

pub(crate) enum LimitedBody {
    Whole(Vec<u8>),
    Start(Vec<u8>),
}

/// Reads at most `limit` decoded bytes, waiting at most `pause` for each chunk.
///
/// # Errors
/// `TimedOut` after a longer pause; `Unreachable` for a truncated body or an encoding that was not
/// offered.
pub(crate) async fn take(
    response: &mut Response,
    limit: usize,
    pause: Duration,
) -> Result<LimitedBody, FetchError> {
    if is_encoded_unasked(response) {
        return Err(FetchError::Unreachable);
    }
    // A body with a declared length beyond the limit is not read.
    if response.content_length().is_some_and(|length| length > limit as u64) {
        return Ok(LimitedBody::Start(Vec::new()));
    }
    let mut body = Vec::new();
    loop {
        let piece = timeout(pause, response.chunk()).await.map_err(|_| FetchError::TimedOut)?;
        let Some(piece) = piece.map_err(|error| reason_of(&error))? else {
            return Ok(LimitedBody::Whole(body));
        };
        let room = limit - body.len();
        if piece.len() > room {
            body.extend_from_slice(&piece[..room]);
            return Ok(LimitedBody::Start(body));
        }
        body.extend_from_slice(&piece);
    }
}

/// Whether the body has an encoding that was not offered; reqwest has removed the others.
fn is_encoded_unasked(response: &Response) -> bool {
    response
        .headers()
        .get_all(CONTENT_ENCODING)
        .iter()
        .any(|value| !matches!(value.as_bytes().trim_ascii(), b"" | b"identity" | b"none"))
}
