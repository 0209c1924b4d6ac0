"""How smoothly Diktat moves on a slow device: `python -m tools.frames`.

A page at a table with bots, its processor slowed down fourfold, beside a blank page that counts
its frames, too, in turns in one run. Counted: frames of over 33 ms, and tasks of over 50 ms.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from clande.server.http.schemas.tables import GameInfo, HouseInfo
from tests.browser.houses import HOUSES, housed, launching
from tests.support.screens import DESK, PHONE, ROOT

DRIVER = ROOT / "tests/browser/driver.js"
PACE = 700  # milliseconds between two touches
SLOW = 33.4  # milliseconds of a frame: two of sixty a second
COUNT = """(milliseconds) => new Promise((done) => {
  const frames = [], tasks = [];
  const watch = new PerformanceObserver((list) =>
    list.getEntries().forEach((task) => tasks.push(task.duration)));
  watch.observe({ entryTypes: ['longtask'] });
  const begun = performance.now();
  let last = begun;
  const frame = (now) => {
    if (now > last) frames.push(now - last);
    last = now;
    if (now - begun < milliseconds) requestAnimationFrame(frame);
    else { watch.disconnect(); done({ frames, tasks, moved: window.moved ?? 0 }); }
  };
  requestAnimationFrame(frame);
})"""
MOVING = "moved = 0; addEventListener('animationstart', () => (moved += 1), true)"


WORK = """() => {
  const begun = performance.now();
  for (let n = 0, sum = 0; n < 2e7; n++) sum += Math.sqrt(n);
  return performance.now() - begun;
}"""


def slowed(page: Page, times: int) -> float:
    """Slows a page down; by how much the same work takes longer."""
    page.evaluate(WORK)
    before: float = page.evaluate(WORK)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})
    return float(page.evaluate(WORK)) / before


def told(name: str, slower: float, found: dict[str, Any]) -> None:
    frames, tasks = found["frames"], found["tasks"]
    slow = sum(frame > SLOW for frame in frames)
    print(
        f"{name:14} {slower:.1f} x slower, {len(frames):5} frames, "
        f"{statistics.median(frames):5.1f} ms in the middle, "
        f"{slow / len(frames):6.2%} over 33 ms, {len(tasks)} tasks over 50 ms"
        + (f" (longest {max(tasks):.0f} ms)" if tasks else "")
        + (f", {found['moved']} movements" if found["moved"] else ""),
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--slowdown", type=int, default=4)
    options = parser.parse_args()
    diktat = GameInfo(name="diktat", title="Diktat", fewest_seats=2, most_seats=5)
    house = HouseInfo(name="Frames", version="0", games=[diktat], door=None)
    print(f"load of the machine {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launching())
        with housed(house, Path(folder)) as port:
            for size in (DESK, PHONE):
                for _ in range(options.rounds):
                    blank = browser.new_page()
                    slower = slowed(blank, options.slowdown)
                    told("blank", slower, blank.evaluate(COUNT, options.seconds * 1000))
                    blank.close()
                    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
                    page.add_init_script(MOVING)
                    page.add_init_script(path=DRIVER)
                    seated(page, port)
                    slower = slowed(page, options.slowdown)
                    told(f"{size[0]} px wide", slower, page.evaluate(COUNT, options.seconds * 1000))
                    page.close()
        browser.close()


def seated(page: Page, port: int) -> None:
    """Plays with three bots, as fast as a thumb does."""
    page.goto(f"http://127.0.0.1:{port}/")
    opened = """async ([path, body]) => {
      const answer = await fetch(path, { method: 'POST', body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json();
    }"""

    def ask(path: str, body: dict[str, object]) -> Any:
        return page.evaluate(opened, [path, body])

    ask("/api/session", {"name": "Ida"})
    page.evaluate("localStorage.setItem('name', 'Ida')")
    terms = {"game": "diktat", "seats": 4, "preset": "base", "pace": "fast"}
    table = ask("/api/tables", {**terms, "watched": True})["id"]
    for seat in range(1, 4):
        ask(f"/api/tables/{table}/bot", {"seat": seat, "bot": "prudent"})
    ask(f"/api/tables/{table}/start", {})
    page.goto(f"http://127.0.0.1:{port}/t/{table}")
    page.locator(".diktat").wait_for()
    page.evaluate("pace => driver.begin(11, '', pace)", PACE)
    actor = HOUSES[port].tables.actors[table]
    while actor.live is None or not actor.live.game.table.stacks:  # until teams are sent
        page.wait_for_timeout(100)


if __name__ == "__main__":
    main()
