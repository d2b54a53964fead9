//! What whole texts become.
