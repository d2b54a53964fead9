//! What a recipe is called.

use super::super::{Text, read_text};
use super::paper::file;
use crate::extraction::{Code, Verdict};

#[test]
fn a_recipe_without_a_title_is_called_by_its_first_words_and_says_so() {
    let source = "Ingredients\n2 eggs\n100 g sugar\n\nMethod\nWhisk the eggs with the sugar.";
    let all = read_text(&file(source));
    assert_eq!((all[0].verdict, all[0].content.title.as_deref()), (Verdict::Recipe, Some("2 eggs")));
    assert!(all[0].diagnostics.iter().any(|told| told.code == Code::TitleMissing));
}

#[test]
fn the_name_of_the_document_is_the_title_where_the_text_has_none() {
    let source = "Ingredients\n2 eggs\n100 g sugar\n\nMethod\nWhisk the eggs with the sugar.";
    let all = read_text(&Text { name: Some(String::from("Meringue")), ..file(source) });
    assert_eq!(all[0].content.title.as_deref(), Some("Meringue"));
}
