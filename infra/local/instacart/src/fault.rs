//! What goes wrong: what Instacart is known to answer, and what anything on a network may.

use serde::{Deserialize, Serialize};

/// What a switch makes of the next requests: a refusal, a pause, or an answer that is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Fault {
    /// 429, without `Retry-After`.
    Busy,
    /// 400 with code 2003, "try again".
    TryAgain,
    /// 400 with code 9999 around a 1001 and a 2003.
    SeveralTryAgain,
    /// 400 with code 1001, "invalid parameter".
    Refused,
    /// 400 with code 9999 around two 1001.
    SeveralRefused,
    /// 403, as for a key without the right.
    KeyRefused,
    /// 500 with a page of HTML.
    Down,
    /// The page is made, and nothing is ever answered.
    Silent,
    /// 200 with something that is no JSON.
    Nonsense,
    /// 200 with JSON that has no link.
    NoLink,
    /// 200 with a link that leads elsewhere.
    WrongLink,
    /// 200 with ten megabytes before the link.
    Large,
    /// 302 to somewhere else.
    Moved,
}
