"""Effects in sentences, in any of our languages: the text that players read on a card.

Sentences are in the catalogue, under `diktat.describe`. A verb has three moods there, as
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
    """What a sentence depends on besides the effect that it describes."""

    texts: Catalogue
    token: v.TokenKind | None = None  # of the cabal whose element it is
    cabal: v.CabalId | None = None
    occasion: v.Occasion | None = None
    anyone: bool = False  # any player may be "you"
    token_left: bool = False  # a token of yours was given: "here" is the sector it was in

    def say(self, key: str, mood: Mood = Mood.YOU, **values: object) -> str:
        filled = self.texts.say(f"diktat.describe.{key}", **values)
        return MOODS.sub(lambda match: match[1 + mood], filled)

    def name(self, place: str, name: str) -> str:
        return self.texts.say(f"diktat.names.{place}.{name}")


Element = v.Opportunity | v.CabalCard | v.Cabal
Language = str | Catalogue  # the texts of a pack are a catalogue of their own
Describable = Element | v.Clause | v.Effect


def describe(subject: Describable, language: Language, *, cabal: v.Cabal | None = None) -> str:
    """A card or a screen, one clause a line; a clause; or an effect. `cabal` is whose it is."""
    context = SentenceContext(texts_of(language))
    if isinstance(subject, v.Cabal):
        cabal = subject
    if cabal is not None:
        context = structs.replace(context, token=cabal.token, cabal=cabal.id)
    if isinstance(subject, (v.Opportunity, v.CabalCard)):
        return clause_lines(context, subject.clauses)
    if isinstance(subject, v.Cabal):
        return clause_lines(context, subject.screen)
    if isinstance(subject, v.Clause):
        return clause_line(context, subject)
    return capital(effect_text(context, subject, Mood.YOU)) + "."


def describe_clauses(
    clauses: tuple[v.Clause, ...], language: Language, *, cabal: v.Cabal | None = None
) -> str:
    """Clauses, one a line: one level of a marker, say."""
    return "\n".join(describe(clause, language, cabal=cabal) for clause in clauses)


def describe_effects(
    do: tuple[v.Effect, ...],
    language: Language,
    *,
    cabal: v.Cabal | None = None,
    within: v.Clause | None = None,
) -> str:
    """Effects in a row, as something to do; `within`: the clause that they are a part of."""
    return capital(sequence(context_of(language, cabal, within), do, Mood.TO_DO))


def describe_exchange(
    exchange: v.Exchange,
    language: Language,
    *,
    cabal: v.Cabal | None = None,
    within: v.Clause | None = None,
) -> tuple[str, str]:
    """What an exchange costs, to whom if not the general reserve, and what it does."""
    context = context_of(language, cabal, within)
    goods = goods_list(context, exchange.give, Mood.TO_DO)
    if exchange.to is not None:
        goods = f"{goods} {receiver(context, exchange.to)}"
    do = sequence(inside(context, exchange), exchange.do, Mood.TO_DO)
    return goods, capital(do)


def context_of(
    language: Language, cabal: v.Cabal | None, within: v.Clause | None
) -> SentenceContext:
    when = within.when if within else None
    return SentenceContext(
        texts_of(language),
        token=cabal.token if cabal else None,
        cabal=cabal.id if cabal else None,
        occasion=when.on if isinstance(when, v.Ability) else None,
        anyone=within is not None and within.users is v.Users.ANY_PLAYER,
    )


def inside(context: SentenceContext, exchange: v.Exchange) -> SentenceContext:
    token_left = any(item.good is v.Good.TOKEN for item in exchange.give)
    return structs.replace(context, token_left=token_left or context.token_left)


def title(card: v.CardId, language: Language) -> str:
    return texts_of(language).say(f"diktat.names.cards.{card}")


def flavour(card: v.CardId, language: Language) -> str:
    return texts_of(language).say(f"diktat.flavours.{card}")


def texts_of(language: Language) -> Catalogue:
    return catalogue(language) if isinstance(language, str) else language


def clause_lines(context: SentenceContext, clauses: tuple[v.Clause, ...]) -> str:
    """One a line; a scourge that only has its darkness says so by its name."""
    bare = len(clauses) > 1
    return "\n".join(clause_line(context, clause, bare=bare) for clause in clauses)


def clause_line(context: SentenceContext, clause: v.Clause, *, bare: bool = False) -> str:
    when = clause.when
    context = structs.replace(
        context,
        occasion=when.on if isinstance(when, v.Ability) else None,
        anyone=clause.users is v.Users.ANY_PLAYER,
    )
    label = context.name("whens", type(when).__name__)
    if context.anyone:
        label = context.say("everyone", label=label)
    if bare and not clause.do:
        return context.say("label", label=label)
    return context.say("line", label=label, text=capital(clause_text(context, clause)))


def clause_text(context: SentenceContext, clause: v.Clause) -> str:
    when, do = clause.when, clause.do
    if not do:
        return context.say("nothing")
    gains = [each for each in do if isinstance(each, v.Get)]
    if isinstance(when, v.Gain) and len(gains) == len(do):
        got = [amount(context, each.good, each.amount, Mood.YOU) for each in gains]
        return chain(context, [context.say("gained", goods=each) for each in got], "and")
    if clause.may:
        text = context.say("may", do=sequence(context, do, Mood.TO_DO))
    else:
        text = sequence(context, do, Mood.YOU)
    if not isinstance(when, v.Ability):
        return text
    if when.on is not None:
        text = context.say("on", occasion=occasion_text(context, when.on), do=text)
    elif any(isinstance(each, v.Exchange) for each in do):
        text = context.say("once_a_cycle", do=text)
    return context.say("used", do=text) if when.uses else text


def sequence(context: SentenceContext, do: tuple[v.Effect, ...], mood: Mood) -> str:
    """Effects one after the other. Several gains in a row share a phrase, and so do repetitions."""
    text = ""
    for kind, run in groupby(do, lambda each: type(each) if isinstance(each, v.Get) else each):
        row = list(run)
        if kind is v.Get:
            gets = [each for each in row if isinstance(each, v.Get)]
            part = context.say("effect.Get", mood, goods=goods_list(context, gets, mood))
        else:
            part = effect_text(context, row[0], mood)
            if len(row) > 1:
                part = context.say("repeat", do=part, n=len(row))
        if not text:
            text = part
        elif isinstance(row[0], v.If) and mood is Mood.YOU:
            text = context.say("sentence", first=text, rest=capital(part))
        else:
            text = context.say("then", first=text, rest=part)
    return text


def effect_text(context: SentenceContext, effect: v.Effect, mood: Mood) -> str:
    name = type(effect).__name__

    def say(suffix: str = "", **values: object) -> str:
        return context.say(f"effect.{name}{suffix}", mood, **values)

    match effect:
        case v.Get() | v.Lose():
            return say(goods=amount(context, effect.good, effect.amount, mood))
        case v.Give():
            goods = amount(context, effect.good, effect.amount, mood)
            return say(goods=goods, to=receiver(context, effect.to))
        case v.Steal():
            open_kind = effect.good in (v.Good.AGENT, v.Good.AFFINITY)
            key = "taken" if open_kind else "goods"
            goods = counted(context, f"{key}.{effect.good}", effect.amount, mood)
            return say(
                "_open" if open_kind else "",
                goods=goods,
                of=context.say("of", who=player(context, effect.of)),
            )
        case v.Exchange():
            goods = goods_list(context, effect.give, mood)
            do = sequence(inside(context, effect), effect.do, Mood.TO_DO)
            if effect.to is None:
                text = say(goods=goods, do=do)
            else:
                text = say("_to", goods=goods, to=receiver(context, effect.to), do=do)
            return text + times(context, effect.times, mood)
        case v.Advance():
            return say(goods=amount(context, v.Good.POWER, effect.amount, mood))
        case v.Rise():
            return say(goods=amount(context, v.Good.RANK, effect.amount, mood))
        case v.Look():
            pawns = pawns_at(context, effect.amount, effect.where, mood)
            if effect.where is not v.Place.ANYWHERE:
                return say(pawns=pawns)
            return say("_anywhere" if effect.amount == 1 else "_anywhere_many", pawns=pawns)
        case v.LookAtStack():
            if effect.where is v.Place.THAT_STACK:
                return say("_that")
            return say() + where(context, effect.where, mood)
        case v.Assassinate():
            return say(pawns=pawns_at(context, effect.amount, effect.where, mood))
        case v.MoveStack():
            to = context.say(f"toward.{effect.to}")
            return say("_opposing" if effect.opposing else "", to=to)
        case v.SwapPawns():
            place = where(context, effect.where, mood).strip()
            return context.say("comma", first=say(), rest=place) if place else say()
        case v.MovePawns() | v.Reinforce() | v.MoveOthers():
            return say(n=effect.most)
        case v.Infiltrate() | v.ExtraManoeuvre() | v.StruggleBonus():
            return say(n=effect.amount)
        case v.PlaceToken():
            if effect.where is v.Place.ANYWHERE:
                return say("_anywhere", token=token(context))
            return say(token=token(context)) + where(context, effect.where, mood)
        case v.GiveToken():
            return say(token=token(context), to=receiver(context, effect.to))
        case v.Reach():
            return say(token=token(context))
        case v.Develop():
            if effect.rebate is None:
                return say()
            return say("_rebate", n=effect.rebate) if effect.rebate else say("_full")
        case v.Keep():
            return say(goods=amount(context, effect.good, effect.most, mood))
        case v.Choose():
            form = ("", "_to_do", "_they")[mood]
            each = Mood.THEY if mood is Mood.THEY else Mood.TO_DO
            options = [sequence(context, option, each) for option in effect.options]
            return say(form, options=chain(context, options, f"effect.or{form}", all_linked=True))
        case v.If():
            values = {
                "condition": condition_text(context, effect.condition, mood),
                "then": sequence(context, effect.then, mood),
            }
            if not effect.otherwise:
                return say(**values)
            return say("_else", **values, otherwise=sequence(context, effect.otherwise, mood))
        case v.Let():
            do = sequence(context, effect.do, Mood.THEY)
            return say(who=player(context, effect.who), do=do)
        case v.Special():
            return context.texts.say(f"diktat.specials.{effect.name}")
        case _:
            return say()


def goods_list(
    context: SentenceContext, goods: tuple[v.Goods, ...] | list[v.Get], mood: Mood
) -> str:
    return chain(context, [amount(context, each.good, each.amount, mood) for each in goods], "and")


def amount(context: SentenceContext, good: v.Good, how_many: v.Amount, mood: Mood) -> str:
    suffix = "_here" if good is v.Good.TOKEN and context.occasion is not None else ""
    return counted(context, f"goods.{good}{suffix}", how_many, mood)


def counted(context: SentenceContext, key: str, how_many: v.Amount, mood: Mood) -> str:
    each = how_many if isinstance(how_many, int) else how_many.each
    text = context.say(key, mood, n=each, token=token(context))
    if isinstance(how_many, int):
        return text
    per = "per" if how_many.most >= v.UNBOUNDED else "per_most"
    return context.say(per, goods=text, count=thing(context, how_many, mood), n=how_many.most)


def pawns_at(context: SentenceContext, how_many: v.Amount, place: v.Where, mood: Mood) -> str:
    suffix = "_there" if place is v.Place.THAT_STACK else ""
    text = counted(context, f"goods.pawn{suffix}", how_many, mood)
    if isinstance(how_many, int) and how_many > 1:
        text = context.say("up_to", things=text)
    return text + where(context, place, mood, many=how_many != 1)


def times(context: SentenceContext, how_many: v.Amount, mood: Mood) -> str:
    if isinstance(how_many, int):
        return context.say("times", n=how_many) if how_many > 1 else ""
    per = "times_per" if how_many.most >= v.UNBOUNDED else "times_per_most"
    return context.say(per, count=thing(context, how_many, mood), n=how_many.most)


def thing(context: SentenceContext, per: v.Per, mood: Mood) -> str:
    return context.say(f"count.{per.count}", mood, token=token(context))


def player(context: SentenceContext, who: v.Who) -> str:
    if who is v.Who.ACTOR and isinstance(context.occasion, v.PawnKilled | v.PawnRevealed):
        return context.say("who.assassin")
    return context.say(f"who.{who}")


def receiver(context: SentenceContext, who: v.Who) -> str:
    if who is not v.Who.OWNER:
        return context.say("to", who=player(context, who))
    owner = context.cabal if f"diktat.describe.owner.{context.cabal}" in context.texts else "any"
    whom = context.say(f"owner.{owner}")
    return context.say("or_reserve", whom=whom) if context.anyone else whom


def where(context: SentenceContext, place: v.Where, mood: Mood, *, many: bool = False) -> str:
    """The place at the end of a sentence, with the space before it."""
    table = "where_many" if many else "where"
    if isinstance(place, v.Near):
        return context.say(f"{table}.near", sector=place.sector)
    if place is v.Place.ANYWHERE:
        return ""
    if place is v.Place.HERE and isinstance(context.occasion, v.Spied) and not context.token_left:
        return context.say("where.here_spied")
    if place is v.Place.HERE and context.token_left and context.occasion is None:
        return context.say("where.here_left")
    if f"diktat.describe.{table}.{place}" not in context.texts:
        table = "where"
    return context.say(f"{table}.{place}", mood, token=token(context))


def condition_text(context: SentenceContext, condition: v.Condition, mood: Mood) -> str:
    key = f"condition.{type(condition).__name__}"
    match condition:
        case v.Holds():
            return context.say(key, mood, card=context.name("cards", condition.card))
        case v.HoldsMarker():
            return context.say(key, mood, sector=condition.sector)
        case _:
            return context.say(key, mood)


def occasion_text(context: SentenceContext, occasion: v.Occasion) -> str:
    key = f"occasion.{type(occasion).__name__}"
    match occasion:
        case v.StackToCome() | v.StackPlaced() | v.SectorWon():
            return context.say(f"{key}_{occasion.side}") + where(context, occasion.where, Mood.YOU)
        case v.SectorRevealed():
            return context.say(key) + where(context, occasion.where, Mood.YOU)
        case v.PawnRevealed() | v.PawnKilled():
            return context.say(
                f"{key}_{occasion.side}", Mood.YOU, **kinds_texts(context, occasion.kinds)
            )
        case v.Killed():
            return context.say(key, Mood.YOU, **kinds_texts(context, occasion.kinds))
        case v.DebtTaken():
            return context.say(f"{key}_{occasion.side}")
        case _:
            return context.say(key)


def kinds_texts(context: SentenceContext, kinds: tuple[v.Good, ...]) -> dict[str, str]:
    """Kinds of pawns, as one of them and as several."""
    return {
        form: chain(context, [context.say(f"{form}.{kind}") for kind in kinds], "or")
        for form in ("one", "many")
    }


def token(context: SentenceContext) -> str:
    return context.name("tokens", context.token) if context.token else context.say("any_token")


def chain(
    context: SentenceContext, texts: list[str], link: str, *, all_linked: bool = False
) -> str:
    """Texts in a row, the last one joined by the link, the others by a comma or the link too."""
    text = texts[-1]
    for i, first in enumerate(reversed(texts[:-1])):
        text = context.say(link if all_linked or i == 0 else "comma", first=first, rest=text)
    return text


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
