//! The user's decisions on proposals (`aiContext.decisions`), as sent to the model.

use serde_json::{Value, json};

const MAX_DECISIONS: usize = 5;
const MAX_LINES: usize = 20;
const LONGEST_LINE: usize = 200;

pub(crate) fn decisions(ai_context: Option<&Value>) -> Option<Value> {
    let listed = ai_context?.get("decisions")?.as_array()?;
    let valid: Vec<Value> = listed.iter().take(MAX_DECISIONS).filter_map(decision).collect();
    (!valid.is_empty()).then_some(Value::Array(valid))
}

fn decision(one: &Value) -> Option<Value> {
    if one.get("isTakenBack").and_then(Value::as_bool) == Some(true) {
        return Some(json!({ "takenBack": lines(one.get("refused")) }));
    }
    let (accepted, refused) = (lines(one.get("accepted")), lines(one.get("refused")));
    let is_empty = accepted.is_empty() && refused.is_empty();
    (!is_empty).then(|| json!({ "accepted": accepted, "refused": refused }))
}

fn lines(listed: Option<&Value>) -> Vec<&str> {
    let texts = listed.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let texts = texts.map(|text| text.get(..text.floor_char_boundary(LONGEST_LINE)).unwrap_or_default());
    texts.filter(|text| !text.trim().is_empty()).take(MAX_LINES).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_are_limited_and_invalid_entries_are_skipped() {
        let context = json!({ "decisions": [
            { "proposal": "t-0", "accepted": ["400 g butter"], "refused": ["8 eggs", "", 3], "owner": "somebody" },
            { "proposal": "t-1", "isTakenBack": true, "refused": ["in Spanish"] },
            { "proposal": "t-2", "accepted": [], "refused": [] },
            "nonsense",
        ] });
        let expected = json!([
            { "accepted": ["400 g butter"], "refused": ["8 eggs"] },
            { "takenBack": ["in Spanish"] },
        ]);
        assert_eq!(decisions(Some(&context)), Some(expected));
        for nothing in [json!(null), json!({}), json!({ "decisions": [] }), json!({ "decisions": "all" })] {
            assert_eq!(decisions(Some(&nothing)), None);
        }
        let long = json!({ "accepted": vec!["é".repeat(500); 100] });
        let many = json!({ "decisions": vec![long; 100] });
        assert!(decisions(Some(&many)).unwrap().to_string().len() < 25_000);
    }
}
