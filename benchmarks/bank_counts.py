"""Write games/pai_gow/mathematics/bank_counts.toml: counts of all deals to a bank's players, for each of its house ways.

Run: python benchmarks/bank_counts.py (some minutes for each house way on two cores; it reports progress)
"""

from __future__ import annotations

from houseway.games.pai_gow.house_way.house_ways import house_ways
from houseway.games.pai_gow.mathematics.bank_counts import FILE, written
from houseway.games.pai_gow.mathematics.joint_counts import all_nets
from houseway.games.pai_gow.mathematics.pair_counts import strengths

HEAD = """# Deals by what the bank is ahead, from losing to all its players to winning of all; for one to six players.
# Written by python benchmarks/bank_counts.py
"""


def main() -> None:
    """Count, and write the file."""
    entries = [HEAD]
    for name, way in house_ways().items():
        house = strengths(way.settings)
        entries.append(written(name, house, house, all_nets(house, house, print)))
    FILE.write_text("\n".join(entries), encoding="utf-8")


if __name__ == "__main__":
    main()
