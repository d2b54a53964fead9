//! Panic boundary (`catch_unwind`): a panic fails one invocation, and the process continues.
//!
//! Only the source location is logged: panic messages may quote content.

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::pin::pin;
use std::task::Poll;

use app::AppError;

pub(crate) fn install_panic_hook() {
    std::panic::set_hook(Box::new(|panic: &PanicHookInfo<'_>| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, "panicked");
    }));
}

/// The result of a handler, or [`AppError::Panicked`]. Invocations share only service clients, which a panic
/// cannot corrupt.
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
