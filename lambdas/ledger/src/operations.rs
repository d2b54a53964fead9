//! Operations of the ledger.

mod expire;
mod fulfil;
mod give;
mod hold;
mod keyed;
mod open;
mod reclaim;
mod release;
mod taking;
mod use_up;
mod withdraw;

pub use expire::Expire;
pub use fulfil::{Fulfil, Payment};
pub use give::Grant;
pub use hold::{Hold, Settle};
pub use open::{FailPurchase, NamePayment, OpenPurchase};
pub use reclaim::Reclaim;
pub use release::Release;
pub use use_up::Spend;
pub use withdraw::Withdraw;
