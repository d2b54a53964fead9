//! Normalizes lines before parsing, so that later stages handle a single notation.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

mod amounts;
mod numbers;
mod text;

use std::borrow::Cow;

use crate::Language;
use crate::token::{self, Token};

pub(crate) fn normalized(line: &str, language: Option<Language>) -> (Cow<'_, str>, Vec<Token>) {
    let mut text = Cow::Borrowed(line);
    for rule in text::RULES {
        if let Some(rewritten) = rule(&text, language) {
            text = Cow::Owned(rewritten);
        }
    }
    if let Some(rewritten) = numbers::in_digits(&text, language) {
        text = Cow::Owned(rewritten);
    }
    let mut tokens = token::tokens(&text, language);
    for rule in amounts::RULES {
        if let Some(rewritten) = rule(&text, &tokens, language) {
            tokens = token::tokens(&rewritten, language);
            text = Cow::Owned(rewritten);
        }
    }
    (text, tokens)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Language::{En, Es, Fr};

    fn check(rows: &[(Language, &str, &str)]) {
        for (language, line, expected) in rows {
            assert_eq!(normalized(line, Some(*language)).0, *expected, "{line:?}");
        }
    }

    #[test]
    fn link_is_replaced_by_its_text() {
        check(&[
            (En, "2 cups [pizza dough | https://example.com/dough/], risen", "2 cups pizza dough, risen"),
            (En, "1 jar [pesto](https://example.com/pesto?a=(b)", "1 jar pesto"),
            (En, "1 cup oats (https://example.com/oats)", "1 cup oats"),
            (En, "1 cup oats https://example.com/oats, rolled", "1 cup oats , rolled"),
            (En, "[a | http://b.example] and [c | http://d.example]", "a and c"),
            (En, "2 cups [sifted] flour", "2 cups [sifted] flour"),
            (En, "://", "://"),
        ]);
    }

    #[test]
    fn mojibake_and_ordinals_are_removed_from_numbers() {
        check(&[
            (En, "1Â¼ cups rice", "1¼ cups rice"),
            (En, "Â½ cup rice", "½ cup rice"),
            (En, "Pâté à l’Âge d’or", "Pâté à l’Âge d’or"),
            (En, "3/4th cup jaggery", "3/4 cup jaggery"),
            (En, "1 1/4 th tsp salt", "1 1/4 tsp salt"),
            (En, "1/3rd cup oil", "1/3 cup oil"),
            (En, "1/2 thick slice", "1/2 thick slice"),
            (En, "3) Rice – 2 cups", "Rice – 2 cups"),
            (En, "12. 3 boiled eggs", "3 boiled eggs"),
            (En, "1.5 cups rice", "1.5 cups rice"),
            (En, "2. Rice", "2. Rice"),
            (En, "2. Rice - 2 cups", "Rice - 2 cups"),
            (En, "2.Rice", "Rice"),
            (En, "2.tbsp oil - 3", "2.tbsp oil - 3"),
        ]);
    }

    #[test]
    fn decimal_comma_is_joined_with_its_decimals() {
        check(&[
            (Fr, "1, 250 kg de veau", "1,250 kg de veau"),
            (Es, "0, 5 litros de caldo", "0,5 litros de caldo"),
            (Fr, "2, 5 g de sel", "2,5 g de sel"),
            (Es, "1, 250 g de arroz", "1, 250 g de arroz"),
            (Fr, "2, 3 carottes", "2, 3 carottes"),
            (En, "1, 250 kg beef", "1, 250 kg beef"),
        ]);
    }

    #[test]
    fn fraction_after_the_unit_is_moved_to_the_number() {
        check(&[
            (Fr, "2 c. ½ à soupe de miel", "2 ½ c. à soupe de miel"),
            (Fr, "2 cuillères et demie à soupe de miel", "2 1/2 cuillères à soupe de miel"),
            (Fr, "une tasse et demie de riz", "1 1/2 tasse de riz"),
            (Fr, "1 litre ½ d'eau", "1 ½ litre d'eau"),
            (Fr, "2 tasses 3 de lait", "2 tasses 3 de lait"),
            (Es, "2 tazas y media de arroz", "2 1/2 tazas de arroz"),
            (Es, "un kilo y cuarto de papas", "1 1/4 kilo de papas"),
            (Es, "1 kilo y 1/2 de papas", "1 1/2 kilo de papas"),
            (Es, "1 taza y media cucharadita de sal", "1 taza y media cucharadita de sal"),
            (Es, "dos y media tazas de arroz", "2 1/2 tazas de arroz"),
            (Es, "Kilo y medio de papas", "1 1/2 Kilo de papas"),
            (Fr, "litre et demi de lait", "1 1/2 litre de lait"),
            (En, "two and a half cups rice", "2 1/2 cups rice"),
            (En, "Rice - 1 and half cups", "Rice - 1 1/2 cups"),
            (En, "a cup and a half of rice", "1 1/2 cup of rice"),
            (En, "1 cup and half an onion", "1 cup and half an onion"),
            (En, "2 cups and 1/2 teaspoon salt", "2 cups and 1/2 teaspoon salt"),
        ]);
    }

    #[test]
    fn numbers_of_several_words_become_digits() {
        check(&[
            (Es, "entre 200 y 250 g de arroz", "200-250 g de arroz"),
            (Es, "entre dos y tres zanahorias", "2-3 zanahorias"),
            (Fr, "environ entre 2 et 3 carottes", "environ 2-3 carottes"),
            (En, "between 2 and 3 cups stock", "2-3 cups stock"),
            (Fr, "une demi-botte de persil", "1/2 botte de persil"),
            (Fr, "1 demi-citron", "1/2 citron"),
            (Fr, "une demi baguette", "1/2 baguette"),
            (Fr, "une demi-douzaine d'œufs", "1/2 douzaine d'œufs"),
            (Fr, "1 kg 500 de pommes de terre", "1 1/2 kg de pommes de terre"),
            (Es, "1 kilo 250 de carne", "1 1/4 kilo de carne"),
            (Fr, "1 kg 500 g de farine", "1 kg 500 g de farine"),
            (En, "2 - 3 x 15ml tablespoons walnut oil", "2 - 3 tablespoons walnut oil"),
            (En, "2 x 400 g tins beans", "2 x 400 g tins beans"),
            (Fr, "100 g de beurre demi-sel", "100 g de beurre demi-sel"),
            (Fr, "1 yaourt demi-écrémé", "1 yaourt demi-écrémé"),
        ]);
    }

    #[test]
    fn repeated_unit_of_a_range_is_removed() {
        check(&[
            (En, "40ml-60ml milk", "40-60ml milk"),
            (En, "750g-1kg chicken", "750-1000g chicken"),
            (Fr, "500 g à 1,5 kg de pommes", "500-1500 g de pommes"),
            (En, "¾ cup to 1 cup stock", "¾-1 cup stock"),
            (En, "2 teaspoons to 1 tablespoon oil", "2 teaspoons to 1 tablespoon oil"),
            (En, "1 kg - 500 g plums", "1 kg - 500 g plums"),
            (En, "1 g-1.0005 kg plums", "1 g-1.0005 kg plums"),
        ]);
    }

    #[test]
    fn container_count_with_a_dash_is_not_a_range() {
        check(&[
            (En, "1 – 15 oz can milk", "1 15 oz can milk"),
            (En, "2- 8oz packages cheese", "2 8oz packages cheese"),
            (En, "1 - 9 inch pie crust", "1 9 inch pie crust"),
            (En, "8-10 oz bag spinach", "8-10 oz bag spinach"),
            (En, "1-2 lb bag onions", "1-2 lb bag onions"),
        ]);
    }

    #[test]
    fn hyphenated_half_is_split_from_its_unit() {
        check(&[
            (Fr, "un demi-litre de lait", "1/2 litre de lait"),
            (En, "a half-pint of cream", "a half pint of cream"),
            (En, "1 half-pint raspberries", "1 half-pint raspberries"),
            (Fr, "beurre demi-sel", "beurre demi-sel"),
        ]);
    }
}
