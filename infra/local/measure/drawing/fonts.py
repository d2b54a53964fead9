"""Unpacks fonts from Debian packages into a local folder without installing them."""

import subprocess
from pathlib import Path

from measure.yardstick import NotMeasured

# All licences are free (OFL, Apache, GPL with font exception). The fonts are used only for generated pictures.
PACKAGES = {
    "fonts-lato": "2.0-2.1",
    "fonts-open-sans": "1.11-2",
    "fonts-roboto-unhinted": "2:0~20170802-3",
    "fonts-ebgaramond": "0.016+git20210310.42d4f9f2-1",
    "fonts-oldstandard": "2.2really-4",
    "fonts-sil-gentiumplus": "6.101-1",
    "fonts-urw-base35": "20200910-7",
    "fonts-comic-neue": "2.51-4",
    "fonts-sjfonts": "2.1-2",
    "fonts-dancingscript": "1.2-2",
    "fonts-kaushanscript": "1.02-2.1",
}
SERIF = ("Liberation Serif", "EB Garamond", "Old Standard TT", "Gentium Plus", "C059", "P052", "DejaVu Serif")
SANS = ("Liberation Sans", "Lato", "Open Sans", "Roboto", "URW Gothic", "DejaVu Sans")
# Fonts that look like handwriting and are easy to read.
HAND = ("Comic Neue", "Delphine", "Z003")
SCRIPT = ("Dancing Script", "Kaushan Script")


def unpacked(folder: Path) -> Path:
    """Returns the folder of fonts. Downloads them with apt at the first use."""
    stamp = folder / ".packages"
    wanted = "\n".join(f"{name}={version}" for name, version in PACKAGES.items())
    if stamp.is_file() and stamp.read_text() == wanted:
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    for package in wanted.splitlines():
        _run(["apt-get", "download", "-q", package], folder)
    for archive in sorted(folder.glob("*.deb")):
        _run(["dpkg-deb", "-x", str(archive), str(folder)], folder)
        archive.unlink()
    stamp.write_text(wanted)
    return folder


def _run(command: list[str], folder: Path) -> None:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except FileNotFoundError as missing:
        raise NotMeasured(f"the fonts come from Debian's packages, and {command[0]} is missing") from missing
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise NotMeasured(f"{' '.join(command)} failed: {last}")
