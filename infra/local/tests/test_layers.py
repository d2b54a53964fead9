"""`make test` selects its layers by name."""

import pytest
from zest_local.layers import LAYERS, UnknownLayer, chosen


def test_layer_names_are_unique_and_dependencies_come_first():
    seen: set[str] = set()
    for layer in LAYERS:
        assert layer.name not in seen
        assert set(layer.after) <= seen, layer.name
        seen.add(layer.name)


def test_no_name_selects_all_layers_in_order():
    assert chosen("") == list(LAYERS)


def test_name_selects_a_layer_and_its_dependencies():
    assert [layer.name for layer in chosen("unit")] == ["unit"]
    assert [layer.name for layer in chosen("browser, clippy")] == ["build", "site", "browser", "clippy"]


def test_unknown_name_lists_the_known_ones():
    with pytest.raises(UnknownLayer, match=r"unknown layers: e2e\. The layers are: build, rust-format, .*, ledger\."):
        chosen("unit,e2e")
