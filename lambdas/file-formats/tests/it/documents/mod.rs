mod books;
mod common;
mod office;
mod pdf;
mod printed_recipes;
