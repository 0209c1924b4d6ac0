"""Tables that fit a view: the viewer could not tell them from the true one."""

from __future__ import annotations

from msgspec import structs

from clande.dictopia.actions import letters_of
from clande.dictopia.cards import Card
from clande.dictopia.deck import DECK
from clande.dictopia.envelopes import ENVELOPES
from clande.dictopia.table import DUPLICATE, LEAST_LETTERS, NOTHING, Hand, Table, Word
from clande.dictopia.table_view import DictopiaView
from clande.kernel import SPECTATOR, Luck, Spell, Spelt


def imagine(view: DictopiaView, luck: Luck) -> Table:
    """What the viewer sees stays; the other cards are dealt again, with the target on the pile."""
    table, me = view.table, view.seat
    seats = range(view.header.seats)
    mine: Hand = table.hands or ()
    open_to_me = [*mine, *table.drawn, *(card for hand in table.shown for card in hand)]
    pool = luck.shuffled([card for card in DECK if card not in open_to_me])
    pile = imagine_pile(pool, table.pile, table.target)
    dealt = tuple(pool.pop() for _ in range(table.dealt))
    hands: list[Hand] = [()] * len(seats)
    if me != SPECTATOR:
        hands[me] = mine
    if table.turned and not any(table.shown):
        size = table.size
        if table.mode == DUPLICATE:
            hands = [mine or tuple(pool.pop() for _ in range(size))] * len(seats)
        else:
            hands = [hand or tuple(pool.pop() for _ in range(size)) for hand in hands]
    locked = [NOTHING] * len(seats)
    for seat in seats:
        if seat == me:
            locked[seat] = table.locked or NOTHING
        elif table.places[seat] and hands[seat]:
            locked[seat] = imagine_word(hands[seat], luck)
    envelopes = luck.shuffled(
        [k for k in ENVELOPES if k not in (*table.out, *table.used, *table.aside)]
    )
    return Table(
        **structs.asdict(table)
        | {
            "hands": hands,
            "locked": locked,
            "dealt": dealt,
            "pile": pile,
            "envelopes": tuple(envelopes),
        }
    )


def imagine_pile(pool: list[Card], count: int, target: int) -> Hand:
    """Taken out of the pool; its top card shows the target, if one is left that does."""
    top = next((card for card in pool if card.back == target), None)
    if count and top:
        pool.remove(top)
        return (top, *(pool.pop() for _ in range(count - 1)))
    return tuple(pool.pop() for _ in range(count))


def imagine_word(hand: Hand, luck: Luck) -> Word:
    spelt = Spell(letters_of(hand), least=LEAST_LETTERS).sample(luck)
    assert isinstance(spelt, Spelt)
    return Word(spelt.letters, spelt.cards)
