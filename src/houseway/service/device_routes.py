"""Endpoints for the devices at tables and their manufacturers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import Response
from pydantic import StringConstraints

from houseway.law import BadInput
from houseway.service.access import Forbidden, Principal
from houseway.service.api_common import Caller, ServiceOf, TableId, answered, problems, refused
from houseway.service.devices import LONGEST_NAME, Device
from houseway.service.models import Taken
from houseway.service.problems import Problem
from houseway.service.serving import Service

router = APIRouter(prefix="/v1/tables", tags=["filing"])
DeviceName = Annotated[str, Path(min_length=1, max_length=LONGEST_NAME, pattern=r"^[^\x00-\x1f/]*$")]


class Maker(Taken):
    """The manufacturer of a device; empty if the device was removed."""

    manufacturer: Annotated[str, StringConstraints(max_length=LONGEST_NAME, pattern=r"^[^\x00-\x1f]*$")]


@router.get("/{table_id}/devices", responses=problems(), summary="The devices of a table")
async def list_devices(service: ServiceOf, caller: Caller, table_id: TableId) -> Response:
    """The devices of a table with their manufacturers. Staff see all devices, a manufacturer sees its own."""
    return await _listed(service, caller, table_id, lambda: service.filing.devices.listed(caller, table_id))


@router.put("/{table_id}/devices/{device}", responses=problems(), summary="Enter the manufacturer of a device")
async def enter_device(
    service: ServiceOf, caller: Caller, table_id: TableId, device: DeviceName, given: Maker
) -> Response:
    """Enter a device of a table with its manufacturer, as the holder's compliance office or the laboratory."""
    return await _listed(
        service, caller, table_id, lambda: service.filing.devices.enter(caller, table_id, device, given.manufacturer)
    )


async def _listed(service: Service, caller: Principal, table_id: str, act: Callable[[], list[Device]]) -> Response:
    try:
        found = await asyncio.to_thread(act)
    except Forbidden as error:
        raise await refused(service, caller, error, table_id) from error
    except BadInput as error:
        raise Problem("bad-request", str(error)) from None
    return answered({"devices": [each.as_json() for each in found]})
