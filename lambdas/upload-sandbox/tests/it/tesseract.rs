//! The installed tesseract passes the contract suite; scripts in its place test the limits.

#![expect(clippy::expect_used, reason = "tests fail by panicking")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ocr::Area;
use recipe::Language;
use test_support::recognition;
use upload_sandbox::{Recogniser, RecognitionError, Tesseract, TesseractLimits};
use zest_core::PortError;

#[tokio::test]
async fn tesseract_keeps_the_contract() {
    recognition::recogniser(&Tesseract::from_environment()).await;
}

#[tokio::test]
async fn language_is_detected_from_the_text_not_the_hint() {
    let area = Area { left: 0, top: 0, width: 760, height: 230 };
    let sheet = recognition::sheet(include_bytes!("spanish.png"), vec![area]);
    for hint in [None, Some(Language::En), Some(Language::Fr)] {
        let words = Tesseract::from_environment().recognise(&sheet, hint).await.expect("words");
        let text: Vec<_> = words.iter().map(|word| word.text.as_str()).collect();
        assert_eq!(
            text.join(" "),
            "Añade el azúcar y el jamón con los piñones y un poco de limón. \
             Déjalo en el horno 15 minutos, y sírvelo después con nata."
        );
    }
}

#[tokio::test]
async fn unknown_fractions_are_read_and_percents_are_kept() {
    let area = Area { left: 0, top: 0, width: 520, height: 330 };
    let sheet = recognition::sheet(include_bytes!("fractions.png"), vec![area]);
    let words = Tesseract::from_environment().recognise(&sheet, None).await.expect("words");
    let lines: Vec<_> = words
        .chunk_by(|a, b| a.line == b.line)
        .map(|line| line.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "))
        .collect();
    let expected = [
        "1½ cups of white flour",
        "⅓ cup sugar",
        "¾ cup of warm milk",
        "2 eggs and ¼ teaspoon salt",
        "½ stick of butter, melted",
        "20% fat cream",
    ];
    assert_eq!(lines, expected);
    let corrected = words.iter().filter(|word| word.text.contains(['½', '⅓', '¼', '¾']));
    assert!(
        corrected.map(|word| word.confidence).all(|confidence| confidence <= 85),
        "a corrected word is less sure"
    );
}

#[tokio::test]
async fn missing_program_is_reported() {
    let nowhere = Some(PathBuf::from("/nonexistent/tesseract"));
    for program in [None, nowhere] {
        let tesseract = Tesseract::new(program, None, TesseractLimits::default());
        recognition::broken_recogniser(&tesseract).await;
        assert!(complaint(&tesseract).await.starts_with("tesseract is not installed: "));
    }
}

#[tokio::test]
async fn missing_data_is_reported() {
    let program = std::env::split_paths(&std::env::var_os("PATH").expect("a path"))
        .map(|folder| folder.join("tesseract"))
        .find(|program| program.is_file());
    let tesseract = Tesseract::new(program, Some(folder()), TesseractLimits::default());
    let complaint = complaint(&tesseract).await;
    assert!(complaint.contains("eng.traineddata"), "{complaint}");
}

#[tokio::test]
async fn slow_program_is_killed() {
    // The script writes its process id, then hangs.
    let file = folder().join("number");
    let script = format!("echo $$ > '{}'; exec sleep 600", file.display());
    let limits = TesseractLimits { time: Duration::from_millis(500), ..TesseractLimits::default() };
    let tesseract = in_its_place("hangs", &script, limits);
    let started = Instant::now();
    let recognised = tesseract.recognise(&recognition::sheet_of_two_columns(), None).await;
    assert_eq!(recognised, Err(RecognitionError::TimedOut));
    assert!(started.elapsed() < Duration::from_secs(20));
    let number = std::fs::read_to_string(file).expect("the program ran");
    let gone = async {
        // Killed processes stay zombies until the runtime collects them.
        let status = PathBuf::from(format!("/proc/{}/status", number.trim()));
        while std::fs::read_to_string(&status).is_ok_and(|status| !status.contains("State:\tZ")) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), gone).await.expect("the child is still there");
}

#[tokio::test]
async fn excessive_memory_fails_only_the_child() {
    let limits = TesseractLimits { memory_kib: 40 * 1024, ..TesseractLimits::default() };
    let program = std::env::split_paths(&std::env::var_os("PATH").expect("a path"))
        .map(|folder| folder.join("tesseract"))
        .find(|program| program.is_file());
    let complaint = complaint(&Tesseract::new(program, None, limits)).await;
    assert!(complaint.starts_with("tesseract ended with "), "{complaint}");
}

#[tokio::test]
async fn excessive_or_invalid_output_is_an_error() {
    let limits = TesseractLimits { output: 10_000, ..TesseractLimits::default() };
    for (name, script, expected) in [
        ("endless", "exec yes", "tesseract says more than it may"),
        ("nonsense", "cat > /dev/null; echo hello", "tesseract answered what is no table of words"),
        (
            "failing",
            "echo 'no such picture' >&2; exit 3",
            "tesseract ended with exit status: 3: no such picture",
        ),
    ] {
        assert_eq!(complaint(&in_its_place(name, script, limits)).await, expected);
    }
}

async fn complaint(tesseract: &Tesseract) -> String {
    match tesseract.recognise(&recognition::sheet_of_two_columns(), None).await {
        Err(RecognitionError::Port(PortError::Broken(complaint))) => complaint,
        other => format!("{other:?}"),
    }
}

fn in_its_place(name: &str, script: &str, limits: TesseractLimits) -> Tesseract {
    use std::os::unix::fs::PermissionsExt;
    let program = folder().join(name);
    std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).expect("a script");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o700)).expect("a program");
    Tesseract::new(Some(program), None, limits)
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).to_path_buf()
}
