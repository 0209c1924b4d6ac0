"""Runs the workloads of one revision, in a process of its own: by path, not as a module.

    python -P player.py [--quick] WORKLOADS.py time|count [NAME...]

One line of JSON for each workload; names that the revision does not have are left out. `time` says
how many seconds of CPU a chore took. `count` is for a process whose instructions are counted from
outside: for each workload it forks two children, one that ends at once and one that does the chore,
and says their ids. Each child's count includes what came before the fork, so that the difference is
the chore alone.

Nothing but the standard library is imported here: the revision may be of any age.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from time import process_time
from typing import Any

Chore = Callable[[], tuple[int, str]]
Ready = Callable[[bool], Chore | None]


def load(path: str) -> dict[str, Ready]:
    spec = spec_from_file_location("workloads", path)
    assert spec is not None and spec.loader is not None, path
    module = sys.modules["workloads"] = module_from_spec(spec)
    spec.loader.exec_module(module)
    workloads: dict[str, Ready] = module.WORKLOADS
    return workloads


def timed(chore: Chore) -> dict[str, Any]:
    gc.disable()
    start = process_time()
    acts, check = chore()
    seconds = process_time() - start
    gc.enable()
    return {"acts": acts, "check": check, "seconds": seconds}


def forked(chore: Chore) -> dict[str, Any]:
    """What a child did, and its process id."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        status = 1
        try:
            gc.disable()
            acts, check = chore()
            os.write(writing, json.dumps({"acts": acts, "check": check}).encode())
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    with open(reading, "rb") as pipe:
        written = pipe.read()
    _, status = os.waitpid(child, 0)
    if status or not written:
        raise SystemExit(f"a workload failed (status {status})")
    return {"pid": child, **json.loads(written)}


def counted(chore: Chore) -> dict[str, Any]:
    idle = forked(lambda: (0, ""))
    busy = forked(chore)
    return {"acts": busy["acts"], "check": busy["check"], "idle": idle["pid"], "busy": busy["pid"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("workloads")
    parser.add_argument("measure", choices=("time", "count"))
    parser.add_argument("names", nargs="*")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    measure = {"time": timed, "count": counted}[options.measure]
    workloads = load(options.workloads)
    for name in [name for name in workloads if not options.names or name in options.names]:
        chore = workloads[name](options.quick)
        if chore is None:
            continue
        gc.collect()  # now and not later: when it falls due depends on what was imported before
        print(json.dumps({"name": name, **measure(chore)}), flush=True)


if __name__ == "__main__":
    main()
