"""The seventy-two opportunities, six a sector. [SET-2]"""

from __future__ import annotations

from clande.diktat.cards.vocabulary import (
    Ability,
    Assassinate,
    Choose,
    Clause,
    Countable,
    CycleEnded,
    Develop,
    Developed,
    Development,
    Exchange,
    Extended,
    ExtraManoeuvre,
    Gain,
    Get,
    Good,
    Goods,
    HoldsMarker,
    If,
    Immune,
    IsAdministrator,
    IsLast,
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
    Near,
    Once,
    Opportunity,
    PawnKilled,
    PawnRevealed,
    Per,
    Place,
    PlayAgain,
    Protect,
    Recall,
    Reinforce,
    ReplaceOpportunity,
    Rise,
    Scourge,
    SectorWon,
    SkipTurn,
    SpecialManoeuvre,
    StackPlaced,
    Steal,
    StruggleLost,
    SwapPawns,
    Symbol,
    Trophy,
    Who,
    Whose,
)

OPPORTUNITIES: tuple[Opportunity, ...] = (
    # Nouvelle Ville: victory points or power.
    Opportunity(
        "ministere_des_facades",
        "nouvelle_ville",
        (Clause(Gain(), (Get(Good.VP, 1),)),),
        affinities=(Symbol.POLITICS,),
        darkness=1,
    ),
    Opportunity(
        "loterie_nationale",
        "nouvelle_ville",
        (Clause(Once(), (Get(Good.POWER, 4),)),),
    ),
    Opportunity(
        "impot_sur_la_gloire",
        "nouvelle_ville",
        (Clause(SpecialManoeuvre(), (Steal(Good.POWER, 2, Who.AHEAD),)),),
        affinities=(Symbol.PEOPLE, Symbol.POLITICS),
        darkness=1,
    ),
    Opportunity(
        "caisse_des_faveurs",
        "nouvelle_ville",
        (Clause(Trophy(), (Get(Good.POWER, 3),)),),
    ),
    Opportunity(
        "defile_de_la_victoire",
        "nouvelle_ville",
        (Clause(SpecialManoeuvre(), (Get(Good.POWER, Per(Countable.VP, most=5)),)),),
        affinities=(Symbol.POLITICS, Symbol.POLITICS),
        darkness=1,
        attack=True,
    ),
    Opportunity(
        "guichet_des_passe_droits",
        "nouvelle_ville",
        (Clause(Manifestation(), (Rise(10), Get(Good.POWER, 1))),),
        affinities=(Symbol.POLITICS,),
        alliance="coordination",
    ),
    # Malá Strana: emissaries and power.
    Opportunity(
        "ambassade_fantome",
        "mala_strana",
        (Clause(Development(), (Get(Good.EMISSARY, 1),)),),
        darkness=1,
    ),
    Opportunity(
        "bal_masque",
        "mala_strana",
        (Clause(Manifestation(), (SwapPawns(),)),),
        affinities=(Symbol.PEOPLE,),
        darkness=1,
    ),
    Opportunity(
        "lettres_de_noblesse",
        "mala_strana",
        (
            Clause(
                Manifestation(),
                (Exchange((Goods(Good.CITIZEN, 2),), (Get(Good.EMISSARY, 1),), times=2),),
            ),
        ),
        affinities=(Symbol.PEOPLE,),
    ),
    Opportunity(
        "valise_diplomatique",
        "mala_strana",
        (Clause(Ability(SectorWon(Whose.YOURS)), (Get(Good.POWER, 1),)),),
        affinities=(Symbol.POLITICS,),
        darkness=1,
        attack=True,
    ),
    Opportunity(
        "rente_de_situation",
        "mala_strana",
        (
            Clause(
                Development(),
                (If(IsAdministrator(), (Get(Good.POWER, 2),), (Get(Good.POWER, 1),)),),
            ),
        ),
    ),
    Opportunity(
        "hotel_des_emissaires",
        "mala_strana",
        (Clause(Manifestation(), (Reinforce(2),)),),
        affinities=(Symbol.ARTEFACT,),
        darkness=1,
    ),
    # Vieille Ville: more manoeuvres.
    Opportunity(
        "horloge_a_deux_cadrans",
        "vieille_ville",
        (Clause(Manifestation(), (Exchange((Goods(Good.POWER, 3),), (ExtraManoeuvre(1),)),)),),
        darkness=1,
    ),
    Opportunity(
        "passage_couvert",
        "vieille_ville",
        (Clause(Manifestation(), (PlayAgain(),)),),
    ),
    Opportunity(
        "conseil_nocturne",
        "vieille_ville",
        (Clause(Manifestation(), (Develop(rebate=0),)),),
        affinities=(Symbol.POLITICS,),
    ),
    Opportunity(
        "guilde_des_complices",
        "vieille_ville",
        (Clause(Ability(Developed()), (Get(Good.POWER, 2),)),),
        affinities=(Symbol.ALL,),
        darkness=1,
    ),
    Opportunity(
        "corvee_municipale",
        "vieille_ville",
        (
            Clause(
                Manifestation(),
                (Exchange((Goods(Good.CITIZEN, 2), Goods(Good.GUARD, 1)), (ExtraManoeuvre(1),)),),
            ),
        ),
        affinities=(Symbol.PEOPLE,),
        darkness=2,
        attack=True,
    ),
    Opportunity(
        "concierge_bien_informee",
        "vieille_ville",
        (Clause(Manifestation(), (Look(2),)),),
        affinities=(Symbol.POLITICS,),
        darkness=1,
        alliance="polisec",
    ),
    # Hypogées: spies and movement.
    Opportunity(
        "reseau_d_egouts",
        "hypogees",
        (Clause(Manifestation(), (MoveStack(Place.ADJACENT),)),),
        affinities=(Symbol.PEOPLE,),
        darkness=1,
    ),
    Opportunity(
        "les_murs_ont_des_oreilles",
        "hypogees",
        (Clause(Development(), (Get(Good.SPY, 1),)),),
        affinities=(Symbol.POLITICS, Symbol.PEOPLE),
    ),
    Opportunity(
        "repli_en_bon_desordre",
        "hypogees",
        (Clause(Manifestation(), (Recall(),)),),
        affinities=(Symbol.PEOPLE,),
        darkness=1,
    ),
    Opportunity(
        "chambre_d_echo",
        "hypogees",
        (
            Clause(
                Ability(StackPlaced(Whose.ANOTHERS, Place.OWN_STACKS)),
                (Look(1, Place.THAT_STACK),),
            ),
        ),
        affinities=(Symbol.POLITICS,),
        darkness=1,
    ),
    Opportunity(
        "passeurs_de_l_ombre",
        "hypogees",
        (Clause(Manifestation(), (MovePawns(2),)),),
        affinities=(Symbol.ARTEFACT,),
        darkness=2,
    ),
    Opportunity(
        "dormeur_des_profondeurs",
        "hypogees",
        (
            Clause(Scourge()),
            Clause(Development(), (Lose(Good.CITIZEN, 1), Get(Good.SPY, 2))),
        ),
        affinities=(Symbol.ARTEFACT,),
        darkness=3,
        attack=True,
    ),
    # Karst: assassins.
    Opportunity(
        "ruelle_des_couteaux",
        "karst",
        (Clause(Development(), (Get(Good.ASSASSIN, 1),)),),
        darkness=1,
    ),
    Opportunity(
        "cantine_du_maitre_empoisonneur",
        "karst",
        (Clause(Manifestation(), (Assassinate(1, Near("karst")),)),),
        affinities=(Symbol.PEOPLE,),
        darkness=1,
    ),
    Opportunity(
        "preteur_de_lames",
        "karst",
        (Clause(Ability(), (Exchange((Goods(Good.CITIZEN, 1),), (Get(Good.ASSASSIN, 1),)),)),),
        affinities=(Symbol.PEOPLE,),
        alliance="pegre",
    ),
    Opportunity(
        "prime_au_rendement",
        "karst",
        (Clause(Ability(Killed((Good.CITIZEN, Good.EMISSARY))), (Get(Good.POWER, 1),)),),
        affinities=(Symbol.POLITICS,),
        darkness=1,
    ),
    Opportunity(
        "vendetta",
        "karst",
        (
            Clause(
                Ability(PawnKilled(Whose.YOURS, (Good.EMISSARY,))),
                (Steal(Good.POWER, 3, Who.ACTOR),),
            ),
        ),
        affinities=(Symbol.PEOPLE, Symbol.PEOPLE),
    ),
    Opportunity(
        "puits_sans_fond",
        "karst",
        (
            Clause(Scourge()),
            Clause(SpecialManoeuvre(), (Lose(Good.POWER, 1), Assassinate(3, Place.OWN_STACKS))),
        ),
        affinities=(Symbol.ARTEFACT,),
        darkness=3,
        attack=True,
    ),
    # Faubourgs: citizens.
    Opportunity(
        "soupe_populaire",
        "faubourgs",
        (Clause(Development(), (Get(Good.CITIZEN, 2),)),),
        affinities=(Symbol.PEOPLE, Symbol.PEOPLE),
    ),
    Opportunity(
        "imprimerie_de_cave",
        "faubourgs",
        (
            Clause(
                Manifestation(),
                (
                    Exchange(
                        (Goods(Good.CITIZEN, 2),),
                        (Choose(((Get(Good.SPY, 2),), (Get(Good.ASSASSIN, 1),))),),
                    ),
                ),
            ),
        ),
        affinities=(Symbol.PEOPLE,),
        alliance="resistance",
    ),
    Opportunity(
        "logements_provisoires",
        "faubourgs",
        (
            Clause(
                Manifestation(),
                (Exchange((Goods(Good.CITIZEN, 1),), (Get(Good.POWER, 1),), times=3),),
            ),
        ),
        darkness=1,
    ),
    Opportunity(
        "foule_compacte",
        "faubourgs",
        (
            Clause(
                Ability(PawnRevealed(Whose.YOURS, (Good.EMISSARY,)), uses=True),
                (Exchange((Goods(Good.CITIZEN, 1),), (Protect(),)),),
            ),
        ),
        affinities=(Symbol.PEOPLE,),
    ),
    Opportunity(
        "file_d_attente",
        "faubourgs",
        (
            Clause(
                Development(),
                (Get(Good.CITIZEN, 1), If(IsLast(), (Get(Good.POWER, 2),))),
            ),
        ),
        affinities=(Symbol.PEOPLE,),
        darkness=1,
        attack=True,
    ),
    Opportunity(
        "marche_spontanee",
        "faubourgs",
        (
            Clause(
                SpecialManoeuvre(),
                (Exchange((Goods(Good.CITIZEN, 3),), (Get(Good.EMISSARY, 2), Get(Good.POWER, 2))),),
            ),
        ),
        affinities=(Symbol.PEOPLE, Symbol.POLITICS),
        darkness=1,
    ),
    # Combinat: power.
    Opportunity(
        "haut_fourneau",
        "combinat",
        (
            Clause(
                Development(),
                (Get(Good.POWER, 1), If(HoldsMarker("combinat"), (Get(Good.POWER, 1),))),
            ),
        ),
        darkness=1,
    ),
    Opportunity(
        "comite_d_entreprise",
        "combinat",
        (Clause(Ability(Extended()), (Get(Good.POWER, 1), Get(Good.CITIZEN, 1))),),
        affinities=(Symbol.PEOPLE,),
        alliance="syndicat",
    ),
    Opportunity(
        "heures_supplementaires",
        "combinat",
        (Clause(SpecialManoeuvre(), (Get(Good.POWER, 4),)),),
        darkness=1,
    ),
    Opportunity(
        "comptabilite_creative",
        "combinat",
        (Clause(Once(), (Lose(Good.DEBT, 1), Get(Good.POWER, 2))),),
        affinities=(Symbol.POLITICS,),
    ),
    Opportunity(
        "visite_d_inspection",
        "combinat",
        (Clause(Manifestation(), (Get(Good.POWER, Per(Countable.SECTOR, most=3)),)),),
        affinities=(Symbol.POLITICS,),
        darkness=1,
    ),
    Opportunity(
        "surplus_de_guerre",
        "combinat",
        (
            Clause(
                Ability(CycleEnded()),
                (Exchange((Goods(Good.AGENT, 1),), (Get(Good.POWER, 1),), times=2),),
            ),
        ),
        darkness=2,
        attack=True,
    ),
    # Centre Motol: the order of turns.
    Opportunity(
        "metronome_d_etat",
        "centre_motol",
        (
            Clause(Ability(), (NamesFirst(),)),
            Clause(Development(), (Get(Good.POWER, 1),)),
        ),
        affinities=(Symbol.ARTEFACT,),
        darkness=1,
    ),
    Opportunity(
        "stagiaire_du_progres",
        "centre_motol",
        (Clause(Manifestation(), (Choose(((PlayAgain(),), (SkipTurn(),))),)),),
        affinities=(Symbol.ARTEFACT,),
        darkness=1,
        alliance="progres",
    ),
    Opportunity(
        "salle_d_attente",
        "centre_motol",
        (Clause(Manifestation(), (Choose(((SkipTurn(),), (Get(Good.POWER, 1),))),)),),
        affinities=(Symbol.PEOPLE,),
    ),
    Opportunity(
        "ondes_de_decalage",
        "centre_motol",
        (Clause(Manifestation(), (MoveStack(),)),),
        darkness=2,
    ),
    Opportunity(
        "ordre_de_transfert",
        "centre_motol",
        (Clause(SpecialManoeuvre(), (MoveStack(Place.ADJACENT, opposing=True),)),),
        affinities=(Symbol.POLITICS, Symbol.ARTEFACT),
        darkness=1,
    ),
    Opportunity(
        "patient_zero",
        "centre_motol",
        (
            Clause(Scourge()),
            Clause(Manifestation(), (Exchange((Goods(Good.AGENT, 1),), (PlayAgain(),)),)),
        ),
        affinities=(Symbol.ARTEFACT,),
        darkness=4,
        attack=True,
    ),
    # Collège de l'Harmonie: rank.
    Opportunity(
        "chaire_d_obeissance",
        "college",
        (Clause(Gain(), (Get(Good.RANK, 10),)),),
        affinities=(Symbol.POLITICS,),
        darkness=1,
    ),
    Opportunity(
        "diplome_par_correspondance",
        "college",
        (Clause(Manifestation(), (Rise(20), Look(1))),),
        affinities=(Symbol.POLITICS,),
        darkness=1,
    ),
    Opportunity(
        "annales_corrigees",
        "college",
        (Clause(Manifestation(), (ReplaceOpportunity(), Rise(10))),),
        affinities=(Symbol.POLITICS, Symbol.PEOPLE),
    ),
    Opportunity(
        "concours_joue_d_avance",
        "college",
        (Clause(Ability(StruggleLost()), (Get(Good.POWER, 4),)),),
        affinities=(Symbol.POLITICS,),
    ),
    Opportunity(
        "jury_d_epuration",
        "college",
        (Clause(SpecialManoeuvre(), (Steal(Good.POWER, 2, Who.ABOVE), Rise(10))),),
        affinities=(Symbol.PEOPLE,),
        darkness=1,
    ),
    Opportunity(
        "theorie_de_tout",
        "college",
        (Clause(Gain(), (Get(Good.RANK, 10), Get(Good.ARTEFACT, 1))),),
        affinities=(Symbol.ALL,),
        darkness=2,
        attack=True,
    ),
    # Josefov: affinities.
    Opportunity(
        "golem_enraye",
        "josefov",
        (Clause(Scourge()),),
        affinities=(Symbol.ALL, Symbol.ALL),
        darkness=3,
    ),
    Opportunity(
        "alphabet_interdit",
        "josefov",
        (Clause(Gain(), (Get(Good.ARTEFACT, 2),)),),
        affinities=(Symbol.ARTEFACT,),
        darkness=2,
    ),
    Opportunity(
        "petition_anonyme",
        "josefov",
        (Clause(Gain(), (Get(Good.PEOPLE, 2),)),),
        affinities=(Symbol.PEOPLE,),
        darkness=1,
    ),
    Opportunity(
        "lettre_de_recommandation",
        "josefov",
        (Clause(Gain(), (Get(Good.POLITICS, 2),)),),
        affinities=(Symbol.POLITICS,),
    ),
    Opportunity(
        "mont_de_piete",
        "josefov",
        (
            Clause(Gain(), (Get(Good.AFFINITY, 1),)),
            Clause(
                Ability(),
                (Exchange((Goods(Good.AFFINITY, 1),), (Get(Good.POWER, 4),)),),
            ),
        ),
        affinities=(Symbol.PEOPLE, Symbol.ARTEFACT),
        darkness=1,
    ),
    Opportunity(
        "cabinet_de_curiosites",
        "josefov",
        (Clause(Trophy(), (Get(Good.AFFINITY, 1),)),),
        affinities=(Symbol.ARTEFACT, Symbol.POLITICS),
        darkness=1,
        attack=True,
    ),
    # Forteresse: guards.
    Opportunity(
        "corps_de_garde",
        "forteresse",
        (
            Clause(
                Development(),
                (Get(Good.GUARD, 1), If(HoldsMarker("forteresse"), (Get(Good.POWER, 1),))),
            ),
        ),
        darkness=1,
    ),
    Opportunity(
        "bureau_de_conscription",
        "forteresse",
        (Clause(Ability(), (Exchange((Goods(Good.CITIZEN, 2),), (Get(Good.GUARD, 2),)),)),),
        affinities=(Symbol.POLITICS,),
        alliance="garde_noire",
    ),
    Opportunity(
        "assurance_vie_obligatoire",
        "forteresse",
        (Clause(Ability(PawnKilled(Whose.YOURS, (Good.GUARD,))), (Get(Good.POWER, 2),)),),
        affinities=(Symbol.PEOPLE,),
    ),
    Opportunity(
        "canon_de_midi",
        "forteresse",
        (Clause(SpecialManoeuvre(), (Assassinate(2, Near("forteresse")),)),),
        affinities=(Symbol.POLITICS, Symbol.POLITICS),
        darkness=2,
        attack=True,
    ),
    Opportunity(
        "promotion_au_feu",
        "forteresse",
        (
            Clause(
                Manifestation(),
                (Exchange((Goods(Good.GUARD, 1),), (Get(Good.EMISSARY, 1),)),),
            ),
        ),
        affinities=(Symbol.POLITICS,),
        darkness=1,
    ),
    Opportunity(
        "abri_numero_sept",
        "forteresse",
        (
            Clause(Ability(), (Immune(),)),
            Clause(Development(), (Get(Good.GUARD, 1),)),
        ),
        affinities=(Symbol.ALL,),
    ),
    # Artefact: double-edged.
    Opportunity(
        "murmure_sous_la_pierre",
        "artefact",
        (Clause(Scourge()),),
        affinities=(Symbol.ARTEFACT, Symbol.ALL),
        darkness=4,
    ),
    Opportunity(
        "maree_de_fiel",
        "artefact",
        (Clause(Scourge(), (Lose(Good.POWER, 2), Let(Who.OTHERS, (Lose(Good.POWER, 2),)))),),
        affinities=(Symbol.ARTEFACT, Symbol.PEOPLE),
        darkness=4,
        attack=True,
    ),
    Opportunity(
        "pacte_sans_visage",
        "artefact",
        (
            Clause(Scourge(), (Get(Good.POWER, 3),)),
            Clause(Gain(), (Get(Good.VP, 1),)),
            Clause(Development(), (Lose(Good.POWER, 1),)),
        ),
        affinities=(Symbol.POLITICS,),
        darkness=3,
    ),
    Opportunity(
        "oeil_du_monolithe",
        "artefact",
        (Clause(Manifestation(), (Choose(((Look(2),), (MovePawns(2),), (MoveOthers(2),))),)),),
        affinities=(Symbol.ARTEFACT,),
        darkness=2,
    ),
    Opportunity(
        "cloche_noire",
        "artefact",
        (
            Clause(
                SpecialManoeuvre(),
                (Assassinate(3), Let(Who.ANOTHER, (Get(Good.POWER, 2),))),
            ),
        ),
        affinities=(Symbol.ARTEFACT,),
        darkness=2,
        attack=True,
    ),
    Opportunity(
        "peste_des_miroirs",
        "artefact",
        (
            Clause(Scourge(), (Lose(Good.AFFINITY, 1),)),
            Clause(Manifestation(), (LookAtStack(), Look(1))),
        ),
        affinities=(Symbol.ALL, Symbol.ARTEFACT),
        darkness=3,
    ),
)
