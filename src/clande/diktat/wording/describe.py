"""Effects put into words, in any language of the house: the text that players read on a card.

Sentences are in the catalogue, under `diktat.describe`. A verb stands there in three moods, as
`<gain/gain/gains>`: said to you, as an infinitive, and said of another player.
"""

from __future__ import annotations

import re
from enum import IntEnum
from itertools import groupby

from msgspec import Struct, structs

from clande.diktat.cards import vocabulary as v
from clande.text import Catalogue, catalogue

MOODS = re.compile(r"<([^<>/]*)/([^<>/]*)/([^<>/]*)>")


class Mood(IntEnum):
    YOU = 0
    TO_DO = 1
    THEY = 2


class SentenceContext(Struct, frozen=True):
    """What a sentence may have to know about where it stands."""

    words: Catalogue
    token: v.TokenKind | None = None  # of the cabal whose element it is
    cabal: v.CabalId | None = None
    occasion: v.Occasion | None = None
    anyone: bool = False  # any player may be "you"
    left: bool = False  # a token of yours was given: "here" is the sector it was in

    def say(self, key: str, mood: Mood = Mood.YOU, **values: object) -> str:
        filled = self.words.say(f"diktat.describe.{key}", **values)
        return MOODS.sub(lambda found: found[1 + mood], filled)

    def name(self, place: str, name: str) -> str:
        return self.words.say(f"diktat.names.{place}.{name}")


Element = v.Opportunity | v.CabalCard | v.Cabal
Language = str | Catalogue  # the words of a pack are a catalogue of their own
Said = Element | v.Clause | v.Effect


def describe(said: Said, language: Language, *, cabal: v.Cabal | None = None) -> str:
    """A card or a screen, one clause a line; a clause; or an effect. `cabal` is whose it is."""
    reader = SentenceContext(words(language))
    if isinstance(said, v.Cabal):
        cabal = said
    if cabal is not None:
        reader = structs.replace(reader, token=cabal.token, cabal=cabal.id)
    if isinstance(said, (v.Opportunity, v.CabalCard)):
        return clauses(reader, said.clauses)
    if isinstance(said, v.Cabal):
        return clauses(reader, said.screen)
    if isinstance(said, v.Clause):
        return clause(reader, said)
    return capital(effect(reader, said, Mood.YOU)) + "."


def describe_clauses(
    given: tuple[v.Clause, ...], language: Language, *, cabal: v.Cabal | None = None
) -> str:
    """Clauses, one a line: one level of a marker, say."""
    return "\n".join(describe(each, language, cabal=cabal) for each in given)


def describe_effects(
    do: tuple[v.Effect, ...],
    language: Language,
    *,
    cabal: v.Cabal | None = None,
    within: v.Clause | None = None,
) -> str:
    """Effects in a row, as something to do; `within`: the clause that they are a part of."""
    return capital(sequence(reader_of(language, cabal, within), do, Mood.TO_DO))


def describe_exchange(
    given: v.Exchange,
    language: Language,
    *,
    cabal: v.Cabal | None = None,
    within: v.Clause | None = None,
) -> tuple[str, str]:
    """What an exchange costs, to whom if not the general reserve, and what it does."""
    reader = reader_of(language, cabal, within)
    goods = goods_list(reader, given.give, Mood.TO_DO)
    if given.to is not None:
        goods = f"{goods} {receiver(reader, given.to)}"
    do = sequence(inside(reader, given), given.do, Mood.TO_DO)
    return goods, capital(do)


def reader_of(
    language: Language, cabal: v.Cabal | None, within: v.Clause | None
) -> SentenceContext:
    when = within.when if within else None
    return SentenceContext(
        words(language),
        token=cabal.token if cabal else None,
        cabal=cabal.id if cabal else None,
        occasion=when.on if isinstance(when, v.Ability) else None,
        anyone=within is not None and within.users is v.Users.ANY_PLAYER,
    )


def inside(reader: SentenceContext, given: v.Exchange) -> SentenceContext:
    left = any(item.good is v.Good.TOKEN for item in given.give)
    return structs.replace(reader, left=left or reader.left)


def title(card: v.CardId, language: Language) -> str:
    return words(language).say(f"diktat.names.cards.{card}")


def flavour(card: v.CardId, language: Language) -> str:
    return words(language).say(f"diktat.flavours.{card}")


def words(language: Language) -> Catalogue:
    return catalogue(language) if isinstance(language, str) else language


def clauses(reader: SentenceContext, given: tuple[v.Clause, ...]) -> str:
    """One a line; a scourge that only has its darkness says so by its name."""
    bare = len(given) > 1
    return "\n".join(clause(reader, each, bare=bare) for each in given)


def clause(reader: SentenceContext, given: v.Clause, *, bare: bool = False) -> str:
    when = given.when
    reader = structs.replace(
        reader,
        occasion=when.on if isinstance(when, v.Ability) else None,
        anyone=given.users is v.Users.ANY_PLAYER,
    )
    label = reader.name("whens", type(when).__name__)
    if reader.anyone:
        label = reader.say("everyone", label=label)
    if bare and not given.do:
        return reader.say("label", label=label)
    return reader.say("line", label=label, text=capital(clause_text(reader, given)))


def clause_text(reader: SentenceContext, given: v.Clause) -> str:
    when, do = given.when, given.do
    if not do:
        return reader.say("nothing")
    gains = [each for each in do if isinstance(each, v.Get)]
    if isinstance(when, v.Gain) and len(gains) == len(do):
        got = [amount(reader, each.good, each.amount, Mood.YOU) for each in gains]
        return chain(reader, [reader.say("gained", goods=each) for each in got], "and")
    if given.may:
        text = reader.say("may", do=sequence(reader, do, Mood.TO_DO))
    else:
        text = sequence(reader, do, Mood.YOU)
    if not isinstance(when, v.Ability):
        return text
    if when.on is not None:
        text = reader.say("on", occasion=occasion(reader, when.on), do=text)
    elif any(isinstance(each, v.Exchange) for each in do):
        text = reader.say("once_a_cycle", do=text)
    return reader.say("used", do=text) if when.uses else text


def sequence(reader: SentenceContext, do: tuple[v.Effect, ...], mood: Mood) -> str:
    """Effects one after the other; what is got in one go, or done again, is told in one go."""
    text = ""
    for kind, run in groupby(do, lambda each: type(each) if isinstance(each, v.Get) else each):
        row = list(run)
        if kind is v.Get:
            gets = [each for each in row if isinstance(each, v.Get)]
            told = reader.say("effect.Get", mood, goods=goods_list(reader, gets, mood))
        else:
            told = effect(reader, row[0], mood)
            if len(row) > 1:
                told = reader.say("repeat", do=told, n=len(row))
        if not text:
            text = told
        elif isinstance(row[0], v.If) and mood is Mood.YOU:
            text = reader.say("sentence", first=text, rest=capital(told))
        else:
            text = reader.say("then", first=text, rest=told)
    return text


def effect(reader: SentenceContext, given: v.Effect, mood: Mood) -> str:
    name = type(given).__name__

    def say(suffix: str = "", **values: object) -> str:
        return reader.say(f"effect.{name}{suffix}", mood, **values)

    match given:
        case v.Get() | v.Lose():
            return say(goods=amount(reader, given.good, given.amount, mood))
        case v.Give():
            goods = amount(reader, given.good, given.amount, mood)
            return say(goods=goods, to=receiver(reader, given.to))
        case v.Steal():
            open_kind = given.good in (v.Good.AGENT, v.Good.AFFINITY)
            key = "taken" if open_kind else "goods"
            goods = counted(reader, f"{key}.{given.good}", given.amount, mood)
            return say(
                "_open" if open_kind else "",
                goods=goods,
                of=reader.say("of", who=player(reader, given.of)),
            )
        case v.Exchange():
            goods = goods_list(reader, given.give, mood)
            do = sequence(inside(reader, given), given.do, Mood.TO_DO)
            if given.to is None:
                text = say(goods=goods, do=do)
            else:
                text = say("_to", goods=goods, to=receiver(reader, given.to), do=do)
            return text + times(reader, given.times, mood)
        case v.Advance():
            return say(goods=amount(reader, v.Good.POWER, given.amount, mood))
        case v.Rise():
            return say(goods=amount(reader, v.Good.RANK, given.amount, mood))
        case v.Look():
            pawns = pawns_at(reader, given.amount, given.where, mood)
            if given.where is not v.Place.ANYWHERE:
                return say(pawns=pawns)
            return say("_anywhere" if given.amount == 1 else "_anywhere_many", pawns=pawns)
        case v.LookAtStack():
            if given.where is v.Place.THAT_STACK:
                return say("_that")
            return say() + where(reader, given.where, mood)
        case v.Assassinate():
            return say(pawns=pawns_at(reader, given.amount, given.where, mood))
        case v.MoveStack():
            to = reader.say(f"toward.{given.to}")
            return say("_opposing" if given.opposing else "", to=to)
        case v.SwapPawns():
            place = where(reader, given.where, mood).strip()
            return reader.say("comma", first=say(), rest=place) if place else say()
        case v.MovePawns() | v.Reinforce() | v.MoveOthers():
            return say(n=given.most)
        case v.Infiltrate() | v.ExtraManoeuvre() | v.StruggleBonus():
            return say(n=given.amount)
        case v.PlaceToken():
            if given.where is v.Place.ANYWHERE:
                return say("_anywhere", token=token(reader))
            return say(token=token(reader)) + where(reader, given.where, mood)
        case v.GiveToken():
            return say(token=token(reader), to=receiver(reader, given.to))
        case v.Reach():
            return say(token=token(reader))
        case v.Develop():
            if given.rebate is None:
                return say()
            return say("_rebate", n=given.rebate) if given.rebate else say("_full")
        case v.Keep():
            return say(goods=amount(reader, given.good, given.most, mood))
        case v.Choose():
            form = ("", "_to_do", "_they")[mood]
            each = Mood.THEY if mood is Mood.THEY else Mood.TO_DO
            options = [sequence(reader, option, each) for option in given.options]
            return say(form, options=chain(reader, options, f"effect.or{form}", every=True))
        case v.If():
            values = {
                "condition": condition(reader, given.condition, mood),
                "then": sequence(reader, given.then, mood),
            }
            if not given.otherwise:
                return say(**values)
            return say("_else", **values, otherwise=sequence(reader, given.otherwise, mood))
        case v.Let():
            do = sequence(reader, given.do, Mood.THEY)
            return say(who=player(reader, given.who), do=do)
        case v.Special():
            return reader.words.say(f"diktat.specials.{given.name}")
        case _:
            return say()


def goods_list(
    reader: SentenceContext, goods: tuple[v.Goods, ...] | list[v.Get], mood: Mood
) -> str:
    return chain(reader, [amount(reader, each.good, each.amount, mood) for each in goods], "and")


def amount(reader: SentenceContext, good: v.Good, how_many: v.Amount, mood: Mood) -> str:
    here = "_here" if good is v.Good.TOKEN and reader.occasion is not None else ""
    return counted(reader, f"goods.{good}{here}", how_many, mood)


def counted(reader: SentenceContext, key: str, how_many: v.Amount, mood: Mood) -> str:
    each = how_many if isinstance(how_many, int) else how_many.each
    text = reader.say(key, mood, n=each, token=token(reader))
    if isinstance(how_many, int):
        return text
    per = "per" if how_many.most >= v.UNBOUNDED else "per_most"
    return reader.say(per, goods=text, count=thing(reader, how_many, mood), n=how_many.most)


def pawns_at(reader: SentenceContext, how_many: v.Amount, place: v.Where, mood: Mood) -> str:
    there = "_there" if place is v.Place.THAT_STACK else ""
    text = counted(reader, f"goods.pawn{there}", how_many, mood)
    if isinstance(how_many, int) and how_many > 1:
        text = reader.say("up_to", things=text)
    return text + where(reader, place, mood, many=how_many != 1)


def times(reader: SentenceContext, how_many: v.Amount, mood: Mood) -> str:
    if isinstance(how_many, int):
        return reader.say("times", n=how_many) if how_many > 1 else ""
    per = "times_per" if how_many.most >= v.UNBOUNDED else "times_per_most"
    return reader.say(per, count=thing(reader, how_many, mood), n=how_many.most)


def thing(reader: SentenceContext, per: v.Per, mood: Mood) -> str:
    return reader.say(f"count.{per.count}", mood, token=token(reader))


def player(reader: SentenceContext, who: v.Who) -> str:
    if who is v.Who.ACTOR and isinstance(reader.occasion, v.PawnKilled | v.PawnRevealed):
        return reader.say("who.assassin")
    return reader.say(f"who.{who}")


def receiver(reader: SentenceContext, who: v.Who) -> str:
    if who is not v.Who.OWNER:
        return reader.say("to", who=player(reader, who))
    known = reader.cabal if f"diktat.describe.owner.{reader.cabal}" in reader.words else "any"
    whom = reader.say(f"owner.{known}")
    return reader.say("or_reserve", whom=whom) if reader.anyone else whom


def where(reader: SentenceContext, place: v.Where, mood: Mood, *, many: bool = False) -> str:
    """The place at the end of a sentence, with the space before it."""
    table = "where_many" if many else "where"
    if isinstance(place, v.Near):
        return reader.say(f"{table}.near", sector=place.sector)
    if place is v.Place.ANYWHERE:
        return ""
    if place is v.Place.HERE and isinstance(reader.occasion, v.Spied) and not reader.left:
        return reader.say("where.here_spied")
    if place is v.Place.HERE and reader.left and reader.occasion is None:
        return reader.say("where.here_left")
    if f"diktat.describe.{table}.{place}" not in reader.words:
        table = "where"
    return reader.say(f"{table}.{place}", mood, token=token(reader))


def condition(reader: SentenceContext, given: v.Condition, mood: Mood) -> str:
    key = f"condition.{type(given).__name__}"
    match given:
        case v.Holds():
            return reader.say(key, mood, card=reader.name("cards", given.card))
        case v.HoldsMarker():
            return reader.say(key, mood, sector=given.sector)
        case _:
            return reader.say(key, mood)


def occasion(reader: SentenceContext, given: v.Occasion) -> str:
    key = f"occasion.{type(given).__name__}"
    match given:
        case v.StackToCome() | v.StackPlaced() | v.SectorWon():
            return reader.say(f"{key}_{given.side}") + where(reader, given.where, Mood.YOU)
        case v.SectorRevealed():
            return reader.say(key) + where(reader, given.where, Mood.YOU)
        case v.PawnRevealed() | v.PawnKilled():
            return reader.say(f"{key}_{given.side}", Mood.YOU, **kinds(reader, given.kinds))
        case v.Killed():
            return reader.say(key, Mood.YOU, **kinds(reader, given.kinds))
        case v.DebtTaken():
            return reader.say(f"{key}_{given.side}")
        case _:
            return reader.say(key)


def kinds(reader: SentenceContext, given: tuple[v.Good, ...]) -> dict[str, str]:
    """Kinds of pawns, as one of them and as several."""
    return {
        form: chain(reader, [reader.say(f"{form}.{kind}") for kind in given], "or")
        for form in ("one", "many")
    }


def token(reader: SentenceContext) -> str:
    return reader.name("tokens", reader.token) if reader.token else reader.say("any_token")


def chain(reader: SentenceContext, texts: list[str], link: str, *, every: bool = False) -> str:
    """Texts in a row, the last one joined by the link, the others by a comma or the link too."""
    text = texts[-1]
    for i, first in enumerate(reversed(texts[:-1])):
        text = reader.say(link if every or i == 0 else "comma", first=first, rest=text)
    return text


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
