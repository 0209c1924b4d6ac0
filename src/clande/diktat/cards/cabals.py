"""The seven cabals: screens, boards, endowments, and five cards each. [SET-3, §12]"""

from __future__ import annotations

from clande.diktat.cards.vocabulary import (
    Ability,
    Advance,
    Assassinate,
    Attacked,
    Cabal,
    CabalCard,
    Choose,
    Clause,
    Countable,
    DebtTaken,
    Development,
    Exchange,
    ExtraManoeuvre,
    Gain,
    Get,
    Give,
    GiveToken,
    Good,
    Goods,
    Holds,
    If,
    Immune,
    Infiltrate,
    IsAdministrator,
    Keep,
    Killed,
    Let,
    Look,
    LookAtStack,
    Lose,
    Manifestation,
    MoveOthers,
    MovePawns,
    MoveStack,
    NamesFirst,
    Once,
    PawnKilled,
    PawnRevealed,
    Per,
    Place,
    PlaceToken,
    PlayAgain,
    Preeminence,
    Protect,
    Reach,
    Recall,
    Refresh,
    ReplaceOpportunity,
    SectorRevealed,
    SkipTurn,
    SpecialManoeuvre,
    Spied,
    StackPlaced,
    StackToCome,
    Steal,
    StruggleBonus,
    SwapPawns,
    Symbol,
    TokenKind,
    Trophy,
    Users,
    Who,
    Whose,
)

CABALS: tuple[Cabal, ...] = (
    Cabal(
        "coordination",
        rank=15,
        affinity=Symbol.POLITICS,
        endowment=(Goods(Good.POWER, 2),),
        screen=(Clause(Ability(), (Preeminence(),)),),
    ),
    Cabal(
        "polisec",
        rank=8,
        affinity=Symbol.POLITICS,
        endowment=(Goods(Good.SPY, 1),),
        screen=(
            Clause(Ability(Spied()), (PlaceToken(Place.ANYWHERE),), may=True),
            Clause(
                Ability(SectorRevealed(Place.OWN_TOKENS)),
                (Exchange((Goods(Good.TOKEN), Goods(Good.POWER, 3)), (Infiltrate(1),)),),
            ),
        ),
        token=TokenKind.SLEEPER,
    ),
    Cabal(
        "garde_noire",
        rank=11,
        affinity=Symbol.POLITICS,
        endowment=(Goods(Good.POWER, 5), Goods(Good.GUARD, 2)),
        screen=(
            Clause(
                Ability(StackPlaced(Whose.YOURS)),
                (Exchange((Goods(Good.GUARD),), (PlaceToken(Place.HERE),)),),
            ),
            Clause(
                Ability(StackPlaced(Whose.ANOTHERS, Place.OWN_TOKENS)),
                (Assassinate(1, Place.THAT_STACK),),
            ),
        ),
        token=TokenKind.BLOCKHAUS,
    ),
    Cabal(
        "progres",
        rank=9,
        affinity=Symbol.ARTEFACT,
        endowment=(Goods(Good.POWER, 4),),
        screen=(
            Clause(
                Manifestation(),
                (Get(Good.ARTEFACT), Get(Good.POWER), Let(Who.ANOTHER, (Get(Good.ARTEFACT),))),
            ),
        ),
    ),
    Cabal(
        "syndicat",
        rank=13,
        affinity=Symbol.PEOPLE,
        endowment=(
            Goods(Good.POWER, 8),
            Goods(Good.CITIZEN, 2),
            Goods(Good.EMISSARY),
            Goods(Good.PEOPLE, 2),
        ),
        screen=(
            Clause(Ability(), (Exchange((Goods(Good.CITIZEN),), (GiveToken(Who.ANYONE),)),)),
            Clause(Development(), (Get(Good.POWER, Per(Countable.OTHERS_MEMBERSHIP, most=3)),)),
        ),
        token=TokenKind.MEMBERSHIP,
    ),
    Cabal(
        "pegre",
        rank=6,
        affinity=Symbol.PEOPLE,
        endowment=(Goods(Good.POWER, 2), Goods(Good.ASSASSIN, 1)),
        screen=(
            Clause(Ability(DebtTaken(Whose.ANOTHERS)), (Get(Good.POWER, 1),)),
            Clause(Ability(), (Exchange((Goods(Good.POWER, 2),), (Get(Good.ASSASSIN),)),)),
        ),
    ),
    Cabal(
        "resistance",
        rank=4,
        affinity=Symbol.PEOPLE,
        endowment=(Goods(Good.POWER, 3), Goods(Good.CITIZEN, 3), Goods(Good.ASSASSIN, 1)),
        screen=(
            Clause(
                Ability(StackPlaced(Whose.YOURS)),
                (Exchange((Goods(Good.CITIZEN),), (PlaceToken(Place.HERE),)),),
            ),
            Clause(
                Ability(StackToCome(Whose.ANOTHERS, Place.OWN_TOKENS)),
                (
                    Let(
                        Who.ACTOR,
                        (
                            Choose(
                                (
                                    (Give(Good.POWER, 2, Who.OWNER),),
                                    (Lose(Good.EMISSARY, 1),),
                                )
                            ),
                        ),
                    ),
                ),
            ),
        ),
        token=TokenKind.REVOLT,
    ),
)

CABAL_CARDS: tuple[CabalCard, ...] = (
    # Coordination: rules by paper.
    CabalCard(
        "plan_quinquennal",
        "coordination",
        1,
        (Clause(Development(), (Get(Good.POWER, Per(Countable.MARKER, most=3)),)),),
    ),
    CabalCard(
        "fichage_de_masse",
        "coordination",
        2,
        (
            Clause(
                Trophy(),
                (
                    Choose(
                        (
                            (Steal(Good.AFFINITY, 1, Who.ANOTHER),),
                            (Steal(Good.POWER, 2, Who.ANOTHER),),
                        )
                    ),
                ),
            ),
        ),
    ),
    CabalCard(
        "administrateur_supreme",
        "coordination",
        3,
        (Clause(Development(), (If(IsAdministrator(), (Advance(2),), (Advance(1),)),)),),
    ),
    CabalCard(
        "decret_d_exception",
        "coordination",
        4,
        (Clause(Manifestation(), (Choose(((Refresh(),), (ReplaceOpportunity(),))),)),),
    ),
    CabalCard(
        "nomenklatura",
        "coordination",
        5,
        (
            Clause(Gain(), (Get(Good.RANK, 10),)),
            Clause(Ability(), (StruggleBonus(2),)),
        ),
    ),
    # PoliSec: knows.
    CabalCard(
        "table_d_ecoute",
        "polisec",
        1,
        (Clause(Ability(Spied()), (Get(Good.POWER, 2),)),),
    ),
    CabalCard(
        "delateurs_benevoles",
        "polisec",
        2,
        (Clause(Development(), (Get(Good.SPY, 2),)),),
    ),
    CabalCard(
        "dossiers_compromettants",
        "polisec",
        3,
        (
            Clause(
                Manifestation(),
                (
                    Choose(
                        (
                            (LookAtStack(),),
                            (Get(Good.POWER, Per(Countable.TOKEN, most=2)),),
                        )
                    ),
                ),
            ),
        ),
    ),
    CabalCard(
        "agents_retournes",
        "polisec",
        4,
        (Clause(Manifestation(), (SwapPawns(Place.OWN_TOKENS),)),),
    ),
    CabalCard(
        "reveil_general",
        "polisec",
        5,
        (
            Clause(Once(), (PlaceToken(Place.ANYWHERE),)),
            Clause(Ability(SectorRevealed(Place.OWN_TOKENS)), (Get(Good.POWER, 1),)),
        ),
    ),
    # Garde Noire: holds ground.
    CabalCard(
        "casernes",
        "garde_noire",
        1,
        (Clause(Development(), (Get(Good.GUARD, 2),)),),
    ),
    CabalCard(
        "loi_martiale",
        "garde_noire",
        2,
        (
            Clause(
                SpecialManoeuvre(),
                (PlaceToken(Place.ANYWHERE), PlaceToken(Place.ANYWHERE)),
            ),
        ),
    ),
    CabalCard(
        "semaphores_militaires",
        "garde_noire",
        3,
        (
            Clause(
                Ability(StackPlaced(Whose.ANOTHERS, Place.BESIDE_OWN_TOKENS)),
                (Look(2, Place.THAT_STACK),),
            ),
            Clause(Ability(), (If(Holds("loi_martiale"), (Reach(),)),)),
        ),
    ),
    CabalCard(
        "tribunal_de_campagne",
        "garde_noire",
        4,
        (
            Clause(
                Ability(PawnKilled(Whose.YOURS, (Good.GUARD,))),
                (Get(Good.POWER, 1), Let(Who.ACTOR, (Lose(Good.AGENT, 1),))),
            ),
        ),
    ),
    CabalCard(
        "grande_rafle",
        "garde_noire",
        5,
        (
            Clause(
                SpecialManoeuvre(), (Assassinate(Per(Countable.RIVAL, most=3), Place.OWN_TOKENS),)
            ),
        ),
    ),
    # Progrès: bends time and the Artefact.
    CabalCard(
        "calculateur_predictif",
        "progres",
        1,
        (
            Clause(Ability(), (NamesFirst(),)),
            Clause(Manifestation(), (Look(2),)),
        ),
    ),
    CabalCard(
        "boucle_temporelle",
        "progres",
        2,
        (
            Clause(Manifestation(), (Choose(((PlayAgain(),), (SkipTurn(),))),)),
            Clause(Development(), (Get(Good.AGENT, 1),)),
        ),
    ),
    CabalCard(
        "chambre_de_confinement",
        "progres",
        3,
        (
            Clause(Ability(), (Immune(),)),
            Clause(Ability(Attacked()), (Get(Good.POWER, 2),)),
            Clause(Development(), (Get(Good.POWER, 2),)),
        ),
    ),
    CabalCard(
        "translation_instantanee",
        "progres",
        4,
        (Clause(Manifestation(), (Choose(((MovePawns(2),), (MoveStack(),))),)),),
    ),
    CabalCard(
        "experience_interdite",
        "progres",
        5,
        (
            Clause(
                Manifestation(),
                (
                    Choose(
                        (
                            (Exchange((Goods(Good.POWER, 2),), (ExtraManoeuvre(1),)),),
                            (MoveOthers(2),),
                        )
                    ),
                ),
            ),
        ),
    ),
    # Syndicat: binds the others.
    CabalCard(
        "caisse_de_greve",
        "syndicat",
        1,
        (
            Clause(
                Development(),
                (Get(Good.POWER, Per(Countable.MEMBERSHIP, most=2)),),
                users=Users.ANY_PLAYER,
            ),
        ),
    ),
    CabalCard(
        "les_raisons_de_la_colere",
        "syndicat",
        2,
        (
            Clause(
                Ability(PawnKilled(Whose.ANYBODYS, (Good.CITIZEN,))),
                (Get(Good.POWER, Per(Countable.MEMBERSHIP)),),
                users=Users.ANY_PLAYER,
            ),
        ),
    ),
    CabalCard(
        "bourse_du_travail",
        "syndicat",
        3,
        (
            Clause(
                Ability(),
                (
                    Exchange(
                        (Goods(Good.POWER), Goods(Good.CITIZEN)),
                        (Get(Good.EMISSARY),),
                        times=Per(Countable.MEMBERSHIP, most=2),
                        to=Who.OWNER,
                    ),
                ),
                users=Users.ANY_PLAYER,
            ),
        ),
    ),
    CabalCard(
        "congres_extraordinaire",
        "syndicat",
        4,
        (
            Clause(
                SpecialManoeuvre(),
                (
                    GiveToken(Who.ANYONE),
                    Get(Good.POWER, Per(Countable.OTHERS_MEMBERSHIP, most=4)),
                ),
            ),
        ),
    ),
    CabalCard(
        "greve_generale",
        "syndicat",
        5,
        (
            Clause(
                Manifestation(),
                (
                    Let(
                        Who.OUTSIDERS,
                        (Choose(((Lose(Good.POWER, 2),), (Lose(Good.AGENT, 2),))),),
                    ),
                ),
            ),
        ),
    ),
    # Pègre: sells protection, debts and assassins.
    CabalCard(
        "tueurs_a_gages",
        "pegre",
        1,
        (
            Clause(Development(), (Get(Good.ASSASSIN, 1),)),
            Clause(Ability(Killed((Good.EMISSARY,))), (Get(Good.POWER, 1),)),
        ),
    ),
    CabalCard(
        "service_de_protection",
        "pegre",
        2,
        (
            Clause(
                Ability(PawnRevealed(Whose.YOURS, (Good.CITIZEN, Good.EMISSARY))),
                (Exchange((Goods(Good.POWER, 2),), (Protect(),), to=Who.OWNER),),
                users=Users.ANY_PLAYER,
            ),
        ),
    ),
    CabalCard(
        "marche_noir",
        "pegre",
        3,
        (
            Clause(
                Manifestation(),
                (
                    Exchange(
                        (Goods(Good.AGENT),),
                        (Choose(((Get(Good.POWER, 2),), (Get(Good.ASSASSIN, 1),))),),
                    ),
                ),
            ),
        ),
    ),
    CabalCard(
        "racket",
        "pegre",
        4,
        (Clause(SpecialManoeuvre(), (Steal(Good.POWER, 2, Who.RIVALS),)),),
    ),
    CabalCard(
        "ardoises_effacees",
        "pegre",
        5,
        (
            Clause(Development(), (Get(Good.POWER, Per(Countable.OTHERS_DEBT, most=3)),)),
            Clause(Manifestation(), (Exchange((Goods(Good.POWER, 3),), (Lose(Good.DEBT, 1),)),)),
        ),
    ),
    # Résistance: makes ground costly.
    CabalCard(
        "reseau_clandestin",
        "resistance",
        1,
        (
            Clause(Development(), (Get(Good.EMISSARY, 1),)),
            Clause(Ability(), (Keep(Good.AGENT, 3),)),
        ),
    ),
    CabalCard(
        "martyrs",
        "resistance",
        2,
        (
            Clause(
                Ability(PawnKilled(Whose.YOURS, (Good.CITIZEN, Good.EMISSARY))),
                (Get(Good.POWER, 1), PlaceToken(Place.HERE)),
            ),
        ),
    ),
    CabalCard(
        "maquis",
        "resistance",
        3,
        (Clause(Manifestation(), (Choose(((MoveStack(Place.ADJACENT),), (Recall(),))),)),),
    ),
    CabalCard(
        "barricades",
        "resistance",
        4,
        (
            Clause(
                Ability(StackToCome(Whose.ANOTHERS, Place.OWN_TOKENS)),
                (Let(Who.ACTOR, (Lose(Good.AGENT, 1),)),),
            ),
            Clause(Once(), (PlaceToken(Place.ANYWHERE),)),
        ),
    ),
    CabalCard(
        "grand_soir",
        "resistance",
        5,
        (
            Clause(
                SpecialManoeuvre(),
                (
                    Exchange(
                        (Goods(Good.TOKEN),),
                        (Assassinate(1, Place.HERE), Get(Good.POWER, 1)),
                        times=3,
                    ),
                ),
            ),
            Clause(Once(), (Get(Good.ASSASSIN),)),
        ),
    ),
)
