mod books;
mod common;
mod office;
mod pdf;
mod pdf_recipes;
