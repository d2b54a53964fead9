//! Scenarios of users and schedules.

use crate::samples::{bearer, finished, id, import_of_address, import_of_upload, submitted};
use app::book::{Change, RetryBy, UpdateRecipe};
use app::publish::RowChange;
use app::recipe_store::RecipeStore;
use app::upload::UploadKind;
use app::uploads::CreateUpload;
use app::{Caller, Card, OwnerId, Recipe};

use crate::faults::clients::{
    ann, as_caller, bob, link_identity_to_member, member, member_owner, owner, with_credits,
};
use crate::faults::conversation_states::{
    CONVERSATION, answered_conversation, ask_first_question, begun_conversation, conversation_of_a_guest,
    unanswered_conversation,
};
use crate::faults::executions::settle;
use crate::faults::functions::{self, Client};
use crate::faults::samples::{EMAIL, LETTER, NOWHERE, PAGE, PROSE, SOUP};
use crate::faults::world::{Event, World};

/// What users and schedules do in one run.
#[derive(Clone, Copy, Debug)]
pub struct Scenario {
    /// Short description.
    pub name: &'static str,
    /// Setup without faults.
    pub before: fn(&World),
    /// Actions with the injected fault.
    pub act: fn(&World),
}

/// All scenarios.
pub const SCENARIOS: &[Scenario] = &[
    Scenario { name: "an address", before: |_| {}, act: |world| import(world, SOUP) },
    Scenario { name: "an address without a page", before: |_| {}, act: |world| import(world, NOWHERE) },
    Scenario { name: "an address without a recipe", before: |_| {}, act: |world| import(world, LETTER) },
    Scenario {
        name: "an execution that its host lost",
        before: abort_once,
        act: |world| import(world, SOUP),
    },
    Scenario {
        name: "executions that are always lost",
        before: abort_always,
        act: |world| import(world, SOUP),
    },
    Scenario { name: "post-processing that is lost", before: abort_apply, act: |world| import(world, SOUP) },
    Scenario { name: "an import that nobody has started", before: never_started, act: |_| {} },
    Scenario { name: "pictures", before: |_| {}, act: import_pictures },
    Scenario {
        name: "a file of many recipes",
        before: |_| {},
        act: |world| import_file(world, &book(7, 16)),
    },
    Scenario { name: "a file of one recipe", before: |_| {}, act: |world| import_file(world, &book(1, 0)) },
    Scenario { name: "a file without a recipe", before: |_| {}, act: |world| import_file(world, "!nothing") },
    Scenario {
        name: "a file that changes hands meanwhile",
        before: claim_meanwhile,
        act: |world| import_file(world, &book(7, 16)),
    },
    Scenario {
        name: "an address deleted while it is extracted",
        before: delete_at_extract,
        act: |world| import(world, SOUP),
    },
    Scenario {
        name: "an address deleted before it is finished",
        before: delete_at_finish,
        act: |world| import(world, SOUP),
    },
    Scenario {
        name: "an address deleted before it is enriched",
        before: delete_at_apply,
        act: |world| import(world, SOUP),
    },
    Scenario { name: "pictures deleted while they are read", before: delete_at_more, act: import_pictures },
    Scenario {
        name: "a member's file",
        before: with_credits,
        act: |world| import_members_file(world, &book(5, 1)),
    },
    Scenario {
        name: "a member's file without a recipe",
        before: with_credits,
        act: |world| import_members_file(world, "!unreadable"),
    },
    Scenario {
        name: "a member's file interrupted once",
        before: |world| {
            with_credits(world);
            abort_once(world);
        },
        act: |world| import_members_file(world, &book(2, 0)),
    },
    Scenario {
        name: "a member's failed file once more",
        before: members_failed_file,
        act: |world| member_owner(world).retry(ID, RetryBy::Readers),
    },
    Scenario {
        name: "a failed import once more",
        before: failed,
        act: |world| owner(world).retry(ID, RetryBy::Readers),
    },
    Scenario {
        name: "a page that the assistant reads",
        before: members_prose_page,
        act: |world| member_owner(world).retry(ID, RetryBy::Assistant),
    },
    Scenario {
        name: "a page that the assistant reads, interrupted once",
        before: |world| {
            members_prose_page(world);
            world.expect(Event::AbortAt("Assist", 1));
        },
        act: |world| member_owner(world).retry(ID, RetryBy::Assistant),
    },
    Scenario {
        name: "a page in which the assistant finds nothing",
        before: members_letter,
        act: |world| member_owner(world).retry(ID, RetryBy::Assistant),
    },
    Scenario {
        name: "a guest's file that the assistant reads",
        before: prose_file,
        act: |world| owner(world).retry(ID, RetryBy::Assistant),
    },
    Scenario {
        name: "a page deleted while the assistant reads",
        before: |world| {
            import(world, PROSE);
            settle(world);
            world.expect(Event::DoAt("Assist", delete_it));
        },
        act: |world| owner(world).retry(ID, RetryBy::Assistant),
    },
    Scenario { name: "a recipe by hand, changed", before: |_| {}, act: write_by_hand },
    Scenario { name: "a copy of one's own", before: soup, act: |world| ann(world).copy(ID, OTHER) },
    Scenario { name: "a copy of another's", before: soup, act: |world| bob(world).copy(ID, OTHER) },
    Scenario { name: "one recipe deleted", before: soup, act: |world| owner(world).delete(ID) },
    Scenario { name: "recipes of one file deleted", before: a_book, act: delete_siblings },
    Scenario {
        name: "the other recipes of a file deleted",
        before: a_book_without_first,
        act: delete_siblings,
    },
    Scenario { name: "everything deleted", before: mixed_library, act: |world| owner(world).delete_all() },
    Scenario {
        name: "everything deleted, of which some cannot be read",
        before: damaged_library,
        act: |world| owner(world).delete_all(),
    },
    Scenario { name: "an upload deleted", before: an_upload, act: |world| owner(world).delete_upload(FILE) },
    Scenario { name: "a guest becomes a member", before: mixed_library, act: link_identity_to_member },
    Scenario {
        name: "an account deleted",
        before: a_member,
        act: |world| member_owner(world).delete_account(),
    },
    Scenario { name: "feedback, changed and listed", before: |_| {}, act: write_feedback },
    Scenario {
        name: "feedback taken back",
        before: write_feedback,
        act: |world| owner(world).delete_feedback(ID),
    },
    Scenario { name: "a guest's feedback becomes a member's", before: feedback_of_guest, act: list_feedback },
    Scenario { name: "a list shared, changed and looked at", before: |_| {}, act: share_list },
    Scenario { name: "a shared list ended", before: share_list, act: |world| ann(world).end_shared_list(ID) },
    Scenario {
        name: "a conversation begun, asked and named",
        before: with_credits,
        act: |world| {
            ask_first_question(&member(world));
            member_owner(world).call_conversation(CONVERSATION, "Vegan soup");
            member(world).look_at_conversation(CONVERSATION);
        },
    },
    Scenario { name: "a guest's conversation", before: |_| {}, act: |world| ask_first_question(&ann(world)) },
    Scenario {
        name: "an answer stopped",
        before: begun_conversation,
        act: |world| member(world).stop_answer(CONVERSATION, "q1"),
    },
    Scenario {
        name: "a question after one that nobody answers",
        before: unanswered_conversation,
        act: |world| member(world).ask(CONVERSATION, "q2"),
    },
    Scenario {
        name: "a stop of what nobody answers",
        before: unanswered_conversation,
        act: |world| member(world).stop_answer(CONVERSATION, "q1"),
    },
    Scenario { name: "a hold of what nobody answers", before: unanswered_conversation, act: |_| {} },
    Scenario {
        name: "a conversation deleted before its answer",
        before: begun_conversation,
        act: |world| member_owner(world).delete_conversation(CONVERSATION),
    },
    Scenario {
        name: "a conversation deleted after its answer",
        before: answered_conversation,
        act: |world| member_owner(world).delete_conversation(CONVERSATION),
    },
    Scenario {
        name: "a guest's conversation becomes a member's",
        before: conversation_of_a_guest,
        act: |world| member(world).look_at_conversation(CONVERSATION),
    },
    Scenario { name: "everything looked at", before: pictures_read, act: look },
    Scenario { name: "a token issued and used", before: |_| {}, act: use_token },
    Scenario { name: "changes published", before: |_| {}, act: publish },
    Scenario {
        name: "a Google sign-in linked",
        before: |_| {},
        act: |world| functions::link(world, "g-1", EMAIL),
    },
];

const PICTURES: &str = "0f8b4c1e-52d6-4a7b-9c3d-1e2f3a4b5c6d";
const FILE: &str = "1f8b4c1e-52d6-4a7b-9c3d-1e2f3a4b5c6d";
const ID: &str = "00000000000000000000000000000001";
const OTHER: &str = "00000000000000000000000000000002";

fn import(world: &World, address: &str) {
    ann(world).create(&import_of_address(id(1), address));
}

fn import_members_file(world: &World, text: &str) {
    put_by(&member(world), UploadKind::File, FILE, 0, text.as_bytes());
    member(world).create(&import_of_upload(id(1), UploadKind::File, FILE));
}

fn members_failed_file(world: &World) {
    with_credits(world);
    import_members_file(world, "!unreadable");
    settle(world);
}

fn put(world: &World, kind: UploadKind, submission: &str, position: u8, bytes: &[u8]) {
    put_by(&ann(world), kind, submission, position, bytes);
}

fn put_by(client: &Client<'_>, kind: UploadKind, submission: &str, position: u8, bytes: &[u8]) {
    let content_type = if kind == UploadKind::Picture { "image/jpeg" } else { "application/octet-stream" };
    let form = client.upload(&CreateUpload {
        submission: submission.to_owned(),
        kind,
        position: Some(position.into()),
        content_type: content_type.to_owned(),
        size: 1_000,
        name: Some(format!("card-{position}")),
    });
    client.world.uploads.post(&form, bytes);
}

fn import_pictures(world: &World) {
    for position in [0, 1] {
        put(world, UploadKind::Picture, PICTURES, position, b"a photo");
    }
    let kind = UploadKind::Picture;
    ann(world).create(&import_of_upload(id(1), kind, PICTURES));
}

fn import_file(world: &World, text: &str) {
    put(world, UploadKind::File, FILE, 0, text.as_bytes());
    ann(world).create(&import_of_upload(id(1), UploadKind::File, FILE));
}

fn book(recipes: u32, unreadable: usize) -> String {
    let part = |number: u32| {
        let picture = if number.is_multiple_of(3) { "picture " } else { "" };
        format!("Soup {number}\n- 2 leeks\n- 1 l stock\nCut the {picture}leeks.\nSimmer them.")
    };
    let mut parts: Vec<_> = (0..recipes).map(part).collect();
    let at = parts.len().min(3);
    parts.splice(at..at, vec!["!unreadable".to_owned(); unreadable]);
    parts.join("\n\n")
}

fn soup(world: &World) {
    import(world, SOUP);
    settle(world);
}

fn failed(world: &World) {
    import(world, NOWHERE);
    settle(world);
    world.web.put_page(NOWHERE, PAGE.as_bytes());
}

fn members_page(world: &World, address: &str) {
    with_credits(world);
    member(world).create(&import_of_address(id(1), address));
    settle(world);
}

fn members_prose_page(world: &World) {
    members_page(world, PROSE);
}

fn members_letter(world: &World) {
    members_page(world, LETTER);
}

fn prose_file(world: &World) {
    import_file(world, "~Aunt Ada only ever wanted 2 leeks.");
    settle(world);
}

fn a_book(world: &World) {
    import_file(world, &book(5, 1));
    settle(world);
}

fn a_book_without_first(world: &World) {
    a_book(world);
    owner(world).delete(ID);
}

fn never_started(world: &World) {
    let recipe = submitted(id(1), &OwnerId::new("us:ann"), world.now());
    let recipe = Recipe { url: Some(SOUP.to_owned()), ..recipe };
    world.run(world.recipes.create(&recipe)).expect("an answer").expect("a free id");
}

fn pictures_read(world: &World) {
    import_pictures(world);
    settle(world);
}

fn mixed_library(world: &World) {
    a_book(world);
    let ann = ann(world);
    ann.create(&import_of_address(id(2), SOUP));
    ann.create(&import_of_address(id(3), NOWHERE));
    ann.create_blank(id(4).as_str());
    put(world, UploadKind::Picture, PICTURES, 0, b"a photo");
    settle(world);
}

fn damaged_library(world: &World) {
    mixed_library(world);
    for number in [1, 2] {
        world.recipes.damage(&id(number));
    }
}

fn an_upload(world: &World) {
    put(world, UploadKind::File, FILE, 0, b"a letter");
}

fn a_member(world: &World) {
    mixed_library(world);
    write_feedback(world);
    link_identity_to_member(world);
    member(world).create(&import_of_address(id(9), SOUP));
    settle(world);
}

fn write_feedback(world: &World) {
    ann(world).write_feedback(ID);
    owner(world).change_feedback(ID);
    ann(world).list_feedback();
}

fn share_list(world: &World) {
    ann(world).share_list(ID);
    bob(world).change_shared_list(ID);
    ann(world).look_at_shared_lists(ID);
}

fn feedback_of_guest(world: &World) {
    write_feedback(world);
    link_identity_to_member(world);
}

fn list_feedback(world: &World) {
    member(world).list_feedback();
    member(world).change_feedback(ID);
    let caller = Caller::Member { user: OwnerId::new("boss"), identity: None };
    as_caller(world, caller).list_everybody_s_feedback();
}

fn write_by_hand(world: &World) {
    ann(world).create_blank(ID);
    let notes = Change::To("for Sunday".to_owned());
    let title = Some("Toast".to_owned());
    let steps = Some(vec!["Toast the bread.".to_owned()]);
    let version = Some(1);
    owner(world).update(&UpdateRecipe {
        id: ID.to_owned(),
        version,
        title,
        notes,
        instructions: steps,
        ..UpdateRecipe::default()
    });
}

fn delete_siblings(world: &World) {
    let mut ids: Vec<_> = world.recipes.all().into_iter().map(|recipe| recipe.id.to_string()).collect();
    ids.sort();
    owner(world).delete_many(&ids);
}

fn look(world: &World) {
    ann(world).look(ID);
    member(world).look(ID);
}

fn use_token(world: &World) {
    let token = ann(world).issue_owner_token();
    as_caller(world, Caller::Anonymous).authorize(&token);
}

fn publish(world: &World) {
    let change = |number: u128| {
        let owner = OwnerId::new("us:ann");
        let card = Card::from(&finished(id(number), &owner, world.now()));
        RowChange { owner, before: None, after: Some(card) }
    };
    functions::publish(world, &[change(1), change(2), change(3)]);
}

fn abort_once(world: &World) {
    world.expect(Event::AbortAt("Extract", 1));
}

fn abort_always(world: &World) {
    world.expect(Event::AbortAt("Extract", u32::MAX));
}

fn abort_apply(world: &World) {
    world.expect(Event::AbortAt("Apply", u32::MAX));
}

fn claim_meanwhile(world: &World) {
    world.expect(Event::DoAt("More", link_identity_to_member));
}

fn delete_it(world: &World) {
    owner(world).delete(ID);
}

fn delete_at_extract(world: &World) {
    world.expect(Event::DoAt("Extract", delete_it));
}

fn delete_at_finish(world: &World) {
    world.expect(Event::DoAt("Finish", delete_it));
}

fn delete_at_apply(world: &World) {
    world.expect(Event::DoAt("Apply", delete_it));
}

fn delete_at_more(world: &World) {
    world.expect(Event::DoAt("More", delete_it));
}

pub(crate) fn delete_everything(world: &World) {
    for client in [owner(world), as_caller(world, bearer("us:bob")), member_owner(world)] {
        client.delete_all();
        client.delete_conversations();
    }
}
