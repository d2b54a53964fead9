//! Detects prices. A line with a price is a product, not an ingredient.

const CURRENCIES: [char; 8] = ['€', '$', '£', '¥', '₽', '₹', '₺', '₴'];

pub(crate) fn is_for_sale(line: &str) -> bool {
    line.contains(CURRENCIES) || ends_with_price(line)
}

fn ends_with_price(line: &str) -> bool {
    let last = line.rsplit(' ').next().unwrap_or_default();
    let parts = last.split_once(['.', ',']).filter(|_| last.len() < line.len());
    parts.is_some_and(|(whole, cents)| {
        cents.len() == 2
            && !whole.is_empty()
            && whole.bytes().chain(cents.bytes()).all(|b| b.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_distinguished_from_amounts() {
        for (line, expected) in [
            ("500 g 1.29 €", true),
            ("Flour $3", true),
            ("2 x MILK 1L 2.38", true),
            ("Butter 4,50", true),
            ("1.50", false),
            ("1.5 kg flour", false),
            ("250 g flour", false),
            ("Salt", false),
        ] {
            assert_eq!(is_for_sale(line), expected, "{line}");
        }
    }
}
