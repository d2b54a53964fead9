//! Credits of members: queries, audit, expiry and promotion. The rules are in [`billing::ledger`].

pub mod audit;
pub mod changes;
pub mod expiry;
mod list;
pub mod promotion;
mod reads;
mod view;

pub use changes::CreditChange;
pub use list::{balance, balance_of, grants, own, purchase_of, purchases, transaction_of, transactions};
pub use reads::CreditReads;
pub use view::BalanceView;
