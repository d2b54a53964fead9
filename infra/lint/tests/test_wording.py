"""The wording check counts marked words."""

import subprocess
from pathlib import Path

from wording.__main__ import count, main, prose


def test_only_comments_of_source_files_count():
    assert prose("a.rs", 'let told = "told"; // The answer.\n').strip() == "The answer."
    assert prose("a.md", "Text.\n```\ntold\n```\n").strip() == "Text."


def test_marked_words_are_counted():
    assert count("It is told anew by whoever reckons.") == (7, 4)
    assert count("The stand-in returns the stored recipe.") == (6, 0)


def test_too_many_marked_words_fail(tmp_path: Path, capsys):
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    (tmp_path / "a.rs").write_text("// Whoever reckons is told what lies there.\n" * 200)
    subprocess.run(["git", "add", "."], cwd=tmp_path, check=True)
    assert main(tmp_path) == 1
    assert "a.rs" in capsys.readouterr().out
    (tmp_path / "a.rs").write_text("// Returns the number of lines that were read.\n" * 200)
    assert main(tmp_path) == 0
