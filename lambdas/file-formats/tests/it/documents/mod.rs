mod books;
mod common;
mod office;
mod pdf;
