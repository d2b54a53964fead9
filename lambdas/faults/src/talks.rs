//! Conversations as they are before something is done with them.

use std::time::Duration;

use crate::executions::settle;
use crate::functions::Client;
use crate::people::{ann, become_member, member, with_credits};
use crate::world::World;

/// The id of each of them.
pub(crate) const TALK: &str = "talk";
/// Longer than an answer that somebody makes is silent.
const DEAD: Duration = Duration::from_secs(60);

pub(crate) fn talk(cook: &Client<'_>) {
    cook.begin_conversation(TALK);
    cook.ask(TALK, "q1");
}

pub(crate) fn a_talk(world: &World) {
    with_credits(world);
    talk(&member(world));
}

pub(crate) fn an_unanswered_talk(world: &World) {
    a_talk(world);
    world.starter.forget();
    world.pass(DEAD);
}

pub(crate) fn an_answered_talk(world: &World) {
    a_talk(world);
    settle(world);
}

pub(crate) fn a_talk_of_a_guest(world: &World) {
    talk(&ann(world));
    settle(world);
    become_member(world);
}
