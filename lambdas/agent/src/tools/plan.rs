//! Schedules steps backwards from the time when the dish is ready.

use recipe::Content;
use serde::Serialize;

use crate::figures::{Kind, scan};

/// Minutes of a step if neither the step nor the recipe has a time.
const USUAL_MINUTES: u32 = 5;
const MINUTES_OF_A_DAY: i64 = 24 * 60;
const MAX_MINUTES: i64 = 31 * MINUTES_OF_A_DAY;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Plan {
    pub(crate) begin: Start,
    pub(crate) steps: Vec<PlannedStep>,
    pub(crate) ready: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Start {
    pub(crate) time: String,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) days_before: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlannedStep {
    pub(crate) place: usize,
    pub(crate) begin: Start,
    pub(crate) takes_minutes: u32,
    /// Whether the duration is a default, or a share of the recipe's total.
    pub(crate) is_estimate: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(days: &i64) -> bool {
    *days == 0
}

/// Schedules a recipe for a time such as `19:30`; `None` if the time is invalid, or the recipe has no steps
/// or takes over a month.
pub(crate) fn plan(content: &Content, ready: &str) -> Option<Plan> {
    let ready = minutes_of(ready)?;
    let stated: Vec<u32> = content.instructions.iter().map(|step| stated_minutes(content, step)).collect();
    let untimed = u32::try_from(stated.iter().filter(|minutes| **minutes == 0).count()).ok()?;
    let timed: u32 = stated.iter().fold(0, |sum, minutes| sum.saturating_add(*minutes));
    let parts = content.prep_minutes.unwrap_or(0).saturating_add(content.cook_minutes.unwrap_or(0));
    let whole = content.total_minutes.unwrap_or(parts);
    let share =
        whole.saturating_sub(timed).checked_div(untimed).filter(|share| *share > 0).unwrap_or(USUAL_MINUTES);
    let mut end = i64::from(ready);
    let mut steps = Vec::with_capacity(stated.len());
    for (place, minutes) in stated.iter().enumerate().rev() {
        let takes_minutes = if *minutes == 0 { share } else { *minutes };
        end -= i64::from(takes_minutes);
        if end < -MAX_MINUTES {
            return None;
        }
        steps.push(PlannedStep { place, begin: start(end), takes_minutes, is_estimate: *minutes == 0 });
    }
    steps.reverse();
    (!steps.is_empty()).then(|| Plan { begin: start(end), steps, ready: start(i64::from(ready)).time })
}

/// Sums the times of a step, with the upper ends of ranges.
fn stated_minutes(content: &Content, step: &str) -> u32 {
    let mut seconds = 0.0;
    for figure in scan(step, content.language) {
        let Some((_, value)) = figure.readings.iter().find(|(kind, _)| *kind == Kind::Seconds) else {
            continue;
        };
        if !figure.is_lower_end {
            seconds += value;
        }
    }
    let minutes = (seconds / 60.0).ceil().min(f64::from(u32::MAX));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the bounds of u32")]
    let minutes = minutes as u32;
    minutes
}

/// Parses a time of day, such as `19:30`, `7.05`, `19h30` or `19h`, to minutes since midnight.
pub(crate) fn minutes_of(time: &str) -> Option<u32> {
    let (hours, minutes) = time.trim().split_once([':', '.', 'h', 'H'])?;
    let number = |text: &str, below: u32| {
        let is_number = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|number: &u32| is_number && *number < below)
    };
    let minutes = if minutes.is_empty() { 0 } else { number(minutes, 60)? };
    Some(number(hours, 24)? * 60 + minutes)
}

fn start(minutes: i64) -> Start {
    let (days, rest) = (minutes.div_euclid(MINUTES_OF_A_DAY), minutes.rem_euclid(MINUTES_OF_A_DAY));
    Start { time: format!("{:02}:{:02}", rest / 60, rest % 60), days_before: -days }
}

#[cfg(test)]
mod tests {
    use recipe::Language;

    use super::*;

    fn stew(total: Option<u32>) -> Content {
        let steps = ["Chop everything.", "Fry for 10 minutes.", "Stew for 1 hour 30 minutes.", "Serve."];
        Content {
            instructions: steps.iter().map(|step| (*step).to_owned()).collect(),
            total_minutes: total,
            language: Some(Language::En),
            ..Content::default()
        }
    }

    fn times(content: &Content, ready: &str) -> Vec<String> {
        plan(content, ready).unwrap().steps.into_iter().map(|step| step.begin.time).collect()
    }

    #[test]
    fn steps_are_scheduled_backwards_from_the_target_time() {
        assert_eq!(times(&stew(None), "19:30"), ["17:40", "17:45", "17:55", "19:25"]);
        assert_eq!(times(&stew(Some(120)), "19:30"), ["17:30", "17:40", "17:50", "19:20"]);
        let early = plan(&stew(None), "1h00").unwrap();
        assert_eq!(early.begin, Start { time: "23:10".to_owned(), days_before: 1 });
    }

    #[derive(serde::Deserialize)]
    struct Row {
        steps: Vec<String>,
        language: Language,
        total: Option<u32>,
        ready: String,
        starts: Vec<String>,
    }

    #[derive(serde::Deserialize)]
    struct Vectors {
        rows: Vec<Row>,
    }

    /// The browser's planner (`plan.ts`) is tested with the same cases.
    #[test]
    fn plan_of_one_recipe_equals_that_of_the_page() {
        let vectors: Vectors = serde_json::from_str(include_str!("../../vectors/plan.json")).unwrap();
        assert!(vectors.rows.len() >= 6);
        for Row { steps, language, total, ready, starts } in vectors.rows {
            let content = Content {
                instructions: steps,
                total_minutes: total,
                language: Some(language),
                ..Content::default()
            };
            assert_eq!(times(&content, &ready), starts, "{:?}", content.instructions);
        }
    }

    #[test]
    fn invalid_time_or_recipe_gives_no_plan() {
        for time in ["", "soon", "25:00", "19:60", "1930", "7:5pm", "-1:00", "19:300"] {
            assert_eq!(plan(&stew(None), time), None, "{time}");
        }
        assert_eq!(plan(&Content::default(), "19:30"), None);
        assert_eq!(plan(&Content { total_minutes: Some(u32::MAX), ..stew(None) }, "19:30"), None);
    }
}
