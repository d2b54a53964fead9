//! `instacart-stand-in --config FILE`: prints `ready http://127.0.0.1:PORT`; stops on SIGTERM or SIGINT.

use std::process::ExitCode;

use instacart_stand_in::{Config, bind};

fn main() -> ExitCode {
    local_service::run("Instacart", "instacart-stand-in", async |file| {
        let bound = bind(local_service::read_configuration::<Config>(&file)?).await?;
        Ok((bound.origin.clone(), bound.serve(std::future::pending())))
    })
}
