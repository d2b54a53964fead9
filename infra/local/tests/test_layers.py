"""The table of `make test`'s layers, and which of them a list of names chooses."""

import pytest
from zest_local.layers import LAYERS, UnknownLayer, chosen


def test_each_layer_has_a_name_of_its_own_and_comes_after_what_it_needs():
    seen: set[str] = set()
    for layer in LAYERS:
        assert layer.name not in seen
        assert set(layer.after) <= seen, layer.name
        seen.add(layer.name)


def test_no_name_chooses_all_in_their_order():
    assert chosen("") == list(LAYERS)


def test_a_name_chooses_its_layer_and_what_that_needs():
    assert [layer.name for layer in chosen("unit")] == ["unit"]
    assert [layer.name for layer in chosen("browser, clippy")] == ["build", "site", "browser", "clippy"]


def test_a_wrong_name_is_answered_with_those_that_there_are():
    with pytest.raises(UnknownLayer, match=r"no layer is called e2e\. There are: build, rust-format, .*, ledger\."):
        chosen("unit,e2e")
