"""`make score-pictures`: measures how accurately recipes are read from pictures or PDFs generated from a seed.

Needs no running app.
"""

import argparse
import shutil
from pathlib import Path

from zest_local.places import REPOSITORY, TOOLS

from measure import score_media
from measure.drawing.pack import draw
from measure.yardstick import NotMeasured

FONTS = TOOLS / "fonts"


def main() -> None:
    """Draws, reads and scores the uploads. For held-out layouts it prints only totals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--yardstick", type=Path, default=REPOSITORY / ".." / "shared" / "yardstick")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=320)
    parser.add_argument("--held", choices=("tune", "held", "both"), default="tune", help="which half of the layouts")
    parser.add_argument("--form", choices=("picture", "pdf"), default="picture")
    parser.add_argument("--every", type=int, default=1, help="only the first of every N pictures")
    parser.add_argument("--jobs", type=int, default=1, help="number of pictures at once; times are valid only with 1")
    parser.add_argument("--profile", choices=("release", "dev"), default="release")
    wanted = parser.parse_args()
    wanted.only = ""
    folder = TOOLS / "pictures" / f"{wanted.form}-{wanted.held}-{wanted.seed}-{wanted.count}"
    try:
        shutil.rmtree(folder, ignore_errors=True)
        draw(folder, FONTS, wanted.seed, wanted.count, wanted.held, wanted.form)
        print(f"{wanted.count} uploads of seed {wanted.seed} in {folder}")
        score_media.score(folder, wanted, is_total_only=wanted.held != "tune")
    except NotMeasured as reason:
        print(f"Not scored: {reason}.")


if __name__ == "__main__":
    main()
