"""The life of a submission, the register of approvals, and credentials: every step by whom it is for, recorded and kept."""

from __future__ import annotations

import itertools
from datetime import date

import pytest
from sqlalchemy import select

import houseway
from houseway.core import Moment
from houseway.law import BadInput, Unlawful
from houseway.law.local_time import moment_at
from houseway.service.access import Forbidden, Hidden, Principal
from houseway.service.approvals import Register, approvable
from houseway.service.credentials import Credentials
from houseway.service.hosted import ConflictError
from houseway.service.people import People
from houseway.service.submissions import STEPS, Submissions
from houseway.store.approvals_schema import submission_steps
from houseway.store.database import Database
