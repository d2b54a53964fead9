use super::super::read_text;
use super::paper::{file, groups, ingredients, steps};

#[test]
fn section_numbers_are_not_step_numbers() {
    let read = read_text(&file(
        "Bizcocho de limón\n\n1. Historia y origen\nEs un postre muy antiguo que se come en toda la costa del norte.\n\
         2. Ingredientes completos (con cantidades)\n- 4 huevos\n- 200 g de azúcar\n- 60 ml de zumo\nOpcional:\n- 1 pizca de sal\n\
         3. Preparación detallada paso a paso\n- Batir los huevos con el azúcar.\n- Añadir el zumo y hornear.\n\
         4. Consejos profesionales\n- No abrir el horno antes de tiempo.\n5. Conservación\n- Dura tres días en una lata.",
    ));
    assert_eq!(read[0].content.title.as_deref(), Some("Bizcocho de limón"));
    assert_eq!(ingredients(&read[0]), ["4 huevos", "200 g de azúcar", "60 ml de zumo", "1 pizca de sal"]);
    assert_eq!(groups(&read[0])[3], Some("Opcional"));
    assert_eq!(steps(&read[0]), ["Batir los huevos con el azúcar.", "Añadir el zumo y hornear."]);
}

#[test]
fn sections_after_the_list_are_steps_without_a_steps_heading() {
    let read = read_text(&file(
        "Soupe du soir\n\n1. Réunir des ingrédients frais\nLes oignons doivent être fermes. Vous aurez besoin de :\n1. 4 gros oignons\n2. 30 g de beurre\n3. 1 litre de bouillon\n\
         2. Dorer les oignons\n1. Faites fondre le beurre.\n2. Ajoutez les oignons.\n3. Finir la soupe\nUne fois les oignons dorés :\n1. Versez le bouillon.\n2. Servez.",
    ));
    assert_eq!(ingredients(&read[0]), ["4 gros oignons", "30 g de beurre", "1 litre de bouillon"]);
    let lines = steps(&read[0]);
    assert_eq!(lines[..2], ["Faites fondre le beurre.", "Ajoutez les oignons."]);
    assert!(lines.contains(&"Versez le bouillon."), "{lines:?}");
}

#[test]
fn lettered_section_headings_with_taglines_are_found() {
    let read = read_text(&file(
        "Poulet à la crème\nA. Les Ingrédients : Une Base Solide\nVoici la liste pour 4 personnes :\n- 1 poulet entier\n- 50 g de beurre\n- 1 litre de bouillon\n\
         B. Préparation au four : Étapes Détaillées\n- Faire fondre le beurre et dorer le poulet.\n- Ajouter le bouillon et cuire une heure.",
    ));
    assert_eq!(ingredients(&read[0]), ["1 poulet entier", "50 g de beurre", "1 litre de bouillon"]);
    assert_eq!(
        steps(&read[0]),
        ["Faire fondre le beurre et dorer le poulet.", "Ajouter le bouillon et cuire une heure."]
    );
}
