mod common;
mod exports;
mod formats;
mod golden;
mod hostile;
