"""The law as data: citations, outlines, readings, editions, submissions, and the rules that follow from them."""

from houseway.law.changes import Change
from houseway.law.chapter import Chapter
from houseway.law.citation import Citation, cites
from houseway.law.docket import Docket
from houseway.law.edition import Edition, Payout, Shape, SubmissionOption, Value
from houseway.law.edition_status import Standing, standings
from houseway.law.errors import BadInput, LawError
from houseway.law.fields import Field, read_fields
from houseway.law.outline import Outline, Paragraph
from houseway.law.procedure import ProcedureStep, ProcedureText
from houseway.law.reading import Reading
from houseway.law.rules import Rules
from houseway.law.submission import Finding, Judged, Submission, Unlawful

__all__ = [
    "BadInput", "Change", "Chapter", "Citation", "Docket", "Edition", "Field", "Finding", "Judged", "LawError", "Outline",
    "Paragraph", "Payout", "ProcedureStep", "ProcedureText", "Reading", "Rules", "Shape", "Standing", "Submission",
    "SubmissionOption", "Unlawful", "Value", "cites", "read_fields", "standings",
]  # fmt: skip
