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


def accessibility_faults(page: Page) -> list[str]:
    # a script tag would be stopped by the page's own policy
    page.evaluate(AXE.read_text("utf-8"))
    faults: list[str] = page.evaluate(
        "axe.run().then(r => r.violations.map(v => v.id + ' ' + v.nodes[0].html))"
    )
    return faults
