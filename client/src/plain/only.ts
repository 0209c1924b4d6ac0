import type { Arrange, KernelAction, Order, Question } from '../games/kernel';

/** The answer to a question that has one only; null where there is a choice. */
export function onlyAnswer<A>(question: Question<A>): A | KernelAction | null {
  switch (question.type) {
    case 'Choose':
      return question.options.length === 1 ? question.options[0]! : null;
    case 'Amount':
      return question.low === question.high ? { type: 'Number', value: question.low } : null;
    case 'Arrange':
      return onlyOrder(question);
    default:
      return null;
  }
}

/** The only way to lay these things; null where there are several. */
export function onlyOrder({ pool, least, most }: Arrange): Order | null {
  const things = pool.filter(([, count]) => count > 0);
  const number = Math.min(
    most,
    things.reduce((sum, [, count]) => sum + count, 0),
  );
  if (least < number || (number > 0 && things.length > 1)) return null;
  return { type: 'Order', kinds: Array.from({ length: number }, () => things[0]![0]) };
}

/** Whether the house answers it by itself: everybody knows that there is one answer only. */
export function isForced(question: Question<unknown>): boolean {
  return 'open' in question && question.open && onlyAnswer(question) !== null;
}

/** What was laid before, as far as it can be laid again. */
export function laidAgain({ pool, most }: Arrange, before: Order | null): string[] {
  const rest = new Map(pool);
  return (before?.kinds ?? []).slice(0, most).filter((kind) => {
    const count = rest.get(kind) ?? 0;
    rest.set(kind, count - 1);
    return count > 0;
  });
}
