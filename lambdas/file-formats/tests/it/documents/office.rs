#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use super::common::{docx, formatted_lines, odt};
use file_formats::documents::{DocumentError, read_docx, read_odt};
use recipe::Language;

const STYLES: &str = r#"<w:styles xmlns:w="w"><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>
    <w:style w:type="paragraph" w:styleId="Titre"><w:name w:val="Title"/></w:style>
    <w:style w:type="paragraph" w:styleId="Titre1"><w:name w:val="heading 1"/><w:rPr><w:b/><w:sz w:val="33"/></w:rPr></w:style>
    <w:style w:type="paragraph" w:styleId="Mien"><w:name w:val="Mon titre"/><w:basedOn w:val="Titre1"/></w:style>
    <w:style w:type="paragraph" w:styleId="Liste"><w:name w:val="List Paragraph"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
    <w:style w:type="paragraph" w:styleId="Loop"><w:name w:val="a"/><w:basedOn w:val="Loop"/></w:style></w:styles>"#;
const NUMBERING: &str = r#"<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>
    <w:abstractNum w:abstractNumId="8"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum>
    <w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num></w:numbering>"#;

fn p(properties: &str, text: &str) -> String {
    format!("<w:p><w:pPr>{properties}</w:pPr><w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r></w:p>")
}

fn numbered(list: u8) -> String {
    format!("<w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"{list}\"/></w:numPr>")
}

#[test]
fn docx_paragraphs_have_their_roles() {
    let body = [
        p("<w:pStyle w:val=\"Titre\"/>", "Tarte au citron"),
        p("<w:pStyle w:val=\"Titre1\"/>", "Ingrédients"),
        p("<w:pStyle w:val=\"Liste\"/>", "3 citrons &amp; 1 orange"),
        p(&numbered(1), "sel"),
        p("<w:pStyle w:val=\"Mien\"/>", "Préparation"),
        p(&numbered(2), "Mélanger."),
        p(&numbered(2), "Cuire."),
        p("<w:pStyle w:val=\"Liste\"/><w:numPr><w:numId w:val=\"0\"/></w:numPr>", "Servir."),
        p("<w:pStyle w:val=\"ListNumber\"/>", "Ranger."),
        p("<w:pStyle w:val=\"Loop\"/>", "Fin."),
    ]
    .concat();
    let core = "<cp:coreProperties xmlns:cp=\"c\" xmlns:dc=\"d\"><dc:title>Tarte</dc:title><dc:language>fr-FR</dc:language></cp:coreProperties>";
    let more = [("word/styles.xml", STYLES), ("word/numbering.xml", NUMBERING), ("docProps/core.xml", core)];
    let text = read_docx(&docx(&body, &more), Some("mon_fichier.docx")).unwrap();
    assert_eq!(
        formatted_lines(&text),
        [
            "0 = Tarte au citron",
            "0 # *Ingrédients*",
            "0 - 3 citrons & 1 orange",
            "0 - sel",
            "0 # *Préparation*",
            "0 1. Mélanger.",
            "0 2. Cuire.",
            "0 Servir.",
            "0 1. Ranger.",
            "0 Fin.",
        ]
    );
    assert_eq!((text.name.as_deref(), text.language), (Some("Tarte"), Some(Language::Fr)));
    assert_eq!((text.lines[0].size, text.lines[1].size), (1.0, 1.5));
}

#[test]
fn docx_breaks_deletions_boxes_and_hidden_text_are_handled() {
    let body = "<w:p><w:r><w:t>2 œufs</w:t><w:br/><w:t>1 l</w:t><w:tab/><w:t>lait</w:t></w:r></w:p><w:p/>\
        <w:p><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:ins><w:r><w:rPr><w:b/></w:rPr><w:t>new</w:t></w:r></w:ins>\
        <w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r><w:hyperlink><w:r><w:rPr><w:b w:val=\"1\"/></w:rPr><w:t> link</w:t></w:r></w:hyperlink></w:p>\
        <w:p><w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx><w:txbxContent><w:p><w:r><w:t>In a box</w:t></w:r></w:p></w:txbxContent></wps:txbx></w:drawing></mc:Choice>\
        <mc:Fallback><w:pict><w:txbxContent><w:p><w:r><w:t>In a box</w:t></w:r></w:p></w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent><w:t>Beside</w:t></w:r></w:p>\
        <w:sdt><w:sdtContent><w:p><w:r><w:t>After</w:t></w:r></w:p></w:sdtContent></w:sdt>";
    let text = read_docx(&docx(body, &[]), Some("mon_fichier.docx")).unwrap();
    assert_eq!(
        formatted_lines(&text),
        ["0 2 œufs", "0 1 l lait", "0 *new link*", "0 Beside", "1 In a box", "2 After"]
    );
    assert_eq!(text.lines[2].space_above, 1.0);
    assert_eq!(text.name.as_deref(), Some("mon fichier"));
}

#[test]
fn a_box_within_a_box_is_read_once() {
    let open = "<w:p><w:r><w:t>x</w:t><w:pict><w:txbxContent>".repeat(40);
    let close = "</w:txbxContent></w:pict></w:r></w:p>".repeat(40);
    let text = read_docx(&docx(&format!("{open}<w:p/>{close}"), &[]), None).unwrap();
    assert_eq!(text.lines.len(), 40);
    let open = "<text:p>x<draw:frame><draw:text-box>".repeat(40);
    let close = "</draw:text-box></draw:frame></text:p>".repeat(40);
    assert_eq!(read_odt(&odt("", &format!("{open}{close}"), &[]), None).unwrap().lines.len(), 40);
}

fn cell(content: &str) -> String {
    format!("<w:tc><w:tcPr/>{content}</w:tc>")
}

fn row(cells: &[&str]) -> String {
    let paragraphs = |text: &str| cell(&text.split('|').map(|text| p("", text)).collect::<String>());
    format!("<w:tr>{}</w:tr>", cells.iter().map(|text| paragraphs(text)).collect::<String>())
}

#[test]
fn docx_tables_are_read_by_row_or_column() {
    let body = format!(
        "<w:tbl>{}{}</w:tbl>{}<w:tbl>{}{}</w:tbl>",
        row(&["Ingredientes", "Pasos"]),
        row(&["2 huevos|sal|aceite", "Bate.|Fríe."]),
        p("", "Además"),
        row(&["200 g", "harina"]),
        row(&["1", "limón"])
    );
    let text = read_docx(&docx(&body, &[]), None).unwrap();
    assert_eq!(
        formatted_lines(&text),
        [
            "0 Ingredientes",
            "0 2 huevos",
            "0 sal",
            "0 aceite",
            "1 Pasos",
            "1 Bate.",
            "1 Fríe.",
            "2 Además",
            "2 200 g harina",
            "2 1 limón"
        ]
    );
}

#[test]
fn docx_tables_of_amounts_within_cells_are_read_by_row() {
    let list = format!(
        "{}<w:tbl>{}{}</w:tbl>{}<w:tbl>{}{}</w:tbl>",
        p("", "Masa"),
        row(&["2", "cucharadas de aceite de oliva virgen extra y un poco más"]),
        row(&["", "sal y pimienta"]),
        p("", "Relleno"),
        row(&["", "perejil fresco"]),
        row(&["4", "patatas grandes"]),
    );
    let steps = format!("<w:tbl>{}{}</w:tbl>", row(&["1", "Pela las patatas."]), row(&["2", "Hornea."]));
    let body = format!("<w:tbl><w:tr>{}{}</w:tr></w:tbl>", cell(&list), cell(&steps));
    let text = read_docx(&docx(&body, &[]), None).unwrap();
    assert_eq!(
        formatted_lines(&text),
        [
            "0 Masa",
            "0 2 cucharadas de aceite de oliva virgen extra y un poco más",
            "0 sal y pimienta",
            "0 Relleno",
            "0 perejil fresco",
            "0 4 patatas grandes",
            "1 1. Pela las patatas.",
            "1 2. Hornea."
        ]
    );
}

#[test]
fn docx_parts_are_one_recipe_with_the_title_above_them() {
    let part = |name: &str, ingredient: &str, step: &str| {
        let lines = [p("", "Ingredients"), p("", "2 eggs"), p("", ingredient), p("", "Method"), p("", step)];
        format!("{}{}", p("<w:outlineLvl w:val=\"1\"/>", name), lines.concat())
    };
    let body = format!(
        "{}{}{}{}",
        p("", "Potato pie"),
        part("Filling", "200 g cheese", "Grate the cheese into a large bowl."),
        part("Sauce", "1 cup milk", "Warm the milk slowly in a pan."),
        part("Meatballs", "1 kg beef mince", "Roll the mince into balls and fry them."),
    );
    let recipes = extract::read_text(&read_docx(&docx(&body, &[]), None).unwrap());
    let [recipe] = recipes.as_slice() else { panic!("{} recipes", recipes.len()) };
    assert_eq!((recipe.content.title.as_deref(), recipe.content.ingredients.len()), (Some("Potato pie"), 6));
}

#[test]
fn odt_paragraphs_have_their_roles() {
    let styles = "<style:style style:name=\"P1\" style:family=\"paragraph\" style:parent-style-name=\"Title\"/>\
        <style:style style:name=\"T1\" style:family=\"text\"><style:text-properties fo:font-weight=\"bold\"/></style:style>\
        <text:list-style style:name=\"L1\"><text:list-level-style-bullet text:level=\"1\"/><text:list-level-style-number text:level=\"2\" style:num-format=\"a\"/></text:list-style>\
        <text:list-style style:name=\"L2\"><text:list-level-style-number text:level=\"1\" style:num-format=\"1\"/></text:list-style>";
    let body = "<text:p text:style-name=\"P1\">Crema de\n calabaza</text:p><text:h text:outline-level=\"2\">Ingredientes</text:h>\
        <text:list text:style-name=\"L1\"><text:list-item><text:p>1<text:s text:c=\"2\"/>calabaza<text:note><text:note-body><text:p>note</text:p></text:note-body></text:note></text:p>\
        <text:list><text:list-item><text:p>asada</text:p></text:list-item></text:list></text:list-item></text:list>\
        <text:list text:style-name=\"L2\"><text:list-item><text:p>Corta.</text:p><text:p>Bien.</text:p></text:list-item><text:list-item><text:p>Cuece.</text:p></text:list-item></text:list>\
        <text:p><text:span text:style-name=\"T1\">Nota</text:span></text:p><text:p>a<text:line-break/>b<text:tab/>c</text:p>\
        <text:p>x<draw:frame><draw:text-box><text:p>caja</text:p></draw:text-box></draw:frame></text:p>\
        <table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>2</text:p></table:table-cell><table:table-cell><text:p>huevos</text:p></table:table-cell></table:table-row></table:table-header-rows></table:table>";
    let meta = "<office:document-meta xmlns:office=\"o\" xmlns:dc=\"d\"><office:meta><dc:title>Sin título</dc:title><dc:language>es-ES</dc:language></office:meta></office:document-meta>";
    let text = read_odt(&odt(styles, body, &[("meta.xml", meta)]), Some("crema.odt")).unwrap();
    assert_eq!(
        formatted_lines(&text),
        [
            "0 = Crema de calabaza",
            "0 ## Ingredientes",
            "0 - 1 calabaza",
            "0 1. asada",
            "0 1. Corta.",
            "0 Bien.",
            "0 2. Cuece.",
            "0 *Nota*",
            "0 a",
            "0 b c",
            "0 x",
            "1 caja",
            "2 2 huevos",
        ]
    );
    assert_eq!((text.name.as_deref(), text.language), (Some("crema"), Some(Language::Es)));
}

#[test]
fn encrypted_broken_and_large_documents_are_reported() {
    let manifest = "<m:manifest xmlns:m=\"m\"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>";
    let locked = odt("", "", &[("META-INF/manifest.xml", manifest)]);
    assert_eq!(read_odt(&locked, None), Err(DocumentError::Encrypted));
    assert_eq!(read_docx(b"PK\x03\x04 broken", None), Err(DocumentError::Unreadable));
    assert_eq!(read_docx(&super::common::zip(&[("a", "b")]), None), Err(DocumentError::Unreadable));
    assert_eq!(read_odt(&docx("", &[]), None), Err(DocumentError::Unreadable));
    let spaces = " ".repeat(30 * 1024 * 1024);
    assert_eq!(read_docx(&docx(&spaces, &[]), None), Err(DocumentError::TooLarge));
    let bomb = "<!DOCTYPE w:document [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><w:document xmlns:w=\"w\"><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>";
    assert_eq!(
        read_docx(&super::common::zip(&[("word/document.xml", bomb)]), None),
        Err(DocumentError::Unreadable)
    );
    let deep = "<w:sdt>".repeat(5000);
    assert_eq!(read_docx(&docx(&deep, &[]), None), Err(DocumentError::Unreadable));
}
