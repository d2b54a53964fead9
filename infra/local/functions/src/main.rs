//! All functions in one program, because one program links much faster than 37. Its file name selects the function:
//! the launcher makes a hard link for each.

use functions::runtime::MainResult;
use functions::{
    accounts, admin, agent, credits, enrichment, feedback, grocery, imports, payments, programs, recipes,
    shared_lists,
};

fn main() -> MainResult {
    let program = std::env::current_exe()?;
    let name = program.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    match name {
        "fn-account" => accounts::delete_account::start(),
        "fn-admin" => admin::start(),
        "fn-agent" => agent::answer::start(),
        "fn-apply" => enrichment::apply::start(),
        "fn-assist" => imports::assist::start(),
        "fn-audit-credits" => credits::audit::start(),
        "fn-authorizer" => accounts::authorizer::start(),
        "fn-conversations" => agent::conversations::start(),
        "fn-credits" => credits::lists::start(),
        "fn-expire-credits" => credits::expire::start(),
        "fn-extract-recipe" => programs::extraction::start(),
        "fn-extract" => imports::extract::start(),
        "fn-fail" => imports::fail::start(),
        "fn-feedback" => feedback::start(),
        "fn-fetch" => imports::fetch::start(),
        "fn-finish" => imports::finish::start(),
        "fn-graphql" => recipes::graphql::start(),
        "fn-grocery" => grocery::start(),
        "fn-link-identity" => accounts::link_identity::start(),
        "fn-mcp" => programs::mcp::start(),
        "fn-open-credits" => credits::open::start(),
        "fn-own-picture" => recipes::own_picture::start(),
        "fn-payments" => payments::checkout_api::start(),
        "fn-picture" => enrichment::picture::start(),
        "fn-propose" => agent::propose::start(),
        "fn-publish-credits" => credits::publish::start(),
        "fn-publish" => recipes::publish::start(),
        "fn-read-again" => recipes::read_again::start(),
        "fn-read-file" => imports::read_file::start(),
        "fn-read" => imports::read::start(),
        "fn-recipe-page" => recipes::page::start(),
        "fn-settle" => imports::settle::start(),
        "fn-shared-lists" => shared_lists::start(),
        "fn-stripe-webhook" => payments::webhook::start(),
        "fn-sweep-purchases" => payments::sweep::start(),
        "fn-sweep" => imports::sweep::start(),
        "fn-tokens" => programs::tokens::start(),
        _ => Err(format!("there is no function {name}").into()),
    }
}
