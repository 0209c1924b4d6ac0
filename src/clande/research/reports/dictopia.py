"""The balance of Dictopia: hands, missions, the strength of the bots, Big Brother's odds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean

from msgspec import Struct, convert

from clande.kernel import Book, Seat
from clande.research.bands import Band, Measure
from clande.research.facts.dictopia import DictopiaFacts, LaidHand, TrialFacts
from clande.research.intervals import mean, wilson
from clande.research.pages import PageCell, PageWriter
from clande.research.plans import CampaignPlan
from clande.research.plots import Dot, bars, forest, lines
from clande.research.ratings import ratings
from clande.research.reports.tables import At, Tables, by_table, outside, verdicts
from clande.research.rows import GameRow

PRESETS = ("base", *(f"mode=solo+cards={cards}" for cards in range(9, 13)))
WORD = Band(low=0.999, unit="share")  # of hands with a word [DIC-MAT-3]
TARGET = Band(low=0.85, unit="share")  # of hands with one on target
MEASURES = ("words", "on_target")
FULFILLED = 2


class TrialTurn(Struct, frozen=True):
    """One seat in one trial."""

    bot: str
    trial: TrialFacts
    seat: Seat
    row: GameRow

    @property
    def laid(self) -> LaidHand:
        return self.trial.laid[self.seat]

    @property
    def points(self) -> int:
        return self.laid.letters + self.laid.eyes


class DictopiaReport:
    """The page."""

    def __init__(self, plan: CampaignPlan, book: Book, rows: Sequence[GameRow]) -> None:
        self.plan, self.book, self.rows = plan, book, rows
        self.facts = {row.number: convert(row.facts, DictopiaFacts) for row in rows}
        self.tables = by_table(rows)
        self.bots = sorted({bot for row in rows for bot in row.bots}, key=plan.bots.index)
        self.turns = list(self.taken(rows))
        self.measures: dict[At, list[Measure]] = {
            at: self.measured(list(self.taken(games))) for at, games in self.tables.items()
        }

    def taken(self, rows: Sequence[GameRow]) -> Iterator[TrialTurn]:
        for row in rows:
            for trial in self.facts[row.number].trials:
                for seat, bot in enumerate(row.bots):
                    yield TrialTurn(bot, trial, seat, row)

    def measured(self, turns: Sequence[TrialTurn]) -> list[Measure]:
        some = sum(turn.laid.words > 0 for turn in turns)
        hit = sum(turn.laid.on_target > 0 for turn in turns)
        return [
            Measure("words", wilson(some, len(turns)), WORD),
            Measure("on_target", wilson(hit, len(turns)), TARGET),
        ]

    def write(self, to: PageWriter) -> str:
        title = to.say("balance.title", game=to.texts.say(f"{self.book.name}.title"))
        to.title(title)
        to.paragraph(
            to.say(
                "balance.about", games=len(self.rows), tables=len(self.tables),
                bots=", ".join(self.bots), seed=self.plan.seed, version=self.plan.version,
            )
        )  # fmt: skip
        to.paragraph(to.say("signs"))
        tables = Tables(self.book, list(self.tables))
        verdicts(to, tables, self.measures, MEASURES)
        outside(to, tables, self.measures, lambda to, measure: measure.subject)
        self.strengths(to)
        self.hands(to)
        self.missions(to)
        self.brother(to)
        return title

    def strengths(self, to: PageWriter) -> None:
        """How strong each level is, and what its points are made of."""
        to.heading(to.say("dictopia.strengths"))
        to.paragraph(to.say("dictopia.strengths_about"))
        rated = ratings([row for row in self.rows if row.seats > 1])
        if len(rated) > 1:
            caption = to.say("arena.ratings_plot")
            to.figure(
                forest([Dot(r.bot, r.elo) for r in rated], None, "", caption, to.decimal), caption
            )
        elos = {rating.bot: rating.elo for rating in rated} if len(rated) > 1 else {}
        head = [to.say(f"dictopia.{k}") for k in ("bot", "elo", "letters", "eyes", "bonus", "top")]
        rows: list[list[str | PageCell]] = []
        for bot in self.bots:
            mine = [turn for turn in self.turns if turn.bot == bot]
            elo = elos.get(bot)
            cell: str | PageCell = (
                PageCell(to.number(elo.value, 0), to.span(elo, 0)) if elo else "–"
            )
            laid = [turn.laid for turn in mine]
            made = [
                fmean(word.letters for word in laid),
                fmean(word.eyes for word in laid),
                fmean(word.missions for word in laid),
            ]
            top = sum(turn.points for turn in mine) / max(1, sum(turn.laid.top for turn in mine))
            rows.append([bot, cell, *(to.number(part, 2) for part in made), to.percent(top)])
        to.table(head, rows)

    def hands(self, to: PageWriter) -> None:
        """How hard hands are: what could be made of them, and what was."""
        to.heading(to.say("dictopia.hands"))
        to.paragraph(to.say("dictopia.hands_about"))
        by_top: dict[int, list[TrialTurn]] = {}
        for turn in self.turns:
            by_top.setdefault(turn.laid.top, []).append(turn)
        head = [to.say(f"dictopia.{k}") for k in ("top_points", "share", "words")]
        rows: list[list[str | PageCell]] = []
        for top, turns in sorted(by_top.items()):
            line: list[str | PageCell] = [str(top), to.percent(len(turns) / len(self.turns))]
            line.append(to.number(fmean(turn.laid.words for turn in turns), 0))
            for bot in self.bots:
                points = [turn.points for turn in turns if turn.bot == bot]
                line.append(to.number(fmean(points), 2) if points else "–")
            rows.append(line)
        to.table([*head, *self.bots], rows)
        tops = sorted(by_top)
        series = {
            bot: [fmean([t.points for t in by_top[top] if t.bot == bot] or [0.0]) for top in tops]
            for bot in self.bots
        }
        caption = to.say("dictopia.hands_plot")
        to.figure(lines(series, [str(top) for top in tops], caption, decimal=to.decimal), caption)

    def missions(self, to: PageWriter) -> None:
        """What each envelope pays, and what it costs in letters and eyes."""
        to.heading(to.say("dictopia.missions"))
        to.paragraph(to.say("dictopia.missions_about"))
        plain = [turn.points for turn in self.turns if not turn.trial.out]
        usual = fmean(plain) if plain else 0.0
        names = [f"{self.book.name}.names.envelopes.{key}" for key in self.envelopes()]
        groups: dict[str, dict[str, float]] = {}
        rows: list[list[str | PageCell]] = []
        for key, name in zip(self.envelopes(), names, strict=True):
            turns = [turn for turn in self.turns if key in turn.trial.out]
            paid = [turn.trial.bonuses[key][turn.seat] for turn in turns]
            done = wilson(sum(points == FULFILLED for points in paid), len(paid))
            worth = mean(paid)
            change = fmean(turn.points for turn in turns) - usual
            line: list[str | PageCell] = [to.texts.say(name), str(len(turns))]
            line.append(PageCell(to.percent(done.value), to.span(done, 1, 100)))
            line += [to.number(worth.value, 2), to.number(change, 2)]
            for bot in self.bots:
                own = [t.trial.bonuses[key][t.seat] for t in turns if t.bot == bot]
                line.append(to.number(fmean(own), 2) if own else "–")
            rows.append(line)
            groups[to.texts.say(name)] = {to.say("dictopia.paid"): worth.value}
        head = [
            to.say(f"dictopia.{k}") for k in ("envelope", "times", "fulfilled", "paid", "change")
        ]
        to.table([*head, *self.bots], rows or [["–"] * (len(head) + len(self.bots))])
        if groups:
            caption = to.say("dictopia.missions_plot")
            to.figure(bars(groups, caption, to.decimal), caption)

    def envelopes(self) -> list[str]:
        return sorted({key for turn in self.turns for key in turn.trial.out})

    def brother(self, to: PageWriter) -> None:
        """How often one beats Big Brother, by the number of cards. [DIC-SOL-2]"""
        alone = [row for row in self.rows if self.facts[row.number].against_brother]
        if not alone:
            return
        to.heading(to.say("dictopia.brother"))
        to.paragraph(to.say("dictopia.brother_about"))
        sizes = sorted({self.facts[row.number].cards for row in alone})
        head = [to.say("dictopia.cards")]
        for bot in self.bots:
            head += [bot, to.say("dictopia.margin")]
        rows: list[list[str | PageCell]] = []
        dots = []
        for size in sizes:
            line: list[str | PageCell] = [str(size)]
            for bot in self.bots:
                games = [
                    row
                    for row in alone
                    if row.bots == (bot,) and self.facts[row.number].cards == size
                ]
                won = wilson(sum(bool(row.winners) for row in games), len(games))
                margins = [
                    row.scores[0] - sum(t.brother for t in self.facts[row.number].trials)
                    for row in games
                ]
                line.append(PageCell(to.percent(won.value), to.span(won, 1, 100)) if games else "–")
                line.append(to.number(fmean(margins), 1) if games else "–")
                if games:
                    label = to.say("dictopia.with_cards", bot=bot, cards=size)
                    dots.append(Dot(label, won.scaled(100)))
            rows.append(line)
        caption = to.say("dictopia.brother_plot")
        to.figure(forest(dots, None, " %", caption, to.decimal), caption)
        to.table(head, rows)
