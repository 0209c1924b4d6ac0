import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import type { Tagged } from '../../table/room';
import { Speech } from '../../words/speech';
import { isBargaining } from './choices';
import Choosing from './Choosing.svelte';
import Revealed from './Revealed.svelte';
import { turnedUp, type Header, type Table } from './sight';
import Team from './Team.svelte';
import { worth } from './worth';

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
  'diktat.screen.others': 'les Autres',
  'diktat.worth.develop': 'Coûte {cost} PP, rapporte {vp} PV.',
  'diktat.worth.develop_only': 'Coûte {cost} PP.',
  'diktat.worth.place': 'Place : {vp} PV.',
  'diktat.worth.pair': 'par-dessus',
  'diktat.worth.apart': 'à côté',
  'diktat.worth.reject': 'rien',
  'diktat.actions.ChooseOption': 'Possibilité {number}',
  'diktat.screen.kinds.ChooseOption': 'Choisir',
  'diktat.actions.Convert': 'Échanger',
  'diktat.screen.kinds.Convert': 'Échanger',
  'diktat.passes.Exchanging': 'Ne pas le faire',
  'actions.Pass': 'Passer',
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

const told = (option: Tagged, at: Table = table): string[] => worth(speech, at, header, 0, option);

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
    expect(told({ type: 'Special', element: 'screen/coordination' })).toEqual(['capacité']);
    expect(told({ type: 'RejectCard', card: 'loterie' })).toEqual(['rien']);
    expect(told({ type: 'Spy' })).toEqual([]);
  });

  it('says what a second marker of a sector does', () => {
    const held = {
      ...table,
      markers: [[{ sector: 'karst', level: 1, apart: false }], []],
    } as Table;
    const take = { type: 'TakeMarker', sector: 'karst' };
    expect(told(take)).toEqual(['niveau 1']);
    expect(told(take, held)).toEqual(['niveau 2', 'par-dessus']);
    expect(told({ ...take, apart: true }, held)).toEqual(['niveau 2', 'à côté']);
  });
});

describe('a sector that is turned up', () => {
  const event = {
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
  const question: Tagged = {
    type: 'Arrange',
    pool: [
      ['guard', 3],
      ['emissary', 3],
    ],
    least: 1,
  };

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
});

describe('possibilities', () => {
  it('are called by what they do, not by their numbers', async () => {
    const options = [0, 1].map((number) => ({ type: 'ChooseOption', number }));
    const { findByText } = render(Choosing, {
      options,
      table,
      speech,
      names: [],
      busy: false,
      kind: 'ChooseOption',
      sector: '',
      weigh: ({ number }) => Promise.resolve({ text: `gagne ${String(number)} PP`, remarks: [] }),
      worth: () => [],
      onkind: () => {},
      onact: () => {},
    });
    expect(await findByText('gagne 1 PP')).toBeTruthy();
  });

  it('stand on the button that does them, and passing says what is left undone', async () => {
    const { findByRole, queryByText } = render(Choosing, {
      options: [{ type: 'Pass' }, { type: 'Convert' }],
      table,
      speech,
      names: [],
      busy: false,
      kind: 'Convert',
      sector: '',
      rule: { type: 'Exchanging', step: 'start' },
      weigh: () => Promise.resolve({ text: 'Poser un Blockhaus : coûte 1 garde', remarks: [] }),
      worth: () => [],
      onkind: () => {},
      onact: () => {},
    });
    expect(await findByRole('button', { name: 'Poser un Blockhaus : coûte 1 garde' })).toBeTruthy();
    expect(await findByRole('button', { name: 'Ne pas le faire' })).toBeTruthy();
    expect(queryByText('Échanger')).toBeNull();
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
