"""The law as data: citations, outlines, readings, editions, submissions and the rules that come of them."""

from houseway.law.chapter import Chapter
from houseway.law.citation import Citation, cites
from houseway.law.edition import Edition, Option, Payout, Shape, Value
from houseway.law.errors import BadInput, LawError
from houseway.law.outline import Outline, Paragraph
from houseway.law.procedure import ProcedureStep, ProcedureText
from houseway.law.reading import Reading
from houseway.law.rules import Rules
from houseway.law.submission import Finding, Judged, Unlawful, judge, read_submission, with_settings

__all__ = [
    "BadInput", "Chapter", "Citation", "Edition", "Finding", "Judged", "LawError", "Option", "Outline", "Paragraph", "Payout",
    "ProcedureStep", "ProcedureText", "Reading", "Rules", "Shape", "Unlawful", "Value", "cites", "judge", "read_submission",
    "with_settings",
]  # fmt: skip
