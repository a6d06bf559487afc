"""Endpoints for accounts: signing in and out, tokens, passwords, managing accounts, and the first administrator."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from houseway.core import Moment
from houseway.law import BadInput
from houseway.law.roles import ROLES
from houseway.records.lines import clock_text
from houseway.service.access import OFFICES, Principal
from houseway.service.api_common import Caller, ServiceOf, answered, problems
from houseway.service.failed_sign_ins import TooManyTries
from houseway.service.guard import address_of, too_many
from houseway.service.models import (
    ChangePassword,
    First,
    MadeToken,
    Me,
    NewAccount,
    NewToken,
    SetPassword,
    SetRoles,
    SignIn,
)
from houseway.service.people import SignInRefused
from houseway.service.problems import Problem
from houseway.service.signed_in import as_headers, cookie_of, credentials, forgotten_cookie, from_this_machine

router = APIRouter(prefix="/v1", tags=["people"])
AccountId = Annotated[str, Path(max_length=60)]


def told(principal: Principal) -> dict[str, Any]:
    """An account as plain values, without its secrets."""
    return {
        "account": principal.account,
        "name": principal.name,
        "roles": list(principal.roles),
        "holder": principal.holder,
        "scopes": None if principal.scopes is None else sorted(principal.scopes),
    }


@router.post("/sign-in", response_model=Me, responses=problems(), summary="Sign in")
async def sign_in(service: ServiceOf, request: Request, given: SignIn) -> Response:
    """Begin a session: its id is in the cookie `__Host-houseway` and nowhere else."""
    address = address_of(request.scope)
    wait = service.limits.sign_in.take(address)
    if wait:
        raise too_many("your address tries to sign in too often", wait)
    try:
        token, principal = await asyncio.to_thread(service.people.sign_in, given.name, given.password, address)
    except SignInRefused as error:
        raise Problem("sign-in-failed", str(error), right="check both and try again") from None
    except TooManyTries as error:
        raise Problem("locked", str(error), headers={"Retry-After": str(max(1, error.seconds))}) from None
    return answered(told(principal), headers={"Set-Cookie": cookie_of(token)})


@router.get("/who", responses=problems(), summary="The signed-in account, if any")
async def who(service: ServiceOf, request: Request) -> Response:
    """The signed-in account as `me`, or null if nobody is signed in. Unlike `/v1/me`, this never fails with 401."""
    found = await service.signed_in.perhaps(as_headers(request.scope))
    return answered({"me": None if found is None else told(found)})


@router.post("/guest", status_code=201, response_model=Me, responses=problems(), summary="Sign in as a guest")
async def guest(service: ServiceOf, request: Request) -> Response:
    """Begin a session as a guest, who may play at practice tables; only from the machine that the service runs on."""
    address = address_of(request.scope)
    if not from_this_machine(request.scope):
        right = "open the service on this machine by its loopback address, or sign in with an account"
        raise Problem("forbidden", "guests play only on the machine that the service runs on", right=right)
    wait = service.limits.sign_in.take(address)
    if wait:
        raise too_many("your address tries to sign in too often", wait)
    try:
        token, principal = await asyncio.to_thread(service.people.guest)
    except TooManyTries as error:
        raise too_many("too many guests play already", error.seconds) from None
    return answered(told(principal), 201, {"Set-Cookie": cookie_of(token)})


@router.put("/me/password", status_code=204, responses=problems(), summary="Change your password")
async def change_password(service: ServiceOf, request: Request, caller: Caller, given: ChangePassword) -> Response:
    """Change your own password. All other sessions of the account end; its tokens stay valid."""
    address = address_of(request.scope)
    try:
        await asyncio.to_thread(service.people.change_password, caller, given.old, given.new, address)
    except SignInRefused:
        right = "write the password that you signed in with as old"
        raise Problem("sign-in-failed", "the old password is wrong", right=right) from None
    except TooManyTries as error:
        raise Problem("locked", str(error), headers={"Retry-After": str(max(1, error.seconds))}) from None
    except BadInput as error:
        raise Problem("bad-request", str(error)) from None
    return Response(status_code=204)


@router.put(
    "/accounts/{account}/password", status_code=204, responses=problems(), summary="Set the password of an account"
)
async def set_password(service: ServiceOf, caller: Caller, account: AccountId, given: SetPassword) -> Response:
    """Set the password of an account, as an administrator. Its sessions and tokens end, and it is unlocked."""
    try:
        await asyncio.to_thread(service.people.set_password, caller, account, given.new)
    except BadInput as error:
        raise Problem("bad-request", str(error)) from None
    return Response(status_code=204)


@router.put(
    "/accounts/{account}/roles", response_model=Me, responses=problems(), summary="Change the roles of an account"
)
async def set_roles(service: ServiceOf, caller: Caller, account: AccountId, given: SetRoles) -> Response:
    """Change the roles of an account, as an administrator. Its sessions and tokens end, so that none keeps the old roles."""
    try:
        changed = await asyncio.to_thread(service.people.change_roles, caller, account, given.roles)
    except BadInput as error:
        raise Problem("bad-request", str(error)) from None
    return answered(told(changed))


@router.post("/accounts/{account}/unlock", status_code=204, responses=problems(), summary="Unlock an account")
async def unlock(service: ServiceOf, caller: Caller, account: AccountId) -> Response:
    """Let a locked account sign in again, as an administrator."""
    await asyncio.to_thread(service.people.unlock, caller, account)
    return Response(status_code=204)


@router.post("/first", status_code=201, response_model=Me, responses=problems(), summary="Create the administrator")
async def create_first(service: ServiceOf, request: Request, given: First) -> Response:
    """Create the administrator with the one-time secret that the first start printed."""
    wait = service.limits.sign_in.take(address_of(request.scope))
    if wait:
        raise too_many("your address tries too often", wait)
    try:
        principal = await asyncio.to_thread(service.people.create_first, given.secret, given.name, given.password)
    except SignInRefused as error:
        raise Problem("sign-in-failed", str(error)) from None
    except BadInput as error:
        raise Problem("bad-request", str(error)) from None
    return answered(told(principal), 201)


@router.post("/sign-out", status_code=204, responses=problems(), summary="Sign out")
async def sign_out(service: ServiceOf, request: Request, caller: Caller) -> Response:
    """End the session; its sockets close."""
    kind, text = credentials(as_headers(request.scope))
    if kind == "session":
        await asyncio.to_thread(service.people.sign_out, text)
    else:
        await asyncio.to_thread(lambda: service.people.revoke(caller, sign_in=caller.sign_in))
    return Response(status_code=204, headers={"Set-Cookie": forgotten_cookie()})


@router.get("/me", response_model=Me, responses=problems(), summary="Who is signed in")
async def me(caller: Caller) -> Response:
    """The account that sends the request."""
    return answered(told(caller))


@router.post("/tokens", status_code=201, response_model=MadeToken, responses=problems(), summary="Make an API token")
async def make_token(service: ServiceOf, caller: Caller, given: NewToken) -> Response:
    """Make a token for programs, sent as `Authorization: Bearer …`. The token is shown only in this answer."""
    until = service.people.clock() + given.seconds
    try:
        token, sign_in = await asyncio.to_thread(service.people.new_token, caller, given.scopes, until)
    except BadInput as error:
        raise Problem("bad-request", str(error)) from None
    made = {"token": token, "id": sign_in, "scopes": sorted(given.scopes), "expires": clock_text(Moment(until))}
    return answered(made, 201)


@router.get("/accounts", responses=problems(), summary="List accounts")
async def list_accounts(service: ServiceOf, caller: Caller) -> Response:
    """The accounts that an administrator manages."""
    found = await asyncio.to_thread(service.people.all, caller)
    accounts = [{**told(each), "revoked": revoked} for each, revoked in found]
    return answered({"accounts": accounts, "roles": {"at the tables": list(ROLES), "offices": list(OFFICES)}})


@router.post("/accounts", status_code=201, response_model=Me, responses=problems(), summary="Create an account")
async def create_account(service: ServiceOf, caller: Caller, given: NewAccount) -> Response:
    """Create an account, as an administrator."""
    try:
        made = await asyncio.to_thread(
            service.people.create, caller, given.name, given.password, given.roles, given.holder
        )
    except BadInput as error:
        raise Problem("bad-request", str(error)) from None
    return answered(told(made), 201)


@router.delete("/accounts/{account}", status_code=204, responses=problems(), summary="Revoke an account")
async def revoke_account(service: ServiceOf, caller: Caller, account: AccountId) -> Response:
    """Revoke an account permanently, with its sessions and tokens; its sockets close."""
    try:
        await asyncio.to_thread(lambda: service.people.revoke(caller, account=account))
    except BadInput as error:
        raise Problem("bad-request", str(error)) from None
    return Response(status_code=204)


@router.get("/sign-ins", responses=problems(), summary="List sessions and tokens")
async def list_sign_ins(
    service: ServiceOf, caller: Caller, account: Annotated[str, Query(max_length=60)] = ""
) -> Response:
    """Your sessions and tokens that have not ended, without their secrets; as an administrator, also those of another account."""
    return answered({"sign_ins": await asyncio.to_thread(service.people.sign_ins_of, caller, account)})


@router.delete("/sign-ins/{sign_in_id}", status_code=204, responses=problems(), summary="Revoke a session or token")
async def revoke_sign_in(service: ServiceOf, caller: Caller, sign_in_id: AccountId) -> Response:
    """Revoke one session or token: your own, or any other as an administrator."""
    await asyncio.to_thread(lambda: service.people.revoke(caller, sign_in=sign_in_id))
    return Response(status_code=204)
