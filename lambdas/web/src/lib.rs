//! The only crate that names reqwest: the guarded fetcher of what users submit.
