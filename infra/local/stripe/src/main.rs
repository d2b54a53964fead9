//! `stripe-stand-in --config FILE`: prints `ready http://127.0.0.1:PORT`; stops on SIGTERM or SIGINT.

use std::process::ExitCode;
use std::sync::Arc;

use stripe_stand_in::clock::Clock;
use stripe_stand_in::config::Config;

fn main() -> ExitCode {
    local_service::run("Stripe", "stripe-stand-in", async |file| {
        let bound = stripe_stand_in::bind(Config::read(&file)?, Clock::system()).await?;
        tokio::spawn(stripe_stand_in::deliver(Arc::clone(&bound.stand_in)));
        Ok((bound.origin.clone(), bound.serve(std::future::pending())))
    })
}
