use super::super::read_text;
use super::paper::{file, groups, ingredients, steps};

#[test]
fn consecutive_recipes_are_split_at_their_names() {
    let read = read_text(&file(
        "Two cakes from my aunt's notebook.\nHoney Squares\n1 cup butter\n2 cups flour\n3 tsp honey\n\
         Cream the butter, stir in the flour and the honey, and bake for half an hour.\nWalnut Loaf\nServes 8\n2 cups flour\n1 egg\n1 cup walnuts\n3 tbsp milk\n\
         Stir everything and bake in a slow oven.\nI never found the third page.",
    ));
    assert_eq!(read.len(), 2);
    assert_eq!(read[0].content.title.as_deref(), Some("Honey Squares"));
    assert_eq!(ingredients(&read[0]), ["1 cup butter", "2 cups flour", "3 tsp honey"]);
    assert_eq!(
        steps(&read[0]),
        ["Cream the butter, stir in the flour and the honey, and bake for half an hour."]
    );
    assert_eq!((read[1].content.title.as_deref(), read[1].content.servings), (Some("Walnut Loaf"), Some(8)));
    assert_eq!(ingredients(&read[1]), ["2 cups flour", "1 egg", "1 cup walnuts", "3 tbsp milk"]);
}

#[test]
fn list_below_a_part_name_belongs_to_the_same_dish() {
    for (part, named) in [("Frosting", "Frosting"), ("For the frosting:", "For the frosting")] {
        let read = read_text(&file(&format!(
            "Beetroot cake\n\n250 g flour\n120 g sugar\n3 eggs\n2 beetroots\n\nMix the flour with the sugar and the eggs. Bake for 40 minutes.\n\n\
             {part}\n\n80 g butter\n150 g icing sugar\n1 tsp vanilla\n\nBeat the butter with the sugar. Spread it on the cold cake."
        )));
        assert_eq!(read.len(), 1, "{part}");
        assert_eq!(
            ingredients(&read[0]),
            [
                "250 g flour",
                "120 g sugar",
                "3 eggs",
                "2 beetroots",
                "80 g butter",
                "150 g icing sugar",
                "1 tsp vanilla"
            ]
        );
        assert_eq!(groups(&read[0])[3..5], [None, Some(named)]);
        assert_eq!(
            steps(&read[0]),
            [
                "Mix the flour with the sugar and the eggs. Bake for 40 minutes.",
                "Beat the butter with the sugar. Spread it on the cold cake."
            ]
        );
    }
}

#[test]
fn label_among_steps_without_heading_is_not_a_step() {
    let read = read_text(&file(
        "Rye biscuits\n\n300 g rye flour\n100 g butter\n2 eggs\n\nKnead the flour with the butter and the eggs.\nBake for 12 minutes.\n\nYield: 30 biscuits\n\nStore them in a tin.",
    ));
    assert_eq!(
        steps(&read[0]),
        ["Knead the flour with the butter and the eggs.", "Bake for 12 minutes.", "Store them in a tin."]
    );
    assert_eq!(read[0].content.yields.as_deref(), Some("30 biscuits"));
}
