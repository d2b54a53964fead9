//! Recipe imports: the states of recipe-processing, their sweep, and the settlement of their credit.

pub mod assist;
pub mod extract;
pub mod fail;
pub mod fetch;
pub mod finish;
pub mod read;
pub mod read_file;
pub mod settle;
pub mod sweep;
