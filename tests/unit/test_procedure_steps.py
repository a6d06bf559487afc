"""Features of procedures, chips and wagers that only Roulette needs, tested without Roulette."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.core import Role
from houseway.games import load
from houseway.law import BadInput, LawError
from houseway.law.citation import Citation
from houseway.law.procedure import ProcedureStep, load_procedures
from support import bench


def test_a_step_may_name_several_roles_beside_a_rank_and_those_above() -> None:
    step = ProcedureStep(Citation("617a.2(a)"), "", "Inspect.", Role.FLOORPERSON, False, (), (Role.SECURITY,))
    assert step.may("floorperson") and step.may("security") and not step.may("pit-manager") and not step.may("dealer")
    assert step.who == "the floorperson or security"
    above = ProcedureStep(Citation("617a.2(a)"), "", "Inspect.", Role.FLOORPERSON, True, (), (Role.SECURITY,))
    assert above.may("pit-manager") and above.who == "the floorperson or above or security"


def test_a_department_is_named_without_an_article() -> None:
    assert ProcedureStep(Citation("623a.11(a)(6)"), "", "Confirm.", Role.SURVEILLANCE, False, ()).who == "surveillance"


def test_a_second_role_that_there_is_not_is_refused_by_the_loader(tmp_path: Path) -> None:
    step = '{ cite = "617a.2", by = "dealer", or_by = ["porter"], says = "S." }'
    text = f'[[procedure]]\nname = "p"\ncite = "617a.2"\nsays = "P."\nstep = [{step}]\n'
    path = tmp_path / "procedure.toml"
    path.write_text(text)
    with pytest.raises(LawError, match="'porter' is not a role"):
        load_procedures(path, {"617a.2"})


def test_where_chips_are_not_told_apart_a_command_has_no_field_for_them() -> None:
    for command in (
        {"do": "buy-in", "seat": 1, "cents": 500, "chips": "teal"},
        {"do": "wager", "seat": 1, "id": "small", "cents": 500, "chips": "teal"},
    ):
        with pytest.raises(BadInput, match="chips is not a field of this command"):
            bench("sic-bo").do(command)


def test_a_game_that_withholds_nothing_and_closes_without_a_procedure() -> None:
    game, rules = load("big-six")
    assert (game.law.withheld(rules), game.law.chip_sets(rules), game.law.closing(rules, game.law.open(rules))) == (
        {},
        (),
        None,
    )
    assert [event.event for event in bench("big-six").do({"do": "close"})] == ["table-closed"]
