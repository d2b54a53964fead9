//! Key conditions on the timestamp that sorts a list.

use std::time::Duration;

use serde::Deserialize;

use zest_core::Timestamp;

const MOMENT_LENGTH: usize = 24;
/// Sorts before every timestamp; DynamoDB rejects empty keys.
const BEFORE_ALL: &str = " ";
const AFTER_ALL: &str = "~";
const TICK: Duration = Duration::from_millis(1);

/// Key conditions; all must be true.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TimeKeyCondition {
    eq: Option<Timestamp>,
    lt: Option<Timestamp>,
    le: Option<Timestamp>,
    gt: Option<Timestamp>,
    ge: Option<Timestamp>,
    between: Option<[Timestamp; 2]>,
    begins_with: Option<String>,
}

/// Inclusive range of formatted timestamps or their prefixes, compared as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Lower bound.
    pub first: String,
    /// Upper bound.
    pub last: String,
}

impl Default for Span {
    fn default() -> Self {
        Self { first: BEFORE_ALL.to_owned(), last: AFTER_ALL.to_owned() }
    }
}

impl Span {
    /// Whether it is unbounded.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        *self == Self::default()
    }

    /// Whether a formatted timestamp is in the range.
    #[must_use]
    pub fn contains(&self, moment: &str) -> bool {
        self.first.as_str() <= moment && moment <= self.last.as_str()
    }

    fn from(&mut self, first: String) {
        if self.first < first {
            self.first = first;
        }
    }

    fn until(&mut self, last: String) {
        if self.last > last {
            self.last = last;
        }
    }
}

impl TimeKeyCondition {
    /// The range; `None` if it is empty.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        let mut span = Span::default();
        let between = self.between.as_ref();
        for first in
            [self.eq, self.ge, self.gt.map(|moment| moment.plus(TICK)), between.map(|[first, _]| *first)]
        {
            first.into_iter().for_each(|first| span.from(first.into()));
        }
        for last in
            [self.eq, self.le, self.lt.map(|moment| moment.minus(TICK)), between.map(|[_, last]| *last)]
        {
            last.into_iter().for_each(|last| span.until(last.into()));
        }
        if let Some(beginning) = &self.begins_with {
            if beginning.len() > MOMENT_LENGTH {
                return None;
            }
            span.from(beginning.clone());
            span.until(format!("{beginning}{AFTER_ALL}"));
        }
        (span.first <= span.last).then_some(span)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const EARLIER: &str = "2026-11-22T09:59:59.999Z";
    const THEN: &str = "2026-11-22T10:00:00.000Z";
    const LATER: &str = "2026-11-22T10:00:00.001Z";

    #[test]
    fn each_key_condition_selects_its_range() {
        let then = "2026-11-22T11:00:00+01:00";
        for (condition, expected) in [
            (json!({}), [true, true, true]),
            (json!({ "eq": then }), [false, true, false]),
            (json!({ "lt": then }), [true, false, false]),
            (json!({ "le": then }), [true, true, false]),
            (json!({ "gt": then }), [false, false, true]),
            (json!({ "ge": then }), [false, true, true]),
            (json!({ "between": [then, then] }), [false, true, false]),
            (json!({ "between": [THEN, LATER] }), [false, true, true]),
            (json!({ "between": [LATER, THEN] }), [false, false, false]),
            (json!({ "gt": EARLIER, "lt": LATER }), [false, true, false]),
            (json!({ "gt": then, "lt": then }), [false, false, false]),
            (json!({ "beginsWith": "2026-11-22T10" }), [false, true, true]),
            (json!({ "beginsWith": "" }), [true, true, true]),
            (json!({ "beginsWith": "2026-1" }), [true, true, true]),
            (json!({ "beginsWith": "2026-12" }), [false, false, false]),
            (json!({ "beginsWith": "2026-11", "lt": then }), [true, false, false]),
            (json!({ "beginsWith": format!("{THEN}#") }), [false, false, false]),
            (json!({ "eq": null }), [true, true, true]),
        ] {
            let read: TimeKeyCondition = serde_json::from_value(condition.clone()).unwrap();
            let span = read.span();
            let found =
                [EARLIER, THEN, LATER].map(|moment| span.as_ref().is_some_and(|span| span.contains(moment)));
            assert_eq!(found, expected, "{condition}");
        }
        for condition in [json!({ "eq": "today" }), json!({ "between": [THEN] })] {
            assert!(serde_json::from_value::<TimeKeyCondition>(condition.clone()).is_err(), "{condition}");
        }
    }
}
