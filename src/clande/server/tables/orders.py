"""Standing orders: what a seat wants done when something happens in public.

Nobody sits at a table for days to react. So a seat may order beforehand: when this happens, do
that, or hold the game and tell me. Whether something has happened is read from what a spectator is
told, never from what the owner of the order is told: the time of an act would tell it to others.
Everything here is pure; `standing_orders` runs the orders of a table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct, structs

from clande.kernel import Action, Event, Seat, told
from clande.kernel.free_texts import text_fields
from clande.kernel.seats import SPECTATOR
from clande.server.sockets.protocol import NackCode, OrderState, StandingOrder
from clande.server.tables.transition import CommandRefused

MOST_ORDERS = 8  # of a seat
LARGEST_ACT = 1024  # bytes
SECTORS = ("sector", "target", "to")  # the fields of events in which games name a sector
OWNERS = ("owner", "target", "to", "other", "accused", "player")  # and whom an event is about
STACKS = ("stack", "other_stack")

Places = Mapping[int, Any]  # by number, whose a thing is and in which sector it lies


class DueAct(Struct, frozen=True):
    """An order whose moment comes: which, by which public event, and when that happened."""

    order: str
    event: int  # its number among the public events of the game
    at: int


class SeatOrders(Struct):
    """The orders of a seat. Stored beside its draft, as private as that."""

    generation: int  # of the seat's player
    heard: int  # public events that the orders were matched against
    orders: dict[str, OrderState] = {}
    cycles: dict[str, int] = {}  # in which each was given
    due: list[DueAct] = []
    last_hold: int = -1  # the cycle in which an order last held the game
    holds: bool = False

    def waits_for_event(self, id: str) -> bool:
        """Whether an order may still be carried out, beside the times when it is about to be."""
        state = self.orders[id]
        under_way = sum(act.order == id for act in self.due)
        return not state.over and state.done + state.failed + under_way < state.order.times

    def begin_cycle(self, cycle: int) -> bool:
        """Ends the orders of cycles before this one; whether there were any."""
        ended = [
            id
            for id, state in self.orders.items()
            if state.order.until == "cycle" and not state.over and self.cycles[id] < cycle
        ]
        for id in ended:
            self.orders[id] = structs.replace(self.orders[id], over=True)
        return bool(ended)

    def note(self, id: str, why: NackCode | None, now: int) -> None:
        """An order was carried out, or the game did not admit it."""
        state = self.orders.get(id)
        if state is None:
            return  # it was taken back
        done, failed = state.done + (why is None), state.failed + (why is not None)
        over = state.over or done + failed >= state.order.times
        self.orders[id] = OrderState(state.order, done, failed, why or state.why, now, over)

    def replace(self, orders: Iterable[StandingOrder], cycle: int) -> None:
        """Other orders instead of these. One that is still among them goes on as it was."""
        old, cycles = self.orders, self.cycles
        self.orders, self.cycles = {}, {}
        for order in orders:
            same = order.id in old and old[order.id].order == order
            self.orders[order.id] = old[order.id] if same else OrderState(order)
            self.cycles[order.id] = cycles[order.id] if same else cycle
        self.due = [act for act in self.due if act.order in self.orders]


def check(orders: tuple[StandingOrder, ...], kinds: Collection[str], seats: range) -> None:
    """Refuses orders that are too many, or that make no sense, whatever the sender may know."""
    if len(orders) > MOST_ORDERS:
        raise CommandRefused("orders_full")
    for order in orders:
        says_when = order.kinds or order.sector or order.by >= 0 or order.mine
        written = msgspec.json.encode(order.action)
        if (
            not says_when
            or not set(order.kinds) <= set(kinds)
            or not (order.by == SPECTATOR or order.by in seats)
            or len(written) > LARGEST_ACT
        ):
            raise CommandRefused("unreadable")
    if len({order.id for order in orders}) < len(orders):
        raise CommandRefused("unreadable")


def check_act(action: Action) -> None:
    """Refuses an act that says something freely: nobody does that in a player's name."""
    if any(getattr(action, name) for name, _ in text_fields(type(action))):
        raise CommandRefused("phrases_only")


def public(events: Iterable[Event]) -> list[Event]:
    """The events that a spectator is told."""
    return [event for event in events if not event.secret]


def cycle_after(events: Iterable[Event]) -> int:
    """Which cycle it is after these events."""
    return sum(type(event).shows == "opening" for event in events)


def matched(
    orders: SeatOrders, seat: Seat, events: Iterable[Event], places: Places
) -> Iterator[StandingOrder]:
    """The orders of a seat that are for one of these events, as a spectator was told them."""
    lines = [(type(event).shows, told(event, SPECTATOR)) for event in events]
    for id, state in orders.orders.items():
        if orders.waits_for_event(id) and any(
            line is not None and is_for(state.order, line, shows, seat, places)
            for shows, line in lines
        ):
            yield state.order


def is_for(
    order: StandingOrder, line: Mapping[str, Any], shows: str, seat: Seat, places: Places
) -> bool:
    """Whether an order of a seat is for an event, as a spectator was told it."""
    author = line.get("by", line.get("seat"))
    if author == seat or order.by not in (SPECTATOR, author):
        return False
    if line["type"] not in order.kinds if order.kinds else shows == "nothing":
        return False
    things = [places[line[name]] for name in STACKS if line.get(name) in places]
    sectors = {line[name] for name in SECTORS if isinstance(line.get(name), str) and line[name]}
    sectors |= {*line.get("sectors", ())}
    if not sectors:
        sectors = {thing.sector for thing in things}
    if order.sector and order.sector not in sectors:
        return False
    return not order.mine or is_about(line, seat, things, sectors, places)


def is_about(
    line: Mapping[str, Any], seat: Seat, things: list[Any], sectors: set[str], places: Places
) -> bool:
    """Whether an event is about a seat, one of its stacks, or a sector where it has one."""
    # a `to` beside a stack is another stack
    names = [name for name in OWNERS if name != "to" or "stack" not in line]
    return (
        any(line.get(name) == seat for name in names)
        or any(thing.owner == seat for thing in things)
        or any(place.owner == seat and place.sector in sectors for place in places.values())
    )
