//! Pure readers.
