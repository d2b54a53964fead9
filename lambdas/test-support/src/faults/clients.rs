//! Users of the world: guests Ann and Bob, and member Bea.

use crate::samples::{self, bearer, guest};
use app::{Caller, OwnerId};

use crate::faults::functions::Client;
use crate::faults::world::World;

pub(crate) fn as_caller(world: &World, caller: Caller) -> Client<'_> {
    Client { world, caller }
}

pub(crate) fn ann(world: &World) -> Client<'_> {
    as_caller(world, guest("us:ann"))
}

pub(crate) fn bob(world: &World) -> Client<'_> {
    as_caller(world, guest("us:bob"))
}

pub(crate) fn owner(world: &World) -> Client<'_> {
    as_caller(world, bearer("us:ann"))
}

pub(crate) fn member(world: &World) -> Client<'_> {
    as_caller(world, samples::member("bea"))
}

pub(crate) fn member_owner(world: &World) -> Client<'_> {
    as_caller(world, samples::member_bearer("bea"))
}

pub(crate) fn with_credits(world: &World) {
    world.run(world.credits.give(&OwnerId::new("bea"), 10)).expect("a present");
}

pub(crate) fn link_identity_to_member(world: &World) {
    let token = ann(world).issue_claim();
    member(world).claim(&token);
}
