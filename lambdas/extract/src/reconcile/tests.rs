use super::lines::reconcile;
use crate::draft::Line;
use crate::extraction::Reader;

fn list(reader: Reader, lines: &str) -> Vec<Line> {
    let mut group = None;
    let mut list = Vec::new();
    for line in lines.split(" | ") {
        match line.strip_prefix('#') {
            Some(heading) => group = Some(heading.to_owned()),
            None => list.push(Line { group: group.clone(), ..Line::marked(reader, line.to_owned()) }),
        }
    }
    list
}

/// Columns: data, page, expected result; `~` marks a replaced line.
#[test]
fn better_version_of_each_ingredient_line_is_kept() {
    for (data, page, expected) in [
        ("2 figs | 1 egg", "2 figs | 1 egg", "2 figs | 1 egg"),
        ("2 figs | 1 egg", "#Filling | 2 Figs | 1 egg", "#Filling | 2 figs | 1 egg"),
        ("2 figs 1 egg 3 g salt", "2 figs | 1 egg | 3 g salt", "2 figs | 1 egg | 3 g salt"),
        ("2 figs1 egg3 g salt", "2 figs | 1 egg | 3 g salt", "2 figs | 1 egg | 3 g salt"),
        (
            "250 g ham | diced | 1 | 5 tsp mustard | salt",
            "250 g ham, diced | 1,5 tsp mustard | salt",
            "~250 g ham, diced | ~1,5 tsp mustard | salt",
        ),
        (
            "40 g butter | diced | and more | 40 g flour",
            "40 g butter, diced, and more | 40 g flour",
            "~40 g butter, diced, and more | 40 g flour",
        ),
        ("2 figs | 1 egg | 3 g salt", "2 figs 1 egg 3 g salt", "2 figs | 1 egg | 3 g salt"),
        ("2 figs | honey | 3 g salt", "For the jam: 2 figs honey | 3 g salt", "2 figs | honey | 3 g salt"),
        (
            "ripe figs | egg yolk | salt",
            "4 ripe figs | 1 egg yolk | salt",
            "~4 ripe figs | ~1 egg yolk | salt",
        ),
        ("figs | honey", "figs 2 kg | honey 30 ml | figs in salad", "~figs 2 kg | ~honey 30 ml"),
        (
            "2 large | 1 egg | salt",
            "2 large figs with thin skins | 1 egg | salt",
            "~2 large figs with thin skins | 1 egg | salt",
        ),
        ("5 tsp ginger | 1 egg | salt", "1.5 tsp ginger | 1 egg | salt", "~1.5 tsp ginger | 1 egg | salt"),
        ("2 figs | 1 egg | salt", "2 figs, sliced | 1 egg (optional) | salt", "2 figs | 1 egg | salt"),
        ("2 ripe figs | 1 egg | salt", "2 ripe figs or dates | 1 egg | salt", "2 ripe figs | 1 egg | salt"),
        ("2 cup(s) figs | 1 egg(s)", "2 cups figs | 1 egg", "2 cup(s) figs | 1 egg(s)"),
        (
            "2 can(s) figs | 1 egg | egg(s) white",
            "2 can figs | 1 egg | egg white",
            "~2 can figs | 1 egg | egg(s) white",
        ),
        (
            "2 figs | 1 egg",
            "2 figs | 1 egg | 200 g flour | 5 g salt",
            "2 figs | 1 egg | 200 g flour | 5 g salt",
        ),
        ("2 figs | 1 egg", "4 servings | 2 figs | 1 egg", "2 figs | 1 egg"),
        ("2 figs | 1 egg", "figs | eggs | love | 2 figs | 1 egg", "2 figs | 1 egg"),
        ("2 figs | 1 egg", "1 egg | 2 figs | 1 egg | 2 figs | 1 egg", "2 figs | 1 egg"),
        ("2 figs | 1 egg", "2 figs | 1 egg | 7% fat | 3 % sugar", "2 figs | 1 egg"),
        (
            "1 egg | 2 figs | 2 figs | 30 g nuts",
            "#Filling | 2 figs | 30 g nuts | #Top | 2 Figs | 1 egg",
            "#Filling | 2 figs | 30 g nuts | #Top | 2 figs | 1 egg",
        ),
        (
            "2 figs | 1 egg | 30 g nuts | 5 g salt",
            "5 g salt | 2 figs | 1 egg | 30 g nuts",
            "2 figs | 1 egg | 30 g nuts | 5 g salt",
        ),
        (
            "2 figs | 18.20 gm olive oil | 1 egg | 125.00 gm water | salt",
            "2 figs | 1 tbsp olive oil | 1 egg | 1/2 cup water | salt",
            "2 figs | ~1 tbsp olive oil | 1 egg | ~1/2 cup water | salt",
        ),
        (
            "2 figs | 0.25 tsp salt | 1 egg | 1.50 kg rye | ice",
            "2 figs | ¼ tsp salt | 1 egg | 2 loaves of bread | ice",
            "2 figs | 0.25 tsp salt | 1 egg | 1.50 kg rye | ice",
        ),
        (
            "honey | figs",
            "2 ripe figs | 1 bay leaf | 3 g salt | 30 ml honey",
            "~2 ripe figs | 1 bay leaf | 3 g salt | ~30 ml honey",
        ),
        ("honey | rice", "2 ripe figs | 1 bay leaf | 3 g salt | 30 ml honey", "~30 ml honey | rice"),
        (
            "2 ripe black figs | 1 large fresh egg | and sifted | 30 g honey | ice",
            "2 ripe black figs | 1 large fresh egg, and sifted | 30 g honey",
            "2 ripe black figs | 1 large fresh egg | and sifted | 30 g honey | ice",
        ),
        ("2 figs | 1 egg | sifted | ice", "2 figs | 1 egg sifted", "2 figs | 1 egg | sifted | ice"),
        ("2 figs | 1 egg | 30 g nuts", "2 figs", "2 figs | 1 egg | 30 g nuts"),
        ("2 figs | 1 egg", "rice | 30 g butter | 20 g ham | 3 leeks", "2 figs | 1 egg"),
    ] {
        let reconciled = reconcile(list(Reader::JsonLd, data), &list(Reader::Visible, page));
        let mut shown: Vec<String> = Vec::new();
        let mut group = None;
        for line in reconciled {
            if line.group != group {
                shown.push(format!("#{}", line.group.as_deref().unwrap_or_default()));
                group.clone_from(&line.group);
            }
            let mark = if line.instead_of.is_some() { "~" } else { "" };
            assert_eq!(
                line.instead_of.is_some(),
                line.doubt.is_some() && line.reader == Reader::Visible && !mark.is_empty()
            );
            shown.push(format!("{mark}{}", line.text));
        }
        assert_eq!(shown.join(" | "), expected, "{data} <> {page}");
    }
}
