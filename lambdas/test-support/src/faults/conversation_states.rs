use std::time::Duration;

use crate::faults::clients::{ann, link_identity_to_member, member, with_credits};
use crate::faults::executions::settle;
use crate::faults::functions::Client;
use crate::faults::world::World;

pub(crate) const CONVERSATION: &str = "conversation";
/// Time longer than the lease of a run.
const DEAD: Duration = Duration::from_secs(60);

pub(crate) fn ask_first_question(cook: &Client<'_>) {
    cook.begin_conversation(CONVERSATION);
    cook.ask(CONVERSATION, "q1");
}

pub(crate) fn begun_conversation(world: &World) {
    with_credits(world);
    ask_first_question(&member(world));
}

pub(crate) fn unanswered_conversation(world: &World) {
    begun_conversation(world);
    world.starter.forget();
    world.pass(DEAD);
}

pub(crate) fn answered_conversation(world: &World) {
    begun_conversation(world);
    settle(world);
}

pub(crate) fn conversation_of_a_guest(world: &World) {
    ask_first_question(&ann(world));
    settle(world);
    link_identity_to_member(world);
}
