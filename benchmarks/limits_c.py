"""Bare C kernels as limits: one game each, one total, no record and no rules. Their sources are not in this repository.

The folder is `HOUSEWAY_LIMITS`, or `../shared/limits` next to the repository. They are compiled before they are measured
(`cc -O3 -march=native`) and called in this process, so that both sides use the same clock.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from houseway.simulate.chunks import CHUNK
from rows import UnavailableError, Work

FOLDER = Path(os.environ.get("HOUSEWAY_LIMITS") or Path(__file__).parents[2] / "shared" / "limits")
FLAGS = ("-O3", "-march=native", "-w", "-shared", "-fPIC")

# A wrapper for each source: its own main only prints, and the kernels need their tables
WAR = """
#define main print_rates
#include "kernels.c"
static R words;
void ready(void) { seed(&words, 12345); }
void war(int64_t rounds) { war_lazy_bf(&words, rounds); }
"""
BLACKJACK_PAI_GOW = """
#define main print_rates
#include "blackjack_paigow.c"
static Shoe shoe;
static R words;
static u16 settings[35960];
void ready(void) {
  strat();
  seed(&shoe.r, 7);
  for (int i = 0; i < 312; i++) shoe.c[i] = i % 13 < 9 ? i % 13 + 1 : 10;
  seed(&words, 3);
  u64 chance = 5;
  for (int i = 0; i < 35960; i++) {
    u32 one = sm(&chance) % 100, two = sm(&chance) % 100;
    settings[i] = one > two ? one << 8 | two : two << 8 | one;
  }
  HS = settings;
  for (u32 i = 0; i < 33; i++) {
    B1[i] = i;
    B2[i] = i < 2 ? 0 : i * (i - 1) / 2;
    B3[i] = i < 3 ? 0 : i * (i - 1) * (i - 2) / 6;
    B4[i] = i < 4 ? 0 : i * (i - 1) * (i - 2) * (i - 3) / 24;
  }
}
void blackjack_lazy(int64_t rounds) { bj_lazy(&shoe, rounds); }
void blackjack_full(int64_t rounds) { bj_full(&shoe, rounds); }
void pai_gow(int64_t rounds) { pg(&words, rounds); }
"""


@cache
def library(around: str) -> Any:
    """Compile the sources; the error says what is missing."""
    compiler = os.environ.get("CC") or shutil.which("cc")
    if not FOLDER.is_dir():
        raise UnavailableError(f"no folder {FOLDER}: name that of the C kernels in HOUSEWAY_LIMITS")
    if compiler is None:
        raise UnavailableError("no C compiler (cc) to compile the limits with")
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "limits.so"
        command = [compiler, *FLAGS, "-I", str(FOLDER), "-x", "c", "-", "-o", str(made), "-lm"]
        found = subprocess.run(command, input=around, capture_output=True, text=True, check=False)
        if found.returncode != 0:
            raise UnavailableError(f"the C kernels do not compile: {found.stderr.strip()}")
        loaded = ctypes.CDLL(str(made))
    loaded.ready()
    return loaded


def limit(around: str, name: str) -> Callable[[object], Work]:
    """A C kernel that plays a chunk; it uses nothing of our simulator."""

    def made(kernel: object) -> Work:
        del kernel
        play = getattr(library(around), name)
        play.argtypes, play.restype = [ctypes.c_int64], None
        return Work(CHUNK, lambda: play(CHUNK))

    return made


war = limit(WAR, "war")
blackjack_lazy = limit(BLACKJACK_PAI_GOW, "blackjack_lazy")
blackjack_full = limit(BLACKJACK_PAI_GOW, "blackjack_full")
pai_gow = limit(BLACKJACK_PAI_GOW, "pai_gow")
