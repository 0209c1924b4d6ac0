"""The laws that every game obeys, whatever its rules.

A law takes a way to start a game (from the set-up or from a scene) and a seed, plays, and raises
`LawBroken` where the game breaks it. Those that look at every decision may be limited to so many.
`LAWS` lists them by name; `SECRETS` are those about secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

import msgspec

from clande.kernel import (
    SPECTATOR,
    Action,
    Audience,
    Game,
    IllegalAction,
    QuickLuck,
    Seat,
    View,
    ViewFeed,
    answer_by_default,
    awaited,
    book,
    load,
    offers,
    patched,
    plain,
    resample,
    save,
    told,
    view,
)
from clande.kernel.audience import AUDIENCES, clone
from clande.kernel.engine import act
from clande.kernel.messages import Message
from clande.kernel.questions import Question
from clande.kernel.viewing import whereabouts
from clande.testing.play import attempt, finish, playout

Start = Callable[[], Game[Any]]
Law = Callable[..., None]
Told = list[dict[str, Any]]
IMAGINED = 5  # acts from one imagined world to the next
SOME = 60  # decisions with acts that nobody asked for; the rest of a game without
PUBLIC_WORLDS = 4  # imagined at each question whose choice is open
LISTED = 40  # questions with more answers than this are sampled
DEAL = 1_000_003  # seeds of the other lucks that a law needs


class LawBroken(AssertionError):
    """A game breaks a law: which, where, and how it shows."""

    def __init__(self, law: str, *evidence: object) -> None:
        super().__init__(f"{law}: " + " | ".join(map(str, evidence)))


def viewers(game: Game[Any]) -> tuple[Seat, ...]:
    return (*game.seats, SPECTATOR)


def where(game: Game[Any]) -> str:
    """The rules under way, outermost first."""
    return " > ".join(f"{type(rule).__name__}.{rule.step}" for rule in game.stack)


# ---------------------------------------------------------------------- of the engine's soundness


def repeats(start: Start, seed: int, limit: int | None = None) -> None:
    """The same seed and the same acts give the same bytes at every decision."""
    game, twin = start(), start()
    both = zip(playout(game, QuickLuck(seed)), playout(twin, QuickLuck(seed)), strict=True)
    if save(game) != save(twin):
        raise LawBroken("repeats", "is set up otherwise")
    for first, second in islice(both, limit):
        if first != second or save(game) != save(twin):
            raise LawBroken("repeats", where(game), first, second)


def folds(start: Start, seed: int, limit: int | None = None) -> None:
    """The events alone, folded over the set-up, give the table."""
    game = start()
    again = clone(game.table)
    game.log = []
    for _ in islice(playout(game, QuickLuck(seed)), limit):
        for event in game.log:
            event.apply(again)
        if again != game.table:
            raise LawBroken("folds", where(game), differing(again, game.table), game.log)
        game.log = []


def differing(first: Any, second: Any) -> list[str]:
    return [n for n in first.__struct_fields__ if getattr(first, n) != getattr(second, n)]


def survives(start: Start, seed: int, limit: int | None = None) -> None:
    """Saved and loaded at any decision, in either form, a game goes on as if nothing had been."""
    game = start()
    for count, _ in enumerate(islice(playout(game, QuickLuck(seed)), limit)):
        data = save(game)
        if has_float(msgspec.json.decode(data)):
            raise LawBroken("survives", where(game), "a float is in the saved game")
        for form in (data, save(game, form="msgpack")):
            again = load(form)
            if save(again) != data or again.asked != game.asked or again.acts != game.acts:
                raise LawBroken("survives", where(game), "is not restored as it was")
        if count % 25 == 0 and save(finish(again)) != save(finish(game.clone())):
            raise LawBroken("survives", where(game), "goes on otherwise once restored")


def has_float(value: object) -> bool:
    if isinstance(value, dict):
        return any(map(has_float, value.values()))
    return any(map(has_float, value)) if isinstance(value, list) else isinstance(value, float)


def stays(start: Start, seed: int, limit: int | None = None) -> None:
    """A clone played to the end leaves the original untouched."""
    game, dice = start(), QuickLuck(seed + DEAL)
    for count, _ in enumerate(islice(playout(game, QuickLuck(seed)), limit)):
        if count % 10 == 0:
            before = save(game)
            twin = game.clone()
            for _ in islice(playout(twin, dice), SOME):
                pass
            finish(twin)
            if save(game) != before:
                raise LawBroken("stays", where(game), "a clone has changed it")


def admits(start: Start, seed: int, limit: int | None = None) -> None:
    """All that is offered is accepted; everything else is refused and changes nothing."""
    game, dice = start(), QuickLuck(seed + DEAL)
    tried: list[Action] = []
    for count, (_, done) in enumerate(islice(playout(game, QuickLuck(seed)), limit)):
        tried = [*tried, done][-12:]
        for seat in game.seats:
            asked = [game.asked[seat]] if seat in awaited(game) else []
            open_to_it = asked + [offer.question for offer in offers(game, seat)]
            for question in open_to_it if count % 3 == 0 else asked:
                for action in some_of(question, dice):
                    try:
                        act(game.clone(), seat, action)
                    except Exception as error:
                        raise LawBroken("admits", where(game), seat, action, repr(error)) from error
            before = save(game)
            for action in tried if count % 3 == 0 else ():
                if any(question.admits(action) for question in open_to_it):
                    continue
                other = game.clone()
                if attempt(other, seat, action) is None:
                    raise LawBroken("admits", where(game), seat, action, "nobody offered it")
                if save(other) != before:
                    raise LawBroken("admits", where(game), seat, action, "refused, yet it changed")


def some_of(question: Question, dice: QuickLuck) -> list[Action]:
    if question.size() <= LISTED:
        listed = list(question)
        if len(listed) > question.size() or question.default() not in listed:
            raise LawBroken("admits", question, "lists its answers wrongly")
    else:
        listed = [question.default(), *(question.sample(dice) for _ in range(4))]
    if not all(map(question.admits, listed)):
        raise LawBroken("admits", question, "lists an answer that it does not admit")
    return listed


def conserves(start: Start, seed: int, limit: int | None = None) -> None:
    """Nothing of the game's material is lost, or comes from nowhere; nor in worlds that a viewer
    holds possible."""
    game, dice = start(), QuickLuck(seed + DEAL)
    before = dict(book(game).material(game.table))
    for count, _ in enumerate(islice(playout(game, QuickLuck(seed)), limit)):
        now = dict(book(game).material(game.table))
        if now != before:
            raise LawBroken("conserves", where(game), before, now)
        if count % IMAGINED == 0:
            seat = dice.pick(viewers(game))
            check_material(game, imagined_by(view(game, seat), dice), seat)


def ends(start: Start, seed: int, limit: int | None = None) -> None:
    """Random play ends within the game's bound, and there is an outcome."""
    game = start()
    for count, _ in enumerate(playout(game, QuickLuck(seed), meddling=0)):
        if count > book(game).bound:
            raise LawBroken("ends", where(game), f"still undecided after {count} decisions")
    scores = book(game).outcome(game.table).scores
    if len(scores) != game.header.seats:
        raise LawBroken("ends", scores, "is not one score a seat")


def outlives(start: Start, seed: int, limit: int | None = None) -> None:
    """Any seats may leave at any decision: default answers bring the game to its end."""
    dice = QuickLuck(seed + DEAL)
    game = start()
    leaving = {seat: dice.below(60) for seat in game.seats if dice.below(4)}
    for count in range(2 * book(game).bound):
        if not game.stack:
            return
        seat = dice.pick(awaited(game))
        if leaving.get(seat, count + 1) <= count:
            answer_by_default(game, seat)
        else:
            act(game, seat, game.asked[seat].sample(dice))
    raise LawBroken("outlives", where(game), leaving, "does not end without them")


# ------------------------------------------------------------------------------ of its secrets


def blind_views(start: Start, seed: int, limit: int | None = None) -> None:
    """Law 1. No view tells two worlds apart that its viewer holds possible."""
    game, dice = start(), QuickLuck(seed + DEAL)
    for count, _ in enumerate(islice(playout(game, QuickLuck(seed)), limit)):
        if count % 2:
            continue
        for seat in viewers(game):
            true = view(game, seat)
            imagined = view(imagined_by(true, dice), seat)
            # How a game ended is disclosed: hidden goods may have decided it.
            if differences := [name for name in differing(true, imagined) if name != "outcome"]:
                raise LawBroken("blind views", where(game), seat, differences)


def blind_stories(start: Start, seed: int, limit: int | None = None) -> None:
    """Law 2. The same act in two such worlds tells the viewer the same, up to a disclosure that
    the rules intend; and an act of the viewer's own is refused in both or in neither."""
    game, dice = start(), QuickLuck(seed + DEAL)
    compare_stories(game, dice)
    for count, _ in enumerate(islice(playout(game, QuickLuck(seed)), limit)):
        if count % 3 == 0:
            compare_stories(game, dice)


def compare_stories(game: Game[Any], dice: QuickLuck) -> None:
    tries: list[tuple[Seat, Action]] = [(s, game.asked[s].sample(dice)) for s in awaited(game)]
    for seat in game.seats:
        if open_to_it := offers(game, seat):
            tries.append((seat, dice.pick(open_to_it).question.sample(dice)))
    tries += [(dice.below(game.header.seats), action) for _, action in tries]
    for seat in viewers(game):
        true = view(game, seat)
        for actor, action in tries:
            compare_story(game, imagined_by(true, dice), seat, actor, action, dice)


def compare_story(
    game: Game[Any], twin: Game[Any], seat: Seat, actor: Seat, action: Action, dice: QuickLuck
) -> None:
    # The same seats have answered. What, nobody knows until the last answer opens them all.
    opens = awaited(game) == [actor] and game.asked[actor].admits(action)
    for other, answer in game.answers.items():
        if other != seat:
            question = twin.asked[other]
            sealed = question.alike(answer, dice) if opens else question.sample(dice)
            twin.answers[other] = sealed if question.admits(sealed) else question.sample(dice)
    alike = action if actor == seat else looking_alike(game, twin, actor, action, dice)
    copy = game.clone()
    first, second = story(copy, seat, actor, action), story(twin, seat, actor, alike)
    place = (where(game), f"seat {seat} sees seat {actor}", action)
    if isinstance(first, IllegalAction) or isinstance(second, IllegalAction):
        if actor == seat and repr(first) != repr(second):
            raise LawBroken("blind stories", *place, "is refused otherwise:", first, second)
    elif first != second:
        if not parted_by_disclosure(game, first, second):
            raise LawBroken("blind stories", *place, first, second)
    elif copy.stack and (differences := differing(view(copy, seat), view(twin, seat))):
        raise LawBroken("blind stories", *place, "leaves views that differ:", differences)


def looking_alike(
    game: Game[Any], twin: Game[Any], actor: Seat, action: Action, dice: QuickLuck
) -> Action:
    """What the actor does in the other world: the same, as far as anyone could see."""
    question = twin.asked.get(actor)
    if question and actor in awaited(game) and game.asked[actor].admits(action):
        return question.alike(action, dice)
    for offer in offers(twin, actor):
        if type(offer.question.default()) is type(action):
            other = offer.question.alike(action, dice)
            if offer.question.admits(other):
                return other
    return action


def story(game: Game[Any], seat: Seat, actor: Seat, action: Action) -> Told | IllegalAction:
    """What `seat` is told when `actor` does this, or the refusal."""
    game.log = []
    if refusal := attempt(game, actor, action):
        return refusal
    return [heard for event in game.log if (heard := told(event, seat)) is not None]


def parted_by_disclosure(game: Game[Any], first: Told, second: Told) -> bool:
    """Whether the first difference is one that the rules mean to make."""
    kinds = {kind.__name__: kind for kind in book(game).events}
    for a, b in zip(first, second, strict=False):
        if a != b:
            if kinds[a["type"]].discloses or kinds[b["type"]].discloses:
                return True
            fields = AUDIENCES[kinds[a["type"]]]
            return a["type"] == b["type"] and not any(
                fields[name] is Audience.EVERYONE
                for name in a
                if name != "type" and a[name] != b[name]
            )
    rest = first[len(second) :] + second[len(first) :]
    return kinds[rest[0]["type"]].discloses


def check_material(game: Game[Any], world: Game[Any], seat: Seat) -> None:
    """An imagined world is made of the same things as the true one."""
    material = book(game).material
    expected = material(game.table)
    try:
        actual = material(world.table)
    except AssertionError as error:
        raise LawBroken("conserves", where(game), seat, f"no such world: {error}") from error
    if dict(actual) != dict(expected):
        raise LawBroken("conserves", where(game), seat, "a world of other material")


def imagined_by(view: View[Any], dice: QuickLuck) -> Game[Any]:
    """A world that fits a view. A view that no world fits shows what nobody can see."""
    try:
        return resample(view, dice)
    except Exception as error:
        raise LawBroken("blind views", whereabouts(view.stack), view.seat, repr(error)) from error


def rebuilds(start: Start, seed: int, limit: int | None = None) -> None:
    """Law 3. Each viewer's numbered messages are contiguous and rebuild its view by themselves;
    and what a viewer may not notice sends it nothing."""
    game = start()
    game.log = []
    feeds = [ViewFeed(game, seat) for seat in viewers(game)]
    clients = [over_the_wire(feed.view) for feed in feeds]
    numbers = [feed.number for feed in feeds]
    read = 0
    for _ in islice(playout(game, QuickLuck(seed)), limit):
        happened, read = game.log[read:], len(game.log)
        for i, feed in enumerate(feeds):
            now = over_the_wire(plain(view(game, feed.seat)))
            unheard = [e for e in happened if e.secret and told(e, feed.seat) is None]
            if happened and len(unheard) == len(happened) and now != clients[i]:
                raise LawBroken("rebuilds", where(game), feed.seat, "a secret shows", happened)
            message = feed.message(game)
            if message is None:
                if now != clients[i]:
                    raise LawBroken("rebuilds", where(game), feed.seat, "a change was not sent")
                continue
            if message.number != numbers[i] + 1:
                raise LawBroken("rebuilds", feed.seat, f"{numbers[i]} then {message.number}")
            if not (message.story or message.patch):
                raise LawBroken("rebuilds", feed.seat, "a message says nothing")
            numbers[i] = message.number
            sent = msgspec.json.decode(msgspec.json.encode(message), type=Message)
            clients[i] = patched(clients[i], sent.patch)
            if clients[i] != now:
                raise LawBroken("rebuilds", where(game), feed.seat, "the messages alone mislead")


def open_choices(start: Start, seed: int, limit: int | None = None) -> None:
    """Law 4. Where a choice is open, no secret has a part in it: in worlds that everybody holds
    possible the same seat has the same options."""
    game, dice = start(), QuickLuck(seed + DEAL)
    compare_choices(game, dice)
    for _ in islice(playout(game, QuickLuck(seed)), limit):
        compare_choices(game, dice)


def compare_choices(game: Game[Any], dice: QuickLuck) -> None:
    choices = {seat: asked for seat, asked in game.asked.items() if getattr(asked, "open", False)}
    if not choices:
        return
    public = view(game, SPECTATOR)
    for _ in range(PUBLIC_WORLDS):
        world = imagined_by(public, dice)
        for seat, choice in choices.items():
            if world.asked[seat] != choice:
                raise LawBroken("open choices", where(game), seat, choice, world.asked[seat])


def over_the_wire(value: Any) -> Any:
    """As a client has it, who shares no memory with us."""
    return msgspec.json.decode(msgspec.json.encode(value))


SECRETS: Mapping[str, Law] = {
    "blind views": blind_views,
    "blind stories": blind_stories,
    "rebuilds": rebuilds,
    "open choices": open_choices,
}
LAWS: Mapping[str, Law] = {
    "repeats": repeats,
    "folds": folds,
    "survives": survives,
    "stays": stays,
    "admits": admits,
    "conserves": conserves,
    "ends": ends,
    "outlives": outlives,
    **SECRETS,
}
