//! Token prices, from `prices.toml` or the operator's setting.

use crate::Usage;
use serde::Deserialize;

/// Price of a model's tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// Micro-dollars per million input tokens.
    input: u64,
    /// Micro-dollars per million output tokens.
    output: u64,
}

/// The price setting is not a pair of dollar amounts such as `3.00/15.00`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a price is two numbers of US dollars for a million tokens, told and said: 3.00/15.00")]
pub struct BadPrice;

#[derive(Deserialize)]
struct Table {
    model: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    id: String,
    input: f64,
    output: f64,
}

const MICROS: f64 = 1_000_000.0;
/// Maximum accepted price, in dollars per million tokens.
const DEAREST_DOLLARS: f64 = 10_000.0;

impl Price {
    /// The price from the setting, else from the table, else the table's highest price.
    ///
    /// # Errors
    /// [`BadPrice`] for an invalid setting.
    pub fn of(model_id: &str, set: Option<&str>) -> Result<Self, BadPrice> {
        if let Some(set) = set {
            let (input, output) = set.split_once('/').ok_or(BadPrice)?;
            let dollars = |text: &str| text.trim().parse::<f64>().map_err(|_| BadPrice);
            return Self::from_dollars(dollars(input)?, dollars(output)?);
        }
        let table: Table = toml::from_str(include_str!("../prices.toml")).map_err(|_| BadPrice)?;
        let known = table.model.iter().find(|row| model_id.contains(&row.id));
        if let Some(row) = known {
            return Self::from_dollars(row.input, row.output);
        }
        let dearest = |price: fn(&Row) -> f64| table.model.iter().map(price).fold(0.0, f64::max);
        Self::from_dollars(dearest(|row| row.input), dearest(|row| row.output))
    }

    fn from_dollars(input: f64, output: f64) -> Result<Self, BadPrice> {
        let micros = |dollars: f64| {
            let is_price = (0.0..=DEAREST_DOLLARS).contains(&dollars);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "between 0 and 10^10"
            )]
            is_price.then(|| (dollars * MICROS).round() as u64).ok_or(BadPrice)
        };
        Ok(Self { input: micros(input)?, output: micros(output)? })
    }

    /// Cost in micro-dollars, rounded up.
    #[must_use]
    pub fn micros(self, usage: Usage) -> u64 {
        let parts = u128::from(usage.input_tokens) * u128::from(self.input)
            + u128::from(usage.output_tokens) * u128::from(self.output);
        u64::try_from(parts.div_ceil(1_000_000)).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLION: Usage = Usage { input_tokens: 1_000_000, output_tokens: 1_000_000 };

    fn micros(model_id: &str, set: Option<&str>) -> u64 {
        Price::of(model_id, set).unwrap().micros(MILLION)
    }

    #[test]
    fn table_price_applies_to_every_region_and_profile() {
        for id in ["anthropic.claude-haiku-4-5-20251001-v1:0", "us.anthropic.claude-haiku-4-5-20251001-v1:0"]
        {
            assert_eq!(micros(id, None), 6_000_000);
        }
        assert_eq!(micros("amazon.nova-micro-v1:0", None), 175_000);
    }

    #[test]
    fn unknown_model_costs_most_and_setting_overrides_table() {
        assert_eq!(micros("someone.else-v1:0", None), 90_000_000);
        assert_eq!(micros("someone.else-v1:0", Some("0.5/1.5")), 2_000_000);
        assert_eq!(micros("amazon.nova-micro-v1:0", Some("0/0")), 0);
        for wrong in ["", "3", "3/", "a/b", "-1/2", "NaN/1", "inf/1", "20000/1"] {
            assert_eq!(Price::of("amazon.nova-micro-v1:0", Some(wrong)), Err(BadPrice), "{wrong}");
        }
    }

    #[test]
    fn cost_is_rounded_up_and_saturates() {
        let price = Price::of("x", Some("0.06/0.24")).unwrap();
        assert_eq!(price.micros(Usage { input_tokens: 1, output_tokens: 0 }), 1);
        assert_eq!(price.micros(Usage::default()), 0);
        let most = Usage { input_tokens: u64::MAX, output_tokens: u64::MAX };
        assert!(price.micros(most) > 1 << 60);
    }
}
