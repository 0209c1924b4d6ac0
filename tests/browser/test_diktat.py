"""Diktat in five browsers: pressed on real controls to the end, and nothing heard of others."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.five import NAMES, Five, looked_at
from tests.browser.hearing import Listener, hold
from tests.server.secrecy import Leak
from tests.support.screens import ROOT

FIGURES = ROOT / "test-results/diktat-act-to-seen.json"
FAR_TOO_LONG = 3000  # milliseconds; the bar itself is for a machine with nothing else to do


def test_five_play_a_whole_game_and_hear_nothing_of_others(five: Five) -> None:
    five.by_hand()
    with five.host_looking():
        five.play(lambda: five.game.table.phase == "manoeuvres" and five.game.table.serial > 12)
    for person in five.people[:4]:
        # the day's colours are all on the desk of the fourth
        looked_at(person, f"diktat-{person.name}", faults=person.seat != 2)
    with five.host_looking():
        five.play(lambda: not five.game.stack)
    times = five.measured(five.people[:1])
    p95 = times[int(len(times) * 0.95)]
    FIGURES.parent.mkdir(exist_ok=True)
    FIGURES.write_text(json.dumps({"seen": len(times), "p50": times[len(times) // 2], "p95": p95}))
    assert p95 < FAR_TOO_LONG
    pressed = set().union(*(person.pressed() for person in five.people))
    assert pressed >= {"kind", "sector", "option", "pawn", "do"}
    assert sum(bool(moment.sealed) for moment in five.moments) > 5
    seed = five.opened()
    for person in five.people:
        assert five.held(person) > 100
        told = [text.encode() for came, text in person.ear.frames if came]
        for body in (*told, *person.ear.gather()):
            assert seed.encode() not in body
        expect(person.page.locator(".won")).to_be_visible()


def test_one_who_heard_a_secret_is_found_out(five: Five) -> None:
    """The same bytes, but for one number of somebody else's reserve."""
    person = five.people[1]
    at = next(
        number
        for number, (came, text) in enumerate(person.ear.frames)
        if came and '"reserves"' in text and '"type":"news"' in text
    )
    news = json.loads(person.ear.frames[at][1])
    moment = five.notes.heard(five.table, 1)[news["number"]]
    for change in news["patch"]:
        if "reserves" in change["path"]:
            change["path"] = ["game", "table", "reserves"]
            change["value"] = moment.game.table.reserves[2]
    honest = person.ear.frames[at]
    person.ear.frames[at] = (True, json.dumps(news))
    with pytest.raises(Leak):
        five.held(person)
    person.ear.frames[at] = honest


def test_one_who_heard_of_a_sealed_answer_is_found_out(five: Five) -> None:
    """The same bytes, but for a message in which nothing stands, when another has answered."""
    viewer, moments = 1, five.moments
    at = next(
        n for n, moment in enumerate(moments) if moment.sealed and viewer not in moment.sealed
    )
    number = moments[at].numbers[viewer]
    frames = [(came, json.loads(text)) for came, text in five.people[viewer].ear.frames]
    heard: list[tuple[bool, str]] = []
    for came, said in frames:
        if came and said["type"] == "news" and said["number"] > number:
            said["number"] += 1
        heard.append((came, json.dumps(said)))
        if came and said["type"] == "news" and said["number"] == number:
            nothing = {"type": "news", "number": number + 1, "patch": [], "story": []}
            heard.append((True, json.dumps(nothing)))
    names = dict(enumerate(NAMES))
    listener = Listener(five.notes, five.table, viewer, names)
    listener.heard = {n + (n > number): moment for n, moment in listener.heard.items()}
    listener.heard[number + 1] = moments[at]
    with pytest.raises(Leak, match="sealed"):
        hold(heard, listener)


def test_a_team_is_sent_by_keys_alone(five: Five) -> None:
    """Which manoeuvre, where, whom and in which order: no pointer is needed."""
    five.at_once("base", 2)

    page = five.people[0].page
    send = page.locator(".answer .kinds").get_by_role("button", name="Envoyer une équipe")
    with five.host_looking():
        five.play(send.is_visible, stop="Envoyer une équipe")
    stacks = set(five.game.table.stacks)
    send.press("Enter")
    page.locator(".sector[data-can]").first.press("Enter")
    page.locator(".answer .btn.do:not(.off, .busy)").press("Enter")
    pool = page.locator(".pool .btn:not(.off)")
    expect(pool.first).to_be_visible()
    pool.first.press("Enter")
    pool.last.press("Space")
    kinds = page.locator(".team li span")
    expect(kinds).to_have_count(2)
    order = kinds.all_inner_texts()
    page.locator(".team li .handle").first.press("ArrowDown")
    expect(kinds).to_have_text(order[::-1])
    page.locator(".team .btn.do:not(.off, .busy)").press("Enter")
    expect(page.locator(".team")).to_have_count(0)

    def placed() -> list[int]:
        table = five.game.table
        sent = [team for key, team in table.stacks.items() if key not in stacks and team.owner == 0]
        return [len(team.pawns) for team in sent]

    five.wait(lambda: placed() != [])  # it was sealed until the house went on
    assert placed() == [2]
