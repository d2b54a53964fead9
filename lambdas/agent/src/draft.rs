//! Merges the proposals of a turn for one recipe into a single patch.

use recipe::adapt::{LineProposal, Proposal, Reason, ReasonCode, Remark, Verdict};
use recipe::{Content, Ingredient, Language};

use crate::library::OwnRecipe;
use crate::patch::{
    LineChange, Patch, ServingsChange, StepChange, TextChange, headings_after, rename_headings,
};

/// A recipe and the changes proposed so far; the base does not change.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Draft {
    base: OwnRecipe,
    title: Option<String>,
    description: Option<String>,
    servings: Option<u32>,
    language: Option<Language>,
    pub(crate) lines: Vec<LineChange>,
    pub(crate) steps: Vec<StepChange>,
    step_headings: Vec<TextChange>,
    remarks: Vec<Remark>,
}

impl Draft {
    pub(crate) fn of(base: OwnRecipe) -> Self {
        let lines = base.content.ingredients.iter().enumerate().map(|(place, line)| LineChange {
            place: Some(place),
            before: Some(line.text.clone()),
            after: None,
            verdict: Verdict::Kept,
            reasons: Vec::new(),
        });
        let steps = base.content.instructions.iter().enumerate().map(|(place, step)| StepChange {
            place: Some(place),
            before: Some(step.clone()),
            after: None,
            verdict: Verdict::Kept,
            reasons: Vec::new(),
        });
        let (lines, steps) = (lines.collect(), steps.collect());
        Self {
            base,
            title: None,
            description: None,
            servings: None,
            language: None,
            lines,
            steps,
            step_headings: Vec::new(),
            remarks: Vec::new(),
        }
    }

    pub(crate) fn base(&self) -> &OwnRecipe {
        &self.base
    }

    fn line_now(&self, line: &LineChange) -> Option<Ingredient> {
        match line.verdict {
            Verdict::Kept | Verdict::Cannot => self.base.content.ingredients.get(line.place?).cloned(),
            Verdict::Replaced | Verdict::Added => line.after.clone(),
            Verdict::LeftOut => None,
        }
    }

    pub(crate) fn step_now(step: &StepChange) -> Option<&String> {
        match step.verdict {
            Verdict::Kept | Verdict::Cannot => step.before.as_ref(),
            Verdict::Replaced | Verdict::Added => step.after.as_ref(),
            Verdict::LeftOut => None,
        }
    }

    pub(crate) fn now(&self) -> Content {
        let mut content = self.base.content.clone();
        content.ingredients = self.lines.iter().filter_map(|line| self.line_now(line)).collect();
        let entries = self.steps.iter().map(|step| (step.place, Self::step_now(step).is_some()));
        content.step_headings = headings_after(&content.step_headings, entries);
        rename_headings(&mut content.step_headings, &self.step_headings);
        content.instructions = self.steps.iter().filter_map(Self::step_now).cloned().collect();
        content.title = self.title.clone().or(content.title);
        content.description = self.description.clone().or(content.description);
        content.servings = self.servings.or(content.servings);
        content.language = self.language.or(content.language);
        content
    }

    pub(crate) fn language(&self) -> Option<Language> {
        self.language.or(self.base.content.language)
    }

    /// Adds a proposal made for [`Self::now`].
    pub(crate) fn take(&mut self, proposal: &Proposal) {
        let present = places(&self.lines, |line| line.verdict != Verdict::LeftOut);
        for (at, proposed) in present.into_iter().zip(&proposal.lines) {
            if let Some(line) = self.lines.get_mut(at) {
                take_line(line, proposed);
            }
        }
        let present = places(&self.steps, |step| step.verdict != Verdict::LeftOut);
        for proposed in &proposal.steps {
            if let Some(step) = present.get(proposed.step).and_then(|at| self.steps.get_mut(*at)) {
                let code = if proposal.lines.iter().any(is_substituted) {
                    ReasonCode::Noted
                } else {
                    ReasonCode::Converted
                };
                replace_step(step, proposed.after.clone(), code.into());
            }
        }
        self.servings = proposal.servings.or(self.servings);
        // Maps a remark's step indices to the draft.
        for remark in &proposal.remarks {
            let mut remark = remark.clone();
            if let Remark::StepsNameAmounts { steps } | Remark::StepsNameMore { steps } = &mut remark {
                *steps = steps.iter().filter_map(|step| present.get(*step)).copied().collect();
            }
            self.remark(remark);
        }
        self.tidy();
    }

    fn remark(&mut self, remark: Remark) {
        if !self.remarks.contains(&remark) {
            self.remarks.push(remark);
        }
    }

    pub(crate) fn set_title(&mut self, title: &str) {
        self.title = Some(title.to_owned()).filter(|title| Some(title) != self.base.content.title.as_ref());
    }

    pub(crate) fn set_description(&mut self, description: &str) {
        self.description =
            Some(description.to_owned()).filter(|text| Some(text) != self.base.content.description.as_ref());
    }

    pub(crate) fn set_language(&mut self, language: Language) {
        self.language = Some(language).filter(|language| Some(*language) != self.base.content.language);
    }

    pub(crate) fn rename_heading(&mut self, now: &str, after: &str) {
        let mut known = self.base.content.step_headings.clone();
        rename_headings(&mut known, &self.step_headings);
        let renamed =
            known.iter().zip(&self.base.content.step_headings).filter(|(known, _)| known.text == now);
        let texts: Vec<String> = renamed.map(|(_, base)| base.text.clone()).collect();
        for before in texts {
            self.step_headings.retain(|change| change.before.as_ref() != Some(&before));
            if before != after {
                self.step_headings.push(TextChange { before: Some(before), after: after.to_owned() });
            }
        }
    }

    pub(crate) fn replace_line(&mut self, at: usize, after: Ingredient, reason: Reason) {
        if let Some(line) = self.lines.get_mut(at) {
            put_line(line, after, reason);
        }
        self.tidy();
    }

    pub(crate) fn replace_step(&mut self, at: usize, after: String, reason: Reason) {
        if let Some(step) = self.steps.get_mut(at) {
            replace_step(step, after, reason);
        }
        self.tidy();
    }

    pub(crate) fn put(&mut self, lines: Vec<LineChange>, steps: Vec<StepChange>) {
        (self.lines, self.steps) = (lines, steps);
        self.tidy();
    }

    /// Drops additions that were removed again, and replacements equal to the original.
    fn tidy(&mut self) {
        self.lines.retain(|line| line.place.is_some() || line.verdict != Verdict::LeftOut);
        self.steps.retain(|step| step.place.is_some() || step.verdict != Verdict::LeftOut);
        for line in &mut self.lines {
            let base = line.place.and_then(|place| self.base.content.ingredients.get(place));
            if line.verdict == Verdict::Replaced && line.after.as_ref() == base {
                (line.verdict, line.after) = (Verdict::Kept, None);
                line.reasons.clear();
            }
        }
        for step in &mut self.steps {
            if step.verdict == Verdict::Replaced && step.after == step.before {
                (step.verdict, step.after) = (Verdict::Kept, None);
                step.reasons.clear();
            }
        }
        self.servings = self.servings.filter(|servings| Some(*servings) != self.base.content.servings);
    }

    pub(crate) fn patch(&self) -> Option<Patch> {
        let content = &self.base.content;
        let text = |after: &Option<String>, before: &Option<String>| {
            after.clone().map(|after| TextChange { before: before.clone(), after })
        };
        let patch = Patch {
            recipe_id: self.base.id.clone(),
            version: self.base.version,
            title: text(&self.title, &content.title),
            description: text(&self.description, &content.description),
            servings: self.servings.map(|after| ServingsChange { before: content.servings, after }),
            language: self.language,
            lines: self.lines.clone(),
            steps: self.steps.clone(),
            step_headings: self.step_headings.clone(),
            remarks: self.remarks.clone(),
        };
        Some(patch).filter(|patch| !patch.is_empty())
    }
}

/// Maps indices of [`Draft::now`] to indices of the draft.
pub(crate) fn places<T>(all: &[T], is_there: impl Fn(&T) -> bool) -> Vec<usize> {
    all.iter().enumerate().filter(|(_, one)| is_there(one)).map(|(at, _)| at).collect()
}

fn is_substituted(line: &LineProposal) -> bool {
    line.reason.code == ReasonCode::Substituted
}

fn take_line(line: &mut LineChange, proposed: &LineProposal) {
    let reason = proposed.reason.clone();
    match (proposed.verdict, &proposed.after) {
        (Verdict::Replaced | Verdict::Added, Some(after)) => put_line(line, after.clone(), reason),
        (Verdict::LeftOut, _) => {
            (line.verdict, line.after) = (Verdict::LeftOut, None);
            line.reasons.push(reason);
        }
        (Verdict::Cannot, _) => {
            if line.verdict == Verdict::Kept {
                line.verdict = Verdict::Cannot;
            }
            line.reasons.push(reason);
        }
        // An unchanged line keeps only the reasons that users need.
        (Verdict::Kept | Verdict::Replaced | Verdict::Added, _) => {
            if matches!(reason.code, ReasonCode::ReadTheLabel | ReasonCode::Unknown)
                && !line.reasons.contains(&reason)
            {
                line.reasons.push(reason);
            }
        }
    }
}

fn put_line(line: &mut LineChange, after: Ingredient, reason: Reason) {
    line.verdict = if line.place.is_some() { Verdict::Replaced } else { Verdict::Added };
    line.after = Some(after);
    if !line.reasons.contains(&reason) {
        line.reasons.push(reason);
    }
}

fn replace_step(step: &mut StepChange, after: String, reason: Reason) {
    step.verdict = if step.place.is_some() { Verdict::Replaced } else { Verdict::Added };
    step.after = Some(after);
    if !step.reasons.contains(&reason) {
        step.reasons.push(reason);
    }
}

#[cfg(test)]
mod tests {
    use recipe::diet::Diet;
    use recipe::line;

    use super::*;
    use zest_core::RecipeId;

    fn draft() -> Draft {
        let lines = ["2 cups flour", "2 eggs", "1 cup milk", "1 tbsp honey", "salt"];
        let content = Content {
            title: Some("Pancakes".to_owned()),
            ingredients: lines.iter().map(|text| line::read(text, Some(Language::En))).collect(),
            instructions: vec!["Whisk the eggs with the milk.".to_owned(), "Bake at 350°F.".to_owned()],
            servings: Some(4),
            language: Some(Language::En),
            ..Content::default()
        };
        Draft::of(OwnRecipe {
            id: RecipeId::parse("0000000000000000000000000000000a").unwrap(),
            version: 3,
            content,
        })
    }

    fn texts(content: &Content) -> Vec<&str> {
        content.ingredients.iter().map(|line| line.text.as_str()).collect()
    }

    #[test]
    fn new_draft_has_no_patch() {
        let draft = draft();
        assert_eq!(draft.patch(), None);
        assert_eq!(draft.now(), draft.base.content);
    }

    #[test]
    fn successive_proposals_merge_into_one_patch() {
        let mut draft = draft();
        draft.take(&recipe::adapt::for_servings(&draft.now(), 8).unwrap());
        draft.take(&recipe::adapt::in_units(&draft.now(), recipe::adapt::System::Metric));
        draft.take(&recipe::adapt::for_diet(&draft.now(), Diet::Vegetarian));
        let patch = draft.patch().unwrap();
        let after = patch.applied(&draft.base.content, |_| true, |_| true);
        assert_eq!(texts(&after), ["500 g flour", "4 eggs", "475 ml milk", "2 tbsp honey", "salt"]);
        assert_eq!(after.instructions[1], "Bake at 180 °C.");
        assert_eq!(after.servings, Some(8));
        assert_eq!(after, draft.now());
        let first: Vec<ReasonCode> = patch.lines[0].reasons.iter().map(|reason| reason.code).collect();
        assert_eq!(first, [ReasonCode::Scaled, ReasonCode::Converted]);
        assert_eq!(patch.lines[0].before.as_deref(), Some("2 cups flour"));
        assert_eq!((patch.version, patch.lines.len()), (3, 5));
    }

    #[test]
    fn headings_follow_removed_replaced_and_added_steps() {
        let heading = |step, text: &str| recipe::StepHeading { step, text: text.to_owned() };
        let mut base = draft().base;
        base.content.instructions = ["Sift.", "Whisk.", "Bake.", "Glaze."].map(str::to_owned).to_vec();
        base.content.step_headings = vec![heading(0, "Batter"), heading(2, "Oven"), heading(3, "Icing")];
        let mut draft = Draft::of(base);
        let mut steps = draft.steps.clone();
        // Removes "Sift." and the only step of "Oven", and adds a step after "Whisk.".
        for at in [0, 2] {
            steps[at].verdict = Verdict::LeftOut;
        }
        let added = StepChange {
            place: None,
            before: None,
            after: Some("Rest.".to_owned()),
            verdict: Verdict::Added,
            reasons: Vec::new(),
        };
        steps.insert(2, added);
        draft.put(draft.lines.clone(), steps);
        let now = draft.now();
        assert_eq!(now.instructions, ["Whisk.", "Rest.", "Glaze."]);
        assert_eq!(now.step_headings, [heading(0, "Batter"), heading(2, "Icing")]);
        let patch = draft.patch().unwrap();
        assert_eq!(patch.applied(&draft.base.content, |_| true, |_| true), now);
        let refused = patch.applied(&draft.base.content, |_| true, |_| false);
        assert_eq!(refused, draft.base.content);
    }

    #[test]
    fn undone_change_leaves_no_patch() {
        let mut draft = draft();
        draft.take(&recipe::adapt::for_servings(&draft.now(), 8).unwrap());
        draft.take(&recipe::adapt::for_servings(&draft.now(), 4).unwrap());
        assert_eq!(draft.patch(), None);
    }

    #[test]
    fn refused_patch_leaves_the_recipe_unchanged() {
        let mut draft = draft();
        draft.take(&recipe::adapt::for_diet(&draft.now(), Diet::Vegan));
        draft.set_title("Vegan pancakes");
        let (patch, base) = (draft.patch().unwrap(), draft.base.content.clone());
        assert_eq!(patch.applied(&base, |_| false, |_| false), base);
        let first = patch.applied(&base, |at| at == 1, |_| false);
        assert_eq!(texts(&first)[2], "1 cup milk");
        assert_eq!(first.title, base.title, "half of it is not what the title says");
        let wire = serde_json::to_value(&patch).unwrap();
        assert_eq!(wire["lines"][2]["verdict"], "REPLACED");
        assert_eq!(wire["lines"][2]["after"]["text"], "1 cup soy milk, unsweetened");
        assert_eq!(wire["remarks"][0], serde_json::json!({ "code": "READ_EVERY_LABEL", "diet": "vegan" }));
        assert_eq!(serde_json::from_value::<Patch>(wire).unwrap(), patch);
    }
}
