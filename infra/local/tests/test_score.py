"""`make score` prints the right last line and holds out the right sites."""

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
