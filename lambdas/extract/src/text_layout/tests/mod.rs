//! What whole texts become: layouts drawn with words, in three languages, and what is no recipe.

mod any;
mod forums;
mod handwritten_texts;
mod layouts;
mod lists;
mod messages;
mod numbered_sections;
mod paper;
mod pasted_amounts;
mod pasted_lists;
mod pasted_steps;
mod pasted_titles;
mod screens;
mod section_headings;
mod several_recipes;
mod steps;
mod titles;
