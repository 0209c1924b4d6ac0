"""Nuit éternelle: a longer game for four or five, and total war, longer still. [NE]"""

from __future__ import annotations

from pathlib import Path

from msgspec import structs

from clande.diktat.book import DiktatBook, Length
from clande.kernel import Header, Module, Option, Preset

OPTIONS = {"cycles": Option((4, 5)), "manoeuvres": Option((4, 5))}  # 5 of either: total war [NE-2]


def length(usual: Length, header: Header) -> Length:
    """Cycles and manoeuvres of its own; cards as usual. [NE-1, NE-2]"""
    cycles, manoeuvres = (header.options[name] for name in OPTIONS)
    assert isinstance(cycles, int) and isinstance(manoeuvres, int)
    return structs.replace(usual, cycles=cycles, manoeuvres=manoeuvres)


def fill(base: DiktatBook) -> DiktatBook:
    before = base.length
    others = {name: option for name, option in base.options.items() if name != "length"}
    usual = {"length": base.options["length"].values[0]}

    def longer(header: Header) -> Length:
        plain = structs.replace(header, options=header.options | usual)
        return length(before(plain), header)

    return structs.replace(
        base,
        seats=(4, 5),
        seated=("NE-1",),
        options={**others, **OPTIONS},
        length=longer,
        bound=base.bound * 5 // 3,  # five cycles where five players have three
    )


MODULE = Module(
    "nuit",
    fill,
    presets=(
        Preset("nuit", modules=("nuit",), minutes={4: 115, 5: 140}),
        Preset(
            "guerre-totale",
            modules=("nuit",),
            options={"cycles": 5, "manoeuvres": 5},
            minutes={4: 195, 5: 245},
        ),
    ),
    folder=Path(__file__).parent,
)
