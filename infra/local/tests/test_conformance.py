"""The conformance suite compares the output of a reader with a case."""

import json

import pytest

from conformance import __main__ as suite
from conformance import compare
from conformance.cases import BadCase, load

EXPECTED = {
    "title": "Plum tart",
    "ingredients": ["200 g flour", "600 g plums"],
    "instructions": ["Rub and chill.", "Bake."],
    "stepHeadings": ["Pastry", "Filling"],
    "totalMinutes": None,
}
FOUND = {
    "title": "Plum  tart",
    "ingredients": [{"text": "200 g flour"}, {"text": "600\u00a0g plums"}],
    "instructions": ["Rub and chill.", "Bake."],
    "stepHeadings": [{"step": 0, "text": "Pastry:"}, {"step": 1, "text": "Filling"}],
}


def fields(found, expected=EXPECTED):
    return [difference.field for difference in compare.of_recipes([expected], [found])]


def test_white_space_and_colons_of_headings_do_not_count():
    assert fields(FOUND) == []


def test_headings_among_the_steps_are_no_steps():
    steps = ["Pastry", "Rub and chill.", "Filling: Bake."]
    assert fields({**FOUND, "stepHeadings": [], "instructions": steps}) == []
    assert fields({**FOUND, "stepHeadings": []}) == ["stepHeadings"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", "Plum tart recipe"),
        ("ingredients", ["200 g flour"]),
        ("instructions", ["Rub and chill. Bake."]),
        ("totalMinutes", 30),
    ],
)
def test_a_changed_field_is_a_difference(field, value):
    assert fields({**FOUND, field: value}) == [field]


def test_a_missing_recipe_is_a_difference():
    assert [difference.field for difference in compare.of_recipes([EXPECTED], [])] == ["recipes"]


@pytest.mark.parametrize(
    ("matcher", "right", "wrong"),
    [
        ({"any": ["4 servings", "4"]}, "4", "5"),
        ({"not": [4]}, 6, 4),
        ({"any": [4, 6], "not": [6]}, 4, 6),
        ({"contains": ["bake"]}, ["Mix.", "Bake it."], ["Mix."]),
        ({"similar": [["1 cup oats, rolled"]]}, ["1 cups oats (rolled)"], ["2 cups oats, rolled"]),
    ],
)
def test_matchers_accept_and_reject(matcher, right, wrong):
    assert compare.matches(matcher, right)
    assert not compare.matches(matcher, wrong)


def test_an_unknown_matcher_is_an_error():
    with pytest.raises(ValueError, match="either"):
        compare.matches({"either": [1]}, 1)


def test_parts_of_lines_are_compared():
    expected = [{"line": "2 eggs", "quantity": "2", "name": "eggs"}]
    assert compare.of_lines(expected, [{"quantity": "2", "name": "eggs"}]) == []
    assert len(compare.of_lines(expected, [{"quantity": "2 eggs"}])) == 2
    assert len(compare.of_lines(expected, [])) == 2


def test_only_listed_fields_are_arguable():
    difference = [compare.Difference("stepHeadings", ["Pastry"], [])]
    assert compare.verdict({"arguable": ["stepHeadings"]}, difference) == compare.ARGUABLE
    assert compare.verdict({}, difference) == compare.WRONG
    assert compare.verdict({}, []) == compare.RIGHT


@pytest.fixture
def recorded(tmp_path, monkeypatch):
    """Returns a suite of one case that is recorded as right, and runs it with a reader whose output is given."""
    folder = tmp_path / "cases" / "times"
    folder.mkdir(parents=True)
    (folder / "clock.html").write_text("<h1>Pie</h1>")
    (folder / "clock.expected.json").write_text(json.dumps({"recipes": [{"title": "Pie"}]}))
    verdicts = tmp_path / "verdicts.json"
    verdicts.write_text(json.dumps({"times/clock": "right"}))
    monkeypatch.setattr(suite, "VERDICTS", verdicts)
    (case,) = load(tmp_path)
    return lambda found: suite.Result(case, compare.of_recipes(case.expected["recipes"], found))


def test_check_fails_if_a_right_case_becomes_wrong(recorded, capsys):
    assert suite.check([recorded([{"title": "Pie"}])]) == 0
    assert suite.check([recorded([{"title": "Cake"}])]) == 1
    assert 'expected "Pie"' in capsys.readouterr().out


def test_check_fails_without_recorded_verdict(recorded, capsys):
    suite.VERDICTS.write_text("{}")
    assert suite.check([recorded([{"title": "Pie"}])]) == 1
    assert "times/clock: no recorded verdict" in capsys.readouterr().out


def test_a_case_needs_one_input_and_one_task(tmp_path):
    folder = tmp_path / "cases" / "times"
    folder.mkdir(parents=True)
    (folder / "clock.expected.json").write_text("{}")
    with pytest.raises(BadCase, match="times/clock has 0 inputs"):
        load(tmp_path)
    (folder / "clock.html").write_text("<h1>Pie</h1>")
    with pytest.raises(BadCase, match="exactly one of recipes"):
        load(tmp_path)


def test_every_case_of_the_suite_is_valid():
    assert load()
