import { describe, expect, it } from 'vitest';
import { importAnswersSchema } from './imports.ts';
import { type CheckedTransactions, checkTransactions } from './transaction.ts';

function check(body: unknown): { pieces: number[]; checked: CheckedTransactions } {
  const checking = checkTransactions(body);
  const pieces: number[] = [];
  for (;;) {
    const { done, value } = checking.next();
    if (done) return { pieces, checked: value };
    pieces.push(value);
  }
}

describe('A large invalid body', () => {
  it('is refused for its number of lots before they are checked', () => {
    const transactions = Array.from({ length: 11 }, () => ({ lots: Array(1000).fill({}) }));
    expect(check({ transactions })).toEqual({
      pieces: [],
      checked: { issues: [{ path: 'transactions', message: 'Must name at most 10,000 lots in total' }] },
    });
  });

  it('gets at most a hundred issues', () => {
    const transactions = Array.from({ length: 1000 }, () => ({}));
    const { pieces, checked } = check({ transactions });
    expect('issues' in checked && checked.issues).toHaveLength(100);
    // Checking stops there.
    expect(pieces.length).toBeLessThan(100);
    const answers = Object.fromEntries(Array.from({ length: 1000 }, (_, number) => [`k${number}`, number]));
    expect(importAnswersSchema.safeParse({ answers }).error?.issues).toHaveLength(100);
  });

  it('gets a short message however many of its fields are unknown', () => {
    const unknown = Object.fromEntries(Array.from({ length: 1000 }, (_, number) => [`k${number}`, number]));
    const { checked } = check({ transactions: [unknown] });
    const messages = 'issues' in checked ? checked.issues.map(({ message }) => message) : [];
    expect(messages).toContainEqual(expect.stringMatching(/^Unrecognized keys: "k0", "k1", .*…$/));
    expect(messages.every((message) => message.length <= 301)).toBe(true);
  });

  it('of answers says which of them are invalid', () => {
    const { error } = importAnswersSchema.safeParse({ answers: { a: 'x', b: '', c: 'y'.repeat(301) } });
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['answers.b', 'Answer is required'],
      ['answers.c', 'Must be at most 300 characters'],
    ]);
  });
});
