"""The terminal table on a real pseudo-terminal: choose a game, bet, roll, ask why, do a procedure by hand, leave."""

from __future__ import annotations

import os
import pty
import sys
import termios
from pathlib import Path

import pexpect
from pexpect.fdpexpect import fdspawn

import houseway
from houseway.records import audit_journal
from warm_python import PROGRAM, start_warm

TYPED = "from houseway.cli import main; main()"


class Seat(fdspawn):  # type: ignore[misc]
    """A table at a pseudo-terminal, in a process that has its modules already."""

    def __init__(self, *arguments: str) -> None:
        environment = {"TERM": "dumb", "COLUMNS": "110", "LINES": "60", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
        environment["PYTHONPATH"] = str(Path(houseway.__file__).parents[1])  # the same code as that of the tests
        ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (60, 110))
        self.process = start_warm(
            PROGRAM, TYPED, "play", *arguments, environment=environment, descriptors=[theirs] * 3, leads=True
        )
        os.close(theirs)
        # what is typed may be echoed in the middle of a letter
        super().__init__(ours, encoding="utf-8", codec_errors="replace", timeout=20)

    def left(self) -> int:
        """Wait for its end: the exit code."""
        self.expect(pexpect.EOF)
        self.close()
        return self.process.wait(20)


def sit(*arguments: str) -> Seat:
    return Seat(*arguments)


def test_a_game_is_chosen_played_explained_and_left(tmp_path: Path) -> None:
    journal = tmp_path / "table.jsonl"
    table = sit("--seed", "7", "--journal", str(journal))
    table.expect("1 to [0-9]+, or its name: ")
    table.sendline("faro")
    table.expect('"faro" is not one of them')
    table.sendline("sic-bo")
    table.expect("A practice table: its results come from a seed and 4 approvals are outstanding")
    table.expect("You have \\$100.00 in chips")
    table.sendline("small 5")
    table.expect("●\\$5")
    table.expect("You have \\$95.00 in chips, and \\$5.00 on the layout")
    table.sendline("total 9 2.50")
    table.expect("\\$7.50 on the layout")
    table.sendline("total 3 5")
    table.expect("is not a wager here; there are total-value:4")
    for wrong in ("big 0.001", "big 0", "big -5"):
        table.sendline(wrong)
        table.expect("is not an amount; type dollars, like 5 or 2.50")
    table.sendline("big five")
    table.expect("is not a wager here")
    table.sendline("2 2 2 1")
    table.expect("Seat 1 wagers \\$1.00 on Three 2s")
    table.sendline("take 2 2 2")
    table.expect("Seat 1 takes Three 2s down")
    table.sendline("big 5000")
    table.expect("Refused: seat 1, \\$5,000.00 on Big Bet: seat 1 has \\$92.50 in chips")
    table.sendline("odds small")
    table.expect("house edge 1/36 \\(2.778%\\)")
    table.sendline("")
    table.expect("No more bets")
    table.expect("Small Bet, \\$5.00, (wins|loses)")
    table.sendline("why")
    table.expect("§ 625a.3\\(6\\): The Small Bet wins")
    table.sendline("again")
    table.expect("\\$7.50 on the layout")
    table.sendline("take total 9")
    table.expect("\\$5.00 on the layout")
    table.sendline("help")
    table.expect("report an irregularity")
    table.sendline("quit")
    table.expect("You leave with")
    table.expect(r"sealed;\s+keep\s+its\s+head\s+elsewhere")
    assert table.left() == 0
    assert audit_journal(journal).whole


def test_a_dealer_in_training_does_every_step_and_enters_what_the_dice_showed() -> None:
    table = sit("sic-bo", "--by-hand", "--manual")
    table.expect("the procedure 'opening' must be completed first")
    table.sendline("do 625a.1(a) dealer")
    table.expect("this is for the floorperson or above")
    for _ in range(11):
        table.sendline("next")
        table.expect("Floorperson \\[opening\\]")
    table.expect("The table is open")
    table.sendline("small 5")
    table.expect("on the layout")
    table.sendline("roll")
    table.expect("first: Mix the dice under the cover")
    table.sendline("do 625a.5(b)(1) dealer shakes=2")
    table.expect("at least 3 times")
    table.sendline("next")
    table.expect("Cover the shaker and shake")
    table.sendline("roll")
    table.expect("The throw of the dice \\(like 2 3 4; Enter: not yet\\): ")
    table.sendline("")
    table.expect("nothing was entered: roll asks again")
    table.sendline("next")
    table.expect("no step must be done now")
    table.sendline("roll")
    table.expect("The throw of the dice \\(")
    table.sendline("1 2 7")
    table.expect("7 is not a face of a die")
    table.sendline("1 2 3")
    table.expect("total 6")
    table.sendline("next")
    table.expect("wins \\$5.00")
    table.sendline("next")
    table.expect("The lights are cleared")
    table.sendline("report 625a.7(a)")
    table.expect("no tossed dice")
    table.expect("round 2 > ")  # an end of input before the prompt would be lost
    table.send("\x04")
    table.expect("You leave with \\$105.00")
    assert table.left() == 0


def test_what_cannot_be_understood_is_said_and_the_table_goes_on() -> None:
    table = sit("big-six", "--seed", "1")
    table.expect("round 1 > ")
    for line in ("{nonsense", "do", "report", "repaired", "buy lots", "'"):
        table.sendline(line)
        table.expect("round 1 > ")
    table.sendline("joker 5")
    table.expect("\\$5.00 on the layout")
    table.sendline("quit")
    table.expect("You leave with \\$100.00")
    assert table.left() == 0


def test_craps_at_80_by_24_in_a_plain_locale_takes_casino_words() -> None:
    environment = {"TERM": "dumb", "PATH": "/usr/bin:/bin", "LANG": "C"}
    environment["PYTHONPATH"] = str(Path(houseway.__file__).parents[1])
    arguments = ["-c", TYPED, "play", "craps", "--seed", "1"]
    table = pexpect.spawn(
        sys.executable, arguments, env=environment, encoding="latin-1", timeout=20, dimensions=(24, 80)
    )
    table.expect("round 1 > ")
    assert "\n-----" in table.before and table.before.isascii() and "?" not in table.before
    table.sendline("hard eight 5")
    table.expect("on Eight The Hardway Bet\\.\\s+\\[Sec\\. 623a\\.4")
    table.expect("round 1 > ")
    drawn = table.before.splitlines()
    assert len(drawn) <= 24 and max(map(len, drawn)) <= 80 and any("HARD 8 *$5" in line for line in drawn)
    table.sendline("hint")
    table.expect("no choice at Craps changes the value of a wager")
    table.sendline("quit")
    table.expect("You leave with")
    table.expect(pexpect.EOF)
