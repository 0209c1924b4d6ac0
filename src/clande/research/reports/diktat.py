"""The balance of Diktat: what each table's games say, and whether it lies in its band."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import cast

from msgspec import convert

from clande.diktat.book import DiktatBook
from clande.diktat.cards import vocabulary as v
from clande.kernel import Book, compose
from clande.research.bands import Band, Measure
from clande.research.facts.diktat import DiktatFacts
from clande.research.intervals import Interval, difference, median, wilson
from clande.research.pages import PageCell, PageWriter
from clande.research.plans import CampaignPlan
from clande.research.plots import Dot, bars, forest, lines
from clande.research.reports.tables import At, Tables, by_table, measure_cell, outside, verdicts
from clande.research.rows import GameRow

POINTS = 0.03  # a cabal, or the seats, may be worth so much
CABAL = Band(-POINTS, POINTS, "points")
SEATS = Band(high=POINTS, unit="points")
WINNER = Band(9, 11)
EARLY = Band(0.15, 0.35, "share")
TAKEN = Band(0.5, 2.0)  # × the mean
PLAYED = Band(low=0.15, unit="share")
OTHERS = Band(0.10, 0.25, "share")
MEASURES = ("cabals", "seats", "winner", "early", "opportunities", "cabal_cards", "others")
MODULE = "others"  # who may win in the players' place
SOURCES = (
    "places", "affinities", "cabal_places", "card_effects", "cabal_effects", "markers", "trades",
    "oaths", "debts", "other",
)  # fmt: skip


class Games:
    """The games of one table, added up."""

    def __init__(self, rows: Sequence[GameRow]) -> None:
        self.rows = rows
        self.seats = rows[0].seats
        self.facts = [convert(row.facts, DiktatFacts) for row in rows]
        self.book = cast(DiktatBook, compose(rows[0].mix))
        self.number = len(rows)
        self.won = [pair for pair in zip(rows, self.facts, strict=True) if pair[0].winners]
        self.offered, self.reached, self.taken = Counter[str](), Counter[str](), Counter[str]()
        self.rejected = Counter[str]()
        self.cabal_games = Counter[str]()
        self.cabal_wins: dict[str, float] = {}
        self.played, self.markers, self.used = Counter[str](), Counter[str](), Counter[str]()
        self.heard, self.manoeuvres = Counter[str](), Counter[str]()
        self.appearances = Counter[str]()  # of cabals, in all games
        for facts in self.facts:
            self.add(facts)
        for row, facts in self.won:
            for seat, cabal in enumerate(facts.cabals):
                self.cabal_games[cabal] += 1
                self.cabal_wins[cabal] = self.cabal_wins.get(cabal, 0.0) + row.share(seat)

    def add(self, facts: DiktatFacts) -> None:
        self.offered.update(facts.offered)
        self.reached.update(facts.reached)
        self.rejected.update(facts.rejected)
        self.heard.update(facts.heard)
        self.appearances.update(facts.cabals)
        for seat in range(self.seats):
            self.taken.update(facts.taken[seat])
            self.played.update(set(facts.played[seat]))
            self.markers.update(facts.markers[seat])
            self.used.update(facts.used[seat])
            self.manoeuvres.update(facts.manoeuvres[seat])

    # ------------------------------------------------------------------------- measures

    def measures(self) -> list[Measure]:
        measures = [*self.cabals(), *self.whole(), *self.opportunities(), *self.cabal_cards()]
        if MODULE in self.rows[0].mix.split("+"):
            nobody = sum(not row.winners for row in self.rows)
            measures.append(Measure("others", wilson(nobody, self.number), OTHERS))
        return measures

    def cabals(self) -> list[Measure]:
        """Of the games that a player won: how far from 1/n."""
        fair = 1 / self.seats
        return [
            Measure(
                "cabals",
                wilson(self.cabal_wins[cabal], self.cabal_games[cabal]).less(fair),
                CABAL,
                cabal,
            )
            for cabal in self.book.index.content.cabals
            if self.cabal_games[cabal]
        ]

    def by_seat(self) -> list[float]:
        return [sum(row.share(seat) for row, _ in self.won) for seat in range(self.seats)]

    def whole(self) -> list[Measure]:
        measures = []
        if self.won:
            seats = self.by_seat()
            worth = difference((max(seats), len(self.won)), (min(seats), len(self.won)))
            best = [max(row.scores[seat] for seat in row.winners) for row, _ in self.won]
            measures += [Measure("seats", worth, SEATS), Measure("winner", median(best), WINNER)]
        early = sum(facts.cycle < facts.cycles for facts in self.facts)
        return [*measures, Measure("early", wilson(early, self.number), EARLY)]

    def opportunities(self) -> list[Measure]:
        """How often each is taken when it lies on the track, in parts of the mean."""
        total = self.offered.total()
        if not total:
            return []
        usual = self.taken.total() / total
        return [
            Measure(
                "opportunities",
                wilson(min(self.taken[card], self.offered[card]), self.offered[card]).scaled(
                    1 / max(usual, 1e-9)
                ),
                TAKEN,
                card,
            )
            for card in self.book.index.content.opportunities
            if self.offered[card]
        ]

    def cabal_cards(self) -> list[Measure]:
        return [
            Measure("cabal_cards", wilson(self.played[card.id], games), PLAYED, card.id)
            for card in self.book.index.content.cabal_cards.values()
            if (games := self.appearances[card.cabal])
        ]

    # ----------------------------------------------------------------------- descriptions

    def curve(self, winners: bool) -> list[float]:
        """Mean VP as each cycle closes, then at the end; a game that is over stays as it ended."""
        cycles = max(facts.cycles for facts in self.facts)
        points_at: list[list[int]] = [[] for _ in range(cycles + 1)]
        for row, facts in self.won:
            closing, end = facts.curve[:-1], facts.curve[-1]
            for place in range(cycles + 1):
                points = closing[place] if place < min(cycles, len(closing)) else end
                for seat, vp in enumerate(points):
                    if (seat in row.winners) == winners:
                        points_at[place].append(vp)
        return [fmean(values) if values else 0.0 for values in points_at]

    def sources(self, winners: bool) -> dict[str, float]:
        """Mean VP of a seat by where they come from."""
        seats, sums = 0, Counter[str]()
        for row, facts in self.won:
            for seat, came in enumerate(facts.sources):
                if (seat in row.winners) == winners:
                    seats += 1
                    sums.update(came)
        return {name: sums[name] / seats for name in SOURCES if seats and sums[name]}

    def each(self, of: Callable[[DiktatFacts], Sequence[int]]) -> float:
        """A mean for each seat and game."""
        return sum(sum(of(facts)) for facts in self.facts) / (self.number * self.seats)


class DiktatReport:
    """The page."""

    def __init__(self, plan: CampaignPlan, book: Book, rows: Sequence[GameRow]) -> None:
        self.plan, self.book = plan, book
        self.games = {at: Games(played) for at, played in by_table(rows).items()}
        self.measures = {at: games.measures() for at, games in self.games.items()}
        self.tables = Tables(book, list(self.games))

    def write(self, to: PageWriter) -> str:
        game = to.texts.say(f"{self.book.name}.title")
        title = to.say("balance.title", game=game)
        to.title(title)
        number = sum(games.number for games in self.games.values())
        to.paragraph(
            to.say(
                "balance.about", games=number, tables=len(self.games),
                bots=", ".join(self.plan.bots), seed=self.plan.seed, version=self.plan.version,
            )
        )  # fmt: skip
        to.paragraph(to.say("signs"))
        verdicts(to, self.tables, self.measures, MEASURES)
        outside(to, self.tables, self.measures, self.named)
        self.cabals(to)
        self.seats(to)
        self.lengths(to)
        self.points(to)
        self.cards(to)
        self.cabal_cards(to)
        self.markers(to)
        self.dealings(to)
        self.further(to)
        return title

    def at(self, to: PageWriter, at: At) -> str:
        return self.tables.called(to, at)

    def name(self, to: PageWriter, place: str, key: str) -> str:
        return to.texts.say(f"{self.book.name}.names.{place}.{key}")

    def named(self, to: PageWriter, measure: Measure) -> str:
        return self.name(to, "cabals" if measure.name == "cabals" else "cards", measure.subject)

    def of(self, at: At, name: str) -> list[Measure]:
        return [measure for measure in self.measures[at] if measure.name == name]

    # --------------------------------------------------------------------------- sections

    def cabals(self, to: PageWriter) -> None:
        to.heading(to.say("diktat.cabals"))
        to.paragraph(to.say("diktat.cabals_about"))
        for at in self.games:
            dots = [Dot(self.named(to, m), m.at.scaled(100), m.kind) for m in self.of(at, "cabals")]
            if dots:
                caption = to.say("diktat.cabals_plot", table=self.at(to, at))
                to.figure(
                    forest(dots, (-100 * POINTS, 100 * POINTS), "", caption, to.decimal), caption
                )
        cabals = list(dict.fromkeys(m.subject for at in self.games for m in self.of(at, "cabals")))
        head = [to.say("cabal"), *(self.at(to, at) for at in self.games)]
        rows: list[list[str | PageCell]] = []
        for cabal in cabals:
            line: list[str | PageCell] = [self.name(to, "cabals", cabal)]
            for at, games in self.games.items():
                measures = [m for m in self.of(at, "cabals") if m.subject == cabal]
                if measures:
                    share = wilson(games.cabal_wins[cabal], games.cabal_games[cabal])
                    small = to.span(share, 1, 100)
                    line.append(PageCell(to.percent(share.value), small, measures[0].kind))
                else:
                    line.append("–")
            rows.append(line)
        to.table(head, rows)

    def seats(self, to: PageWriter) -> None:
        to.heading(to.say("diktat.seats"))
        to.paragraph(to.say("diktat.seats_about"))
        most = max(games.seats for games in self.games.values())
        head = [to.say("table"), *(to.texts.seat(seat) for seat in range(most))]
        rows: list[list[str | PageCell]] = []
        for at, games in self.games.items():
            line: list[str | PageCell] = [self.at(to, at)]
            for wins in games.by_seat():
                share = wilson(wins, len(games.won))
                line.append(PageCell(to.percent(share.value), to.span(share, 1, 100)))
            rows.append(line + [""] * (most - games.seats))
        to.table(head, rows)

    def lengths(self, to: PageWriter) -> None:
        to.heading(to.say("diktat.lengths"))
        to.paragraph(to.say("diktat.lengths_about"))
        most = max(facts.cycles for games in self.games.values() for facts in games.facts)
        head = [to.say("table"), *(str(cycle) for cycle in range(1, most + 1)), to.say("acts")]
        rows: list[list[str | PageCell]] = []
        for at, games in self.games.items():
            ended = Counter(facts.cycle for facts in games.facts)
            shares = [
                to.percent(ended[cycle] / games.number) if ended[cycle] else "–"
                for cycle in range(1, most + 1)
            ]
            acts = fmean(row.acts for row in games.rows)
            rows.append([self.at(to, at), *shares, to.number(acts, 0)])
        to.table(head, rows)

    def points(self, to: PageWriter) -> None:
        to.heading(to.say("diktat.points"))
        to.paragraph(to.say("diktat.points_about"))
        for at, games in self.games.items():
            if not games.won:
                continue
            caption = to.say("diktat.curve_plot", table=self.at(to, at))
            series = {
                to.say("diktat.winner"): games.curve(winners=True),
                to.say("diktat.losers"): games.curve(winners=False),
            }
            places = len(next(iter(series.values())))
            labels = [*map(str, range(1, places)), to.say("diktat.end")]
            to.figure(lines(series, labels, caption, (10.0,), to.decimal), caption)
        groups = {}
        for at, games in self.games.items():
            for who, winners in (("winner", True), ("losers", False)):
                came = games.sources(winners)
                if came:
                    label = to.say("diktat.who", who=to.say(f"diktat.{who}"), seats=at[1])
                    label = label if len({a[0] for a in self.games}) == 1 else f"{at[0]}, {label}"
                    groups[label] = {to.say(f"diktat.sources.{k}"): v for k, v in came.items()}
        if groups:
            caption = to.say("diktat.sources_plot")
            to.figure(bars(groups, caption, to.decimal), caption)
            names = list(dict.fromkeys(name for group in groups.values() for name in group))
            to.table(
                [to.say("diktat.source"), *groups],
                [[n, *(to.number(g.get(n, 0.0), 2) for g in groups.values())] for n in names],
            )

    def cards(self, to: PageWriter) -> None:
        to.heading(to.say("diktat.cards"))
        to.paragraph(to.say("diktat.cards_about"))
        order = sorted(
            {m.subject for at in self.games for m in self.of(at, "opportunities")},
            key=lambda card: (-self.pooled(card).value, card),
        )
        usual = sum(g.taken.total() for g in self.games.values()) / max(
            1, sum(g.offered.total() for g in self.games.values())
        )
        dots = []
        for card in order:
            measure = Measure("", self.pooled(card).scaled(1 / max(usual, 1e-9)), TAKEN)
            dots.append(Dot(self.name(to, "cards", card), measure.at, measure.kind))
        if dots:
            caption = to.say("diktat.cards_plot", mean=to.percent(usual))
            to.figure(forest(dots, (TAKEN.low, TAKEN.high), "×", caption, to.decimal), caption)
        sectors = self.content().opportunities
        head = [to.say(f"diktat.{k}") for k in ("card", "sector", "offers", "reach", "taken")]
        head += [self.at(to, at) for at in self.games]
        rows: list[list[str | PageCell]] = []
        for card in order:
            offers = sum(g.offered[card] for g in self.games.values())
            reach = sum(g.reached[card] for g in self.games.values())
            line: list[str | PageCell] = [
                self.name(to, "cards", card),
                self.name(to, "sectors", sectors[card].sector),
                str(offers),
                to.percent(reach / offers, 0),
                to.percent(self.pooled(card).value, 0),
            ]
            for at, games in self.games.items():
                measures = [m for m in self.of(at, "opportunities") if m.subject == card]
                rate = games.taken[card] / max(1, games.offered[card])
                line.append(
                    PageCell(to.percent(rate, 0), "", measures[0].kind) if measures else "–"
                )
            rows.append(line)
        to.table(head, rows)

    def pooled(self, card: str) -> Interval:
        offers = sum(g.offered[card] for g in self.games.values())
        return wilson(min(offers, sum(g.taken[card] for g in self.games.values())), offers)

    def content(self) -> v.Content:
        return next(iter(self.games.values())).book.index.content

    def cabal_cards(self, to: PageWriter) -> None:
        to.heading(to.say("diktat.cabal_cards"))
        to.paragraph(to.say("diktat.cabal_cards_about"))
        head = [to.say("diktat.card"), to.say("cabal"), *(self.at(to, at) for at in self.games)]
        content = self.content()
        rows: list[list[str | PageCell]] = []
        for card in content.cabal_cards.values():
            measures = {
                at: m
                for at in self.games
                for m in self.of(at, "cabal_cards")
                if m.subject == card.id
            }
            if measures:
                cells = [
                    measure_cell(to, measures[at]) if at in measures else "–" for at in self.games
                ]
                name = self.name(to, "cards", card.id)
                rows.append([name, self.name(to, "cabals", card.cabal), *cells])
        to.table(head, rows)

    def markers(self, to: PageWriter) -> None:
        to.heading(to.say("diktat.markers"))
        to.paragraph(to.say("diktat.markers_about"))
        head = [to.say("diktat.sector")]
        for at in self.games:
            head += [self.at(to, at), to.say("diktat.uses")]
        rows: list[list[str | PageCell]] = []
        for sector in self.content().markers:
            line: list[str | PageCell] = [self.name(to, "sectors", sector)]
            for games in self.games.values():
                line.append(to.number(games.markers[sector] / games.number, 2))
                line.append(to.number(games.used[sector] / games.number, 2))
            rows.append(line)
        to.table(head, rows)

    def dealings(self, to: PageWriter) -> None:
        """What each seat does in a game, on the average."""
        to.heading(to.say("diktat.dealings"))
        to.paragraph(to.say("diktat.dealings_about"))
        head = [to.say("measure"), *(self.at(to, at) for at in self.games)]
        counts: list[tuple[str, Callable[[DiktatFacts], Sequence[int]]]] = [
            ("debts", lambda facts: facts.debts),
            ("forced", lambda facts: [facts.forced]),
            ("trades", lambda facts: facts.trades),
            ("oaths", lambda facts: facts.oaths),
            ("broken", lambda facts: facts.broken),
            ("kills", lambda facts: facts.kills),
        ]
        rows: list[list[str | PageCell]] = [
            [
                to.say(f"diktat.counts.{name}"),
                *(to.number(g.each(of), 2) for g in self.games.values()),
            ]
            for name, of in counts
        ]
        for manoeuvre in ("send", "spy", "assassinate", "extend", "develop", "special"):
            each = [
                to.number(g.manoeuvres[manoeuvre] / (g.number * g.seats), 2)
                for g in self.games.values()
            ]
            rows.append([self.name(to, "manoeuvres", manoeuvre), *each])
        to.table(head, rows)

    def further(self, to: PageWriter) -> None:
        """Events that a configuration brings."""
        plain = {kind.__name__ for kind in compose(self.book.name).events}
        names = sorted({n for g in self.games.values() for n in g.heard if n not in plain})
        if not names:
            return
        to.heading(to.say("diktat.further"))
        to.paragraph(to.say("diktat.further_about"))
        to.table(
            [to.say("diktat.event"), *(self.at(to, at) for at in self.games)],
            [
                [name, *(to.number(g.heard[name] / g.number, 2) for g in self.games.values())]
                for name in names
            ],
        )
