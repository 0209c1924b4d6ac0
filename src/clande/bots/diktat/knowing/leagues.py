"""The prudent bot among leagues: join where rewards pay for it, serve the objective, spare fellows,
leave a league that will cost a point, and keep one's fists as full as the seat is worth. [LEA]

It calls no conclave: it has nothing to whisper.
"""

from __future__ import annotations

from clande.bots.choices import Choice
from clande.bots.diktat.prices import VP
from clande.bots.diktat.sight import Sight
from clande.bots.diktat.worth import Knowledge, Worth
from clande.diktat.configurations.leagues.actions import ActAsShadow, Exclude, Join, Leave, ShareOut
from clande.diktat.configurations.leagues.boards import (
    BOARDS,
    LAST,
    Assassinates,
    Deed,
    TakesCard,
    TakesMarker,
    WinsAsAdministrator,
    above,
)
from clande.diktat.configurations.leagues.imagine import visible_leagues
from clande.diktat.configurations.leagues.phase import Excluding, LeaguePhase
from clande.diktat.configurations.leagues.table import MOST_MEMBERS
from clande.diktat.configurations.leagues.table_view import LeaguesView
from clande.diktat.configurations.leagues.talk import MOST_EXCHANGED
from clande.diktat.rules.manoeuvres import Turn
from clande.kernel import NO, PASS, YES, Action, Amount, Choose, Luck, Number, Question, Seat

WHY = "diktat.bots."
MARGIN = 10  # what joining must bring beyond its cost
LEAD = 2  # victory points by which a fellow must be ahead to be worth excluding
RISES = 60  # of a member in a cycle, in hundredths, as one may expect


class AmongLeagues(Knowledge):
    """Everything is read from the view; all of it but fists is public."""

    # What a rise is worth

    def rise(self, sight: Sight, worth: Worth, league: str = "") -> int:
        """What I get when my league rises by a cell."""
        league = league or league_of(sight, sight.me)
        if not league:
            return 0
        level, members = level_of(sight, league), members_of(sight, league)
        if level == LAST:
            return 0
        return reward(worth, league, above(level, len(members)), len(members))

    def wants(self, sight: Sight, kind: type[Deed]) -> Deed | None:
        league = league_of(sight, sight.me)
        objective = BOARDS[league].objective if league else ()
        return next((deed for deed in objective if isinstance(deed, kind)), None)

    def card(self, worth: Worth, card: str) -> int:
        aim = self.wants(worth.sight, TakesCard)
        dark = worth.sight.content.opportunities[card].darkness
        if isinstance(aim, TakesCard) and dark >= aim.darkness:
            return self.rise(worth.sight, worth)
        return 0

    def marker(self, worth: Worth, sector: str) -> int:
        aim = self.wants(worth.sight, TakesMarker)
        if isinstance(aim, TakesMarker) and sector in aim.sectors:
            return self.rise(worth.sight, worth)
        return 0

    def killing(self, sight: Sight, worth: Worth, owner: Seat, sector: str) -> int:
        """A fellow's emissary costs a level; another's may be what the league is after."""
        if owner in fellows(sight):
            return -self.rise(sight, worth) - 4 * worth.power
        return self.rise(sight, worth) if self.wants(sight, Assassinates) else 0

    def may_trade(self, sight: Sight, other: Seat, elements: int) -> bool:
        """Fellows exchange so much a cycle and no more. [LEA-11]"""
        if other not in fellows(sight):
            return True
        league = league_of(sight, sight.me)
        return bool(leagues(sight).exchanged[league] + elements <= MOST_EXCHANGED)

    # The League phase

    def decide(self, sight: Sight, worth: Worth, question: Question, luck: Luck) -> Choice | None:
        rule = sight.rule
        if isinstance(question, Amount) and isinstance(rule, Excluding):
            return self.fist(sight, worth, rule, question)
        if not isinstance(question, Choose):
            return None
        options = question.options
        if isinstance(rule, LeaguePhase):
            return self.affiliation(sight, worth, options)
        if isinstance(rule, Excluding):
            return self.exclusion(sight, worth, rule, options)
        if isinstance(options[0], ShareOut):
            return share_out(sight, options)
        return None

    def affiliation(self, sight: Sight, worth: Worth, options: tuple[Action, ...]) -> Choice:
        """The best of staying, joining, leaving, excluding."""
        ideas = [(0, stay(sight))]
        for action in options:
            match action:
                case Join(league):
                    good = self.joining(sight, worth, league)
                    ideas.append((good, Choice(action, WHY + "join", {"league": league})))
                case Leave():
                    league = league_of(sight, sight.me)
                    values = {"league": league}
                    ideas.append(
                        (self.leaving(sight, worth), Choice(action, WHY + "leave", values))
                    )
                case Exclude(target, pays):
                    good = self.excluding(sight, worth, target, pays)
                    ideas.append((good, Choice(action, WHY + "exclude", {"seat": target})))
        return max(ideas, key=lambda idea: idea[0])[1]

    def joining(self, sight: Sight, worth: Worth, league: str) -> int:
        """My part of the rewards ahead, less what it costs, and less what the Shadow could do."""
        level, members = level_of(sight, league), members_of(sight, league)
        cost = BOARDS[league].cells[max(1, level) - 1].cost
        count = len(members) + 1
        rises = count * (sight.cycles_left + 1) * RISES // 100 + self.talent(sight, league)
        good, cell = 0, max(1, level)
        for _ in range(rises):
            if cell == LAST:
                break
            cell = above(cell, count)
            good += reward(worth, league, cell, count)
        if cell == 1:
            good -= VP  # the league would still be at its first level [LEA-10]
        return good - cost * worth.power - self.shade(sight, worth) - MARGIN

    def talent(self, sight: Sight, league: str) -> int:
        """Whether I am the one for its objective."""
        for deed in BOARDS[league].objective:
            if isinstance(deed, WinsAsAdministrator) and sight.administrator == sight.me:
                return 1
            if isinstance(deed, Assassinates) and sight.assassins[sight.me]:
                return 1
        return 0

    def shade(self, sight: Sight, worth: Worth) -> int:
        """What I give up if all others are in leagues, and I need not be."""
        inside = [seat for members in leagues(sight).members.values() for seat in members]
        alone = [seat for seat in range(sight.seats) if seat not in inside] == [sight.me]
        return gift(worth, "spies") * (sight.cycles_left + 1) if alone else 0

    def leaving(self, sight: Sight, worth: Worth) -> int:
        """Before the end, a league that will not leave its first level; else rewards keep me."""
        league = league_of(sight, sight.me)
        level = level_of(sight, league)
        if level == 1 and not sight.cycles_left and not self.talent(sight, league):
            return VP // 2 - level * worth.power
        return -1

    def excluding(self, sight: Sight, worth: Worth, target: Seat, pays: int) -> int:
        """A fellow who leads takes his part of what would serve me better."""
        if sight.vp[target] < sight.vp[sight.me] + LEAD or sight.cycles_left > 2:
            return -1
        count = len(fellows(sight)) + 1
        if count < MOST_MEMBERS or sight.power < 2 * pays:
            return -1
        level = level_of(sight, league_of(sight, sight.me))
        return self.rise(sight, worth) + VP // 2 - (level + pays) * worth.power

    # An exclusion

    def exclusion(
        self, sight: Sight, worth: Worth, rule: Excluding, options: tuple[Action, ...]
    ) -> Choice:
        values = {"seat": rule.target}
        against = sight.vp[rule.target] >= sight.vp[sight.me] + LEAD
        if rule.step == "start":  # to pay a share of it
            if YES in options and against:
                return Choice(YES, WHY + "exclude_help", values)
            return Choice(NO, WHY + "exclude_no_help", values)
        if rule.step == "answer":
            paid = sum(leagues(sight).asked.values()) * worth.power
            if paid > self.staying(sight, worth):
                return Choice(YES, WHY + "excluded_gladly")
            return Choice(NO, WHY + "excluded_never")
        if rule.target != sight.me and (rule.seat == sight.me or against):
            return Choice(YES, WHY + "side_for", values)
        return Choice(NO, WHY + "side_against", values)

    def staying(self, sight: Sight, worth: Worth) -> int:
        """What my place in the league is worth to me."""
        return self.rise(sight, worth) * (1 + sight.cycles_left)

    def fist(self, sight: Sight, worth: Worth, rule: Excluding, question: Amount) -> Choice:
        """As much as my place, or his, is worth, and never more than half of what I have."""
        most = min(question.high, sight.power // 2)
        if rule.target == sight.me:
            bid = min(most, self.staying(sight, worth) // max(1, worth.power))
        elif rule.seat == sight.me:
            bid = min(most, 1 + level_of(sight, league_of(sight, sight.me)))
        else:
            bid = min(most, 1)
        return Choice(
            Number(bid),
            WHY + "fist",
            {"seat": rule.target, "power": bid},
            secret=True,
        )

    # Unasked

    def acts(self, sight: Sight, worth: Worth, question: Question) -> list[tuple[int, Choice]]:
        """The Shadow looks or strikes: on his own turn, when it serves at once. [LEA-13]"""
        rule = sight.rule
        mine = isinstance(rule, Turn) and rule.seat == sight.me
        if not mine or not isinstance(question.default(), ActAsShadow):
            return []
        ideas = []
        for what, name in (("spies", "shadow_spies"), ("assassin", "shadow_assassin")):
            ideas.append((gift(worth, what), Choice(ActAsShadow(what), WHY + name)))
        return ideas


def leagues(sight: Sight) -> LeaguesView:
    return visible_leagues(sight.view)


def level_of(sight: Sight, league: str) -> int:
    return leagues(sight).levels[league]


def members_of(sight: Sight, league: str) -> tuple[Seat, ...]:
    return leagues(sight).members[league]


def league_of(sight: Sight, seat: Seat) -> str:
    for league, members in leagues(sight).members.items():
        if seat in members:
            return str(league)
    return ""


def fellows(sight: Sight) -> list[Seat]:
    league = league_of(sight, sight.me)
    return [seat for seat in leagues(sight).members.get(league, ()) if seat != sight.me]


def reward(worth: Worth, league: str, level: int, members: int) -> int:
    """My part of what a cell brings, in hundredths of a point."""
    cell = BOARDS[league].cells[level - 1]
    whole = sum(
        (VP if good == "vp" else worth.good(good)) * amount for good, amount in cell.reward.items()
    )
    return whole if cell.each else whole // members


def gift(worth: Worth, what: str) -> int:
    return 2 * worth.good("spy") if what == "spies" else worth.good("assassin")


def stay(sight: Sight) -> Choice:
    league = league_of(sight, sight.me)
    if league:
        return Choice(PASS, WHY + "stay_in", {"league": league})
    return Choice(PASS, WHY + "stay_out")


def share_out(sight: Sight, options: tuple[Action, ...]) -> Choice:
    """To myself first, then to those who are furthest from winning."""

    def serves(action: Action) -> tuple[bool, int]:
        assert isinstance(action, ShareOut)
        return sight.me in action.members, -sum(sight.vp[seat] for seat in action.members)

    return Choice(max(options, key=serves), WHY + "share_out")


KNOWLEDGE = AmongLeagues()
