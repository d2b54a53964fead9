use super::{check, drafts};

const LIST: &str =
    "<ul><li>2 fapor mirel</li><li>1/2 dosk vendu</li><li>3 tulmi</li><li>1 dosk arpel, brunim</li></ul>";
const LIST_LINES: [&str; 4] = ["2 fapor mirel", "1/2 dosk vendu", "3 tulmi", "1 dosk arpel, brunim"];
const FIRST: &str = "Mirel vendu tulmi karpo sen, olmi dask verum tin.";
const SECOND: &str = "Arpel sen brunim olmi dask karpo, tin felum mirel.";

#[test]
fn list_of_amounts_with_unknown_units_is_found() {
    let page = format!(
        "<h1>Olmi</h1><h2>Fapori</h2>{LIST}<h2>Karpom</h2><ol><li>{FIRST}</li><li>{SECOND}</li></ol>"
    );
    check(&page, &LIST_LINES, &[FIRST, SECOND]);
}

#[test]
fn numbered_items_table_rows_and_code_are_not_amounts() {
    let steps = format!("<p>{FIRST}</p><p>{SECOND}</p>");
    let contents =
        "<ul><li>1 Fapor</li><li>2 Mirel</li><li>3 Vendu</li><li>4 Tulmi</li><li>5 Arpel</li></ul>";
    let table = "<table><tr><td>8</td><td>fapor</td></tr><tr><td>16</td><td>mirel</td></tr>\
        <tr><td>32</td><td>vendu</td></tr><tr><td>64</td><td>tulmi</td></tr></table>";
    let code = "<pre>8 fapor;\n16 mirel;\n32 vendu;\n64 tulmi;</pre>";
    for list in [contents, table, code] {
        assert!(
            drafts(&format!("<h1>Olmi</h1><h2>Fapori</h2>{list}<h2>Karpom</h2>{steps}")).is_empty(),
            "{list}"
        );
    }
}

#[test]
fn heading_as_high_as_that_of_the_list_ends_the_steps() {
    let page = format!(
        "<h1>Olmi</h1><h2>Fapori</h2><ul><li>200 g mirel</li><li>1 l vendu</li><li>5 g tulmi</li></ul>\
         <h2>Karpom</h2><p>{FIRST}</p><p>{SECOND}</p>\
         <h2>Dolmi</h2><p>Verum tin olmi felum sen, karpo dask mirel vendu.</p>"
    );
    check(&page, &["200 g mirel", "1 l vendu", "5 g tulmi"], &[FIRST, SECOND]);
}

#[test]
fn step_that_names_ingredients_in_elements_is_kept() {
    let page = format!(
        "<h1>Olmi</h1><div class='wprm-recipe-ingredients'>{LIST}</div><ul class='wprm-recipe-instructions'>\
         <li class='wprm-recipe-instruction'>Mirel vendu <span class='wprm-inline-ingredient'>3 tulmi</span> karpo sen verum tin.</li>\
         <li class='wprm-recipe-instruction'>{SECOND}</li></ul>"
    );
    check(&page, &LIST_LINES, &["Mirel vendu 3 tulmi karpo sen verum tin.", SECOND]);
}
