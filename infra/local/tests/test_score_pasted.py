"""`make score-pasted` prints the right rows and last line."""

from measure.score_pasted import Read, heading, last_line, row

READ = [
    Read({"ingredients_loose": 1.0, "instructions": 1.0, "title": 1.0, "found_any": 1.0}, has_text=True),
    Read({"ingredients_loose": 1.0, "instructions": 0.0, "title": 1.0, "found_any": 1.0}, has_text=True),
    Read({"ingredients_loose": 0.0, "title": 0.0, "found_any": 0.0}, has_text=False),
]


def test_row_counts_pages_without_text_and_expected_fields():
    columns = dict(
        zip(
            heading().replace("all three", "all").replace("without text", "without").split(),
            row("first", READ).split()[1:],
            strict=True,
        )
    )
    assert columns == {
        "pages": "3",
        "without": "1",
        "lists": "66.7",
        "instructions": "50.0",
        "titles": "66.7",
        "all": "33.3",
        "nothing": "33.3",
    }


def test_last_line_has_every_value_and_a_dash_if_unmeasured():
    assert last_line(READ) == "pasted: lists 66.7 instructions 50.0 titles 66.7 nothing 33.3"
    assert last_line([]) == "pasted: lists - instructions - titles - nothing -"
