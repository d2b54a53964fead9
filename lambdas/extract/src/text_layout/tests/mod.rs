//! What whole texts become: layouts drawn with words, in three languages, and what is no recipe.

mod any;
mod heads;
mod layouts;
mod lists;
mod paper;
mod screens;
mod steps;
mod titles;
