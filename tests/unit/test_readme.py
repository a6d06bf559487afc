"""The README's examples run: each console block is typed and compared, each Python block is executed.

The first console block is typed as a reader types it; in the others `houseway` is a process that has its modules already.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from warm_python import PROGRAM, warm_command, warm_python

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


def environment(commands: Path) -> dict[str, str]:
    return {**os.environ, "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "200"}


def typed(block: str) -> list[tuple[str, list[str]]]:
    """(command, lines that it should print)."""
    found: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def matches(wanted: list[str], printed: str) -> bool:
    """Compare line by line, ignoring spacing; a line of dots matches any lines, dots in a line match any words."""
    pattern = []
    for line in wanted:
        if line.strip() == "...":
            pattern.append(r"(?:.*\n)*?")
        else:
            words = [re.escape(word).replace(r"\.\.\.", ".*") for word in line.split()]
            pattern.append(r"\s*" + r"\s+".join(words) + r"[ \t]*\n")
    return re.fullmatch("".join(pattern) + r"\s*", printed) is not None


@pytest.mark.parametrize("block", blocks("console"), ids=lambda block: block.splitlines()[0][2:40])
def test_a_console_example_prints_what_it_says(block: str, tmp_path: Path) -> None:
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    commands = Path(sys.executable).parent
    if block != blocks("console")[0]:
        main = "from houseway.cli import main; main()"
        commands = warm_command(tmp_path / "commands", "houseway", PROGRAM, main).parent
    for command, wanted in typed(block):
        done = subprocess.run(
            command, shell=True, cwd=tmp_path, env=environment(commands), capture_output=True, text=True, check=False
        )
        assert done.returncode in (0, 1), done.stderr
        if wanted:
            assert matches(wanted, done.stdout), f"{command}\n{done.stdout}\n{done.stderr}"


@pytest.mark.parametrize("block", blocks("python"))
def test_a_python_example_runs(block: str) -> None:
    done = warm_python(PROGRAM, block, environment=os.environ)
    assert done.returncode == 0, done.stderr
    assert "Joker, $5.00" in done.stdout


def test_every_verb_is_in_the_readme() -> None:
    from houseway.cli import VERBS

    for verb in VERBS:
        assert f"`houseway {verb}" in README, f"the README does not name {verb}"
