use super::super::read_text;
use super::paper::{file, ingredients, steps};
use crate::extraction::Field;

#[test]
fn bbcode_is_rendered_before_parsing() {
    let read = read_text(&file(
        "[center][size=150]Bizcocho de limón[/size][/center]\n[img]http://pictures.example/limon.jpg[/img]\n\n[b]Ingredientes[/b]\n\
         [list]\n[*]2 limones\n[*]200 g de [url=http://shop.example/harina]harina[/url]\n[*]3 huevos\n[/list]\n\
         [color=red][b]Preparación[/b][/color]\n[list=1]\n[*]Batir los huevos con el azúcar.\n[*]Añadir la harina y hornear.\n[/list]",
    ));
    assert_eq!(read[0].content.title.as_deref(), Some("Bizcocho de limón"));
    assert_eq!(ingredients(&read[0]), ["2 limones", "200 g de harina", "3 huevos"]);
    assert_eq!(steps(&read[0]), ["Batir los huevos con el azúcar.", "Añadir la harina y hornear."]);
}

#[test]
fn bbcode_items_on_one_line_are_split_and_keep_its_line_number() {
    let read = read_text(&file(
        "Plum cake\n\n[b]Ingredients[/b]\n[list][*]6 plums[*]200 g flour[*]1 tub [sour cream][/list]\n[b]Method[/b]\nStone the plums.[br]Bake them in the batter for an hour.",
    ));
    assert_eq!(ingredients(&read[0]), ["6 plums", "200 g flour", "1 tub [sour cream]"]);
    assert_eq!(steps(&read[0]), ["Stone the plums.", "Bake them in the batter for an hour."]);
    let list = read[0].provenance.iter().find(|entry| entry.field == Field::Instructions);
    assert_eq!(list.map(|entry| entry.path.as_str()), Some("line[5]"));
}
