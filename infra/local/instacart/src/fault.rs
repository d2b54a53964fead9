//! Injected faults: documented Instacart errors and network failures.

use serde::{Deserialize, Serialize};

/// A fault injected into a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Fault {
    /// 429 without `Retry-After`.
    Busy,
    /// 400 with code 2003, "try again".
    TryAgain,
    /// 400 with code 9999 that contains 1001 and 2003.
    SeveralTryAgain,
    /// 400 with code 1001, "invalid parameter".
    Refused,
    /// 400 with code 9999 that contains 1001 twice.
    SeveralRefused,
    /// 403, as for a key without permission.
    KeyRefused,
    /// 500 with an HTML page.
    Down,
    /// Creates the page, but never responds.
    Silent,
    /// 200 with invalid JSON.
    Nonsense,
    /// 200 with JSON without a link.
    NoLink,
    /// 200 with a link to another site.
    WrongLink,
    /// 200 with ten megabytes before the link.
    Large,
    /// 302 to another URL.
    Moved,
}
