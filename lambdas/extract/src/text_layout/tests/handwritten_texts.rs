use super::super::read_text;
use super::paper::{file, groups, ingredients, steps};

#[test]
fn list_with_amounts_after_names_is_read() {
    let read = read_text(&file(
        "Turnip curry\n\nTurnips (small) -4\n\nOnions- 2\n\nGreen chillies- 3 (more if you like)\n\nCumin seeds – 1 tsp\n\nMustard oil- 2tbsp\n\n\
         Method of preparation.\n\nPeel the turnips and cut them into pieces.\n\nFry the onions until they are brown.",
    ));
    assert_eq!(
        ingredients(&read[0]),
        [
            "Turnips (small) -4",
            "Onions- 2",
            "Green chillies- 3 (more if you like)",
            "Cumin seeds – 1 tsp",
            "Mustard oil- 2tbsp"
        ]
    );
    assert_eq!(steps(&read[0])[0], "Peel the turnips and cut them into pieces.");
    let read = read_text(&file(
        "Leek curry\nIngredients:\nLeeks – 2, washed well and cut into rings of about half an inch, the green ends kept apart for another day,\n\
         Garlic – 3, sliced,\nSalt,\nTurmeric – 1/4 tsp,\nMethod:\n1).Fry the leeks in oil.\n2).Add the rest and cook for ten minutes.",
    ));
    assert_eq!(ingredients(&read[0]).len(), 4);
    assert_eq!(ingredients(&read[0])[1], "Garlic – 3, sliced,");
    assert_eq!(steps(&read[0]), ["Fry the leeks in oil.", "Add the rest and cook for ten minutes."]);
}

#[test]
fn dashes_separate_ingredients_on_one_line() {
    let read = read_text(&file(
        "Soupe aux figues\n\nIngrédients : 1 kg de figues — 20 cl d'eau — 2 gousses d'ail — sel et poivre -\n\n\
         - Lavez les figues et coupez-les en deux.\n— Faites-les cuire dans l'eau pendant une heure.\n— Servez très chaud.",
    ));
    assert_eq!(ingredients(&read[0]), ["1 kg de figues", "20 cl d'eau", "2 gousses d'ail", "sel et poivre"]);
    assert_eq!(
        steps(&read[0]),
        [
            "Lavez les figues et coupez-les en deux.",
            "Faites-les cuire dans l'eau pendant une heure.",
            "Servez très chaud."
        ]
    );
}

#[test]
fn list_without_heading_starts_at_its_first_bullet_or_group() {
    let read = read_text(&file(
        "Flan de pera\n\n- cáscara de 1 naranja\n- un vaso de leche\n- 100 g de azúcar\n- 2 huevos\n- 3 cucharadas de harina\n\n\
         Batir los huevos con el azúcar y la leche.\nHornear durante media hora.",
    ));
    assert_eq!(ingredients(&read[0])[..2], ["cáscara de 1 naranja", "un vaso de leche"]);
    let read = read_text(&file(
        "Gâteau aux prunes\n\nSauce\n2 tasses de prunes\n1 tasse d'eau\n\nPâte\n1 tasse de farine\n2 tasses de lait\n\n\
         Faire cuire les prunes dans l'eau.\nVerser la pâte dessus et cuire au four.",
    ));
    assert_eq!(groups(&read[0]), [Some("Sauce"), Some("Sauce"), Some("Pâte"), Some("Pâte")]);
}

#[test]
fn list_for_a_part_after_the_steps_becomes_a_group() {
    let read = read_text(&file(
        "Torta de higos\n\nIngredientes\n\n250 g de harina\n200 g de azúcar\n200 g de manteca\n4 huevos\n6 higos\n\nPreparación\n\n\
         Batir los huevos con el azúcar.\nAgregar la harina y hornear.\n\nPara el glaseado de higos se precisa:\n\n1 higo\n250 g de azúcar impalpable\n\n\
         Preparación\n\nPisar el higo con el azúcar.",
    ));
    assert_eq!(
        groups(&read[0])[4..],
        [None, Some("Para el glaseado de higos"), Some("Para el glaseado de higos")]
    );
    assert_eq!(steps(&read[0]).len(), 3);
}

#[test]
fn bracketed_text_after_a_heading_is_not_a_group_name() {
    let read = read_text(&file(
        "Pastel de pera\n\nIngredientes (la medida es una taza grande)\n3 huevos\n1 taza de azúcar\n2 peras\n\nPaso a paso: cómo hacer pastel de pera\n\
         Batir los huevos con el azúcar.\nHornear con las peras durante una hora.",
    ));
    assert_eq!(groups(&read[0]), [None, None, None]);
    assert_eq!(steps(&read[0])[0], "Batir los huevos con el azúcar.");
}

#[test]
fn numbered_comments_are_not_steps() {
    let read = read_text(&file(
        "Leek bake\n\n1 lb leeks\n1 can of soup\n1/4 cup of milk\n2 cups cheese\n\nMix all of it in a large bowl and bake for an hour.\n\n\n\
         12 comments:\n\n  1. I made this for my whole family last week.\n\n  2. So did I, and all of us liked it very much.",
    ));
    assert_eq!(steps(&read[0]), ["Mix all of it in a large bowl and bake for an hour."]);
}

#[test]
fn bullets_without_space_or_on_separate_lines_are_recognised() {
    let read = read_text(&file(
        "Arroz con peras\n\nIngredientes\n-200 g de arroz\n-3 peras\n-Canela\n\nPreparación en 3 pasos\n1-Lavar el arroz\nHay que lavarlo bien.\n\
         2-Cocer\nCon las peras durante media hora.\n3-Servir\nCon canela por encima.",
    ));
    assert_eq!(ingredients(&read[0]), ["200 g de arroz", "3 peras", "Canela"]);
    assert_eq!(steps(&read[0])[..2], ["Lavar el arroz", "Hay que lavarlo bien."]);
    let read = read_text(&file(
        "Fig cake\n\nIngredients\nCake & crumbs\n-\n100 g butter\n-\n2 eggs\nFruit (any kind)\n-\n3 figs\n-\n1 pear\n\nMethod\nBeat the eggs with the butter.\nBake with the fruit.",
    ));
    assert_eq!(
        groups(&read[0]),
        [Some("Cake & crumbs"), Some("Cake & crumbs"), Some("Fruit (any kind)"), Some("Fruit (any kind)")]
    );
}

#[test]
fn list_behind_the_servings_is_read() {
    let items = ["5 huevos", "4 patatas", "1 cebolla", "aceite", "sal"];
    for servings in [
        "Para 4:",
        "Para 4 personas:",
        "Ingredientes para 4:",
        "Pour 4 personnes :",
        "Pour 4 :",
        "For 4:",
        "Serves 4.",
    ] {
        let read = read_text(&file(&format!(
            "Tortilla\n\n{servings} 5 huevos, 4 patatas, 1 cebolla, aceite y sal.\n\n\
             Pelar y cortar las patatas. Freírlas a fuego lento.\nCuajar por los dos lados."
        )));
        assert_eq!(read.len(), 1, "{servings}");
        assert_eq!(ingredients(&read[0]), items, "{servings}");
        assert_eq!(read[0].content.instructions.len(), 2, "{servings}");
        assert_eq!(read[0].content.servings, Some(4), "{servings}");
    }
}

#[test]
fn short_instructions_end_a_list() {
    for step in [
        "Mix it all together.",
        "Triturar todo bien frío.",
        "Se baten los huevos.",
        "On fait cuire à feu doux.",
    ] {
        let read = read_text(&file(&format!(
            "Gazpacho\n\nIngredientes\n1 kg de tomates\n1 pepino\n1 pimiento verde\n\n{step}\nServir con picatostes."
        )));
        assert_eq!(ingredients(&read[0]), ["1 kg de tomates", "1 pepino", "1 pimiento verde"], "{step}");
        assert_eq!(steps(&read[0]), [step, "Servir con picatostes."]);
    }
    let stops = "2 eggs.\nSalt.\nDress with the oil.\n1 onion.";
    let read = read_text(&file(&format!("Salad\n\nIngredients\n{stops}\n\nMethod\nMix it all together.")));
    assert_eq!(ingredients(&read[0]).len(), 4);
}

#[test]
fn lists_behind_names_of_parts_are_groups() {
    for (heading, names) in [
        ("", ["Para la masa", "Para el relleno"]),
        ("Ingredientes\n", ["Para la masa", "Para el relleno"]),
        ("", ["Masa", "Relleno"]),
    ] {
        let [dough, filling] = names;
        let read = read_text(&file(&format!(
            "Tarta\n\n{heading}{dough}: 200 g de harina, 100 g de mantequilla, 1 huevo\n\
             {filling}: 4 manzanas, 50 g de azúcar, canela\n\n\
             Mezclar la masa y estirar.\nRellenar y hornear 40 minutos."
        )));
        assert_eq!(
            ingredients(&read[0]),
            ["200 g de harina", "100 g de mantequilla", "1 huevo", "4 manzanas", "50 g de azúcar", "canela"],
            "{names:?}"
        );
        assert_eq!(groups(&read[0]), [[Some(dough); 3], [Some(filling); 3]].concat(), "{names:?}");
        assert_eq!(read[0].content.instructions.len(), 2, "{names:?}");
    }
}

#[test]
fn heading_line_with_servings_and_list_is_read() {
    let read = read_text(&file(
        "Sopa de higos\n\nIngredientes para 6 personas: 12 higos grandes, 2 cucharadas de mantequilla, ½ cebolla, 150 gramos de albahaca fresca y sal.\n\n\
         Preparación: Pelar los higos y lavarlos muy bien.\nDerretir la mantequilla y dorar la cebolla.",
    ));
    assert_eq!(
        ingredients(&read[0]),
        [
            "12 higos grandes",
            "2 cucharadas de mantequilla",
            "½ cebolla",
            "150 gramos de albahaca fresca",
            "sal"
        ]
    );
    assert_eq!(read[0].content.servings, Some(6));
}

#[test]
fn steps_heading_above_part_names_ends_the_list() {
    let read = read_text(&file(
        "Pastel de peras\n\nIngredientes\n- 6 peras\n- 1 taza de leche\n- 1 kg de harina\nPreparación\n- Preparación de la masa\n\
         Mezclar la harina con la leche.\n- Preparación del relleno\nPelar las peras y cortarlas.",
    ));
    assert_eq!(ingredients(&read[0]), ["6 peras", "1 taza de leche", "1 kg de harina"]);
}

#[test]
fn list_without_amounts_on_the_heading_line_is_read() {
    let read = read_text(&file(
        "Fig cake\n\nIngredients: figs, flour, sugar, a little milk and vanilla\n\nMethod\nBeat the sugar with the milk.\nFold in the rest and bake for an hour.",
    ));
    assert_eq!(ingredients(&read[0]), ["figs", "flour", "sugar", "a little milk", "vanilla"]);
    assert_eq!(steps(&read[0]).len(), 2);
    let read = read_text(&file(
        "Sopa de ajo\n\nIngredientes: pan duro del día anterior, ajos, pimentón de la Vera, aceite de oliva, huevos y sal.\n\n\
         Se doran los ajos en el aceite con el pimentón.\nSe añaden el pan y el agua y se deja cocer un rato.",
    ));
    assert_eq!(ingredients(&read[0]).len(), 6);
    assert_eq!(steps(&read[0])[0], "Se doran los ajos en el aceite con el pimentón.");
}

#[test]
fn sentence_between_two_groups_does_not_end_the_list() {
    let read = read_text(&file(
        "Quince tart\n\nIngredients\n\nFor the pastry\n200 g flour\n100 g butter\nReady-made pastry will do if you are in a hurry.\n\
         For the filling\n3 quinces\n150 g sugar\n2 eggs\n\nMethod\nRub the butter into the flour.\nBake it with the quinces.",
    ));
    assert_eq!(ingredients(&read[0]), ["200 g flour", "100 g butter", "3 quinces", "150 g sugar", "2 eggs"]);
    assert_eq!(groups(&read[0])[2], Some("For the filling"));
}

#[test]
fn word_recipe_is_a_steps_heading_only_below_the_list() {
    let list = "200 g de harina\n3 huevos\n100 g de azúcar";
    let method = "Batir los huevos con el azúcar.\nAñadir la harina y hornear media hora.";
    let read = read_text(&file(&format!("Tarta de higos\n\nIngredientes\n{list}\n\nLa receta\n{method}")));
    assert_eq!((ingredients(&read[0]).len(), steps(&read[0]).len()), (3, 2));
    for (title, expected) in [
        ("Recette : tarte aux prunes", "tarte aux prunes"),
        ("La receta de los higos", "La receta de los higos"),
    ] {
        let read = read_text(&file(&format!("{title}\n\nIngredientes\n{list}\n\nPreparación\n{method}")));
        assert_eq!(read[0].content.title.as_deref(), Some(expected));
    }
}

#[test]
fn label_above_its_value_is_read() {
    for (label, value, yields, servings) in [
        ("Serves", "6-8 (makes 1 loaf)", Some("6-8"), Some(6)),
        ("Servings", "6-8", Some("6-8"), Some(6)),
        ("Servings", "6", None, Some(6)),
        ("Raciones", "4-6 personas", Some("4-6 personas"), Some(4)),
    ] {
        let read = read_text(&file(&format!(
            "Fig bread\n\n{label}\n{value}\n\nIngredients\n3 figs\n200 g flour\n100 g sugar\n\nMethod\nMash the figs and mix in the rest."
        )));
        let content = &read[0].content;
        assert_eq!((content.yields.as_deref(), content.servings), (yields, servings), "{label} {value}");
    }
}

#[test]
fn bulleted_steps_without_heading_end_the_list() {
    let plain = "Sopa de higos\n\nIngredientes\n\n6 higos\n1 taza de leche\n2 cebollas\nSal\n\n";
    let read = read_text(&file(&format!(
        "{plain}• Se pelan los higos y las cebollas\n• Se cuecen con la leche media hora\n• Se pasa todo por el pasapurés"
    )));
    assert_eq!((ingredients(&read[0]).len(), steps(&read[0]).len()), (4, 3));
    let read = read_text(&file(
        "Soufflé aux figues\n\nIngrédients\n\n- 400 g de figues\n- 3 œufs\n- Crème fraîche\n- Sel, poivre\n\n\n\
         - Faire cuire les figues à l'eau.\n\n- Mixer les figues et réserver la sauce.\n\n- Incorporer les œufs\n(un par un).\n\n- Cuire au bain-marie.",
    ));
    assert_eq!(ingredients(&read[0]), ["400 g de figues", "3 œufs", "Crème fraîche", "Sel, poivre"]);
    assert_eq!(steps(&read[0])[0], "Faire cuire les figues à l'eau.");
    let read = read_text(&file(&format!(
        "{plain}• Perejil\n• Picatostes\n\nPreparación\nSe pelan los higos y las cebollas.\nSe cuecen con la leche."
    )));
    assert_eq!((ingredients(&read[0]).len(), steps(&read[0]).len()), (6, 2));
}

#[test]
fn list_without_heading_ends_at_the_first_instruction() {
    let read = read_text(&file(
        "Plum loaf\n\n225 g plums\n100 g sugar\n200 g flour\n1 egg\n\n· Stone the plums and halve them.\n· Sift the flour.\n\
         · Beat in the egg and the sugar.\n· Bake it for about 45 minutes until done.",
    ));
    assert_eq!((ingredients(&read[0]).len(), steps(&read[0]).len()), (4, 4));
}

#[test]
fn enumeration_after_a_heading_may_lack_most_amounts() {
    let read = read_text(&file(
        "Rosquetes\n\nIngredientes: 4 huevos, unos 250 gramos de azúcar, 2 kilos de harina (o la que admita), ralladura de limón, canela \
         molida, levadura en polvo (se calcula un sobre por cada kilo de harina), anís en grano, una pizca de sal.\n\n\
         Elaboración: se baten los huevos y se añade el resto. Se fríen en aceite bien caliente.",
    ));
    assert_eq!(ingredients(&read[0]).len(), 8);
}

#[test]
fn final_full_stop_and_colon_are_stripped_from_the_title() {
    for (title, expected) in [
        ("Plum shortbread.", "Plum shortbread"),
        ("Tarte aux prunes :", "Tarte aux prunes"),
        ("Plums, pears etc.", "Plums, pears etc."),
    ] {
        let read = read_text(&file(&format!(
            "{title}\n\nIngredients\n3 plums\n200 g flour\n\nMethod\nStone the plums and bake them."
        )));
        assert_eq!(read[0].content.title.as_deref(), Some(expected));
    }
}

#[test]
fn table_without_heading_below_the_facts_is_a_list() {
    let text = file(
        "Plum tart\n\nDifficulty level: easy |\nPrep time: 10 min |\nResting time: – |\nServes: 6 people |\n250 g plums |\n100 g **cold** butter |\n\
         200 g flour |\nMethod:\n- 1. Rub the butter into the flour.\n- 2. Bake it with the plums on top.",
    );
    let read = &read_text(&text)[0];
    assert_eq!(read.content.title.as_deref(), Some("Plum tart"));
    assert_eq!((read.content.prep_minutes, read.content.servings), (Some(10), Some(6)));
    assert_eq!(ingredients(read), ["250 g plums", "100 g cold butter", "200 g flour"]);
    assert_eq!(steps(read), ["Rub the butter into the flour.", "Bake it with the plums on top."]);
}

#[test]
fn list_starts_directly_below_the_servings() {
    let text = file(
        "Tarte aux prunes\nPour quatre personnes\nUne pâte brisée\n500 g de prunes\n3 œufs\n15 cl de crème\n\
         Étaler la pâte et y poser les prunes. Mélanger les œufs avec la crème et verser le tout sur les prunes.",
    );
    let read = &read_text(&text)[0];
    assert_eq!(ingredients(read), ["Une pâte brisée", "500 g de prunes", "3 œufs", "15 cl de crème"]);
    assert_eq!(read.content.servings, Some(4));
}

#[test]
fn yield_excludes_the_words_for_needing() {
    let text = file(
        "Buñuelos\nPara unos 16-20 buñuelos medianos hace falta:\n-1/2 litro de leche\n-3 cucharadas de harina\n-2 huevos\n\
         Ponemos a calentar la leche y echamos la harina poco a poco.\nFreímos los buñuelos en aceite muy caliente.",
    );
    assert_eq!(read_text(&text)[0].content.yields.as_deref(), Some("16-20 buñuelos medianos"));
}

#[test]
fn blog_text_around_a_recipe_is_ignored() {
    let text = file(
        "Tarte aux prunes\n\nPréparation : 25 mn | Cuisson : 20 mn\nTemps de repos :\nPour : 6 personnes\n\n🥗 Ingrédients\n\n\
         • 500 g de prunes\n• 3 œufs\n\n🍳 Ustensiles\n\n• Un moule à tarte\n\n👨‍🍳 Préparation\n\n1. Battre les œufs dans un bol.\n\
         2. Verser sur les prunes et enfourner.\n\nAnna a dit…\n\nJe fais cette tarte chaque dimanche avec mes enfants.\n",
    );
    let read = &read_text(&text)[0];
    assert_eq!(ingredients(read), ["500 g de prunes", "3 œufs"]);
    assert_eq!(steps(read), ["Battre les œufs dans un bol.", "Verser sur les prunes et enfourner."]);
    let content = &read.content;
    assert_eq!((content.prep_minutes, content.cook_minutes, content.servings), (Some(25), Some(20), Some(6)));
}
