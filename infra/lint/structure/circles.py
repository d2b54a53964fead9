"""Finds import cycles: the strongly connected components of the import graph."""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from structure.sources import Import


def circles(imports: Iterable[Import]) -> list[list[Path]]:
    """Returns the cycles, each sorted, in the order of their first files. Uses Tarjan's algorithm without recursion."""
    targets: dict[Path, list[Path]] = defaultdict(list)
    for taken in sorted(imports, key=lambda each: (each.source, each.target)):
        if taken.source != taken.target:
            targets[taken.source].append(taken.target)
    order: dict[Path, int] = {}
    low: dict[Path, int] = {}
    open_files: list[Path] = []
    is_open: set[Path] = set()
    components: list[list[Path]] = []
    for start in list(targets):
        if start in order:
            continue
        walk = [(start, iter(targets[start]))]
        order[start] = low[start] = len(order)
        open_files.append(start)
        is_open.add(start)
        while walk:
            file, rest = walk[-1]
            following = next(rest, None)
            if following is None:
                walk.pop()
                if walk:
                    low[walk[-1][0]] = min(low[walk[-1][0]], low[file])
                if low[file] == order[file]:
                    at = open_files.index(file)
                    components.append(open_files[at:])
                    is_open.difference_update(open_files[at:])
                    del open_files[at:]
            elif following not in order:
                order[following] = low[following] = len(order)
                open_files.append(following)
                is_open.add(following)
                walk.append((following, iter(targets.get(following, []))))
            elif following in is_open:
                low[file] = min(low[file], order[following])
    return sorted(sorted(files) for files in components if len(files) > 1)


def described(circle: list[Path], imports: Iterable[Import]) -> str:
    """Returns a cycle as text: one line per pair of files, with the imported names."""
    names: dict[tuple[Path, Path], set[str]] = defaultdict(set)
    for taken in imports:
        if taken.source in circle and taken.target in circle and taken.source != taken.target:
            names[taken.source, taken.target].add(taken.name)
    lines = [f"{len(circle)} files import each other in a circle:"]
    lines += [f"  {source} -> {target}: {', '.join(sorted(names[source, target]))}" for source, target in sorted(names)]
    return "\n".join(lines)
