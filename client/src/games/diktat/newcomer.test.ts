import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hint } from '../../table/hint.svelte';
import { some } from '../../fixture';
import { Speech } from '../../words/speech';
import { isBargaining } from './choices';
import Choosing from './Choosing.svelte';
import Dossier from './Dossier.svelte';
import Revealed from './Revealed.svelte';
import { prizesOf, ranking, tiedFirst, turnedUp } from './sight';
import Team from './Team.svelte';
import Turning from './Turning.svelte';
import { withheld, worth } from './worth';
import Zoom from './Zoom.svelte';
import type { Arrange, Header, Order } from '../kernel';
import type { Action, EmissariesJoined, Pawn, SectorRevealed, Table, Topic } from './types';

/** Where newcomers hesitated: what they would have touched, or missed. */

const sentences = {
  'diktat.names.goods.emissary': '{n} {n|émissaire|émissaires}',
  'diktat.names.goods.guard': '{n} {n|garde|gardes}',
  'diktat.names.agents.emissary': 'émissaire',
  'diktat.names.agents.guard': 'garde',
  'diktat.names.agents.citizen': 'citoyen',
  'diktat.names.sectors.karst': 'Karst',
  'diktat.screen.order_matters': 'ordre',
  'diktat.screen.top': 'dessus',
  'diktat.screen.bottom': 'dessous',
  'diktat.screen.next_pawn': 'ici',
  'diktat.screen.they_see': '{n} dos',
  'diktat.screen.touch': 'touche',
  'diktat.screen.send_team': 'Envoyer {n}',
  'diktat.screen.remove': 'Reprendre {what}',
  'diktat.screen.up': 'Monter {what}',
  'diktat.screen.turned_up': '{sector:sectors}, face visible',
  'diktat.screen.tied': '{sector:sectors} : égalité, {n} chacun',
  'diktat.screen.joined': 'dont {n} par {source:elements}',
  'diktat.names.elements.screen': '{1:screens}',
  'diktat.names.screens.polisec': 'Agents dormants',
  'diktat.screen.others': 'les Autres',
  'diktat.worth.develop': 'Coûte {cost} PP, rapporte {vp} PV.',
  'diktat.worth.develop_only': 'Coûte {cost} PP.',
  'diktat.worth.place': 'Place : {vp} PV.',
  'diktat.worth.pair': 'par-dessus',
  'diktat.worth.apart': 'à côté',
  'diktat.worth.reject': 'rien',
  'diktat.screen.kinds.Develop': 'Développer',
  'diktat.screen.kinds.Extend': 'Étendre',
  'diktat.screen.kinds.Spy': 'Espionner',
  'diktat.screen.kinds.Pawn': 'Un pion',
  'diktat.screen.stack_here': '{owner}',
  'diktat.screen.from_top': 'dessus',
  'diktat.screen.unknown': 'inconnu',
  'diktat.screen.position': 'nº {n}, {kind}',
  'diktat.screen.neighbours': '{sectors:sectors}',
  'diktat.screen.new_cycle': 'cycle {n}',
  'diktat.screen.vp': '{n} PV',
  'diktat.names.sectors.faubourgs': 'Faubourgs',
  'diktat.names.sectors.combinat': 'Combinat',
  'diktat.pieces.marker': 'Marqueur',
  'diktat.pieces.levels': '{one}, {two}',
  'diktat.cannot.Develop': '{cost} PP, tu en as {n}',
  'diktat.cannot.full': 'plus rien',
  'diktat.cannot.Send': 'plus un pion',
  'diktat.cannot.nowhere': 'aucun secteur',
  'diktat.cannot.Spy': 'rien à regarder',
  'diktat.cannot.Assassinate': 'personne',
  'words.list': ', ',
  'diktat.actions.ChooseOption': 'Possibilité {number}',
  'diktat.screen.kinds.ChooseOption': 'Choisir',
  'diktat.actions.Convert': 'Échanger',
  'diktat.screen.kinds.Convert': 'Échanger',
  'diktat.passes.exchange': 'Ne pas le faire',
  'diktat.passes.spy': 'Ne plus regarder ({looks} {looks|regard perdu|regards perdus})',
  'diktat.worth.passes.spy': 'l’espionnage s’arrête là',
  'diktat.screen.kinds.HiddenCard': 'La carte cachée',
  'diktat.actions.HiddenCard': 'L’opportunité face cachée',
  'diktat.wordings.known_card': 'L’opportunité, déjà vue : {card:cards}',
  'diktat.worth.known_card': 'déjà vue : {card:cards}',
  'diktat.names.cards.loterie': 'Loterie',
  'actions.Pass': 'Passer',
  'diktat.worth.token': 'jeton {kind} de {owner}',
  'diktat.screen.enlarge': 'Agrandir',
  'diktat.screen.shrink': 'Tout voir',
};
const board = { opportunity_vp: [2, 0], cabal_costs: [3, 4], cabal_vp: [2, 0], marker_places: 5 };
const printed = {
  cards: { loterie: { sector: 'karst', affinities: [], attack: false, text: '4 PP', flavour: '' } },
  cabal_cards: { plan: { cabal: 'coordination', text: 'un espion', flavour: '' } },
  cabals: { coordination: { text: 'capacité', character: '', boards: { '2': board } } },
  markers: { karst: ['niveau 1', 'niveau 2'] },
  cycles: {},
};
const speech = new Speech('diktat', 'fr', { sentences, events: {}, table: {}, printed });
const header = { seats: 2, options: { cycles: 2 } } as unknown as Header;
const table = {
  cabals: ['coordination', 'polisec'],
  cabal_cards: [[], []],
  cards: [[], []],
  markers: [[], []],
  resolving: 'karst',
  arena: { 0: [0, 1, 1], 1: [0, 1, 0] },
  stacks: {},
} as unknown as Table;
const [C, G, E] = [1, 2, 3];

afterEach(cleanup);

const told = (option: Action, at: Table = table): string[] => worth(speech, at, header, 0, option);

describe('what an option is worth', () => {
  it('is told before one pays', () => {
    expect(told({ type: 'Develop', card: 'plan' })).toEqual([
      'Coûte 3 PP, rapporte 2 PV.',
      'un espion',
    ]);
    const later = { ...table, cabal_cards: [['x'], []] } as Table;
    expect(told({ type: 'Develop', card: 'plan' }, later)[0]).toBe('Coûte 4 PP.');
    expect(told({ type: 'TakeCard', card: 'loterie' })).toEqual(['4 PP', 'Place : 2 PV.']);
    expect(told({ type: 'TakeSpecial', element: 'plan', clause: 0 })).toEqual(['un espion']);
    expect(told({ type: 'Special', element: 'screen/coordination', clause: 0 })).toEqual([
      'capacité',
    ]);
    expect(told({ type: 'RejectCard', card: 'loterie' })).toEqual(['rien']);
    expect(told({ type: 'Spy' })).toEqual([]);
  });

  it('says what a second marker of a sector does', () => {
    const held = {
      ...table,
      markers: [[{ sector: 'karst', level: 1, apart: false }], []],
    } as Table;
    const take: Action = { type: 'TakeMarker', sector: 'karst', apart: false };
    expect(told(take)).toEqual(['niveau 1']);
    expect(told(take, held)).toEqual(['niveau 2', 'par-dessus']);
    expect(told({ ...take, apart: true }, held)).toEqual(['niveau 2', 'à côté']);
  });
});

describe('a sector that is turned up', () => {
  const event: SectorRevealed = {
    type: 'SectorRevealed',
    sector: 'karst',
    pawns: [
      [0, 4096 + G],
      [0, 5120 + E],
      [0, 6144 + E],
      [1, 7168 + G],
      [1, 8192 + C],
    ],
  };

  it('counts what decides, and marks what was spent since', () => {
    const [mine, theirs] = turnedUp(table, event);
    expect([mine?.emissaries, theirs?.emissaries]).toEqual([2, 0]);
    expect(mine?.pawns.map(({ spent }) => spent)).toEqual([false, true, false]);
    const after = { ...table, resolving: '', arena: {} } as Table;
    expect(turnedUp(after, event)[0]?.pawns.some(({ spent }) => spent)).toBe(false);
  });

  const woken: EmissariesJoined = {
    type: 'EmissariesJoined',
    seat: 1,
    number: 2,
    source: 'screen/polisec',
  };
  const tied = { ...table, arena: { 0: [0, 1, 2], 1: [1, 1, 2] } } as unknown as Table;

  it('counts who joined it since: without them nobody knows why there is a struggle', () => {
    const [mine, theirs] = turnedUp(tied, event, [event, woken]);
    expect([mine?.emissaries, theirs?.emissaries]).toEqual([2, 2]);
    expect(theirs?.pawns.map(({ kind }) => kind)).toEqual([
      'emissary',
      'emissary',
      'guard',
      'citizen',
    ]);
    expect(theirs?.joined).toEqual([woken]);
    const spent = { ...tied, arena: { 0: [0, 1, 2], 1: [1, 1, 1] } } as unknown as Table;
    expect(turnedUp(spent, event, [event, woken])[1]?.pawns.map((one) => one.spent)).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });

  it('has a side for who had no stack there and joined it since', () => {
    const third = { ...woken, seat: 2, number: 1 };
    const sides = turnedUp(table, event, [event, third]);
    expect(sides.map(({ owner, emissaries }) => [owner, emissaries])).toEqual([
      [0, 2],
      [1, 0],
      [2, 1],
    ]);
  });

  it('leaves out who joined another sector', () => {
    const other = { ...event, sector: 'faubourgs' };
    const story = [other, woken, event, { ...event, sector: 'combinat' }, woken];
    expect(turnedUp(table, event, story)[1]?.emissaries).toBe(0);
  });

  it('says that there is a tie, and by what they came', () => {
    const { getByText, getAllByText } = render(Revealed, {
      table: tied,
      speech,
      names: ['Recrue', 'Otakar'],
      event,
      story: [event, woken],
      tied: true,
    });
    expect(getByText('Karst : égalité, 2 chacun')).toBeTruthy();
    expect(getAllByText('2 émissaires')).toHaveLength(2);
    expect(getByText('dont 2 par Agents dormants')).toBeTruthy();
  });

  it('shows both sides by name', () => {
    const { getByText, container } = render(Revealed, {
      table,
      speech,
      names: ['Recrue', 'Otakar'],
      event,
    });
    expect(getByText('Karst, face visible')).toBeTruthy();
    expect(getByText('2 émissaires')).toBeTruthy();
    expect(getByText('0 émissaire')).toBeTruthy();
    expect(container.querySelectorAll('li')).toHaveLength(2);
  });
});

describe('a team', () => {
  const question = some<Arrange>({
    type: 'Arrange',
    pool: [
      ['guard', 3],
      ['emissary', 3],
    ],
    least: 1,
    most: 6,
    rule_ids: [],
    secret: true,
  });

  it('is laid by touching the same place twice, and says for a guide what lies there', async () => {
    const { container, getByText } = render(Team, {
      question,
      speech,
      sector: 'karst',
      busy: false,
      onact: () => {},
    });
    const first = container.querySelector('.team')!;
    const order = [...first.children].map((one) => one.className.split(' ')[0]);
    expect(order.indexOf('pool')).toBeLessThan(order.indexOf('stack'));
    const emissary = container.querySelector<HTMLElement>('[data-point="pool-emissary"]')!;
    await fireEvent.click(emissary);
    await fireEvent.click(emissary);
    await fireEvent.click(container.querySelector('[data-point="pool-guard"]')!);
    expect(JSON.parse(getByText('Envoyer 3').closest('button')!.dataset['aim']!)).toEqual({
      type: 'Order',
      kinds: ['guard', 'emissary', 'emissary'],
    });
  });

  it('that came back is laid again as it was, and can be changed', async () => {
    const onact = vi.fn();
    const draft: Order = { type: 'Order', kinds: ['guard', 'emissary'] };
    const all = { question, speech, sector: 'karst', busy: false, draft, onact };
    const { container, getByText } = render(Team, all);
    await fireEvent.click(getByText('Envoyer 2'));
    expect(onact).toHaveBeenCalledWith(draft);
    await fireEvent.click(container.querySelector('[data-point="pool-guard"]')!);
    await fireEvent.click(getByText('Envoyer 3'));
    expect(onact).toHaveBeenLastCalledWith({ ...draft, kinds: ['guard', ...draft.kinds] });
  });

  it('that can be sent in one way only is one button', async () => {
    const onact = vi.fn();
    const pool: [string, number][] = [['guard', 1]];
    const { container, getByText } = render(Team, {
      question: { ...question, pool },
      speech,
      sector: 'karst',
      busy: false,
      onact,
    });
    expect(container.querySelectorAll('button')).toHaveLength(1);
    expect(getByText('1 garde')).toBeTruthy();
    await fireEvent.click(container.querySelector('button')!);
    expect(onact).toHaveBeenCalledWith({ type: 'Order', kinds: ['guard'] });
  });
});

describe('possibilities', () => {
  it('are called by what they do, not by their numbers', async () => {
    const options = [0, 1].map((number): Action => ({ type: 'ChooseOption', number }));
    const { findByText } = choosing(options, {
      kind: 'ChooseOption',
      weigh: (act: Action) =>
        Promise.resolve({ text: `gagne ${'number' in act ? act.number : ''} PP`, remarks: [] }),
    });
    expect(await findByText('gagne 1 PP')).toBeTruthy();
  });

  const exchanging = {
    options: some<Action[]>([{ type: 'Pass' }, { type: 'Convert' }]),
    table,
    speech,
    names: [],
    busy: false,
    kind: 'Convert',
    sector: '',
    topic: some<Topic>({ type: 'exchange' }),
    worth: () => [],
    onkind: () => {},
    onact: () => {},
  };

  it('stand on the button that does them, and passing says what is left undone', async () => {
    const { findByRole, queryByText } = render(Choosing, {
      ...exchanging,
      weigh: () => Promise.resolve({ text: 'Poser un Blockhaus : coûte 1 garde', remarks: [] }),
    });
    expect(await findByRole('button', { name: 'Poser un Blockhaus : coûte 1 garde' })).toBeTruthy();
    expect(await findByRole('button', { name: 'Ne pas le faire' })).toBeTruthy();
    expect(queryByText('Échanger')).toBeNull();
  });

  it('are no longer asked for where the question is gone', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const late: ((weighed: null) => void)[] = [];
    const { rerender, unmount } = render(Choosing, {
      ...exchanging,
      weigh: () => new Promise((weighed) => late.push(weighed)),
    });
    await vi.waitFor(() => expect(late.length).toBeGreaterThan(1));
    unmount();
    void rerender({ options: [{ type: 'Pass' }] });
    for (const weighed of late) weighed(null);
    await new Promise((done) => setTimeout(done, 20));
    expect(warned.mock.calls).toEqual([]);
    warned.mockRestore();
  });
});

describe('what one may do at any time', () => {
  it('leaves to the bargaining table what is done there', () => {
    const kinds = ['Borrow', 'PlaceAffinity', 'Manifest', 'Show', 'Propose', 'ClaimPawn', 'Say'];
    expect(kinds.filter((kind) => !isBargaining(kind))).toEqual([
      'Borrow',
      'PlaceAffinity',
      'Manifest',
      'Show',
    ]);
  });
});

const at = (more: object): Table =>
  ({ ...table, reserves: [1, 0, 2, 0, 0, 0, 0], ...more }) as unknown as Table;
const why = (seen: Table, kinds: string[]): Record<string, string> =>
  Object.fromEntries(withheld(speech, seen, header, 0, kinds));

describe('a manoeuvre that is not offered', () => {
  it('says what it lacks', () => {
    const all = ['Extend', 'Send', 'Spy', 'Assassinate', 'Develop'];
    expect(why(at({}), all)).toEqual({});
    expect(why(at({}), ['Extend', 'Send', 'Spy', 'Assassinate'])).toEqual({
      Develop: '3 PP, tu en as 1',
    });
    expect(why(at({ cabal_cards: [['a', 'b'], []] }), all.slice(0, 4))).toEqual({
      Develop: 'plus rien',
    });
    expect(why(at({}), ['Extend', 'Develop'])).toEqual({
      Send: 'aucun secteur',
      Spy: 'rien à regarder',
      Assassinate: 'personne',
    });
    expect(why(at({ reserves: [9, 0, 0, 0, 0, 0, 0] }), all.slice(2))['Send']).toBe('plus un pion');
  });

  it('stays in its place, and cannot be pressed', async () => {
    const kinds: string[] = [];
    const { getByRole } = choosing([{ type: 'Extend', discard: '' }, { type: 'Spy' }], {
      withheld: [['Develop', '3 PP, tu en as 1']],
      onkind: (kind: string) => kinds.push(kind),
    });
    const develop = getByRole('button', { name: 'Développer 3 PP, tu en as 1' });
    expect(develop.getAttribute('aria-disabled')).toBe('true');
    await fireEvent.click(develop);
    expect(kinds).toEqual([]);
  });
});

describe('a pawn', () => {
  const seen = {
    ...table,
    tokens: [],
    stacks: { 4: { owner: 1, sector: 'karst', pawns: [2048, 3072] } },
  } as unknown as Table;
  const pawns = [0, 1].map((position) => ({ type: 'Pawn', stack: 4, position }) as const);

  it('is aimed at where it is seen, while the question is about pawns', async () => {
    const aimed: Pawn[] = [];
    const props = { table: seen, speech, names: ['Recrue', 'Otakar'], sector: 'karst' };
    const { getAllByRole, queryByRole, unmount } = render(Dossier, {
      ...props,
      aims: pawns,
      aim: pawns[1],
      onaim: (option: Pawn) => aimed.push(option),
    });
    const rows = getAllByRole('button');
    expect(rows.map((row) => row.getAttribute('aria-pressed'))).toEqual(['false', 'true']);
    await fireEvent.click(rows[0]!);
    expect(aimed).toEqual([pawns[0]]);
    unmount();
    render(Dossier, props);
    expect(queryByRole('button')).toBeNull();
  });

  it('that was touched, or advised, is the one that the button strikes', async () => {
    const acts: Action[] = [];
    const more = { table: seen, kind: 'Pawn', names: ['Recrue', 'Otakar'], sector: 'karst' };
    const onact = (act: Action): unknown => acts.push(act);
    const page = choosing(pawns, { ...more, touched: pawns[1], onact });
    await fireEvent.click(doing(page));
    page.unmount();
    hint.act = { type: 'Pawn', position: 1, stack: 4 };
    await fireEvent.click(doing(choosing(pawns, { ...more, onact })));
    hint.act = null;
    expect(acts).toEqual([pawns[1], pawns[1]]);
  });
});

describe('a cycle that is over', () => {
  it('is read and left by one button', async () => {
    const props = {
      table: { ...table, vp: [1, 2] } as unknown as Table,
      speech,
      names: ['A', 'B'],
    };
    const { queryAllByRole, rerender } = render(Turning, { ...props, cycle: 2, lines: [] });
    expect(queryAllByRole('button')).toHaveLength(0); // what is asked has one of its own
    await rerender({ onread: () => {} });
    expect(queryAllByRole('button')).toHaveLength(1);
  });
});

describe('what can be won', () => {
  it('is told by sector; a hidden card only by who has seen it', () => {
    const seen = { ...table, track: ['loterie'], hidden: { card: '', seen: 0 } };
    expect([...prizesOf(speech, seen as unknown as Table)]).toEqual([['karst', ['loterie']]]);
    const known = { ...seen, track: [], hidden: { card: 'loterie', seen: 1 } };
    expect([...prizesOf(speech, known as unknown as Table).keys()]).toEqual(['karst']);
    const unknown = { ...seen, track: [] } as unknown as Table;
    expect(prizesOf(speech, unknown).size).toBe(0);
  });
});

const hidden = (card: string): Table =>
  ({ ...table, hidden: { card, seen: card ? 1 : 0 } }) as unknown as Table;

describe('looks', () => {
  const looking: Action[] = [{ type: 'Pass' }, { type: 'HiddenCard' }];
  const topic: Topic = { type: 'spy', seat: 0, stack: 0, looks: 2 };

  it('that are given up are counted on the button, with what follows', () => {
    const { getByRole } = choosing(looking, { kind: 'HiddenCard', topic });
    const name = 'Ne plus regarder (2 regards perdus) l’espionnage s’arrête là';
    expect(getByRole('button', { name })).toBeTruthy();
  });

  it('at a card that one knows are not urged, and say that one does', () => {
    const unknown = choosing(looking, { kind: 'HiddenCard', topic, table: hidden('') });
    expect(doing(unknown).classList).toContain('do');
    expect(doing(unknown).textContent).toContain('L’opportunité face cachée');
    unknown.unmount();
    const known = choosing(looking, { kind: 'HiddenCard', topic, table: hidden('loterie') });
    expect(doing(known).classList).not.toContain('do');
    expect(doing(known).textContent).toContain('L’opportunité, déjà vue : Loterie');
    known.unmount();
    const kinds = [...looking, { type: 'Pawn', stack: 4, position: 0 } as const];
    const { getByRole } = choosing(kinds, { topic, table: hidden('loterie') });
    expect(getByRole('button', { name: 'La carte cachée déjà vue : Loterie' })).toBeTruthy();
  });
});

const doing = (page: { container: HTMLElement }): Element =>
  page.container.querySelector('[data-point="do"]')!;

/** A choice among these, drawn. */
function choosing(options: readonly Action[], more: object = {}) {
  return render(Choosing, {
    options,
    table,
    speech,
    names: [],
    busy: false,
    kind: '',
    sector: '',
    weigh: () => Promise.resolve(null),
    worth: () => [],
    onkind: () => {},
    onact: () => {},
    ...more,
  });
}

describe('the end of a game', () => {
  it('puts who wins first, and of as many points who has more left [END-2]', () => {
    const over = { vp: [9, 7, 9, 9], final: [5, 1, 14, 6] } as unknown as Table;
    expect(ranking(over, [2])).toEqual([2, 3, 0, 1]);
    expect(ranking({ ...over, final: [] }, [1])).toEqual([1, 0, 2, 3]);
  });

  it('compares what is left only where winners had to be told apart by it [END-2]', () => {
    const over = { vp: [9, 7, 9, 9], final: [5, 1, 14, 6] } as unknown as Table;
    expect(tiedFirst(over, [2])).toEqual([2, 3, 0]);
    expect(tiedFirst({ ...over, vp: [9, 7, 8, 8] } as Table, [0])).toEqual([]);
    expect(tiedFirst(over, [])).toEqual([]); // the Others have won
    expect(tiedFirst({ ...over, final: [] }, [2])).toEqual([]);
  });
});

describe('the map of a phone', () => {
  it('is enlarged and seen whole again', async () => {
    const children = createRawSnippet(() => ({ render: () => '<i>Prague</i>' }));
    const { container, getByRole } = render(Zoom, { speech, children });
    expect(container.querySelector('.large')).toBeNull();
    await fireEvent.click(getByRole('button', { name: 'Agrandir' }));
    expect(container.querySelector('.large i')).not.toBeNull();
    await fireEvent.click(getByRole('button', { name: 'Tout voir' }));
    expect(container.querySelector('.large')).toBeNull();
  });
});

describe('where a team is sent', () => {
  it('is told of the tokens of others that lie there [SEND-1]', () => {
    const tokens = [
      { kind: 'revolt', owner: 1, sector: 'karst' },
      { kind: 'revolt', owner: 0, sector: 'karst' },
      { kind: 'revolt', owner: 1, sector: 'josefov' },
    ];
    const send: Action = { type: 'Send', sector: 'karst' };
    const there = { ...table, tokens } as unknown as Table;
    expect(worth(speech, there, header, 0, send)).toEqual(['jeton revolt de 1']);
  });
});
