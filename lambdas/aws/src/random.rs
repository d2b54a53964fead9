use app::AppError;

const MAX_PADDING: usize = 35;

/// 128 random bits as 32 lowercase hexadecimal digits.
pub fn random_id() -> Result<String, AppError> {
    let mut random = [0; 16];
    getrandom::fill(&mut random).map_err(|error| AppError::internal(&error))?;
    Ok(hex::encode(random))
}

/// 256 random bits.
pub fn random_secret() -> Result<[u8; 32], AppError> {
    let mut random = [0; 32];
    getrandom::fill(&mut random).map_err(|error| AppError::internal(&error))?;
    Ok(random)
}

/// Padding of 0 to 35 characters; none without randomness.
pub(crate) fn padding() -> String {
    let mut random = [0; 1];
    let drawn = getrandom::fill(&mut random).map_or(0, |()| random.first().copied().unwrap_or(0));
    // 252 is 7 × 36; values from 252 add no padding.
    let length = if drawn < 252 { usize::from(drawn) % (MAX_PADDING + 1) } else { 0 };
    "abcdefghijklmnopqrstuvwxyz0123456789".chars().take(length).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn padding_covers_every_length_and_ids_are_valid() {
        let lengths: BTreeSet<usize> = (0..5_000).map(|_| padding().len()).collect();
        assert_eq!(lengths, (0..=MAX_PADDING).collect());
        let (one, other) = (random_id().unwrap(), random_id().unwrap());
        assert_ne!(one, other);
        assert!(zest_core::RecipeId::parse(&one).is_ok(), "{one}");
    }
}
