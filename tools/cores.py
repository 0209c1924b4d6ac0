"""How many cores an arena keeps busy: processor time of all its processes over time on the wall.

    python -m tools.cores [--games 400] [--processes 2] [--seats 4]

Means something on a machine that does nothing else; the bar is 0.9 of the processes.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BAR = 0.9  # of each process


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seats", type=int, default=4)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable, "-m", "clande", "balance", "diktat", "--preset", "base",
            "--seats", str(options.seats), "--games", str(options.games),
            "--processes", str(options.processes), "--out", str(Path(folder)),
        ]  # fmt: skip
        began = time.monotonic()
        subprocess.run(command, check=True)
        wall = time.monotonic() - began
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = (used.ru_utime + used.ru_stime) / wall
    enough = busy >= BAR * options.processes
    line = f"{busy:.2f} of {options.processes} cores over {wall:.0f} s"
    print(f"{line}, {options.games / wall:.1f} games a second: {'enough' if enough else 'too few'}")
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
