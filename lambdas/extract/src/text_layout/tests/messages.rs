use super::super::{Text, read_text};
use super::paper::{file, ingredients, steps};
use crate::extraction::{Extraction, Field};

fn read(text: &str) -> Extraction {
    read_text(&file(text)).remove(0)
}

fn title(text: &str) -> Option<String> {
    read(text).content.title
}

#[test]
fn chat_recipe_is_from_the_person_who_wrote_most() {
    for text in [
        "[12/03/2024, 18:22:10] Tom: how do you make the plum tart?\n[12/03/2024, 18:25:01] Ana: Plum tart\n\n6 plums\n200 g flour\n100 g butter\n\n\
         Rub the butter into the flour. Bake it with the plums on top.\n[12/03/2024, 18:26:45] Tom: thank you, you are the best of all cooks!",
        "12.03.24, 6:22 pm - Messages are encrypted\n12.03.24, 6:22 pm - Tom: how do you make the plum tart?\n12.03.24, 6:25 pm - Ana: Plum tart\n\n6 plums\n200 g flour\n\
         100 g butter\n12.03.24, 6:26 pm - Ana: Rub the butter into the flour. Bake it with the plums on top.\n12.03.24, 6:27 pm - Tom: thank you!",
        "Tom, [12/03/2024 18:22]\nhow do you make the plum tart?\n\nAna, [12/03/2024 18:25]\nPlum tart\n\n6 plums\n200 g flour\n100 g butter\n\n\
         Rub the butter into the flour. Bake it with the plums on top.\n\nTom, [12/03/2024 18:27]\nthank you!",
    ] {
        let read = read(text);
        assert_eq!(read.content.title.as_deref(), Some("Plum tart"), "{text}");
        assert_eq!(ingredients(&read), ["6 plums", "200 g flour", "100 g butter"]);
        assert_eq!(steps(&read), ["Rub the butter into the flour. Bake it with the plums on top."]);
    }
}

#[test]
fn chat_lines_keep_their_source_line_numbers() {
    let read = read(
        "[1/3/2024, 18:22] Tom: plum tart?\n[1/3/2024, 18:25] Ana: Plum tart\n6 plums\n200 g flour\n100 g butter\nRub the butter into the flour, and bake it.",
    );
    let list = read.provenance.iter().find(|entry| entry.field == Field::Instructions);
    assert_eq!(list.map(|entry| entry.path.as_str()), Some("line[6]"));
}

#[test]
fn dates_without_senders_are_not_a_chat() {
    let text = "Tarte aux prunes\n12/03/2024\n6 prunes\n200 g de farine\n100 g de beurre\nBattre le beurre : 18:25, puis cuire la tarte.";
    assert_eq!(ingredients(&read(text)), ["6 prunes", "200 g de farine", "100 g de beurre"]);
}

const LIST: &str =
    "6 prunes\n200 g de farine\n100 g de beurre\n\nMélanger le beurre et la farine. Cuire avec les prunes.";

#[test]
fn mail_is_read_without_headers_greeting_and_quoted_mail() {
    let mail = format!(
        "De : Ana <ana@mail.example>\nÀ : Tom\nObjet : Re: TR: Tarte aux prunes\n\nCoucou Tom,\n\nVoici la recette :\n\n{LIST}\n\n\
         Le 2 mars 2021, Tom a écrit :\n> Tu as encore la recette de la tarte ?\n> Merci !"
    );
    let read = read(&mail);
    assert_eq!(read.content.title.as_deref(), Some("Tarte aux prunes"));
    assert_eq!(ingredients(&read), ["6 prunes", "200 g de farine", "100 g de beurre"]);
    assert_eq!(steps(&read), ["Mélanger le beurre et la farine. Cuire avec les prunes."]);
}

#[test]
fn forwarded_mail_is_read_without_quotation_marks() {
    let quoted: String = LIST.lines().map(|line| format!("> {line}\n")).collect();
    let read = read(&format!("---------- Forwarded message ----------\n> Tarte aux prunes\n>\n{quoted}"));
    assert_eq!(read.content.title.as_deref(), Some("Tarte aux prunes"));
    assert_eq!(ingredients(&read), ["6 prunes", "200 g de farine", "100 g de beurre"]);
    assert_eq!(steps(&read).len(), 1);
}

#[test]
fn recipe_labels_are_not_mail_headers() {
    let text = "Tarta de ciruelas\nPara: 4 personas\nDe: la abuela\n\nIngredientes\n6 ciruelas\n200 g de harina\n\nPreparación\nMezclar y hornear todo.";
    assert_eq!(read(text).content.servings, Some(4));
}

#[test]
fn video_chapters_are_neither_steps_nor_title() {
    let read = read(
        "0:00 Hello\n0:45 What you need\n2:10 Baking\n\nPlum tart in no time\n\nIngredients\n6 plums\n200 g flour\n\nMethod\nStone the plums.\nBake them.\n\n\
         Timestamps\n00:00 - Hello\n00:45 - What you need\n02:10 - Baking",
    );
    assert_eq!(read.content.title.as_deref(), Some("Plum tart in no time"));
    assert_eq!(steps(&read), ["Stone the plums.", "Bake them."]);
}

#[test]
fn lines_with_leading_emoji_are_lists() {
    let read = read(
        "Mousse de prunes 🍑✨ Partagez la recette !!\n\n🥚 6 œufs\n🍫 200 g de prunes\n🧂 1 pincée de sel\n\n\
         👉 Faire fondre les prunes\n👉 Monter les blancs en neige avec le sel\n👉 Incorporer délicatement\n👉 Réserver au frais",
    );
    assert_eq!(read.content.title.as_deref(), Some("Mousse de prunes"));
    assert_eq!(ingredients(&read), ["6 œufs", "200 g de prunes", "1 pincée de sel"]);
    assert_eq!(
        steps(&read),
        [
            "Faire fondre les prunes",
            "Monter les blancs en neige avec le sel",
            "Incorporer délicatement",
            "Réserver au frais"
        ]
    );
}

#[test]
fn steps_without_heading_start_at_the_first_instruction() {
    let read = read(
        "Plum bread\n\n3 plums\n2 cups flour\n1 tsp baking soda\nwalnuts\n\nmash plums\nmix in flour and soda\nbake for an hour\n\nMacros: 320 kcal | 9P | 40C | 12F",
    );
    assert_eq!(ingredients(&read), ["3 plums", "2 cups flour", "1 tsp baking soda", "walnuts"]);
    assert_eq!(steps(&read), ["mash plums", "mix in flour and soda", "bake for an hour"]);
}

#[test]
fn number_of_ingredients_in_the_title_is_not_an_ingredient() {
    let text = "3-ingredient plum cookies\n\n2 ripe plums\n1 cup oats\n1/4 cup walnuts\n\nMix everything, roll it into balls and bake them.";
    assert_eq!(title(text).as_deref(), Some("3-ingredient plum cookies"));
    assert_eq!(ingredients(&read(text)), ["2 ripe plums", "1 cup oats", "1/4 cup walnuts"]);
}

#[test]
fn servings_after_the_title_are_read() {
    for (line, expected) in [
        ("Plum tart (4 people)", "Plum tart"),
        ("Tarta de ciruelas para 4 personas", "Tarta de ciruelas para 4 personas"),
    ] {
        let text =
            format!("{line}\n6 plums\n200 g flour\n100 g butter\nRub the butter into the flour and bake it.");
        assert_eq!(title(&text).as_deref(), Some(expected));
        assert_eq!(read(&text).content.servings, Some(4));
    }
}

#[test]
fn single_paragraph_is_split_into_list_and_steps() {
    let read = read(
        "Plum oats! 1/2 cup oats, 3 tbsp. plum jam, 1 tsp honey. Mix it all in a jar and leave it overnight. Eat it cold.",
    );
    assert_eq!(read.content.title.as_deref(), Some("Plum oats!"));
    assert_eq!(ingredients(&read), ["1/2 cup oats", "3 tbsp. plum jam", "1 tsp honey"]);
    assert_eq!(steps(&read), ["Mix it all in a jar and leave it overnight. Eat it cold."]);
}

#[test]
fn greeting_is_not_the_title() {
    let text = format!("Hi Tom,\n\n{LIST}");
    let named = Text { name: Some(String::from("plum tart")), ..file(&text) };
    assert_eq!(read_text(&named)[0].content.title.as_deref(), Some("plum tart"));
}
