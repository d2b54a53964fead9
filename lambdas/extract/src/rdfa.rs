//! Reads the RDFa syntax that differs from microdata: `typeof`, `property`, prefixes, `rel`, and data-vocabulary.org,
//! which schema.org replaced.

use serde_json::Value;

use crate::dom::{Dom, NodeId};
use crate::extraction::Reader;
use crate::item_syntax::Syntax;

pub(crate) const RDFA: Syntax =
    Syntax { reader: Reader::Rdfa, kind: "typeof", scope: "typeof", property: "property" };

/// The property in `rel` of a typed element or its parent: `<li rel="v:ingredient"><span
/// typeof="v:Ingredient">`.
pub(crate) fn parent_property<'a>(dom: &'a Dom, node: NodeId, syntax: &Syntax) -> Option<&'a str> {
    if syntax.reader != Reader::Rdfa || dom.attribute(node, syntax.scope).is_none() {
        return None;
    }
    let parent = dom.node(node).parent?;
    dom.attribute(node, "rel").or_else(|| dom.attribute(parent, "rel"))
}

pub(crate) fn whole_line(dom: &Dom, node: NodeId, syntax: &Syntax) -> Option<Value> {
    let is_ingredient = syntax.reader == Reader::Rdfa
        && dom
            .attribute(node, syntax.kind)
            .is_some_and(|kind| kind.to_ascii_lowercase().ends_with("ingredient"));
    is_ingredient.then(|| Value::String(dom.visible_text(node).replace('\n', " ")))
}

pub(crate) fn today(name: &str) -> &str {
    match name {
        "summary" => "description",
        "published" => "datePublished",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;
    use crate::{microdata, parse};

    #[test]
    fn recipes_are_read_from_both_vocabularies() {
        let pages = [
            (
                "<div vocab='http://schema.org/' typeof='Recipe'><h1 property='name'>Plum soup</h1>\
                 <a property='author' href='/ann'>Ann</a>\
                 <ul><li property='recipeIngredient'>2 plums</li><li property='recipeIngredient'>1 l water</li></ul>\
                 <div property='recipeInstructions'><p>Boil.</p><p>Serve.</p></div></div>",
                &["2 plums", "1 l water"][..],
            ),
            (
                "<div xmlns:v='http://rdf.data-vocabulary.org/#' typeof='v:Recipe'><h2 property='v:name'>Plum soup</h2>\
                 <span property='v:author'>By Ann</span>\
                 <ul><li rel='v:ingredient'><span typeof='v:RecipeIngredient'><span property='v:amount'>2</span> \
                 <span property='v:name'>plums</span></span></li><li rel='v:ingredient'><span typeof='v:RecipeIngredient'>\
                 <span property='v:amount'>1 l</span> <span property='v:name'>water</span></span></li></ul>\
                 <div property='v:instructions'><p>Boil.</p><p>Serve.</p></div></div>",
                &["2 plums", "1 l water"][..],
            ),
            (
                "<article typeof='schema:Recipe'><span property='schema:name' content='Plum soup'></span>\
                 <span property='schema:author' typeof='schema:Person'><span property='schema:name'>Ann</span></span>\
                 <div property='schema:recipeIngredient'>2 plums</div><div property='schema:recipeInstructions'>Boil.<br>\
                 Serve.</div></article>",
                &["2 plums"][..],
            ),
        ];
        let base = Url::parse("https://green-ladle.example/").unwrap();
        for (page, lines) in pages {
            let drafts = microdata::read(&parse::parse(page), &base);
            let [draft] = drafts.as_slice() else { panic!("{} drafts: {page}", drafts.len()) };
            assert_eq!(draft.content.title.as_deref(), Some("Plum soup"), "{page}");
            assert_eq!(draft.content.author.as_deref(), Some("Ann"), "{page}");
            assert_eq!(
                draft.lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(),
                lines,
                "{page}"
            );
            assert_eq!(
                draft.steps.iter().map(|step| step.text.as_str()).collect::<Vec<_>>(),
                ["Boil.", "Serve."]
            );
            assert!(draft.lines.iter().all(|line| line.reader == Reader::Rdfa));
        }
    }
}
