//! Chance, of the system's good source.

use app::AppError;

/// At most so many characters hide how long a text is.
const MOST_PADDING: usize = 35;

/// 128 random bits as 32 lowercase hexadecimal digits: an id of the server's own.
///
/// # Errors
/// [`AppError::Internal`] where the system has no randomness.
pub fn random_id() -> Result<String, AppError> {
    let mut random = [0; 16];
    getrandom::fill(&mut random).map_err(|error| AppError::Internal(error.to_string()))?;
    Ok(random.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// 0 to 35 characters; without randomness none.
pub(crate) fn padding() -> String {
    let mut random = [0; 1];
    let drawn = getrandom::fill(&mut random).map_or(0, |()| random.first().copied().unwrap_or(0));
    // 252 is seven times 36: each length is as likely as the others, and what is above it as none.
    let length = if drawn < 252 { usize::from(drawn) % (MOST_PADDING + 1) } else { 0 };
    "abcdefghijklmnopqrstuvwxyz0123456789".chars().take(length).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn padding_is_of_every_length_and_ids_are_ids() {
        let lengths: BTreeSet<usize> = (0..5_000).map(|_| padding().len()).collect();
        assert_eq!(lengths, (0..=MOST_PADDING).collect());
        let (one, other) = (random_id().unwrap(), random_id().unwrap());
        assert_ne!(one, other);
        assert!(app::RecipeId::parse(&one).is_ok(), "{one}");
    }
}
