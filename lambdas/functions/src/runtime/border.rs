//! A panic ends at its function's border: it becomes the failure of one call, and the process takes the next.
//!
//! What a panic says may quote the page that it panicked over, and platforms log whatever a process writes. So only its
//! place in our code is logged.

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::pin::pin;
use std::task::Poll;

use app::AppError;

/// From now on a panic is one line of the log that says where, and nothing of what it was about.
pub(crate) fn log_places() {
    std::panic::set_hook(Box::new(|panic: &PanicHookInfo<'_>| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, "panicked");
    }));
}

/// The answer of a handling, or that it panicked. What a handling shares with the next one are clients of services, which
/// hold no state of ours that could be left half changed.
pub(crate) async fn within<T, E: From<AppError>>(
    handling: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let mut handling = pin!(handling);
    std::future::poll_fn(|context| {
        catch_unwind(AssertUnwindSafe(|| handling.as_mut().poll(context)))
            .unwrap_or_else(|_| Poll::Ready(Err(AppError::Panicked.into())))
    })
    .await
}
