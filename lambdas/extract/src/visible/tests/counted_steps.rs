use super::{LIST, LIST_LINES, STEP_LINES, check, drafts, shown};

const BOIL: &str = "Boil the water with the plums for ten minutes.";
const SERVE: &str = "Serve it hot in bowls.";

#[test]
fn numbered_steps_continue_after_an_interruption() {
    for between in [
        "<h4>Tip</h4><p>Ripe plums need no sugar at all.</p>",
        "<h4>Notes</h4><div>3</div><p>Plums of three kinds are better than those of one.</p>",
        "<div>Advertisement</div>",
    ] {
        for (first, second) in
            [("<div>1</div>", "<div>2</div>"), ("<div>Step 01</div>", "<div>Step 02</div>")]
        {
            let page = format!(
                "<h1>Soup</h1>{LIST}<h2>Method</h2><div>{first}<div>{BOIL}</div></div>{between}<div>{second}<div>{SERVE}</div></div>\
                 <h2>Comments</h2><p>3. My aunt boils them for an hour.</p>"
            );
            check(&page, &LIST_LINES, &STEP_LINES);
        }
    }
}

#[test]
fn numbers_of_steps_in_their_text_are_dropped() {
    let first = "Plums in the water, ten minutes";
    let page = format!(
        "<h1>Soup</h1>{LIST}<div class='instructions'><p>1 {first}</p><p>2 {BOIL}</p><p>3 {SERVE}</p></div>"
    );
    check(&page, &LIST_LINES, &[first, BOIL, SERVE]);
}

#[test]
fn first_of_several_alternatives_for_a_step_is_read() {
    let page = format!(
        "<h1>Soup</h1>{LIST}<h2>Method</h2><div>Step 1</div><div id='pot'><p><b>Method in a pot:</b></p><ol><li>{BOIL}</li></ol></div>\
         <div id='oven'><p><b>Method in an oven:</b></p><ol><li>Bake the plums in the water for half an hour.</li></ol></div>\
         <div>Step 2</div><div><div>{SERVE}</div></div>"
    );
    check(&page, &LIST_LINES, &STEP_LINES);
}

#[test]
fn list_below_a_step_number_is_part_of_the_step() {
    let page = format!(
        "<h1>Soup</h1>{LIST}<div class='instructions'><p>1</p><p>{BOIL}</p><p>2</p><ul><li>Warm six bowls in the oven or in hot water.</li>\
         <li>Chop the mint, the younger leaves only, and keep some.</li></ul></div>"
    );
    let steps = [
        BOIL,
        "Warm six bowls in the oven or in hot water.",
        "Chop the mint, the younger leaves only, and keep some.",
    ];
    check(&page, &LIST_LINES, &steps);
}

#[test]
fn ingredients_and_tips_between_steps_are_skipped() {
    let page = format!(
        "<h1>Soup</h1>{LIST}<h2>Method</h2><p>{BOIL}</p><p>2 plums, 1 l of the softest water that you can get, 1 pinch of salt, 3 cloves, \
         2 sticks of cinnamon, 1 spoon of honey</p><p>{SERVE}</p><p>TIP Warm the bowls in the oven for some minutes.</p>"
    );
    check(&page, &LIST_LINES, &STEP_LINES);
}

#[test]
fn duplicate_steps_are_read_once() {
    let steps = format!("<p>1</p><p>{BOIL}</p><p>2</p><p>{SERVE}</p>");
    let page = format!(
        "<h1>Soup</h1>{LIST}<h2>Method</h2>{steps}<h2>Method</h2><p>Hands clean?</p>{steps}<h2>Comments</h2><p>Good.</p>"
    );
    let drafts = drafts(&page);
    let steps = drafts.first().map(|draft| shown(&draft.steps)).unwrap_or_default();
    assert_eq!(steps, [BOIL, SERVE]);
}

#[test]
fn heading_between_numbered_lists_of_steps_is_a_group() {
    let list = |steps: &str| format!("<ol>{steps}</ol>");
    let page = |second: &str| {
        format!(
            "<h1>Soup</h1>{LIST}<h2>Preparation</h2>{}<h2>On the fire</h2>{second}",
            list("<li>Wash the plums in cold water.</li>")
        )
    };
    let steps = format!("<li>{BOIL}</li><li>{SERVE}</li>");
    check(
        &page(&list(&steps)),
        &LIST_LINES,
        &["Wash the plums in cold water.", &format!("On the fire| {BOIL}"), &format!("On the fire| {SERVE}")],
    );
    check(&page(&format!("<ul>{steps}</ul>")), &LIST_LINES, &["Wash the plums in cold water."]);
}

#[test]
fn numbered_steps_need_no_heading_and_no_full_stop() {
    let step = |count: u8, text: &str| format!("<div class='card'><h4>Step {count}.</h4><p>{text}</p></div>");
    let page = format!(
        "<h1>Soup</h1>{LIST}<h2>Recipe</h2>{}{}",
        step(1, "Boil the water with the plums"),
        step(2, "Serve it hot in bowls")
    );
    check(&page, &LIST_LINES, &["Boil the water with the plums", "Serve it hot in bowls"]);
}
