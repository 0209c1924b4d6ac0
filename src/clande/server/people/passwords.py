"""Hashes of passwords, made in a thread that uses half a core at most."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Protocol

MEMORY, PASSES, LANES = 19 * 1024, 2, 1  # Argon2id: KiB, iterations, threads
MOST_WAITING = 16


class Busy(Exception):
    """Too many passwords are waiting."""


class Hasher(Protocol):
    async def hash(self, password: str) -> str: ...
    async def holds(self, hashed: str, password: str) -> bool: ...


class Argon:
    """One thread; after each hash it rests for as long as that took."""

    def __init__(self) -> None:
        from argon2 import PasswordHasher

        self.argon = PasswordHasher(PASSES, MEMORY, LANES)
        self.thread = ThreadPoolExecutor(1, "passwords")
        self.waiting = 0

    async def hash(self, password: str) -> str:
        return await self.turn(partial(self.argon.hash, password))

    async def holds(self, hashed: str, password: str) -> bool:
        return await self.turn(partial(self.verified, hashed, password)) == "yes"

    def verified(self, hashed: str, password: str) -> str:
        from argon2.exceptions import InvalidHashError, VerificationError

        try:
            self.argon.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return "no"
        return "yes"

    async def turn(self, work: partial[str]) -> str:
        if self.waiting >= MOST_WAITING:
            raise Busy
        self.waiting += 1
        try:
            loop = asyncio.get_running_loop()
            done: asyncio.Future[str] = loop.create_future()

            def run() -> None:
                began = time.perf_counter()
                try:
                    result = work()
                except Exception as error:
                    loop.call_soon_threadsafe(settle, done, error, "")
                else:
                    loop.call_soon_threadsafe(settle, done, None, result)
                time.sleep(time.perf_counter() - began)

            self.thread.submit(run)
            return await done
        finally:
            self.waiting -= 1

    def close(self) -> None:
        self.thread.shutdown(wait=False, cancel_futures=True)


def settle(done: asyncio.Future[str], error: Exception | None, result: str) -> None:
    if done.done():  # the caller was cancelled
        return
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)
