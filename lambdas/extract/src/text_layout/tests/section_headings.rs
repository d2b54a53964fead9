use super::super::{Text, TextLine, Wrapping, read_text};
use super::paper::{file, groups, ingredients, steps};

#[test]
fn section_headings_are_found_in_many_wordings() {
    for (list, method) in [
        ("Ingredients", "Method"),
        ("INGREDIENTS:", "DIRECTIONS"),
        ("What you need", "What to do"),
        ("You will need:", "Steps:"),
        ("* Ingredients *", "* Instructions *"),
        ("Ingredients (for 4 people)", "How to make it"),
        ("Ingredientes", "Elaboración"),
        ("Ingredientes para 4 personas", "Modo de preparación"),
        ("Necesitas:", "Pasos"),
        ("INGREDIENTES", "PREPARACIÓN PASO A PASO"),
        ("Ingrédients", "Préparation"),
        ("Ingrédients :", "Étapes :"),
        ("Il vous faut", "Réalisation"),
        ("LES INGRÉDIENTS", "PRÉPARATION DE LA RECETTE"),
        ("Ingrédients pour 6 personnes", "Progression"),
    ] {
        let source = format!(
            "Leek tart\n\n{list}\n200 g flour\n3 leeks\nsalt\n\n{method}\n1. Rub the butter into the flour.\n2. Bake it."
        );
        let all = read_text(&file(&source));
        assert_eq!(ingredients(&all[0]), ["200 g flour", "3 leeks", "salt"], "{list}");
        assert_eq!(steps(&all[0]), ["Rub the butter into the flour.", "Bake it."], "{method}");
        assert_eq!(all[0].content.title.as_deref(), Some("Leek tart"), "{list}");
    }
}

#[test]
fn headings_within_the_list_are_groups_not_ingredients() {
    let source = "Rice bowl\n\nIngredients\nFor the rice:\n200 g rice\n1 pinch salt\nSauce\n2 tbsp soy sauce\n1 lime\nTO SERVE\n1 avocado\n\nMethod\nBoil the rice. Stir the sauce. Serve.";
    let all = read_text(&file(source));
    assert_eq!(
        ingredients(&all[0]),
        ["200 g rice", "1 pinch salt", "2 tbsp soy sauce", "1 lime", "1 avocado"]
    );
    let rice = Some("For the rice");
    assert_eq!(groups(&all[0]), [rice, rice, Some("Sauce"), Some("Sauce"), Some("TO SERVE")]);
}

#[test]
fn document_with_paragraphs_keeps_groups_title_and_facts() {
    let line = |text: &str, block: u32| TextLine { text: text.to_owned(), block, ..TextLine::default() };
    let lines = vec![
        line("Rye bread. With and without a machine, and with little work", 0),
        line("Ingredients", 1),
        line("For Rye Dough", 1),
        line("2 portions of last week's sour dough", 1),
        line("500 g rye flour", 1),
        line("300 ml water", 1),
        line("For Glaze", 1),
        line("1 egg", 1),
        line("salt", 1),
        line("Method", 2),
        line("1. Knead the dough and let it rise for an hour.", 2),
        line("2. Bake for 40 minutes.", 2),
        line("8 servings | Preparation time: 20 minutes | Cook: 40 minutes | Total time: 60 minutes", 3),
    ];
    let all = read_text(&Text { lines, wrapping: Wrapping::Whole, ..Text::default() });
    let (recipe, content) = (&all[0], &all[0].content);
    assert_eq!(content.title.as_deref(), Some("Rye bread. With and without a machine, and with little work"));
    assert_eq!(
        ingredients(recipe),
        ["2 portions of last week's sour dough", "500 g rye flour", "300 ml water", "1 egg", "salt"]
    );
    assert_eq!(
        groups(recipe),
        [
            Some("For Rye Dough"),
            Some("For Rye Dough"),
            Some("For Rye Dough"),
            Some("For Glaze"),
            Some("For Glaze")
        ]
    );
    assert_eq!(steps(recipe), ["Knead the dough and let it rise for an hour.", "Bake for 40 minutes."]);
    assert_eq!(
        (content.servings, content.prep_minutes, content.cook_minutes, content.total_minutes),
        (Some(8), Some(20), Some(40), Some(60))
    );
}
