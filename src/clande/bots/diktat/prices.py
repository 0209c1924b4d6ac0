"""What single things are worth as a rule, in hundredths of a victory point."""

from __future__ import annotations

from clande.diktat.cards import vocabulary as v

VP = 100
POWER = 14
AMPLE_POWER = 8  # the next two places of the cabal track can be paid already
SPARE_POWER = 4  # nothing is left to be bought but struggles
TOKEN = 30  # an affinity token that waits for its symbol, or a symbol for its token
AGENTS = {"citizen": 8, "guard": 12, "emissary": 70}
SPY, ASSASSIN = 12, 25
CABAL_TOKEN = 20
RANK = 2  # a point of it
EACH_MANOEUVRE = 28  # what a manoeuvre brings if nothing better is done with it

EFFECTS: dict[type[object], int] = {
    v.LookAtStack: 20,
    v.MoveStack: 25,
    v.MovePawns: 15,
    v.MoveOthers: 12,
    v.SwapPawns: 25,
    v.Reinforce: 25,
    v.Recall: 10,
    v.Protect: 50,
    v.PlaceToken: CABAL_TOKEN,
    v.GiveToken: 12,
    v.PlayAgain: 8,
    v.SkipTurn: 8,
    v.ExtraManoeuvre: EACH_MANOEUVRE + 10,
    v.Refresh: 15,
    v.ReplaceOpportunity: 8,
    v.Immune: 15,
    v.DefyGloom: 15,
    v.Preeminence: 10,
    v.Reach: 12,
    v.Keep: 15,
    v.StruggleBonus: 15,
    v.NamesFirst: 8,
}
