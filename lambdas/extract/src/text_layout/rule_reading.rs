use super::labeller::RowUses;
use super::parts::Parts;
use crate::draft::Draft;

pub(super) struct RuleReading {
    pub(super) draft: Draft,
    pub(super) uses: RowUses,
    pub(super) line_rows: Vec<Vec<usize>>,
    pub(super) step_rows: Vec<Vec<usize>>,
    pub(super) parts: Parts,
    pub(super) amounts: usize,
    pub(super) is_guessed: bool,
    pub(super) first_list: usize,
}
