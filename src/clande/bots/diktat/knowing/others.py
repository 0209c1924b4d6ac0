"""The prudent bot among the Others: keep the track short, lift gloom that pays, arrive with guards,
and strike for them by what one lawfully knows. [OTH]"""

from __future__ import annotations

from typing import Any, cast

from msgspec import structs

from clande.bots.choices import Choice
from clande.bots.diktat import answers
from clande.bots.diktat.sight import TENTH, Sight
from clande.bots.diktat.worth import Knowledge, Worth
from clande.diktat import pawns
from clande.diktat.actions import Pawn, RejectCard
from clande.diktat.cards import vocabulary as v
from clande.diktat.configurations.others.actions import Cleanse, Dispel, Shift
from clande.diktat.configurations.others.domain import ARTEFACT, PLACES, TOKENS
from clande.diktat.configurations.others.fiel import FIELS, BarsCards, BarsMarkers
from clande.diktat.configurations.others.imagine import visible_domain
from clande.diktat.configurations.others.table_view import DomainView
from clande.diktat.pawns import KIND
from clande.diktat.rules.board import Assassination
from clande.diktat.rules.trophies import Taking
from clande.diktat.table import CITIZEN, EMISSARY, GUARD, OTHERS, Table
from clande.kernel import Action, Choose, Luck, Question, Seat

WHY = "diktat.bots."
# What a card less on the track is worth, by how many would still fit; and a gloom token less.
ALARM = (200, 110, 55, 30, 15)
FEW_HANDS = 2  # two players have so few emissaries that they must begin to worry earlier
GLOOM_ALARM = (150, 60, 30)
SAFETY = (0, 50, 80, 93)  # percent, by the places left on the track [OTH-11]
LIFTING = 12  # gloom that bars nothing that one wants
CLEANSING = 4
INFECTION = 4  # pawns in a sector that place a token


class AmongOthers(Knowledge):
    """Everything is read from the view."""

    # The dangers

    def alarm(self, sight: Sight) -> int:
        """What it is worth to all that one card less joins the track: if every card that lies open
        were left, how near would the seventh be?"""
        theirs = domain(sight)
        coming = len(theirs.corrupted) + len(sight.track) + (sight.hidden is not None)
        coming += any(sight.content.opportunities[card].attack for card in sight.track)
        coming += sight.cycles_left > 0
        coming += FEW_HANDS if sight.seats == 2 else 0
        return ALARM[min(max(0, PLACES - coming), len(ALARM) - 1)]

    def gloom_alarm(self, sight: Sight) -> int:
        gloom = sum(domain(sight).gloom.values())
        spread = sum(len(stack.pawns) // INFECTION for stack in outside(sight))
        tokens = TOKENS - gloom - spread * (sight.cycles_left > 0)
        return GLOOM_ALARM[max(0, tokens)] if tokens < len(GLOOM_ALARM) else 0

    def safety(self, table: Table) -> int:
        """A card joins the track as the next cycle begins, and what nobody takes at its end."""
        position: Any = table
        free = PLACES - len(position.others.corrupted)
        return SAFETY[free] if free < len(SAFETY) else 100

    def card(self, worth: Worth, card: str) -> int:
        """It does not join the corruption track, and an attack would bring one more."""
        sight = worth.sight
        alarm = self.alarm(sight)
        if card in sight.track and sight.content.opportunities[card].attack:
            return 2 * alarm - 4 * max(0, sight.vp[sight.me])  # no power is lost here [OTH-12]
        return alarm

    def finding(self, sight: Sight) -> int:
        """A card of which nobody knows where it can be won joins the track; but each of the others
        may look for it, too. [OTH-10]"""
        return self.alarm(sight) // (sight.seats - 1)

    def killing(self, sight: Sight, worth: Worth, owner: Seat, sector: str) -> int:
        """Who would have taken a card that I can't take myself keeps the track short, too. The
        fewer we are, the likelier it is that nobody else will. [OTH-10]"""
        if len(sight.opportunities(sector)) <= sight.mine(sector):
            return 0
        return -2 * self.alarm(sight) // (sight.seats - 1) ** 2

    def cards(self, sight: Sight, sector: str) -> list[str]:
        opportunities = sight.content.opportunities
        return [card for card in domain(sight).corrupted if opportunities[card].sector == sector]

    # Gloom

    def trophies(self, worth: Worth, sector: str, trophies: list[int]) -> list[int]:
        sight = worth.sight
        gloom = domain(sight).gloom.get(sector, 0)
        if not gloom or defies(sight):
            return trophies
        fiel = FIELS[domain(sight).fiel]
        if not (fiel.says(BarsCards) or fiel.says(BarsMarkers)):
            return trophies
        return [self.lifting(worth, trophies)] * gloom

    def lifting(self, worth: Worth, barred: list[int]) -> int:
        return LIFTING + self.gloom_alarm(worth.sight) + max(barred, default=0) // 3

    # Their stacks

    def guess(self, sight: Sight) -> int:
        vectors, unseen = odds(sight)
        return TENTH * vectors // unseen if unseen else 0

    def takes(self, sight: Sight, sector: str, emissaries: int) -> int:
        """None if they hold the sector; else each take of theirs costs one emissary. [OTH-8, 9]"""
        vectors = self.vectors(sight, sector)
        if emissaries * TENTH <= vectors and stack_in(sight, sector) is not None:
            return 0
        theirs, takes = (vectors + 5) // TENTH, 0
        while emissaries > 0:
            emissaries -= 1
            takes += 1
            if theirs and emissaries:
                theirs -= 1
                emissaries -= 1
        return takes

    def vectors(self, sight: Sight, sector: str) -> int:
        """In tenths: those seen, and those to be guessed."""
        if sector == sight.resolving:
            return TENTH * sight.arena.get(OTHERS, (0, 0, 0))[EMISSARY - 1]
        stack = stack_in(sight, sector)
        guess = self.guess(sight)
        worth = {0: guess, EMISSARY: TENTH}
        return sum(worth.get(pawn & KIND, 0) for pawn in stack.pawns) if stack else 0

    def strength(self, sight: Sight, sector: str) -> int:
        stack = stack_in(sight, sector)
        return len(stack.pawns) + domain(sight).corruption.get(sector, 0) if stack else 0

    def guards(self, sight: Sight, sector: str) -> int:
        """Two where they are many, one where they are few."""
        return min(2, -(-self.strength(sight, sector) // 2))

    def arrive(self, sight: Sight, sector: str, emissaries: int) -> int:
        """They strike unseen until a guard: with guards, so many times fewer fall. [OTH-7]"""
        shots = self.strength(sight, sector)
        if not shots or emissaries <= 0:
            return emissaries
        guards = min(self.guards(sight, sector), sight.reserve[GUARD])
        covers = guards + min(2, sight.reserve[CITIZEN])
        lost = min(shots * emissaries * TENTH // (emissaries + covers),
                   emissaries * TENTH // (guards + 1))  # fmt: skip
        return max(0, emissaries - (lost + 5) // TENTH)

    def strike(self, sight: Sight, worth: Worth, key: int, position: int) -> int | None:
        """A vector pays 3, an abomination costs 2; where I have emissaries a vector less counts;
        where a token would be placed, any pawn less does. [OTH-2, OTH-6]"""
        stack = sight.everything[key]
        if stack.owner != OTHERS:
            return None
        kind = stack.pawns[position] & KIND
        sector = stack.sector
        contest = 0
        if sector in sight.index.sectors and (mine := sight.mine(sector)):
            better = self.takes(sight, sector, mine + 1) - self.takes(sight, sector, mine)
            trophies = worth.trophies(sector)
            contest = (trophies[0] if trophies else 0) * max(0, better)
        relief = 0
        if sector != ARTEFACT and len(stack.pawns) % INFECTION == 0 and worth.cycles_left:
            relief = self.gloom_alarm(sight) + LIFTING
        vector, guard = 3 * worth.power + contest, -2 * worth.power
        if kind:
            return relief + {CITIZEN: 1, GUARD: guard, EMISSARY: vector}[kind]
        chance = self.guess(sight)
        return relief + (chance * vector + (TENTH - chance) // 2 * guard) // TENTH

    # Moving them

    def suits(self, sight: Sight, worth: Worth, effect: v.Effect) -> int | None:
        if not isinstance(effect, v.MoveOthers):
            return None
        if not sight.is_early and sight.phase != "manoeuvres":
            return 0
        moves = [
            Shift(stack.sector, to, min(effect.most, len(stack.pawns)))
            for stack in (s for s in sight.stacks.values() if s.owner == OTHERS)
            for to in sight.index.sectors
            if to != stack.sector and (stack_in(sight, to) is not None or sight.room(to))
        ]
        return max((self.shifting(sight, worth, move) for move in moves), default=0)

    def shifting(self, sight: Sight, worth: Worth, move: Shift) -> int:
        """Away from my emissaries, out of a stack that would infect, towards rivals' stacks or home
        to the Artefact."""
        guess = self.guess(sight)

        def harm(sector: str, number: int) -> int:
            mine = sight.mine(sector)
            prize = worth.prize(sector) if mine else 0
            return prize * min(TENTH, number * guess) // TENTH // max(1, mine)

        source = stack_in(sight, move.sector)
        present = len(source.pawns) if source else 0
        goal = stack_in(sight, move.to)
        waiting = len(goal.pawns) if goal else 0
        good = harm(move.sector, move.number) - harm(move.to, move.number)
        if worth.cycles_left:
            token = LIFTING + self.gloom_alarm(sight)
            if move.sector != ARTEFACT:
                good += token * (present // INFECTION - (present - move.number) // INFECTION)
            if move.to != ARTEFACT:
                after = (waiting + move.number) // INFECTION
                good -= token * (after - waiting // INFECTION)
        rivals = [key for key in sight.opposing(move.to) if sight.stacks[key].owner != OTHERS]
        if rivals and not sight.mine(move.to):
            good += max(sight.threat(sight.stacks[key].owner) for key in rivals) // 5
        return good

    # Questions

    def idea(self, sight: Sight, worth: Worth, action: Action) -> tuple[int, Choice] | None:
        match action:
            case Dispel(sector):
                good = worth.trophies(sector)[0] if worth.trophies(sector) else LIFTING
                return good, Choice(action, WHY + "dispel", {"sector": sector})
            case RejectCard(card):
                return self.card(worth, card), Choice(action, WHY + "deny_card", {"card": card})
            case Cleanse(sector):
                good = CLEANSING + 6 * bool(stack_in(sight, sector))
                return good, Choice(action, WHY + "cleanse", {"sector": sector})
        return None

    def decide(self, sight: Sight, worth: Worth, question: Question, luck: Luck) -> Choice | None:
        if not isinstance(question, Choose):
            return None
        rule = sight.rule
        if isinstance(rule, Assassination) and rule.seat == OTHERS:
            return self.strike_for_them(sight, question, luck)
        if isinstance(rule, Taking):
            return answers.trophy(sight, worth, question.options)
        if isinstance(question.options[0], Shift):
            moves = cast(tuple[Shift, ...], question.options)
            best = max(moves, key=lambda move: self.shifting(sight, worth, move))
            return Choice(best, WHY + "shift", structs.asdict(best))
        return None

    def strike_for_them(self, sight: Sight, question: Choose, luck: Luck) -> Choice:
        """Whoever is struck is my rival, unless the Others are about to win: then his guard is what
        I hope for. By what I have seen of his stack. [OTH-7]"""
        spare = self.alarm(sight) >= ALARM[1]

        def harm(action: Action) -> int:
            assert isinstance(action, Pawn)
            kind = sight.everything[action.stack].pawns[action.position] & KIND
            rank = (2, 1, 0, 3) if not spare else (2, 1, 3, 0)
            return rank[kind]

        action = max(luck.shuffled(question.options), key=harm)
        return Choice(action, WHY + ("strike_sparing" if spare else "strike_for_them"), secret=True)


# ------------------------------------------------------------------------------ what is seen


def domain(sight: Sight) -> DomainView:
    return visible_domain(sight.view)


def stack_in(sight: Sight, sector: str) -> Any:
    for stack in sight.stacks.values():
        if stack.owner == OTHERS and stack.sector == sector:
            return stack
    return None


def outside(sight: Sight) -> list[Any]:
    return [s for s in sight.stacks.values() if s.owner == OTHERS and s.sector != ARTEFACT]


def odds(sight: Sight) -> tuple[int, int]:
    """Vectors among the pawns that one has not seen, and how many those are."""
    vectors = unseen = 0
    theirs = [stack for stack in sight.everything.values() if stack.owner == OTHERS]
    kinds = {pawns.number(pawn): pawn & KIND for stack in theirs for pawn in stack.pawns}
    for lot in domain(sight).lots:
        vectors += lot.kinds[EMISSARY - 1]
        for number in lot.pawns:
            kind = kinds.get(number, 0)
            unseen += kind == 0
            vectors -= kind == EMISSARY
    return vectors, unseen


def defies(sight: Sight) -> bool:
    """Whether one's marker of the Artefact takes trophies in spite of gloom. [OTH-13]"""
    me = sight.me
    markers = [h for h in sight.markers[me] if h.sector == ARTEFACT and h.level == 2]
    return bool(markers) and f"{ARTEFACT}/{me}" not in sight.used


KNOWLEDGE = AmongOthers()
