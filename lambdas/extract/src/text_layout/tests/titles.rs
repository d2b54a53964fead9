use super::super::{Text, read_text};
use super::paper::{Paper, file};
use crate::extraction::{Code, Verdict};

#[test]
fn missing_title_is_replaced_by_the_first_words_with_a_diagnostic() {
    let source = "Ingredients\n2 eggs\n100 g sugar\n\nMethod\nWhisk the eggs with the sugar.";
    let all = read_text(&file(source));
    assert_eq!((all[0].verdict, all[0].content.title.as_deref()), (Verdict::Recipe, Some("2 eggs")));
    assert!(all[0].diagnostics.iter().any(|diagnostic| diagnostic.code == Code::TitleMissing));
}

#[test]
fn document_name_is_the_fallback_title() {
    let source = "Ingredients\n2 eggs\n100 g sugar\n\nMethod\nWhisk the eggs with the sugar.";
    let all = read_text(&Text { name: Some(String::from("Meringue")), ..file(source) });
    assert_eq!(all[0].content.title.as_deref(), Some("Meringue"));
}

#[test]
fn title_in_a_narrow_column_is_joined_without_ocr_specks() {
    let paper = Paper::new()
        .print(700.0, 500.0, 3.0, "Plum tart ‘\nwith almond\n! cream and\nthe first\nhoney of May")
        .print(700.0, 4000.0, 1.0, "Ingredients\n2 plums\n100 g almonds\n\nMethod\nBake it all for an hour.");
    assert_eq!(
        paper.read().content.title.as_deref(),
        Some("Plum tart with almond cream and the first honey of May")
    );
}

#[test]
fn name_above_the_list_that_occurred_before_is_the_title() {
    let list = "1 cup oats\n2 cups milk\n1 tbsp honey\n\nBoil the oats in the milk and stir in the honey.";
    for above in [
        "Aunt Edith's kitchen\n\nNotes that she kept all her life.\n\nOat Porridge\n\nShe made it each morning, and milk was cheap.",
        "Edith's notes - Oat Porridge\n\nThe milk came from her own cow.",
    ] {
        let read = read_text(&file(&format!("{above}\n\nOat Porridge\n\n{list}")));
        assert_eq!(read[0].content.title.as_deref(), Some("Oat Porridge"), "{above}");
    }
}

#[test]
fn long_sentence_or_list_heading_is_not_the_title() {
    let read = read_text(&file(
        "Of all the porridges that one may find in the north it is the one with honey that\n\nHoney porridge\n\nIngredients\n1 cup oats\n1 tbsp honey\n\nMethod\nBoil the oats.",
    ));
    assert_eq!(read[0].content.title.as_deref(), Some("Honey porridge"));
    let read = read_text(&Text {
        name: Some(String::from("Tarta de moras")),
        ..file(
            "Es la más rica de todas las que hemos probado en casa este verano.\nPara cubrir el fondo del molde:\n9 galletas\n2 cucharadas de azúcar\n30 g de mantequilla\nMezclar todo y hornear.",
        )
    });
    assert_eq!(read[0].content.title.as_deref(), Some("Tarta de moras"));
}

#[test]
fn site_navigation_text_is_not_the_title() {
    let read = read_text(&file(
        "top of page\n\nPavlova\n\nIngredients\n2 eggs\n100 g sugar\n\nMethod\nWhisk the eggs with the sugar.",
    ));
    assert_eq!(read[0].content.title.as_deref(), Some("Pavlova"));
}

#[test]
fn facts_on_separate_lines_do_not_start_a_recipe() {
    let facts = "Portions\n\n6\n\npersonnes\nTemps de préparation\n\n15\n\nminutes\nTemps de cuisson\n\n50\n\nminutes\nCalories\n\n120\n\nkcal\nTemps total\n\n65\n\nminutes";
    let read = read_text(&file(&format!(
        "Soupe du soir aux oignons\n\n4\n(1)\n\nElle réchauffe les longs soirs d'hiver, et chacun l'aime chez nous.\n\nrecette de soupe du soir\n\n{facts}\n\n\
         Ingrédients\n\n• 6 gros oignons\n\n• 50 g de beurre\n\nInstructions\n\n• Émincez les oignons.\n• Faites fondre le beurre.",
    )));
    assert_eq!(read.len(), 1);
    assert_eq!(read[0].content.title.as_deref(), Some("Soupe du soir aux oignons"));
}

#[test]
fn attribution_below_the_title_is_not_its_second_line() {
    let read = read_text(&file(
        "Pastel de zanahoria\nadaptado de la revista Mesa\n- 2 huevos\n- 100 g de azúcar\n- 1 taza de harina\n\nMezclar los huevos con el azúcar.\nHornear por 30 minutos.",
    ));
    assert_eq!(read[0].content.title.as_deref(), Some("Pastel de zanahoria"));
}
