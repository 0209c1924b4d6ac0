"""`clande arena`: bots against bots, rated with intervals, on all cores; see docs/arena.md."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from clande import bots
from clande.kernel import IllegalAction, Seat, Unreadable
from clande.research import sequential
from clande.research.campaigns import Crew, RunSummary, carry_out, never
from clande.research.intervals import Interval, mean, wilson
from clande.research.pages import PageCell, PageWriter, page
from clande.research.plans import BASE, CampaignPlan, drawn_up
from clande.research.plots import Dot, forest, lines
from clande.research.ratings import Rating, ratings
from clande.research.rows import GameRow
from clande.research.sequential import Hypotheses, Sequential
from clande.usage import UsageError

LOCAL = "local"
VERDICTS = {"low": "the first bot is not that much stronger", "high": "it is", "open": "undecided"}


def add(parser: argparse.ArgumentParser) -> None:
    table(parser)
    parser.add_argument(
        "--lineups", choices=("mixed", "alone"), default="mixed",
        help="mixed: every company of the bots in turn; alone: the first bot in one seat, the "
        "others share the rest (default: mixed)",
    )  # fmt: skip
    parser.add_argument("--games", type=int, default=400, help="a table, at least (default: 400)")
    parser.add_argument(
        "--sprt", metavar="LOW,HIGH",
        help="stop once it is clear which of two Elo differences the first bot has",
    )  # fmt: skip
    parser.add_argument("--alpha", type=float, default=0.05, help="error of accepting HIGH")
    parser.add_argument("--beta", type=float, default=0.05, help="error of accepting LOW")
    parser.add_argument(
        "--rows", type=Path, default=Path("arena.jsonl"), metavar="FILE",
        help="a line a game; a file that is there is gone on with (default: arena.jsonl)",
    )  # fmt: skip
    parser.add_argument("--page", type=Path, metavar="FILE", help="write the report with its plots")
    parser.add_argument("--facts", action="store_true", help="rows tell what happened, too")
    parser.add_argument("--clock", action="store_true", help="measure the time of decisions")
    parser.set_defaults(run=run)


def table(parser: argparse.ArgumentParser) -> None:
    """The options that `clande balance` has, too."""
    parser.add_argument("game", help="the name of an installed game, or the path of one")
    parser.add_argument("--pack", default="", metavar="FILE", help="with this content pack")
    parser.add_argument(
        "--preset", action="append", default=[], metavar="A+B=C",
        help="by name, or modules and options, such as others+cabals=all; may be repeated; "
        "'named': all that have a name; 'every': each mix of modules (default: base)",
    )  # fmt: skip
    parser.add_argument("--seats", default="", metavar="N,N", help="default: all that can be")
    parser.add_argument(
        "--bots", default="", metavar="A,B", help=f"of: {', '.join(bots.BOTS)} (default: the usual)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the deals (default: 1)")
    parser.add_argument("--processes", type=int, default=0, help="default: one for each core")
    parser.add_argument(
        "--ray", nargs="?", const=LOCAL, default="", metavar="ADDRESS",
        help="play on a Ray cluster (without an address: one that is started here)",
    )  # fmt: skip


def planned(options: argparse.Namespace, **more: Any) -> CampaignPlan:
    """The plan that the options ask for."""
    if options.games < 1 or options.processes < 0 or options.seed < 0:
        raise UsageError("--games is more than nothing, --processes and --seed no less than it")
    try:
        seats = [int(number) for number in options.seats.split(",") if number]
    except ValueError:
        raise UsageError(f"--seats is written 2,3,4, not {options.seats!r}") from None
    return drawn_up(
        options.game,
        pack=options.pack,
        presets=options.preset or [BASE],
        seats=seats,
        bots=[name for name in options.bots.split(",") if name],
        seed=options.seed,
        **more,
    )


def run(options: argparse.Namespace) -> int:
    try:
        plan = planned(options, lineups=options.lineups, facts=options.facts)
        test = sequential.begun(plan, hypotheses(options)) if options.sprt else None
        crew = Crew(options.processes, options.ray, options.clock)
        done = carry_out(plan, options.rows, options.games, crew, test.hear if test else never)
    except Unreadable as error:
        raise UsageError(str(error)) from None
    except IllegalAction as error:
        raise UsageError(f"a bot did what it may not: {error}") from None
    print("\n".join(summary(plan, done, test)))
    if options.page:
        options.page.parent.mkdir(parents=True, exist_ok=True)
        options.page.write_text(page(ArenaPage(plan, done.rows, test).write, plan.find()), "utf-8")
    return 0


def hypotheses(options: argparse.Namespace) -> Hypotheses:
    try:
        low, high = map(float, options.sprt.split(","))
    except ValueError:
        raise UsageError(f"--sprt is LOW,HIGH in Elo, such as 0,30, not {options.sprt!r}") from None
    return Hypotheses(low, high, options.alpha, options.beta)


def summary(plan: CampaignPlan, done: RunSummary, test: Sequential | None) -> Iterator[str]:
    """What the screen shows."""
    rows = done.rows
    yield f"{len(rows)} games ({done.played} played now), {len({row.round for row in rows})} deals"
    if len(plan.bots) > 1 and any(cell.seats > 1 for cell in plan.cells):
        yield f"{'bot':<14} {'Elo':>7}  {'95 %':<18} {'wins':>8}  of seats played"
        for rating in ratings(rows):
            between = f"[{rating.elo.low:+.0f}, {rating.elo.high:+.0f}]"
            yield (
                f"{rating.bot:<14} {rating.elo.value:>+7.0f}  {between:<18} "
                f"{100 * rating.wins / rating.games:>7.1f}%  {rating.games}"
            )
    yield f"{'table':<26} {'bot':<14} {'seats':>6} {'wins':>7}  {'95 % (Wilson)':<18} score"
    for (preset, seats, bot), share, score, number in shares(rows):
        between = f"[{100 * share.low:.1f}, {100 * share.high:.1f}]"
        yield (
            f"{preset + ', ' + str(seats):<26} {bot:<14} {number:>6} {100 * share.value:>6.1f}%  "
            f"{between:<18} {score:.2f}"
        )
    if test:
        lower, upper = test.asked.bounds()
        now = test.path[-1] if test.path else 0.0
        yield (
            f"sequential test, Elo {test.asked.low:g} against {test.asked.high:g}: "
            f"{VERDICTS[test.verdict()]} (ratio {now:+.2f} within {lower:+.2f} and {upper:+.2f}, "
            f"errors {test.asked.alpha:g} and {test.asked.beta:g}, {len(test.path)} deals)"
        )
    if done.played:
        yield (
            f"{done.played / done.seconds:.2f} games/s, {done.acts / done.seconds:.0f} "
            f"decisions/s, {done.cpu / done.seconds:.2f} processors used"
        )
    for name, times in sorted(done.times.items()):
        ordered = sorted(times)
        if ordered:
            middle, slow = (ordered[len(ordered) * part // 100] / 1e6 for part in (50, 95))
            mean = sum(ordered) / len(ordered) / 1e6
            yield (
                f"{name:<14} a decision: {mean:.2f} ms in the mean, "
                f"{middle:.2f} ms median, {slow:.2f} ms p95, "
                f"{ordered[-1] / 1e6:.1f} ms most (processor)"
            )


Share = tuple[tuple[str, int, str], Interval, float, int]


def shares(rows: Sequence[GameRow]) -> list[Share]:
    """By table and bot: its share of the victories for each seat it played, its mean score."""
    wins: dict[tuple[str, int, str], list[float]] = {}
    scores: dict[tuple[str, int, str], list[int]] = {}
    for row in rows:
        for seat, bot in enumerate(row.bots):
            key = (row.preset, row.seats, bot)
            wins.setdefault(key, []).append(row.share(seat))
            scores.setdefault(key, []).append(row.scores[seat])
    return [
        (key, wilson(sum(won), len(won)), mean(scores[key]).value, len(won))
        for key, won in wins.items()
    ]


class ArenaPage:
    """The page of an arena."""

    def __init__(
        self, plan: CampaignPlan, rows: Sequence[GameRow], test: Sequential | None
    ) -> None:
        self.plan, self.rows, self.test = plan, rows, test

    def write(self, to: PageWriter) -> str:
        book = self.plan.find()
        game = to.texts.say(f"{book.name}.title")
        title = to.say("arena.title", game=game)
        to.title(title)
        deals = len({row.round for row in self.rows})
        to.paragraph(to.say("arena.about", games=len(self.rows), deals=deals, seed=self.plan.seed))
        rated = ratings(self.rows)
        if len(rated) > 1 and any(row.seats > 1 for row in self.rows):
            self.rated(to, rated)
        if self.test and self.test.path:
            self.tested(to, self.test)
        to.heading(to.say("arena.shares"))
        to.paragraph(to.say("arena.shares_about"))
        head = [to.say(f"arena.{name}") for name in ("table", "bot", "seats", "wins", "score")]
        to.table(
            head,
            [
                (
                    f"{preset}, {seats}",
                    bot,
                    str(number),
                    PageCell(to.percent(share.value), to.span(share, 1, 100)),
                    to.number(score, 2),
                )
                for (preset, seats, bot), share, score, number in shares(self.rows)
            ],
        )
        self.by_seat(to)
        return title

    def rated(self, to: PageWriter, rated: Sequence[Rating]) -> None:
        to.heading(to.say("arena.ratings"))
        to.paragraph(to.say("arena.ratings_about"))
        dots = [Dot(rating.bot, rating.elo) for rating in rated]
        to.figure(
            forest(dots, None, "", to.say("arena.ratings"), to.decimal),
            to.say("arena.ratings_plot"),
        )
        head = [to.say(f"arena.{name}") for name in ("bot", "elo", "seats", "wins")]
        to.table(
            head,
            [
                (
                    rating.bot,
                    PageCell(to.number(rating.elo.value, 0), to.span(rating.elo, 0)),
                    str(rating.games),
                    to.percent(rating.wins / rating.games),
                )
                for rating in rated
            ],
        )

    def tested(self, to: PageWriter, test: Sequential) -> None:
        to.heading(to.say("arena.test"))
        asked = test.asked
        to.paragraph(
            to.say(
                "arena.test_about",
                low=to.number(asked.low, 0),
                high=to.number(asked.high, 0),
                alpha=to.percent(asked.alpha),
                beta=to.percent(asked.beta),
                bot=test.first,
            )
        )
        to.paragraph(to.say(f"arena.verdicts.{test.verdict()}", deals=len(test.path)))
        step = max(1, len(test.path) // 300)
        places = list(range(0, len(test.path), step))
        series = {to.say("arena.ratio"): [test.path[place] for place in places]}
        labels = [str(place + 1) for place in places]
        plot = lines(series, labels, to.say("arena.test"), asked.bounds(), to.decimal)
        to.figure(plot, to.say("arena.test_plot"))

    def by_seat(self, to: PageWriter) -> None:
        to.heading(to.say("arena.by_seat"))
        to.paragraph(to.say("arena.by_seat_about"))
        won: dict[tuple[str, int, Seat], float] = {}
        played: dict[tuple[str, int], int] = {}
        for row in self.rows:
            played[row.cell] = played.get(row.cell, 0) + 1
            for seat in range(row.seats):
                won[(*row.cell, seat)] = won.get((*row.cell, seat), 0.0) + row.share(seat)
        most = max(seats for _, seats in played)
        head = [to.say("arena.table"), *(to.texts.seat(seat) for seat in range(most))]
        lines_of = []
        for (preset, seats), games in played.items():
            cells: list[str | PageCell] = [f"{preset}, {seats}"]
            for seat in range(most):
                if seat < seats:
                    share = wilson(won[preset, seats, seat], games)
                    cells.append(PageCell(to.percent(share.value), to.span(share, 1, 100)))
                else:
                    cells.append("")
            lines_of.append(cells)
        to.table(head, lines_of)
