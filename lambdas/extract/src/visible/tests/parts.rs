use super::{check, drafts};

const DOUGH: &str = "<ul><li>200 g flour</li><li>100 g sugar</li><li>80 g butter</li></ul>";
const CRUMBLE: &str = "<ul><li>50 g sugar</li><li>90 g flour</li><li>60 g butter</li></ul>";
const LINES: [&str; 6] = [
    "Dough| 200 g flour",
    "Dough| 100 g sugar",
    "Dough| 80 g butter",
    "Crumble| 50 g sugar",
    "Crumble| 90 g flour",
    "Crumble| 60 g butter",
];
const STEPS: [&str; 3] = [
    "Dough| Knead the flour with the butter.",
    "Crumble| Rub it all to crumbs.",
    "Crumble| Bake for an hour.",
];

#[test]
fn parts_with_a_list_and_steps_each_are_one_recipe() {
    for (name, head) in [("h2", "h3"), ("h3", "b"), ("b", "b")] {
        let part = |part: &str, list: &str, steps: &str| {
            format!(
                "<div><{name}>{part}</{name}></div><div><{head}>Ingredients</{head}></div>{list}\
                 <div><{head}>Method</{head}></div><ol>{steps}</ol>"
            )
        };
        let page = format!(
            "<h1>Plum cake</h1>{}{}<h2>Comments</h2><p>I made it twice this summer.</p>",
            part("Dough", DOUGH, "<li>Knead the flour with the butter.</li>"),
            part("Crumble", CRUMBLE, "<li>Rub it all to crumbs.</li><li>Bake for an hour.</li>"),
        );
        check(&page, &LINES, &STEPS);
    }
}

#[test]
fn recipes_below_headings_have_them_as_titles() {
    let page = "<h1>Two soups</h1><h2>Plum soup</h2><h3>Ingredients</h3><ul><li>2 plums</li><li>1 l water</li></ul>\
        <h3>Method</h3><p>Boil the plums in the water for an hour.</p>\
        <h2>Leek soup</h2><h3>Ingredients</h3><ul><li>3 leeks</li><li>2 l stock</li></ul>\
        <h3>Method</h3><p>Simmer the leeks in the stock for an hour.</p>";
    let titles: Vec<_> = drafts(page).into_iter().map(|draft| draft.content.title).collect();
    assert_eq!(titles, [Some("Plum soup".to_owned()), Some("Leek soup".to_owned())]);
}

#[test]
fn lines_below_a_bold_part_may_have_other_elements() {
    let page = "<h1>Plum cake</h1><h2>Ingredients</h2><p><b>Dough</b></p><div>200 g flour</div><div>salt</div>\
        <h2>Method</h2><p><b>Dough</b></p><div>Knead the flour with the salt and some water.</div><div>Rest it for an hour.</div>\
        <p><b>Filling</b></p><div>Stone the plums, and cut them into halves.</div><div>Bake.</div>\
        <h2>Comments</h2><p>I made it twice this summer.</p>";
    check(
        page,
        &["Dough| 200 g flour", "Dough| salt"],
        &[
            "Dough| Knead the flour with the salt and some water.",
            "Dough| Rest it for an hour.",
            "Filling| Stone the plums, and cut them into halves.",
            "Filling| Bake.",
        ],
    );
}
