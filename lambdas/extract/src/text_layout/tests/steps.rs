use super::super::read_text;
use super::paper::{Paper, file, ingredients, steps};
use crate::{Role, TextLine};

#[test]
fn wrapped_steps_are_joined_and_split_at_numbers_or_gaps() {
    for (lines, expected) in [
        (
            "1. Peel the plums and cut them into quar-\n   ters.\n2. Whisk two eggs with the sugar until pa-\n   le and bake for\n   40 minutes.",
            vec![
                "Peel the plums and cut them into quarters.",
                "Whisk two eggs with the sugar until pale and bake for 40 minutes.",
            ],
        ),
        (
            "1 Peel the plums and quarter them\nbefore the oven is hot.\n2 Bake for 40 minutes and then for\n10 minutes more.",
            vec![
                "Peel the plums and quarter them before the oven is hot.",
                "Bake for 40 minutes and then for 10 minutes more.",
            ],
        ),
        (
            "‘Peel the plums and quarter them.\n2 ‘Whisk two eggs with the sugar\nuntil pale. Sieve the flour.\n3 ~~ *Fold in the plums.\n5 _ Bake for 40 minutes and then for\n10 minutes more.",
            vec![
                "Peel the plums and quarter them.",
                "Whisk two eggs with the sugar until pale. Sieve the flour.",
                "Fold in the plums.",
                "Bake for 40 minutes and then for 10 minutes more.",
            ],
        ),
        (
            "Peel the plums and cut them into small\npieces.\n\nBake for 40 minutes. Leave to cool in\nthe tin.",
            vec![
                "Peel the plums and cut them into small pieces.",
                "Bake for 40 minutes. Leave to cool in the tin.",
            ],
        ),
        (
            "Step 1\nPeel the plums and cut them into small\npieces.\nStep 2\nBake for 40 minutes.",
            vec!["Peel the plums and cut them into small pieces.", "Bake for 40 minutes."],
        ),
        (
            "Peel the plums.\nBake at 180 °C until a skewer comes out\nclean.\nServe warm.",
            vec!["Peel the plums.", "Bake at 180 °C until a skewer comes out clean.", "Serve warm."],
        ),
    ] {
        let extraction = Paper::new()
            .print(800.0, 500.0, 2.0, "Plum cake")
            .print(800.0, 1_500.0, 1.2, "Ingredients")
            .print(800.0, 1_800.0, 1.0, "• 500 g plums\n• 2 eggs\n• 100 g sugar")
            .print(800.0, 3_000.0, 1.2, "Method")
            .print(800.0, 3_400.0, 1.0, lines)
            .read();
        assert_eq!(steps(&extraction), expected);
    }
}

#[test]
fn compound_words_keep_their_hyphen_at_a_line_end() {
    let extraction = Paper::new()
        .print(800.0, 500.0, 2.0, "Flan")
        .print(800.0, 1_200.0, 1.2, "Ingrédients")
        .print(800.0, 1_500.0, 1.0, "• 4 œufs\n• 1 l de lait")
        .print(800.0, 2_300.0, 1.2, "Étapes")
        .print(800.0, 2_600.0, 1.0, "1. Cassez les œufs et battez-\n   les avec le lait.\n2. Versez le mélange dans un petit mou-\n   le et faites cuire 40 minu-\n   tes.")
        .read();
    assert_eq!(
        steps(&extraction),
        [
            "Cassez les œufs et battez-les avec le lait.",
            "Versez le mélange dans un petit moule et faites cuire 40 minutes."
        ]
    );
}

#[test]
fn ingredients_listed_below_a_step_are_not_steps() {
    let read = read_text(&file(
        "Plum soup\n\nIngredients\n\n500 g plums\n1 l water\n2 tbsp sugar\n\nMethod\n\n1Boil the plums in the water for ten minutes.\n500 g plums, 1 l water\n2Stir \
         in the sugar until it has melted.\n2 tbsp sugar\n3Serve it hot in deep bowls.",
    ));
    assert_eq!(
        steps(&read[0]),
        [
            "Boil the plums in the water for ten minutes.",
            "Stir in the sugar until it has melted.",
            "Serve it hot in deep bowls."
        ]
    );
}

#[test]
fn end_of_a_wrapped_sentence_is_not_a_heading() {
    let paper = Paper::new().print(
        700.0,
        600.0,
        1.0,
        "Plum salad\n\nIngredients\n2 plums\n1 cucumber\n\nPreparation\n\
         1. Slice both into a bowl, add salt and gently mix\n   the ingredients.\n\
         2. Leave it to stand for an hour, then drain the salad\n   and serve it.",
    );
    let read = paper.read();
    assert_eq!(ingredients(&read), ["2 plums", "1 cucumber"]);
    assert_eq!(
        steps(&read),
        [
            "Slice both into a bowl, add salt and gently mix the ingredients.",
            "Leave it to stand for an hour, then drain the salad and serve it."
        ]
    );
}

#[test]
fn numbered_step_that_starts_like_a_remark_is_a_step() {
    let paper = Paper::new().print(
        700.0,
        600.0,
        1.0,
        "Plum salsa\n\nIngredients\n2 plums\n1 onion\n\nMethod\n\
         1. Note: this makes a large bowl, so use a big board.\n\
         2. Chop the plums and the onion finely.\n3. Mix them and serve.",
    );
    assert_eq!(
        steps(&paper.read()),
        [
            "Note: this makes a large bowl, so use a big board.",
            "Chop the plums and the onion finely.",
            "Mix them and serve."
        ]
    );
}

#[test]
fn typed_steps_with_skipped_numbers_are_steps() {
    let source = "Plum salsa\n\nIngredients\n\n2 plums\n1 onion\n\nMethod\n\n1. Chop the plums finely.\n\
                  2. Chop the onion.\n4. Mix them in a bowl.\n7. Leave them to stand and serve.\n";
    assert_eq!(
        steps(&read_text(&file(source))[0]),
        [
            "Chop the plums finely.",
            "Chop the onion.",
            "Mix them in a bowl.",
            "Leave them to stand and serve."
        ]
    );
}

#[test]
fn steps_renumbered_below_a_part_name_are_kept() {
    let source = "Plum wine\n\nIngredients\n\n2 kg plums\n1 kg sugar\n3 l water\n\nMethod\n\nFirst week:\n\n1. Boil the water with the sugar.\n\
                  2. Pour it over the plums.\n3. Let them stand in the dark.\n\nSecond week:\n\n1. Strain the wine into bottles.\n2. Keep them closed.\n";
    assert_eq!(
        steps(&read_text(&file(source))[0]),
        [
            "Boil the water with the sugar.",
            "Pour it over the plums.",
            "Let them stand in the dark.",
            "Strain the wine into bottles.",
            "Keep them closed.",
        ]
    );
}

#[test]
fn heading_of_the_same_level_introduces_more_numbered_steps() {
    let source = "# Plum soup\n\n## Ingredients\n\n- 2 kg plums\n- 3 l water\n\n## Preparation\n\n1. Wash the plums in cold water.\n\n\
                  ## On the fire\n\n1. Boil the plums in the water.\n2. Serve them hot.\n\n## Storage\n\nKeep it in a cold place.\n";
    let mut text = file("");
    text.lines = source
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| {
            let level = line.bytes().take_while(|byte| *byte == b'#').count();
            let role = if level > 0 { Role::Heading(level as u8) } else { Role::Plain };
            TextLine { text: line.trim_start_matches(['#', ' ']).to_owned(), role, ..TextLine::default() }
        })
        .collect();
    assert_eq!(
        steps(&read_text(&text)[0]),
        ["Wash the plums in cold water.", "Boil the plums in the water.", "Serve them hot."]
    );
}

#[test]
fn times_below_the_steps_are_not_steps() {
    let source = "Plum soup\n\nIngredients\n\n2 kg plums\n3 l water\n\nMethod\n\nBoil the plums in the water. Serve them hot.\n\n\
                  Preparation time\n\n5 min\n\nCooking time\n\n30 min\n";
    let read = &read_text(&file(source))[0];
    assert_eq!(steps(read), ["Boil the plums in the water. Serve them hot."]);
    let content = &read.content;
    assert_eq!((content.prep_minutes, content.cook_minutes), (Some(5), Some(30)));
}

#[test]
fn lower_case_line_continues_the_sentence() {
    let read = |steps: &str| {
        read_text(&file(&format!("Flan\n\nIngredients\n4 eggs\n1 l milk\n\nMethod\n\n{steps}")))
    };
    assert_eq!(
        steps(
            &read(
                "Whisk the eggs and the milk.\n\nBake for 45 minutes. It is done when it is golden\n\nand no longer moves.\n\nServe cold."
            )[0]
        ),
        [
            "Whisk the eggs and the milk.",
            "Bake for 45 minutes. It is done when it is golden and no longer moves.",
            "Serve cold."
        ]
    );
    assert_eq!(
        steps(&read("Whisk the eggs and the milk\n\nbake for 45 minutes\n\nserve cold")[0]),
        ["Whisk the eggs and the milk", "bake for 45 minutes", "serve cold"]
    );
}

#[test]
fn personal_remark_after_numbered_steps_is_not_a_step() {
    let steps_of = |tail: &str| {
        let counted =
            "Heat the oven to 160 °C.\n\n1. Whisk the eggs.\n\n2. Add the milk.\n\n3. Bake for an hour.";
        let read = read_text(&file(&format!(
            "Flan\n\nIngredients\n4 eggs\n1 l milk\n\nMethod\n\n{counted}\n\n{tail}"
        )));
        steps(&read[0]).len()
    };
    assert_eq!(steps_of("It is so simple that I bake it each week.\n\nMy sister cooks it with vanilla."), 4);
    assert_eq!(steps_of("Je vous invite à varier les plaisirs avec de la vanille."), 4);
    assert_eq!(steps_of("Let it cool and serve it with cream."), 5);
    let read = read_text(&file(
        "Flan\n\nIngredients\n4 eggs\n1 l milk\n\nMethod\n\n• Whisk the eggs.\n• Add the milk.\n• Bake for an hour.\n\nI think that my oven is too hot for it.",
    ));
    assert_eq!(steps(&read[0]).len(), 3);
}

#[test]
fn oven_temperature_is_not_a_part_name() {
    let read = read_text(&file(
        "Flan\n\nIngredients\n4 eggs\n1 l milk\n\nMethod\nOven on 320F\n1. Whisk the eggs.\n2. Add the milk.\n3. Bake for an hour.",
    ));
    assert_eq!(steps(&read[0])[0], "Oven on 320F");
}

#[test]
fn group_name_of_the_list_is_a_heading_within_the_steps() {
    let text = "Plum tart\n\nIngredients\n\nPastry\n200 g flour\n100 g butter\n\nCover\n500 g plums\n\nMethod\n\n\
                Pastry\nRub the butter into the flour\nCover\nHalve the plums.\nCover\n\
                Bake for 40 minutes.";
    let extraction = Paper::new().print(500.0, 500.0, 1.0, text).read();
    assert_eq!(
        steps(&extraction),
        ["Rub the butter into the flour", "Halve the plums.", "Bake for 40 minutes."]
    );
}
