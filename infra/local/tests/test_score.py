"""`make score` prints the right last line and holds out the right sites."""

from measure import page_copies
from measure.score import Tally
from measure.yardstick import is_held, is_held_of_second, is_held_of_wild

SITES = [f"site{number}.example" for number in range(200)]


def test_last_line_has_every_target_and_a_dash_if_unmeasured():
    tally = Tally(
        page_right=[0.9, 0.8512],
        hard=[1.0, 0.0],
        esfr=[{"n": 3, "value": 1.0}, {"n": 1, "value": 0.0}],
        lines=["-", "94.9", "93.1", "92.0"],
    )
    assert tally.line() == "score: page_right 90.0 85.1 hard 50.0 esfr 75.0 lines - 94.9 93.1 92.0"
    assert Tally().line() == "score: page_right - hard - esfr - lines -"


def test_held_out_shares_of_each_corpus_are_as_defined():
    assert all(is_held_of_second(site) for site in SITES if is_held(site))
    shares = [sum(map(held, SITES)) / len(SITES) for held in (is_held, is_held_of_second, is_held_of_wild)]
    assert 0.1 < shares[0] < 0.3
    assert 0.3 < shares[1] < 0.5
    assert 0.4 < shares[2] < 0.6


PAGE = """<!DOCTYPE html><html lang="en">
<head><meta property="og:title" content="Soup"><meta name="viewport" content="width=1">
<script type="application/ld+json">{"@type": "Recipe"}</script><style>p > b { color: red }</style></head>
<body itemscope itemtype="https://schema.org/Recipe">
<p itemprop="name" class="name">Soup &amp; bread<br>2 kg leeks</p></body></html>"""


def test_copies_of_pages_have_no_structured_data():
    copy = page_copies.copy_of(PAGE, is_pseudolocalized=False)
    assert not [word for word in ("item", "script", "Recipe") if word in copy]
    assert '<p class="name">Soup &amp; bread<br>2 kg leeks</p>' in copy
    assert "<style>p > b { color: red }</style>" in copy


def test_pseudolocalized_copies_replace_words_and_keep_numbers_units_and_markup():
    copy = page_copies.copy_of(PAGE, is_pseudolocalized=True)
    soup, leeks = page_copies.pseudolocalized("Soup"), page_copies.pseudolocalized("leeks")
    assert soup[0].isupper()
    assert "Soup" not in copy
    assert "bread" not in copy
    assert f'<meta property="og:title" content="{soup}"><meta name="viewport" content="width=1">' in copy
    assert f"<br>2 kg {leeks}</p>" in copy
    assert page_copies.expected({"title": "Soup", "ingredients": ["2 kg leeks"], "host": "soup.example"}) == {
        "title": soup,
        "ingredients": [f"2 kg {leeks}"],
        "host": "soup.example",
    }
