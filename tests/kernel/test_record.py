"""Saving in the middle of anything, and records in which every tampering shows."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from clande.kernel import (
    PASS,
    Answers,
    Game,
    Header,
    Mismatch,
    Number,
    QuickLuck,
    Record,
    SealedLuck,
    Sealing,
    SomeAction,
    Unreadable,
    act,
    answer_by_default,
    awaited,
    begin,
    digest,
    head,
    load,
    lucky,
    note,
    read_record,
    replay,
    save,
    set_up,
    verify,
    write_record,
)
from clande.kernel.record import reader
from clande.testing import finish, playout
from examples.contraband import BOOK
from examples.contraband.actions import Borrow, Hawk
from examples.contraband.events import CoinsMoved, TurnSpent

FORMS: tuple[Literal["json", "msgpack"], ...] = ("json", "msgpack")
SEALING = Sealing("table seven", BOOK.version, bytes(range(32)), (b"a" * 16, b"b" * 16, b"c" * 16))


def header(seats: int = 3) -> Header:
    return head("contraband", seats, (), {})


# ----------------------------------------------------------------------------------------- reading


def read_action(value: object) -> SomeAction:
    data = msgspec.json.encode(value)
    return msgspec.json.decode(data, type=SomeAction, dec_hook=reader(BOOK))


def test_an_action_is_read_by_its_tag() -> None:
    assert read_action(Hawk()) == Hawk()
    assert read_action(PASS) == PASS


@pytest.mark.parametrize(
    "value", [{"type": "Whistle"}, {"type": ["Hawk"]}, {"type": 3}, {}, [], "Hawk", None], ids=str
)
def test_what_is_no_action_is_not_read(value: object) -> None:
    """An event is none either."""
    with pytest.raises(msgspec.ValidationError):
        read_action(value)
    with pytest.raises(msgspec.ValidationError):
        read_action(TurnSpent(0))


# ------------------------------------------------------------------------------------------- saving


@pytest.mark.parametrize("form", FORMS)
@given(seed=st.integers(0, 2**32), seats=st.integers(2, 5), stop=st.integers(0, 120))
@settings(max_examples=15, deadline=None)
def test_a_game_saved_at_any_decision_goes_on_as_if_nothing_had_been(
    form: Literal["json", "msgpack"], seed: int, seats: int, stop: int
) -> None:
    game = set_up(header(seats), lucky(seed))
    for count, _ in enumerate(playout(game, QuickLuck(seed), meddling=2)):
        if count == stop:
            break
    again = load(save(game, log=True, form=form))
    assert again == game
    assert save(finish(again), log=True) == save(finish(game), log=True)


def test_random_games_are_saved_inside_windows_and_with_sealed_answers() -> None:
    """The places that matter are really among those that random games come through."""
    found: set[str] = set()
    for seed in range(12):
        game = set_up(header(5), QuickLuck(seed))
        for _ in playout(game, QuickLuck(seed), meddling=2):
            places = {type(rule).__name__ for rule in game.stack} & {"Answers", "Precedence"}
            places |= {"answers"} if game.answers else set()
            if not places <= found:
                for form in FORMS:
                    assert load(save(game, log=True, form=form)) == game
                found |= places
    assert found == {"Answers", "Precedence", "answers"}


def test_the_same_game_has_the_same_bytes() -> None:
    one, two = (finish(set_up(header(), lucky(4))) for _ in range(2))
    for form in FORMS:
        assert save(one, form=form) == save(two, form=form)


def test_the_order_of_a_dict_is_part_of_a_game() -> None:
    game = set_up(header(), lucky(4))
    game.table.sunk = {"silk": 1, "guns": 2}
    data = save(game)
    assert list(load(data).table.sunk) == ["silk", "guns"]
    game.table.sunk = {"guns": 2, "silk": 1}
    assert save(game) != data


def test_the_log_is_saved_where_it_is_asked_for() -> None:
    game = finish(set_up(header(), lucky(4)))
    assert game.log
    assert load(save(game, log=True)).log == game.log
    assert load(save(game)).log == []


def test_a_finished_game_is_saved_too() -> None:
    game = finish(set_up(header(), lucky(4)))
    again = load(save(game))
    assert again.is_over and again.table == game.table and again.acts == "none"


def saved() -> bytes:
    return save(set_up(header(), lucky(1)))


def altered(change: Callable[[dict[str, Any]], object], data: bytes | None = None) -> bytes:
    there = json.loads(data or saved())
    change(there)
    return json.dumps(there).encode()


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda d: d.update(format=3), "format 3; this server reads 2"),
        (lambda d: d.pop("format"), "format"),
        (lambda d: d.update(format="1"), r"\$\.format"),
        (lambda d: d["header"].update(version="0.9"), "version 0.9; here is contraband 1"),
        (lambda d: d["header"].update(mix="whist"), "no game is called 'whist'"),
        (lambda d: d["header"].update(mix="contraband+x"), "no module 'x'"),
        (lambda d: d["header"].update(seats="3"), r"\$\.header\.seats"),
        (lambda d: d.pop("table"), "table"),
        (lambda d: d["table"].update(night="one"), "Expected `int`, got `str`.*night"),
        (lambda d: d["table"].update(night=1.5), "Expected `int`, got `float`.*night"),
        (lambda d: d["table"].pop("bag"), "missing required field `bag`"),
        (lambda d: d["stack"][0].update(type="Whist"), "Invalid value 'Whist'"),
        (lambda d: d["stack"][0].pop("type"), "type"),
        (lambda d: d["luck"].update(type="Dice"), "Invalid value 'Dice'"),
        (lambda d: d["luck"].update(key="?"), r"\$\.luck\.key"),
        (lambda d: d.update(answers={"0": {"type": "Dance"}}), "Invalid value 'Dance'"),
        (lambda d: d.update(answers={"zero": {"type": "Pass"}}), "answers"),
        (lambda d: d.update(pauses=1), r"\$\.pauses"),
        (lambda d: d.update(log=[{"type": "Rained"}]), "Invalid value 'Rained'"),
    ],
)
def test_what_cannot_be_loaded_is_named(change: Callable[[Any], object], named: str) -> None:
    with pytest.raises(Unreadable, match=named):
        load(altered(change))


@pytest.mark.parametrize("form", FORMS)
def test_truncated_bytes_are_unreadable(form: Literal["json", "msgpack"]) -> None:
    data = save(set_up(header(), lucky(1)), form=form)
    for length in (*range(12), len(data) // 2, len(data) - 1):
        with pytest.raises(Unreadable, match=r"\w"):
            load(data[:length])
    with pytest.raises(Unreadable, match=r"\w"):
        load(data + b"}")


@given(st.binary(max_size=60))
def test_random_bytes_are_unreadable(data: bytes) -> None:
    with pytest.raises(Unreadable):
        load(data)
    with pytest.raises(Unreadable):
        read_record(data)


def test_bytes_nested_too_deep_are_unreadable() -> None:
    """Where the reader looks, that is: what it does not know it passes over."""
    with pytest.raises(Unreadable):
        read_record(b'{"unknown":' + b"[" * 100_000)


def test_a_rule_at_a_step_that_it_does_not_have_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="nope"):
        load(altered(lambda d: d["stack"][-1].update(step="nope")))


# ------------------------------------------------------------------------------------------ records


def recorded(decisions: int = 40) -> tuple[Record, Game[Any]]:
    """A record of the first decisions of a random game, its seed opened."""
    record, game = begin(header(), SEALING)
    scout, dice = set_up(header(), SEALING.luck()), QuickLuck(3)
    for count, (seat, action) in enumerate(playout(scout, dice)):
        note(record, game, seat, action)
        if count == decisions:
            break
    record.seed = SEALING.seed.hex()
    return record, game


RECORD, GAME = recorded()


@pytest.fixture
def record() -> Record:
    return deepcopy(RECORD)


def test_a_record_begins_with_what_everyone_knows() -> None:
    record, game = begin(header(), SEALING, pauses="none")
    assert record.seed == "" and record.entries == []
    assert record.commitment == SEALING.commitment()
    assert record.nonces == tuple(nonce.hex() for nonce in SEALING.nonces)
    assert (record.table, record.header, record.pauses) == ("table seven", header(), "none")
    assert game.pauses == "none"
    assert game.luck != SEALING.luck() and isinstance(game.luck, SealedLuck)
    assert save(game) == save(set_up(header(), SEALING.luck(), pauses="none"))


def test_an_entry_says_who_did_what_and_what_happened() -> None:
    record, game = begin(header(), SEALING, pauses="none")
    (seat,) = awaited(game)
    entry = note(record, game, seat, Hawk())
    assert record.entries == [entry]
    assert (entry.seat, entry.action) == (seat, Hawk())
    assert entry.events == (CoinsMoved(seat, 1), TurnSpent(seat))
    assert entry.digest == hashlib.sha256(proven(game)).hexdigest() == digest(game)


def proven(game: Game[Any]) -> bytes:
    """What a digest covers, written out."""
    facts = {
        "format": 2,
        "header": game.header,
        "table": game.table,
        "luck": game.luck,
        "answers": game.answers,
        "suspended": list(game.suspended.values()),
        "asked": list(game.asked),
    }
    return msgspec.json.encode(facts)


def test_a_digest_covers_facts_and_no_name_of_a_frame_or_a_step() -> None:
    _, game = begin(header(), SEALING)
    before = digest(game)

    class Renamed(type(game.stack[-1])):  # type: ignore[misc]
        pass

    fields = structs.asdict(game.stack[-1])
    game.stack[-1] = Renamed(**{**fields, "step": "renamed"})
    assert digest(game) == before


@pytest.mark.parametrize(
    "change",
    [
        lambda game: setattr(game.table, "night", game.table.night + 1),
        lambda game: game.luck.word(),
        lambda game: game.answers.update({0: Number(1)}),
        lambda game: game.suspended.update({0: {0: Number(1)}}),
        lambda game: setattr(game, "asked", dict(list(game.asked.items())[1:])),
    ],
    ids=["table", "luck", "answers", "suspended", "asked"],
)
def test_a_digest_changes_with_each_fact(change: Callable[[Any], object]) -> None:
    _, game = begin(header(), SEALING)
    before = digest(game)
    change(game)
    assert digest(game) != before


def test_a_link_is_the_hash_of_its_entry_and_of_the_link_before(record: Record) -> None:
    sealed = (record.table, record.commitment, record.nonces)
    table = (record.pauses, record.drawn_by, record.options)
    about = (record.format, record.header, *table, *sealed)
    link = hashlib.sha256(msgspec.json.encode(about)).hexdigest()
    for entry in record.entries:
        body = [link, entry.seat, entry.action, entry.events, entry.digest, entry.commitment]
        link = hashlib.sha256(msgspec.json.encode(body)).hexdigest()
        assert entry.link == link


def test_a_refused_act_is_not_written_down() -> None:
    record, game = begin(header(), SEALING, pauses="none")
    before = save(game)
    with pytest.raises(ValueError, match="not_offered"):
        note(record, game, awaited(game)[0], Number(1))
    assert record.entries == [] and save(game) == before


def test_a_record_notes_events_even_in_a_game_without_a_log() -> None:
    record, game = begin(header(), SEALING, pauses="none")
    game.log = None
    for _ in range(2):
        (seat,) = awaited(game)
        assert note(record, game, seat, Hawk()).events == (CoinsMoved(seat, 1), TurnSpent(seat))
    assert len(game.log or ()) == 4


def test_a_record_survives_being_written_and_read(record: Record) -> None:
    again = read_record(write_record(record))
    assert again == record
    assert write_record(again) == write_record(record)


def test_a_true_record_holds_and_ends_where_the_game_did(record: Record) -> None:
    assert save(verify(record)) == save(GAME)
    assert save(verify(read_record(write_record(record)))) == save(GAME)


def test_a_whole_game_verifies_to_its_end() -> None:
    record, game = begin(header(), SEALING)
    while not game.is_over:
        seat = awaited(game)[0]
        note(record, game, seat, game.asked[seat].default())
    record.seed = SEALING.seed.hex()
    assert verify(record).is_over


@pytest.mark.parametrize("until", [0, 1, 17, 41, 1000])
def test_a_record_can_be_replayed_up_to_any_entry(record: Record, until: int) -> None:
    game = replay(record, SEALING.luck(), until)
    assert len(record.entries) == 41
    if until:
        assert digest(game) == record.entries[min(until, 41) - 1].digest
    else:
        assert save(game) == save(set_up(header(), SEALING.luck()))


def test_what_comes_after_the_end_of_a_replay_is_not_looked_at(record: Record) -> None:
    record.entries[20] = structs.replace(record.entries[20], link="x")
    replay(record, SEALING.luck(), until=20)
    with pytest.raises(Mismatch, match="entry 21"):
        replay(record, SEALING.luck(), until=21)


def test_a_sealed_record_cannot_be_verified_yet(record: Record) -> None:
    record.seed = ""
    with pytest.raises(Mismatch, match="has not been opened yet"):
        verify(record)


def entry(record: Record, number: int, **fields: Any) -> None:
    record.entries[number - 1] = structs.replace(record.entries[number - 1], **fields)


def first_with_events(record: Record, least: int = 1) -> int:
    return next(n for n, e in enumerate(record.entries, 1) if len(e.events) >= least)


def swap(record: Record, one: int) -> None:
    entries = record.entries
    entries[one - 1], entries[one] = entries[one], entries[one - 1]


def another(digits: str) -> str:
    return ("1" if digits[0] != "1" else "2") + digits[1:]


TAMPERINGS: dict[str, tuple[Callable[[Record], object], str]] = {
    "another seed": (lambda r: setattr(r, "seed", another(r.seed)), "not the one"),
    "a short seed": (lambda r: setattr(r, "seed", r.seed[2:]), "seed or a nonce"),
    "no hex": (lambda r: setattr(r, "seed", "x" * 64), "seed or a nonce"),
    "another commitment": (
        lambda r: setattr(r, "commitment", another(r.commitment)),
        "not the one",
    ),
    "another table": (lambda r: setattr(r, "table", "table eight"), "not the one"),
    "another nonce": (
        lambda r: setattr(r, "nonces", (another(r.nonces[0]), *r.nonces[1:])),
        "entry 1",
    ),
    "nonces exchanged": (lambda r: setattr(r, "nonces", r.nonces[::-1]), "entry 1"),
    "a nonce more": (lambda r: setattr(r, "nonces", (*r.nonces, r.nonces[0])), "4 nonces for 3"),
    "a nonce less": (lambda r: setattr(r, "nonces", r.nonces[1:]), "2 nonces for 3"),
    "a short nonce": (lambda r: setattr(r, "nonces", (r.nonces[0][2:], *r.nonces[1:])), "a nonce"),
    "more seats": (
        lambda r: setattr(r, "header", structs.replace(r.header, seats=4)),
        "3 nonces for 4",
    ),
    "another version": (
        lambda r: setattr(r, "header", structs.replace(r.header, version="2")),
        "not the one",
    ),
    "another option": (
        lambda r: setattr(r, "header", structs.replace(r.header, options={"purse": 10})),
        "entry 1",
    ),
    "another format": (lambda r: setattr(r, "format", 3), "entry 1"),
    "who drew a nonce": (lambda r: setattr(r, "drawn_by", ("house", "seat", "seat")), "entry 1"),
    "an option of the table": (lambda r: setattr(r, "options", {"pace": "slow"}), "entry 1"),
    "a commitment": (lambda r: entry(r, 9, commitment="00"), "entry 9"),
    "no breath": (lambda r: setattr(r, "pauses", "none"), "entry 1"),
    "another action": (lambda r: entry(r, 9, action=Borrow()), "entry 9"),
    "a forbidden action": (lambda r: entry(r, 9, action=Number(77)), "entry 9 is refused: not_"),
    "another seat": (lambda r: entry(r, 9, seat=(r.entries[8].seat + 1) % 3), "entry 9"),
    "a seat that is not there": (lambda r: entry(r, 9, seat=7), "entry 9 is refused: no_seat"),
    "another event": (
        lambda r: entry(r, first_with_events(r), events=(TurnSpent(0), TurnSpent(0))),
        "other events follow",
    ),
    "an event less": (
        lambda r: entry(
            r, first_with_events(r, 2), events=r.entries[first_with_events(r, 2) - 1].events[1:]
        ),
        "other events follow",
    ),
    "an event more": (
        lambda r: entry(r, 5, events=(*r.entries[4].events, TurnSpent(0))),
        "entry 5: other events follow",
    ),
    "another game left": (lambda r: entry(r, 7, digest="0" * 64), "entry 7 leaves another game"),
    "another link": (lambda r: entry(r, 7, link="0" * 64), "entry 7: the chain is broken"),
    "no link": (lambda r: entry(r, 41, link=""), "entry 41: the chain is broken"),
    "an entry dropped": (lambda r: r.entries.pop(10), "entry 11"),
    "the first dropped": (lambda r: r.entries.pop(0), "entry 1"),
    "an entry twice": (lambda r: r.entries.insert(10, r.entries[10]), "entry 12"),
}


@pytest.mark.parametrize("name", TAMPERINGS)
def test_every_tampering_shows_where_it_is(name: str, record: Record) -> None:
    tamper, named = TAMPERINGS[name]
    tamper(record)
    with pytest.raises(Mismatch, match=named):
        verify(record)


@pytest.mark.parametrize("number", range(1, 41))
def test_two_entries_exchanged_show(number: int, record: Record) -> None:
    swap(record, number)
    with pytest.raises(Mismatch, match=f"entry {number}|entry {number + 1}"):
        verify(record)


@given(number=st.integers(1, 41), data=st.data())
@settings(max_examples=40, deadline=None)
def test_a_digit_of_any_link_or_digest_changed_shows(number: int, data: st.DataObject) -> None:
    record = structs.replace(RECORD, entries=list(RECORD.entries))
    name = data.draw(st.sampled_from(["digest", "link"]))
    was: str = getattr(record.entries[number - 1], name)
    place = data.draw(st.integers(0, 63))
    digit = data.draw(st.sampled_from("0123456789abcdef").filter(lambda d: d != was[place]))
    entry(record, number, **{name: was[:place] + digit + was[place + 1 :]})
    with pytest.raises(Mismatch, match=f"entry {number}"):
        verify(record)


def test_options_that_the_game_does_not_have_show(record: Record) -> None:
    record.header = structs.replace(record.header, options={})
    with pytest.raises((Mismatch, Unreadable)):
        verify(record)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda d: d.update(format=9), "format 9"),
        (lambda d: d["header"].update(version="0"), "version 0"),
        (lambda d: d["entries"][3].update(seat="one"), "entries"),
        (lambda d: d["entries"][3].update(action={"type": "Dance"}), "Invalid value 'Dance'"),
        (lambda d: d["entries"][3].pop("link"), "missing required field `link`"),
        (lambda d: d.update(entries={}), "entries"),
        (lambda d: d.pop("commitment"), "commitment"),
    ],
)
def test_what_cannot_be_read_in_a_record_is_named(
    change: Callable[[Any], object], named: str
) -> None:
    with pytest.raises(Unreadable, match=named):
        read_record(altered(change, write_record(RECORD)))


def test_an_entry_is_a_value() -> None:
    assert RECORD.entries[0] == structs.replace(RECORD.entries[0])
    with pytest.raises(AttributeError):
        RECORD.entries[0].seat = 5  # type: ignore[misc]


def deep_game() -> Iterator[Game[Any]]:
    for seed in range(30):
        game = set_up(header(4), QuickLuck(seed))
        for _ in playout(game, QuickLuck(seed), meddling=2):
            if any(isinstance(rule, Answers) for rule in game.stack):
                yield game
                break


def test_a_record_can_begin_anywhere_a_game_is_loaded() -> None:
    """Answers read back ask the same, and default answers end the game."""
    games = list(deep_game())
    assert len(games) > 5
    for game in games[:5]:
        again = load(save(game))
        assert again.asked == game.asked
        while not again.is_over:
            answer_by_default(again, awaited(again)[0])


def test_answers_that_are_not_admitted_any_more_are_asked_again() -> None:
    game = set_up(header(), lucky(1), pauses="seats")
    act(game, 0, PASS)
    data = altered(lambda d: d["answers"].update({"0": {"type": "Yes"}}), save(game))
    again = load(data)
    assert again.answers == {} and 0 in awaited(again)
