"""How tests look at a page: at which sizes, where pictures are kept, what is found fault with."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "client/node_modules/axe-core/axe.min.js"
SCREENS = ROOT / "test-results/screens"
PHONE, DESK, TELEVISION = (360, 740), (1280, 800), (1920, 1080)


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than the screen."""
    width: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return width


# Three frames in a row with nothing under way that ends within a second: what goes on for longer,
# or for ever, is no movement to wait for.
AT_REST = """async () => {
  const moves = (one) => {
    const { endTime, localTime } = one.effect?.getComputedTiming() ?? {};
    return one.playState === 'running' && endTime - (localTime ?? 0) <= 1000;
  };
  await document.fonts.ready;
  for (let calm = 0; calm < 3; calm = document.getAnimations().some(moves) ? 0 : calm + 1) {
    await new Promise(requestAnimationFrame);
  }
}"""


def settle(page: Page) -> None:
    """Waits until what moves has come to rest."""
    page.evaluate(AT_REST)


CHECK = """() => axe.run({ resultTypes: ['violations'] }).then(
  (result) => result.violations.map((fault) => `${fault.id} ${fault.nodes[0].html}`)
)"""


def accessibility_faults(page: Page) -> list[str]:
    """What a checker of accessibility has to say. To bring it into a page and warm it costs three
    times as much as to run it: look at all that a page shows before it is loaded again."""
    # a script tag would be stopped by the page's own policy
    if page.evaluate("!window.axe"):
        page.evaluate(AXE.read_text("utf-8"))
    faults: list[str] = page.evaluate(CHECK)
    return faults
