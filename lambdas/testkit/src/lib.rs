//! For tests only: app's ports in memory, and one contract suite a port that runs against these fakes and against
//! the real thing. A panic is a broken contract.

pub mod contract;
pub mod fakes;
pub mod samples;
