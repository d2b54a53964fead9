//! Log lines of client events and crashes.

use app::analytics::Entry;
use app::crash;

pub(crate) fn log(Entry { user_type, event }: Entry) {
    tracing::info!(
        user_type,
        name = event.name.as_str(),
        submission_mode = event.submission_mode,
        recipe_id = event.recipe_id,
        source_recipe_id = event.source_recipe_id,
        fields_changed = event.fields_changed.map(|fields| fields.join(" ")),
        is_processed = event.is_processed,
        ingredient_count = event.ingredient_count,
        filters = event.filters.map(|filters| filters.join(" ")),
        address_count = event.address_count,
        imported_count = event.imported_count,
        recipe_count = event.recipe_count,
        "analytics"
    );
}

/// Logs a crash. template.yaml has a metric filter on the message.
pub(crate) fn log_crash(crash::Entry { user_type, crash }: crash::Entry) {
    tracing::warn!(
        user_type,
        name = crash.name,
        place = crash.place,
        build = crash.build,
        at = crash.at,
        "crash"
    );
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex};

    use app::analytics::Event;
    use serde_json::{Value, json};

    use super::*;

    #[derive(Clone, Default)]
    struct Page(Arc<Mutex<Vec<u8>>>);

    impl Write for Page {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn line_of(log: impl FnOnce()) -> Value {
        let written = Page::default();
        let writer = written.clone();
        let subscriber = tracing_subscriber::fmt()
            .json()
            .flatten_event(true)
            .without_time()
            .with_target(false)
            .with_writer(move || writer.clone())
            .finish();
        tracing::subscriber::with_default(subscriber, log);
        let line = written.0.lock().unwrap();
        serde_json::from_slice(&line).unwrap()
    }

    #[test]
    fn event_is_logged_as_one_line_with_its_fields() {
        for (event, expected) in [
            (
                json!({ "name": "recipe_edited", "recipe_id": "r", "fields_changed": ["title", "servings"] }),
                json!({ "name": "recipe_edited", "recipe_id": "r", "fields_changed": "title servings" }),
            ),
            (
                json!({ "name": "recipe_copied", "source_recipe_id": "s", "is_processed": true }),
                json!({ "name": "recipe_copied", "source_recipe_id": "s", "is_processed": true }),
            ),
            (
                json!({ "name": "recipe_created", "submission_mode": "blank_ai", "ingredient_count": 3 }),
                json!({ "name": "recipe_created", "submission_mode": "blank_ai", "ingredient_count": 3 }),
            ),
        ] {
            let mut expected = expected;
            for (name, value) in [("level", "INFO"), ("message", "analytics"), ("user_type", "guest")] {
                expected[name] = json!(value);
            }
            let event: Event = serde_json::from_value(event).unwrap();
            assert_eq!(line_of(|| log(Entry { user_type: "guest", event })), expected);
        }
    }

    #[test]
    fn crash_is_logged_as_one_counted_line() {
        let report =
            json!({ "name": "TypeError", "place": "/recipes/:id", "build": "b1", "at": "index-b1.js:1:2" });
        let crash: crash::Crash = serde_json::from_value(report.clone()).unwrap();
        let mut expected = report;
        for (name, value) in [("level", "WARN"), ("message", "crash"), ("user_type", "guest")] {
            expected[name] = json!(value);
        }
        assert_eq!(line_of(|| log_crash(crash::Entry { user_type: "guest", crash })), expected);
    }
}
