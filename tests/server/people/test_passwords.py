"""Passwords are hashed by Argon2id, in a thread, within half a core."""

from __future__ import annotations

import asyncio
import time

import pytest

from clande.server.people.passwords import MEMORY, MOST_WAITING, PASSES, Argon, Busy


def test_a_password_is_kept_as_argon2id_with_its_own_salt() -> None:
    async def work() -> None:
        argon = Argon()
        first, second = await argon.hash("une phrase"), await argon.hash("une phrase")
        assert first != second and first.startswith(f"$argon2id$v=19$m={MEMORY},t={PASSES},p=1$")
        assert await argon.holds(first, "une phrase") and not await argon.holds(first, "une phrasé")
        assert not await argon.holds("no hash", "une phrase")
        argon.close()

    asyncio.run(work())


def test_nobody_waits_for_a_hash_but_who_asked_for_it() -> None:
    """G19: the loop goes on meanwhile, the thread rests as long as it works, the queue is short."""

    async def work() -> None:
        argon = Argon()
        turns, working = 0, True

        async def others() -> None:
            nonlocal turns
            while working:
                turns += 1
                await asyncio.sleep(0.001)

        beside = asyncio.create_task(others())
        began, cpu = time.perf_counter(), time.process_time()
        waiting = [asyncio.create_task(argon.hash("x")) for _ in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await argon.hash("one too many")
        await asyncio.gather(*waiting)
        working = False
        await beside
        took, used = time.perf_counter() - began, time.process_time() - cpu
        assert turns > MOST_WAITING
        assert used < 0.75 * took, (used, took)  # half, and what the test itself takes
        argon.close()

    asyncio.run(work())
