//! Tests of the text reader with whole texts, in three languages.

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
