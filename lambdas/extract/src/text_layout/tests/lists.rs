use super::super::read_text;
use super::paper::{Paper, file, groups, ingredients, steps};
use crate::Extraction;
use recipe::Doubt;

#[test]
fn wrapped_ingredients_are_joined() {
    for (lines, expected) in [
        (
            "• 200 g dark chocolate,\n   at least 70% cocoa\n• 3 eggs",
            vec!["200 g dark chocolate, at least 70% cocoa", "3 eggs"],
        ),
        (
            "1 tin chopped tomatoes (about\n400 g), drained\n2 onions",
            vec!["1 tin chopped tomatoes (about 400 g), drained", "2 onions"],
        ),
        (
            "1 handful of fresh parsley leaves or\n2 tbsp dried thyme\nsalt",
            vec!["1 handful of fresh parsley leaves or 2 tbsp dried thyme", "salt"],
        ),
        (
            "1 onion\n(about 1 cup)\n2 large carrots, finely diced and rinsed",
            vec!["1 onion (about 1 cup)", "2 large carrots, finely diced and rinsed"],
        ),
        (
            "400 g bœuf en cubes de\n25 g\n10 cl de vin rouge de Bourgogne bien corsé",
            vec!["400 g bœuf en cubes de 25 g", "10 cl de vin rouge de Bourgogne bien corsé"],
        ),
        (
            "2 cucharadas de aceite de oliva\nvirgen extra de la última cosecha\n1 diente de ajo\nsal",
            vec![
                "2 cucharadas de aceite de oliva virgen extra de la última cosecha",
                "1 diente de ajo",
                "sal",
            ],
        ),
        (
            "8 brins de persil\nsel\npoivre du moulin\nbasilic",
            vec!["8 brins de persil", "sel", "poivre du moulin", "basilic"],
        ),
        // "En dés" (diced) can end a line. After "en des", a noun must follow.
        (
            "6 grosses pommes de terre, pelées\net coupées en dés\n30 ml de lait",
            vec!["6 grosses pommes de terre, pelées et coupées en dés", "30 ml de lait"],
        ),
        (
            "2 eggs\n1 lemon\n4 cups all-\npurpose flour",
            vec!["2 eggs", "1 lemon", "4 cups all-purpose flour"],
        ),
    ] {
        let extraction = Paper::new()
            .print(800.0, 500.0, 2.0, "Winter supper")
            .print(800.0, 1_500.0, 1.2, "Ingredients")
            .print(800.0, 1_900.0, 1.0, lines)
            .print(3_900.0, 1_500.0, 1.2, "Method")
            .print(
                3_900.0,
                1_900.0,
                1.0,
                "1. Mix it all and leave it to stand for a while.\n2. Bake for 20 minutes.",
            )
            .read();
        assert_eq!(ingredients(&extraction), expected);
    }
}

#[test]
fn lower_case_seasoning_after_a_full_line_is_a_separate_ingredient() {
    for (list, method, expected) in [
        (
            "300 gramos de lentejas\n2 zanahorias\n90 gramos de queso manchego rallado\naceite de oliva\nsal",
            "1. Cuece las lentejas con las zanahorias.\n2. Sirve con el queso y el aceite.",
            vec![
                "300 gramos de lentejas",
                "2 zanahorias",
                "90 gramos de queso manchego rallado",
                "aceite de oliva",
                "sal",
            ],
        ),
        (
            "300 gramos de lentejas\n2 zanahorias\n90 gramos de queso curado de oveja\nrallado fino\nsal",
            "1. Cuece las lentejas con las zanahorias.\n2. Sirve con el queso y la sal.",
            vec![
                "300 gramos de lentejas",
                "2 zanahorias",
                "90 gramos de queso curado de oveja rallado fino",
                "sal",
            ],
        ),
        (
            "2 leeks\n1 kg floury potatoes\n3 tablespoons of cold pressed olive\noil\n1 onion",
            "1. Boil the leeks with the potatoes.\n2. Serve with the oil.",
            vec!["2 leeks", "1 kg floury potatoes", "3 tablespoons of cold pressed olive oil", "1 onion"],
        ),
    ] {
        let extraction = Paper::new()
            .print(800.0, 500.0, 2.0, "Winter supper")
            .print(800.0, 1_500.0, 1.2, "Ingredients")
            .print(800.0, 1_900.0, 1.0, list)
            .print(4_000.0, 1_500.0, 1.2, "Method")
            .print(4_000.0, 1_900.0, 1.0, method)
            .read();
        assert_eq!(ingredients(&extraction), expected);
    }
}

#[test]
fn lines_closer_than_the_others_are_joined() {
    let extraction = Paper::new()
        .print(800.0, 500.0, 2.0, "Pizza")
        .print(800.0, 1_500.0, 1.2, "Ingredients")
        .print(800.0, 1_900.0, 1.0, "1 cup shredded mozzarella")
        .print(800.0, 2_060.0, 1.0, "cheese for the top")
        .print(800.0, 2_300.0, 1.0, "4 slices of bacon")
        .print(800.0, 2_540.0, 1.0, "1/4 teaspoon cayenne pepper")
        .print(800.0, 2_780.0, 1.0, "salt to taste")
        .print(3_600.0, 1_500.0, 1.2, "Method")
        .print(3_600.0, 1_900.0, 1.0, "Spread it all on the dough.\n\nBake for 20 minutes.")
        .read();
    assert_eq!(
        ingredients(&extraction),
        [
            "1 cup shredded mozzarella cheese for the top",
            "4 slices of bacon",
            "1/4 teaspoon cayenne pepper",
            "salt to taste"
        ]
    );
}

#[test]
fn close_continuation_line_is_not_a_group_heading() {
    let extraction = Paper::new()
        .print(800.0, 500.0, 2.0, "Noodles")
        .print(800.0, 1_500.0, 1.2, "Ingredients")
        .print(800.0, 1_900.0, 1.0, "3 cups fresh noodles")
        .print(800.0, 2_140.0, 1.0, "3 spoons of Roasted Chili")
        .print(800.0, 2_320.0, 1.0, "Sauce")
        .print(800.0, 2_560.0, 1.0, "Kosher salt")
        .print(800.0, 2_800.0, 1.0, "2 cups torn escarole")
        .print(3_600.0, 1_500.0, 1.2, "Method")
        .print(
            3_600.0,
            1_900.0,
            1.0,
            "Cook the noodles with the salt until they are soft,\nand toss them with the sauce.\nServe.",
        )
        .read();
    assert_eq!(
        ingredients(&extraction),
        ["3 cups fresh noodles", "3 spoons of Roasted Chili Sauce", "Kosher salt", "2 cups torn escarole"]
    );
}

#[test]
fn slightly_closer_line_is_a_separate_ingredient() {
    let extraction = Paper::new()
        .print(800.0, 500.0, 2.0, "Rocks")
        .print(800.0, 1_500.0, 1.2, "Ingredients")
        .print(800.0, 1_900.0, 1.0, "180 g Chocolate")
        .print(800.0, 2_100.0, 1.0, "125 g Nougat")
        .print(800.0, 2_330.0, 1.0, "150 g Walnuts")
        .print(800.0, 2_535.0, 1.0, "Salt Flakes")
        .print(3_600.0, 1_500.0, 1.2, "Method")
        .print(3_600.0, 1_900.0, 1.0, "Melt the chocolate and break the nougat into pieces,\nthen mix them with the walnuts and some of the salt.\nServe cold.")
        .read();
    assert_eq!(ingredients(&extraction), ["180 g Chocolate", "125 g Nougat", "150 g Walnuts", "Salt Flakes"]);
}

#[test]
fn lines_in_overlapping_ocr_regions_are_read_once() {
    let extraction = Paper::new()
        .print(800.0, 500.0, 2.0, "Stew")
        .print(800.0, 1_500.0, 1.2, "Ingredients")
        .print(800.0, 1_900.0, 1.0, "800 g veal\n3 carrots")
        .print(800.0, 2_900.0, 1.2, "Method")
        .print(800.0, 3_300.0, 1.0, "1. Cover with the stock and simmer until soft.")
        .print(800.0, 3_300.0, 1.0, "1. Cover with the stock and")
        .print(800.0, 3_500.0, 1.0, "2. Serve.")
        .read();
    assert_eq!(steps(&extraction), ["Cover with the stock and simmer until soft.", "Serve."]);
}

#[test]
fn list_without_headings_is_marked_as_guessed() {
    let source = "Grandma's pancakes\n\n2 cups flour\n1 tsp salt\n3 eggs\n2 cups milk\n\nMix everything until the batter is smooth.\nFry in a hot pan until golden.";
    let all = read_text(&file(source));
    assert_eq!(all[0].content.title.as_deref(), Some("Grandma's pancakes"));
    assert_eq!(ingredients(&all[0]), ["2 cups flour", "1 tsp salt", "3 eggs", "2 cups milk"]);
    assert_eq!(
        steps(&all[0]),
        ["Mix everything until the batter is smooth.", "Fry in a hot pan until golden."]
    );
    assert!(all[0].content.ingredients.iter().all(|line| line.doubt == Some(Doubt::Guessed)));
}

#[test]
fn list_within_a_sentence_is_split() {
    let source = "Lemon curd\n\nIngredients: 3 lemons, 200 g sugar, 100 g butter and 2 eggs.\n\nMethod: Whisk all over steam until it is thick.";
    let all = read_text(&file(source));
    assert_eq!(ingredients(&all[0]), ["3 lemons", "200 g sugar", "100 g butter", "2 eggs"]);
    assert_eq!(steps(&all[0]), ["Whisk all over steam until it is thick."]);
}

#[test]
fn amounts_copied_from_table_cells_are_joined_with_names() {
    for list in ["Plums\n500 g\nSugar\n2 tbsp\nWater\n1 l", "500 g\nPlums\n2 tbsp\nSugar\n1 l\nWater"] {
        let read = read_text(&file(&format!(
            "Plum soup\n\nIngredients\n\n{list}\n\nMethod\n\nBoil the plums in the water for ten minutes.\nServe it hot in deep bowls."
        )));
        assert_eq!(ingredients(&read[0]), ["500 g Plums", "2 tbsp Sugar", "1 l Water"], "{list}");
    }
}

#[test]
fn name_between_blank_lines_is_a_group_heading() {
    let read = read_text(&file(
        "Plum tart\n\nIngredients\n\n200 g flour\n1 egg\n100 g butter\n\nfilling\n\n3 plums\n2 tbsp sugar\n1 tsp cinnamon\n\nMethod\n\nKnead the \
         flour with the egg and the butter.\nLay the plums on top and bake for an hour.",
    ));
    assert_eq!(groups(&read[0]), [None, None, None, Some("filling"), Some("filling"), Some("filling")]);
}

#[test]
fn recipe_with_one_ingredient_is_accepted() {
    let read = read_text(&file(
        "Ghee\n\nIngredients\n\n500 g butter\n\nMethod\n\nMelt the butter slowly.\nSkim it.\n",
    ));
    assert_eq!(ingredients(&read[0]), ["500 g butter"]);
    assert_eq!(steps(&read[0]), ["Melt the butter slowly.", "Skim it."]);
}

#[test]
fn split_sentence_keeps_preparations_with_their_ingredients() {
    let read = read_text(&file(
        "Tarte aux poireaux\n\nIngrédients : 3 poireaux, émincés, 200 g de lardons, 20 cl de crème, 3 œufs, battus, sel, poivre.\n\n\
         Préparation : Faire revenir les poireaux. Mélanger la crème et les œufs.",
    ));
    assert_eq!(
        ingredients(&read[0]),
        ["3 poireaux, émincés", "200 g de lardons", "20 cl de crème", "3 œufs, battus", "sel", "poivre"]
    );
}

#[test]
fn list_without_heading_may_start_with_a_number_word() {
    let read = read_text(&file(
        "Raisin cake\nThree of us ate it.\ntwo eggs, beaten\n1 cup sugar\n1/2 cup raisins\n1 tsp soda\n\nMix it all and bake it.",
    ));
    assert_eq!(ingredients(&read[0]), ["two eggs, beaten", "1 cup sugar", "1/2 cup raisins", "1 tsp soda"]);
}

#[test]
fn list_lines_may_end_with_full_stops() {
    let read = read_text(&file(
        "Croquetas\n\nIngredientes\n\n100 g de jamón, bien picado.\n\n60 g de mantequilla.\n\n1 cebolla.\n\nUna pizca de nuez moscada y sal.\n\n\
         Pimienta blanca si gusta mucho.\n\n2 huevos.\n\nPreparación\n\nDerretir la mantequilla y freír el jamón.\n\nFormar las croquetas.",
    ));
    assert_eq!(ingredients(&read[0]).len(), 6);
    assert_eq!(
        ingredients(&read[0])[3..5],
        ["Una pizca de nuez moscada y sal.", "Pimienta blanca si gusta mucho."]
    );
    assert_eq!(steps(&read[0]).len(), 2);
}

#[test]
fn list_ends_at_the_oven_temperature() {
    let read = read_text(&file(
        "Banana loaf\n1/4 cup butter\n1 cup sugar\n3 bananas\n1 1/2 cups flour\nPreheat the oven to 350 degrees\nGrease a tin and dust it with flour\n\
         Mash the bananas and stir in the rest. Bake for an hour.",
    ));
    assert_eq!(ingredients(&read[0]), ["1/4 cup butter", "1 cup sugar", "3 bananas", "1 1/2 cups flour"]);
    assert_eq!(steps(&read[0])[0], "Preheat the oven to 350 degrees");
}

#[test]
fn bracketed_remark_about_ingredients_is_not_a_heading() {
    let read = read_text(&file(
        "Lemon cake\n\n200 g sugar\n4 eggs\n300 g flour\n(All ingredients should be at room temperature)\n\n2 lemons\n1 tsp salt\n80 g butter\n\nWhisk the eggs with the sugar.\nFold in the flour and bake.",
    ));
    assert_eq!(ingredients(&read[0])[..3], ["200 g sugar", "4 eggs", "300 g flour"]);
}

#[test]
fn one_line_without_amounts_between_headings_is_the_list() {
    let read = read_text(&file(
        "Pastel de zanahoria\nIngredientes:\nQueso crema, azúcar, huevos, harina, canela, zanahorias y nueces.\nPasos:\nCombina el queso con el azúcar.\nReserva.\nHornea por 55 minutos.",
    ));
    assert_eq!(
        ingredients(&read[0]),
        ["Queso crema", "azúcar", "huevos", "harina", "canela", "zanahorias", "nueces"]
    );
    assert_eq!(steps(&read[0]).len(), 3);
}

#[test]
fn group_headings_with_remarks_or_without_extra_space_are_found() {
    let read = read_text(&file(
        "Pan dulce\n\nIngredientes\n\nBizcocho\n\n2 tazas de harina\n\n3 huevos\n\nBetún\n\n250 g de queso\n\n80 g de mantequilla\n\nPreparación\n\nMezclar la harina y los huevos.",
    ));
    assert_eq!(groups(&read[0]), [Some("Bizcocho"), Some("Bizcocho"), Some("Betún"), Some("Betún")]);
    let read = read_text(&file(
        "Bread\n\nIngredients\nFor the starter (day 1-5)\n1/2 cup flour\n1/4 cup water\nFor the bread (once it is active)\n4 cups flour\n2 tsp salt\n\nMethod\nMix the flour and the water.",
    ));
    assert_eq!(ingredients(&read[0]), ["1/2 cup flour", "1/4 cup water", "4 cups flour", "2 tsp salt"]);
}

/// A list whose paper has room for the first word of line 3.
fn with_lines(second: &str, third: &str) -> Extraction {
    let text = format!(
        "Rice\n\nIngredients\n\n1 cup rice\n{second}\n{third}\n2 eggs\n3 tbsp oil\n1 onion\n\nMethod\n\n\
         Cook the rice in the stock. Fry all other things, then add the rice and serve it at once with salt."
    );
    Paper::new().print(500.0, 500.0, 1.0, &text).read()
}

#[test]
fn line_without_food_continues_the_entry_above() {
    let all = with_lines("1 chicken breast, cut", "into small dice and dried");
    assert_eq!(ingredients(&all)[1], "1 chicken breast, cut into small dice and dried");
    let all = with_lines("1 package (2 teaspoons) active", "dry yeast");
    assert_eq!(ingredients(&all)[1], "1 package (2 teaspoons) active dry yeast");
    let all = with_lines("1 chicken breast, cut", "salt and pepper");
    assert_eq!(ingredients(&all)[1..3], ["1 chicken breast, cut", "salt and pepper"]);
}
