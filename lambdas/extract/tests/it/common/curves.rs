/// Excluded from the growth test: comparing attributes is quadratic, up to a limit that small pages do not
/// reach.
pub(crate) const ONE_TAG: &str = "attributes of one tag";

pub(crate) fn pages(size: usize) -> Vec<(&'static str, String)> {
    let fill = |piece: &str| piece.repeat(size / piece.len());
    let script = |json: String| format!("<p>x</p><script type='application/ld+json'>{json}</script>");
    let recipe = |member: &str, value: String| {
        script(format!(r#"{{"@type":"Recipe","name":"Pie","{member}":{value}}}"#))
    };
    let counted =
        |piece: &str| (0..size / 24).map(|n| piece.replace('#', &n.to_string())).collect::<String>();
    vec![
        ("open divs", fill("<div>")),
        ("open spans", fill("<span>")),
        ("open bold", fill("<b>")),
        ("different fonts in paragraphs", counted("<p><font size=#>x")),
        (
            "few fonts, many paragraphs",
            counted("<font size=#>").get(..2_000).unwrap_or_default().to_owned() + &fill("<p>x"),
        ),
        ("misnested", fill("<b><p></b>")),
        ("links in links", fill("<a><div>")),
        ("tables in tables", fill("<table><tr><td>")),
        ("text in tables", format!("<table>{}", fill("x<tr>"))),
        ("nested lists", fill("<ul><li>")),
        (
            "nested items",
            fill("<div itemscope itemtype=http://schema.org/Recipe itemprop=recipeInstructions>"),
        ),
        (
            "recipes in a row",
            fill("<div itemscope itemtype=http://schema.org/Recipe><b itemprop=name>Pie</b></div>"),
        ),
        (
            "nested names",
            format!("<div itemscope itemtype=http://schema.org/Recipe>{}", fill("<b itemprop=name>x")),
        ),
        ("nested headings", fill("<h1> ")),
        (ONE_TAG, format!("<p {}>", counted("a#=1 "))),
        (
            "attributes of many tags",
            fill(&format!("<p {}>x", (0..300).map(|n| format!("a{n}=1 ")).collect::<String>())),
        ),
        (
            "long text in nested names",
            format!(
                "<div itemscope itemtype=http://schema.org/Recipe>{}{}",
                "<b itemprop=name>".repeat(400),
                fill("x ")
            ),
        ),
        ("open comment", format!("<!--{}", fill("--x"))),
        ("scripts", fill("<script type=application/ld+json>{</script>")),
        ("deep arrays", script(fill("["))),
        ("deep objects", script(fill("{\"a\":"))),
        ("deep recipes", script(fill("{\"@type\":\"Recipe\",\"name\":\"a\",\"b\":"))),
        ("many recipes", script(format!("[{}0]", fill("{\"@type\":\"Recipe\",\"name\":\"a\"},")))),
        ("quotes", script(format!("{{\"a\":\"{}", fill("\" ")))),
        ("backslashes", script(format!("{{\"a\":\"{}", fill("\\")))),
        ("closing brackets", script(format!("{{{}", fill("]")))),
        ("comments in JSON", script(format!("{{{}", fill("/*")))),
        ("blanks in JSON", script(format!("{{\"a\"{}", fill(" ")))),
        ("open tags in a text", recipe("recipeInstructions", format!("\"{}\"", fill("<b ")))),
        ("open comments in a text", recipe("recipeInstructions", format!("\"{}\"", fill("<!--")))),
        ("ampersands in a text", recipe("description", format!("\"{}\"", fill("&amp")))),
        (
            "entities in a text",
            recipe("description", format!("\"{}\"", fill("&CounterClockwiseContourIntegra"))),
        ),
        ("numbers in a text", recipe("recipeInstructions", format!("\"{}\"", fill("1. ")))),
        ("digits in a line", recipe("recipeIngredient", format!("[\"{}\"]", fill("1")))),
        ("fractions in a line", recipe("recipeIngredient", format!("[\"{}\"]", fill("1/")))),
        ("brackets in a line", recipe("recipeIngredient", format!("[\"1 {}\"]", fill("(1")))),
        ("empty ingredients", recipe("recipeIngredient", format!("[{}\"\"]", fill("\"\",")))),
        ("ingredients", recipe("recipeIngredient", format!("[{}\"\"]", fill("\"1 egg\",")))),
        ("references", recipe("recipeInstructions", format!("[{}0]", fill("{\"@id\":\"a\"},")))),
        ("tags", recipe("keywords", format!("\"{}\"", counted("a#, ")))),
        ("long tags", recipe("keywords", format!("\"{}\"", fill("a")))),
        ("yields", recipe("recipeYield", format!("[{}0]", fill("\"4 people\",")))),
        ("pictures", recipe("image", format!("[{}0]", fill("\"a.jpg\",")))),
        ("closed divs", format!("{}x{}", "<div>".repeat(size / 11), "</div>".repeat(size / 11))),
        ("items in a list", format!("<h2>Ingredients</h2><ul>{}</ul>", fill("<li>1 cup rice</li>"))),
        (
            "items of many kinds",
            format!("<h2>Ingredients</h2><ul>{}</ul>", counted("<li># g flour no #</li>")),
        ),
        ("lists in items", format!("<h2>Ingredients</h2>{}", fill("<ul><li>1 cup rice"))),
        ("line breaks", format!("<h2>Ingredients</h2><p>{}", fill("1 cup rice<br>"))),
        ("empty line breaks", format!("<h2>Ingredients</h2><p>{}", fill("<br>"))),
        ("headings of ingredients", fill("<h2>Ingredients</h2>")),
        ("headings in languages", fill("<h2>Ingredients</h2><h3>Zutaten</h3><b>Ingrédients:</b>")),
        ("ingredients and methods", fill("<h2>Ingredients</h2><p>1 egg<h2>Method</h2><p>Boil it.")),
        ("headings in bold paragraphs", fill("<p><b>Ingredients</b><p>1 egg")),
        ("rows of a table", format!("<h2>Ingredients</h2><table>{}", fill("<tr><td>1 cup<td>rice"))),
        ("cells of a row", format!("<h2>Ingredients</h2><table><tr>{}", fill("<td>1 cup rice"))),
        ("one long line", format!("<h2>Ingredients</h2><ul><li>{}", fill("1 cup rice and "))),
        ("one long paragraph", format!("<h2>Ingredients</h2><p>{}", fill("1 cup rice, 2 eggs; "))),
        ("text without markup", format!("Ingredients\n{}", fill("1 cup rice\n\n"))),
        ("long words", format!("<h2>Ingredients</h2><ul><li>1 {}", fill("a"))),
        (
            "named elements",
            fill("<div class=recipe-ingredients><span class=ingredient-name>rice</span></div>"),
        ),
        (
            "plugin items",
            fill("<li class=wprm-recipe-ingredient><span class=wprm-recipe-ingredient-name>rice</span>"),
        ),
        ("nested plugins", fill("<div class=wprm-recipe-container>")),
        (
            "microformats",
            fill("<div class=h-recipe><b class=p-name>Pie</b><b class=p-ingredient>1 egg</b></div>"),
        ),
        ("nested microformats", fill("<div class=\"h-recipe hrecipe\"><b class=p-ingredient>")),
        ("properties", fill("<div vocab=https://schema.org/ typeof=Recipe><b property=name>Pie</b></div>")),
        (
            "nested properties",
            fill("<div vocab=https://schema.org/ typeof=Recipe property=recipeInstructions>"),
        ),
        ("class names", format!("<h2>Ingredients</h2><p class='{}'>1 egg", fill("ingredient "))),
        (
            "recipes in scripts",
            fill("<script type=application/ld+json>{\"@type\":\"Recipe\",\"name\":\"a\"}</script>"),
        ),
        ("entities", format!("<p>{}", fill("&frac12;&amp;&#x1F34B;&nope"))),
        ("half entities", format!("<p>{}", fill("&CounterClockwiseContourIntegra"))),
        ("unclosed tags", fill("<p <b ")),
        ("closing tags without openings", fill("</p></div></li>")),
        (
            "sections",
            recipe(
                "recipeInstructions",
                format!(
                    "[{}0]",
                    fill(
                        "{\"@type\":\"HowToSection\",\"name\":\"a\",\"itemListElement\":[{\"text\":\"b\"}]},"
                    )
                ),
            ),
        ),
        (
            "nested sections",
            recipe("recipeInstructions", fill("{\"@type\":\"HowToSection\",\"itemListElement\":[")),
        ),
        (
            "different ingredients",
            recipe("recipeIngredient", format!("[{}\"\"]", counted("\"# g flour no #\","))),
        ),
        (
            "different ingredients twice",
            recipe(
                "recipeIngredient",
                format!("[{}\"\"]", counted("\"flour no #\",").get(..size / 2).unwrap_or_default()),
            ) + "<h2>Ingredients</h2><ul>"
                + counted("<li># g flour no #").get(..size / 2).unwrap_or_default(),
        ),
        ("joined ingredients", recipe("recipeIngredient", format!("\"{}\"", fill("1 cup rice, ")))),
        ("visible ingredients", format!("<h2>Ingredients</h2><ul>{}", fill("<li>1 cup milk"))),
        ("visible lines", format!("<h2>Ingredients</h2>{}", fill("1 cup milk<br>"))),
        ("visible steps", format!("<h2>Method</h2>{}", fill("<p>Stir it for a long time, then rest.</p>"))),
        ("headings in a row", fill("<h2>Ingredients</h2>")),
        (
            "recipes below headings",
            fill("<h2>Ingredients</h2><p>1 cup milk<p>2 eggs<h2>Method</h2><p>Stir it and wait."),
        ),
        ("nested named elements", fill("<div class=ingredients>1 cup milk ")),
        ("named elements in a row", fill("<p class=ingredient>1 cup milk")),
        ("named steps in a row", fill("<i class=step>Stir.</i><i class=ingredient>Milk.</i>")),
        ("nested microformats of old", fill("<div class=hrecipe><b class=ingredient>1 egg</b>")),
        ("nested instructions", format!("<div class=hrecipe>{}", fill("<div class=instructions>Stir."))),
        ("items of breaks", fill("<li><br>")),
        ("amounts in cells", format!("<h2>Ingredients</h2>{}", fill("<div>1 g</div>"))),
        (
            "deep amounts in cells",
            format!("{}<h2>Ingredients</h2>{}", "<div>".repeat(400), fill("<div>1 g</div>")),
        ),
        ("lines that nothing announces", fill("<p>1 cup milk")),
        ("one long word", format!("<h2>Ingredients</h2><p>{}", fill("ingredients"))),
        ("one long line of headings", format!("<h2>Ingredients</h2><li>{}", fill("ingredients: 1 "))),
        ("long classes", format!("<p class='{}'>", fill("ingredient-Step "))),
    ]
}
