//! Cues: judgements about one line from its words.
//!
//! The page reader (`visible`) and the text reader (`text_layout`) share them. The lexicons are data
//! (`headings/`).

mod announcements;
mod facts;
mod folding;
mod groups;
mod headings;
mod instructions;
mod lines;
mod lists;
mod patterns;
mod phrases;
mod pictographs;
mod prices;
mod steps;
mod temperatures;
mod topic;

pub(crate) use announcements::{Emphasis, HeadingKind, Line, classify_heading};
pub(crate) use facts::{counts_ingredients, is_noise, is_portions, is_time, lists_nutrients, names_portions};
pub(crate) use folding::{fold_into, folded};
pub(crate) use groups::{begins_as_group, is_in_capitals, names_a_part, starts_a_group, tidy};
pub(crate) use headings::{
    LONGEST_HEADING_BYTES, announced, ends_with_ingredients, is_qualifier, is_remark, names_a_time,
    names_ingredients,
};
pub(crate) use instructions::begins_with_instruction;
pub(crate) use lines::{
    ends_with_amount, ends_with_amount_and_unit, has_amount_after_name, has_number, is_bare_amount,
    is_instruction, is_measured, is_sentence, is_unit, may_be_ingredient, starts_with_amount,
    starts_with_unit_amount, without_amount, without_bullet,
};
pub(crate) use lists::{
    MAX_SENTENCE_LIST_BYTES, counted_list_in, enumerated, list_in, lists_amounts, names_several, pieces,
};
pub(crate) use patterns::{
    before_needs, begins_with_count, counts_in_words, ends_with_aside, ends_with_making, is_aside_heading,
    is_byline, is_category, is_sign_off, is_steps_heading, mentions_needs, uses_first_person,
};
pub(crate) use pictographs::without_pictographs;
pub(crate) use prices::is_for_sale;
pub(crate) use steps::{is_step_count, step_number, without_ordinal_count, without_step_count};
pub(crate) use temperatures::names_temperature;
pub(crate) use topic::Topic;
