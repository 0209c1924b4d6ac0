"""For all tests: what collection has made stays, so that the collector of garbage skips it."""

from __future__ import annotations

import gc


def pytest_collection_finish() -> None:
    """Thousands of tests and modules live until the end; each full collection went through them."""
    gc.collect()
    gc.freeze()
