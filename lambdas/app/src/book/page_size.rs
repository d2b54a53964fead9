use crate::error::AppError;
use crate::refusal::Refusal;

pub(super) fn page_size(asked: Option<i64>, most: u32, refusal: Refusal) -> Result<u32, AppError> {
    let Some(asked) = asked else { return Ok(most) };
    let asked = u32::try_from(asked).ok().filter(|asked| (1..=most).contains(asked));
    asked.ok_or(AppError::InvalidInput(refusal))
}
