import { beforeEach, describe, expect, it } from 'vitest';
import { Sealed, type Answering } from './sealed.svelte';

const question = { type: 'Amount', low: 0, high: 3 };
const answer = { type: 'Number', value: 2 };
const asked: Answering = { decision: 4, answer: null, question, draft: null };
let sealed: Sealed;

beforeEach(() => {
  sealed = new Sealed();
  sealed.look(asked);
  sealed.look({ ...asked, decision: 5, answer });
});

describe('a sealed answer', () => {
  it('is nothing of the past while it lies there', () => {
    expect([sealed.former, sealed.isReturned]).toEqual([null, false]);
  });

  it('that comes back by itself is there again, and said to have come back', () => {
    sealed.look({ ...asked, decision: 6, draft: answer });
    expect([sealed.former, sealed.isReturned]).toEqual([answer, true]);
  });

  it('that the house gives back has come back, though it comes late to another question', () => {
    const other = { ...question, high: 1 };
    sealed.look({ ...asked, decision: 6, question: other });
    expect(sealed.isReturned).toBe(false);
    sealed.look({ ...asked, decision: 6, question: other, draft: { value: 2, type: 'Number' } });
    expect([sealed.former, sealed.isReturned]).toEqual([answer, true]);
  });

  it('that I take back is there again, and nothing is said of it', () => {
    void sealed.take(Promise.resolve({ kept: true }));
    sealed.look({ ...asked, decision: 6 });
    expect([sealed.former, sealed.isReturned]).toEqual([answer, false]);
  });

  it('that I take back is mine, though something else is told meanwhile', () => {
    void sealed.take(new Promise(() => {}));
    sealed.look({ ...asked, decision: 5, answer });
    sealed.look({ ...asked, decision: 6 });
    expect([sealed.former, sealed.isReturned]).toEqual([answer, false]);
  });

  it('that I could not take back may still come back by itself', async () => {
    await sealed.take(Promise.resolve({ kept: false, code: 'not_undone', rules: [] }));
    sealed.look({ ...asked, decision: 6, draft: answer });
    expect(sealed.isReturned).toBe(true);
  });

  it('that was opened is over', () => {
    sealed.look({ ...asked, decision: 6, question: null });
    sealed.look({ ...asked, decision: 7, question });
    expect([sealed.former, sealed.isReturned]).toEqual([null, false]);
  });

  it('that was opened says nothing of the next question, though it is the same', () => {
    sealed.look({ ...asked, decision: 6 });
    expect([sealed.former, sealed.isReturned]).toEqual([null, false]);
  });

  it('that came back is over with its question', () => {
    sealed.look({ ...asked, decision: 6, draft: answer });
    sealed.look({ ...asked, decision: 6, draft: answer });
    expect(sealed.isReturned).toBe(true);
    sealed.look({ ...asked, decision: 7 });
    expect([sealed.former, sealed.isReturned]).toEqual([null, false]);
  });

  it('may be given again, and come back again', () => {
    sealed.look({ ...asked, decision: 6, draft: answer });
    sealed.look({ ...asked, decision: 7, answer });
    expect(sealed.isReturned).toBe(false);
    sealed.look({ ...asked, decision: 8, draft: answer });
    expect([sealed.former, sealed.isReturned]).toEqual([answer, true]);
  });
});

it('says nothing where no answer was given', () => {
  const fresh = new Sealed();
  fresh.look(asked);
  fresh.look({ ...asked, decision: 9 });
  expect([fresh.former, fresh.isReturned]).toEqual([null, false]);
});
