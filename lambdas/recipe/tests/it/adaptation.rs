use proptest::prelude::*;
use recipe::adapt::{
    LineProposal, Proposal, ReasonCode, Remark, System, Verdict, for_diet, for_servings, in_units,
};
use recipe::diet::{Diet, Suits};
use recipe::{Content, Language, line};

fn recipe_of(language: Language, lines: &[&str], steps: &[&str]) -> Content {
    Content {
        ingredients: lines.iter().map(|text| line::read(text, Some(language))).collect(),
        instructions: steps.iter().map(|step| (*step).to_owned()).collect(),
        servings: Some(4),
        language: Some(language),
        ..Content::default()
    }
}

fn texts(content: &Content) -> Vec<&str> {
    content.ingredients.iter().map(|line| line.text.as_str()).collect()
}

fn all(proposal: &Proposal, base: &Content) -> Content {
    proposal.applied(base, |_| true, |_| true)
}

#[test]
fn recipe_is_made_vegan_in_three_languages() {
    for (language, lines, step, expected, noted) in [
        (
            Language::En,
            ["2 cups flour", "2 eggs", "1 ½ cups milk", "50 g butter, melted", "a pinch of salt"],
            "Whisk the eggs with the milk.",
            [
                "2 cups flour",
                "2 tablespoons ground flaxseed, stirred with 3 times as much water",
                "1 ½ cups soy milk, unsweetened",
                "50 g plant-based butter",
                "a pinch of salt",
            ],
            "Whisk the eggs with the milk. (eggs → ground flaxseed, stirred with 3 times as much water; milk → soy milk, unsweetened)",
        ),
        (
            Language::Es,
            ["250 g de harina", "2 huevos", "500 ml de leche", "50 g de mantequilla", "1 pizca de sal"],
            "Bate los huevos con la leche.",
            [
                "250 g de harina",
                "2 cucharadas linaza molida, mezclada con el triple de agua",
                "500 ml bebida de soja sin azúcar",
                "50 g mantequilla vegetal",
                "1 pizca de sal",
            ],
            "Bate los huevos con la leche. (huevos → linaza molida, mezclada con el triple de agua; leche → bebida de soja sin azúcar)",
        ),
        (
            Language::Fr,
            ["250 g de farine", "2 œufs", "50 cl de lait", "50 g de beurre fondu", "1 pincée de sel"],
            "Battez les œufs avec le lait.",
            [
                "250 g de farine",
                "2 cuillères à soupe graines de lin moulues, mélangées à trois fois leur volume d'eau",
                "50 cl boisson au soja sans sucre",
                "50 g beurre végétal",
                "1 pincée de sel",
            ],
            "Battez les œufs avec le lait. (œufs → graines de lin moulues, mélangées à trois fois leur volume d'eau; lait → boisson au soja sans sucre)",
        ),
    ] {
        let base = recipe_of(language, &lines, &[step]);
        let proposal = for_diet(&base, Diet::Vegan);
        let vegan = all(&proposal, &base);
        assert_eq!(texts(&vegan), expected);
        assert_eq!(vegan.instructions, [noted]);
        assert!(proposal.remarks.contains(&Remark::ReadEveryLabel { diet: Diet::Vegan }));
    }
}

#[test]
fn unreplaceable_line_has_its_reason() {
    let judge = |text: &str, diet| {
        let base = recipe_of(Language::En, &[text], &[]);
        let LineProposal { verdict, reason, .. } = for_diet(&base, diet).lines.remove(0);
        (verdict, reason.code)
    };
    let cannot = |reason| (Verdict::Cannot, reason);
    let kept = |reason| (Verdict::Kept, reason);
    assert_eq!(judge("6 eggs", Diet::Vegan), cannot(ReasonCode::NoSubstitute), "an omelette has no flour");
    assert_eq!(judge("1 whole lobster", Diet::Vegetarian), cannot(ReasonCode::NoSubstitute));
    assert_eq!(judge("200 g flour, and butter for the tin", Diet::Vegan), cannot(ReasonCode::NamesAnother));
    assert_eq!(judge("100 g dark chocolate", Diet::Vegan), kept(ReasonCode::ReadTheLabel));
    assert_eq!(judge("100 g vegan butter", Diet::Vegan), kept(ReasonCode::ReadTheLabel));
    assert_eq!(judge("200 g gluten-free pasta", Diet::GlutenReduced), kept(ReasonCode::ReadTheLabel));
    assert_eq!(judge("3 tbsp moon dust", Diet::Vegan), kept(ReasonCode::Unknown));
    assert_eq!(judge("2 eggs", Diet::Vegetarian), kept(ReasonCode::Suits));
    let cake = recipe_of(Language::En, &["300 g flour", "5 eggs"], &[]);
    assert_eq!(
        for_diet(&cake, Diet::Vegan).lines.remove(1),
        LineProposal { verdict: Verdict::Cannot, reason: ReasonCode::TooMuch.into(), after: None }
    );
    for eggs in ["eggs", "200 g eggs"] {
        let cake = recipe_of(Language::En, &["300 g flour", eggs], &[]);
        assert_eq!(
            for_diet(&cake, Diet::Vegan).lines.remove(1),
            LineProposal { verdict: Verdict::Cannot, reason: ReasonCode::AmountUnknown.into(), after: None },
            "{eggs}"
        );
    }
}

#[test]
fn only_accepted_lines_change() {
    let base = recipe_of(Language::En, &["200 g butter", "1 cup milk"], &["Melt the butter."]);
    let proposal = for_diet(&base, Diet::Vegan);
    let first = proposal.applied(&base, |place| place == 0, |_| false);
    assert_eq!(texts(&first), ["200 g plant-based butter", "1 cup milk"]);
    assert_eq!(first.instructions, base.instructions);
    let eight = for_servings(&base, 8).unwrap();
    assert_eq!(
        eight.applied(&base, |place| place == 0, |_| true).servings,
        Some(4),
        "half of it is for nobody"
    );
    assert_eq!(all(&eight, &base).servings, Some(8));
}

#[test]
fn scaled_line_keeps_its_wording() {
    let base = recipe_of(
        Language::En,
        &["1 cup (240 ml) milk, warm", "2 tins (400 g) tomatoes", "1 1/2 tsp salt", "two onions", "pepper"],
        &["Bring 1 litre of water to the boil.", "Serve."],
    );
    let proposal = for_servings(&base, 8).unwrap();
    assert_eq!(
        texts(&all(&proposal, &base)),
        ["2 cups (480 ml) milk, warm", "4 tins (400 g) tomatoes", "3 tsp salt", "4 onions", "pepper"]
    );
    assert_eq!(proposal.remarks, [Remark::StepsNameAmounts { steps: vec![0] }]);
    assert_eq!(for_servings(&base, 0), None);
    assert_eq!(for_servings(&Content { servings: None, ..base }, 2), None);
}

#[test]
fn fields_of_a_scaled_line_match_its_text() {
    let lines = [
        "1 cup plus 2 tablespoons oil",
        "2 dozen eggs, beaten",
        "half a lemon, sliced",
        "2 x 400 g tins tomatoes",
        "4 chicken thighs (600 g)",
        "2 to 3 carrots",
    ];
    let base = recipe_of(Language::En, &lines, &[]);
    let proposal = for_servings(&base, 8).unwrap();
    let eight = all(&proposal, &base);
    assert_eq!(
        texts(&eight),
        [
            "2 cups plus 4 tablespoons oil",
            "4 dozen eggs, beaten",
            "1 lemon, sliced",
            "4 x 400 g tins tomatoes",
            "4 chicken thighs (600 g)",
            "4 to 6 carrots",
        ]
    );
    assert_eq!(
        proposal.lines.get(4),
        Some(&LineProposal { verdict: Verdict::Cannot, reason: ReasonCode::NoAmount.into(), after: None })
    );
    let amounts: Vec<_> =
        eight.ingredients.iter().map(|line| format!("{}|{}", line.quantity, line.unit)).collect();
    assert_eq!(amounts, ["2|cups", "4|dozen", "1|", "4|tins", "4|", "4 to 6|"]);
    assert_eq!(eight.ingredients.first().map(|line| line.note.as_str()), Some("plus 4 tablespoons"));
}

#[test]
fn converted_line_has_one_amount() {
    let lines = [
        "2 cups flour",
        "1 cup (240 ml) milk, warm",
        "8 oz mushrooms",
        "2 tbsp oil",
        "3 eggs",
        "1 lb 3 oz veal",
        "salt",
    ];
    let base = recipe_of(Language::En, &lines, &["Bake at 350°F for 20 minutes.", "Pour in ½ cup water."]);
    let proposal = in_units(&base, System::Metric);
    let metric = all(&proposal, &base);
    let expected = [
        "250 g flour",
        "240 ml milk, warm",
        "225 g mushrooms",
        "2 tbsp oil",
        "3 eggs",
        "1 lb 3 oz veal",
        "salt",
    ];
    assert_eq!(texts(&metric), expected);
    assert_eq!(metric.instructions[0], "Bake at 180 °C for 20 minutes.");
    assert_eq!(proposal.remarks, [Remark::StepsNameAmounts { steps: vec![1] }]);
    assert_eq!(proposal.lines[5].verdict, Verdict::Cannot, "a sum is left to the cook");
    let base = recipe_of(Language::Es, &["250 ml de leche", "100 g de harina"], &["Hornea a 180 °C."]);
    let us = all(&in_units(&base, System::Us), &base);
    assert_eq!(texts(&us), ["1 taza leche", "¾ taza harina"]);
    assert_eq!(us.instructions, ["Hornea a 350 °F."]);
}

fn any_line() -> impl Strategy<Value = String> {
    let foods = "butter|eggs|milk|flour|chicken breast|parmesan|bacon|honey|gelatin|soy sauce|pasta|onion|\
                 mantequilla|huevos|leche|harina|pollo|beurre|œufs|lait|farine|dark chocolate|lobster|moon dust";
    let foods: Vec<&str> = foods.split('|').map(str::trim).collect();
    let amounts = ["", "1", "2 ½ cups", "200 g", "1-2", "three", "½ l de", "1 (14 oz) can", "999999999999"];
    prop_oneof![
        8 => (proptest::sample::select(amounts.to_vec()), proptest::sample::select(foods))
            .prop_map(|(amount, food)| format!("{amount} {food}").trim().to_owned()),
        1 => "\\PC{0,40}",
    ]
}

fn any_recipe() -> impl Strategy<Value = Content> {
    let languages =
        proptest::sample::select(vec![None, Some(Language::En), Some(Language::Es), Some(Language::Fr)]);
    (
        languages,
        proptest::collection::vec(any_line(), 0..12),
        proptest::collection::vec(any_line(), 0..4),
        0..9_u32,
    )
        .prop_map(|(language, lines, steps, servings)| Content {
            ingredients: lines.iter().map(|text| line::read(text, language)).collect(),
            instructions: steps,
            servings: Some(servings),
            language,
            ..Content::default()
        })
}

const DIETS: [Diet; 3] = [Diet::Vegan, Diet::Vegetarian, Diet::GlutenReduced];

proptest! {
    #[test]
    fn proposal_changes_only_replaced_or_removed_lines(base in any_recipe(), servings in 0..2_000_u32) {
        let units = [System::Metric, System::Us].map(|system| in_units(&base, system));
        let proposals = DIETS.map(|diet| for_diet(&base, diet)).into_iter().chain(for_servings(&base, servings)).chain(units);
        for proposal in proposals {
            prop_assert_eq!(proposal.lines.len(), base.ingredients.len());
            for line in &proposal.lines {
                prop_assert_eq!(line.after.is_some(), line.verdict == Verdict::Replaced);
            }
            let refused = proposal.applied(&base, |_| false, |_| false);
            let refused = Content { servings: base.servings, ..refused };
            prop_assert_eq!(&refused, &base);
        }
    }

    #[test]
    fn unsuitable_food_is_replaced_removed_or_reported(base in any_recipe()) {
        for diet in DIETS {
            let proposal = for_diet(&base, diet);
            for (before, line) in base.ingredients.iter().zip(&proposal.lines) {
                let suits = recipe::food_of(before, base.language).map(|food| food.suits(diet));
                if suits == Some(Suits::No) {
                    prop_assert!(matches!(line.verdict, Verdict::Replaced | Verdict::LeftOut | Verdict::Cannot), "{}", before.text);
                }
            }
            let once = all(&proposal, &base);
            let again = for_diet(&once, diet);
            prop_assert!(again.lines.iter().all(|line| line.verdict != Verdict::Replaced), "{:?}", texts(&once));
        }
    }

    #[test]
    fn line_in_the_target_units_is_unchanged(base in any_recipe()) {
        for system in [System::Metric, System::Us] {
            let once = all(&in_units(&base, system), &base);
            let again = in_units(&once, system);
            prop_assert!(again.lines.iter().all(|line| line.verdict != Verdict::Replaced), "{:?}", texts(&once));
        }
    }

    #[test]
    fn scaling_there_and_back_restores_the_amount(base in any_recipe(), servings in 1..40_u32) {
        let now = base.servings.unwrap_or_default();
        let there = for_servings(&base, servings).map(|proposal| all(&proposal, &base));
        let returning = there.as_ref().and_then(|there| for_servings(there, now));
        if let Some((there, returning)) = there.as_ref().zip(returning) {
            let back = all(&returning, there);
            for ((before, after), line) in base.ingredients.iter().zip(&back.ingredients).zip(&returning.lines) {
                // "2/3 huevos" may be two or three. Random letters may form words that no recipe combines.
                if line.verdict == Verdict::Cannot || !before.text.is_ascii() {
                    continue;
                }
                let amount = |text: &str| line::measures(text, base.language).first().map(|measure| (measure.low, measure.high));
                prop_assert_eq!(amount(&before.text), amount(&after.text), "{}", before.text);
            }
        }
    }
}
