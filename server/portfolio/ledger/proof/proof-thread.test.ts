import { describe, expect, it, onTestFinished } from 'vitest';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import type { LedgerEntry } from '../engine/entry.ts';
import type { ProofRequest } from './proof-request.ts';
import { buildProofText } from './proof-text.ts';
import { createProofThread } from './proof-thread.ts';
import { ValueBook } from './value-book.ts';

const request: ProofRequest = {
  figure: 'costBasis',
  coinId: null,
  disposal: null,
  span: { from: null, to: null },
  at: null,
  asOf: Date.UTC(2024, 5, 1),
  currency: 'EUR',
  method: 'fifo',
  scope: 'portfolio',
};
const listEntries = (count: number) =>
  Array.from({ length: count }, (_, number) =>
    entryOf(`e${number}`, 'buy', '2024-01-01', { in: '2 bitcoin', out: '100 USD' }),
  );

function fillValues(): ValueBook {
  const values = new ValueBook('EUR');
  values.setRate('EUR', '2024-01-01', { value: '0.9', at: Date.UTC(2024, 0, 1), source: 'ecb' });
  return values;
}

function start(file?: URL, maxMs?: number) {
  const thread = createProofThread(file, maxMs);
  onTestFinished(() => thread.stop());
  return thread;
}

describe('The thread that builds proofs', () => {
  it.each([2, 300])('gives the same proof as in the process, for %d transactions', async (count) => {
    const entries = listEntries(count);
    // As they are kept in a thread: their values are not their own properties.
    const packed = entries.map((entry): LedgerEntry => Object.create(entry));
    const proofs = await Promise.all(
      [entries, packed].map((some) => start().build('a', request, some, fillValues())),
    );
    const here = buildProofText(request, entries, fillValues());
    expect(proofs).toEqual([here, here]);
  });

  it('handles proofs that would block other calls, and survives a thread that dies', async () => {
    const dying = new URL('../../../../tests/support/portfolio/dying-worker.ts', import.meta.url);
    const { build } = start(dying);
    expect((await build('a', request, listEntries(2), fillValues())).value).toBe('180');
    await expect(build('a', request, listEntries(300), fillValues())).rejects.toThrow();
    await expect(build('a', request, listEntries(300), fillValues())).rejects.toThrow();
  });

  it.each([
    ['takes too much memory', 'starving-worker.ts', 60_000],
    ['takes too long', 'silent-worker.ts', 1],
  ])('refuses a proof that %s', async (_what, name, maxMs) => {
    const file = new URL(`../../../../tests/support/portfolio/${name}`, import.meta.url);
    const { build } = start(file, maxMs);
    await expect(build('a', request, listEntries(300), fillValues())).rejects.toMatchObject({
      code: 'too_large',
    });
  });

  it('lets twenty wait, and asks others to try again', async () => {
    const silent = new URL('../../../../tests/support/portfolio/silent-worker.ts', import.meta.url);
    const thread = createProofThread(silent);
    const entries = listEntries(300);
    const build = (subject: string) => thread.build(subject, request, entries, fillValues());
    const open = Promise.allSettled(Array.from({ length: 21 }, (_, number) => build(`p${number}`)));
    await expect(build('one more')).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
    await thread.stop();
    expect((await open).every(({ status }) => status === 'rejected')).toBe(true);
    await expect(build('p0')).rejects.toThrow('stopping');
  });

  it('keeps half of the places for those who have no proof waiting', async () => {
    const silent = new URL('../../../../tests/support/portfolio/silent-worker.ts', import.meta.url);
    const thread = createProofThread(silent);
    const entries = listEntries(300);
    const build = (subject: string) => thread.build(subject, request, entries, fillValues());
    const own = Promise.allSettled(Array.from({ length: 11 }, () => build('a')));
    await expect(build('a')).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
    const others = Promise.allSettled(Array.from({ length: 10 }, (_, number) => build(`p${number}`)));
    await expect(build('one more')).rejects.toMatchObject({ code: 'unavailable' });
    await thread.stop();
    for (const { status } of [...(await own), ...(await others)]) expect(status).toBe('rejected');
  });

  it('builds one proof of each account in turn, however many one has waiting', async () => {
    const { build } = start();
    const done: string[] = [];
    const entries = listEntries(300);
    await Promise.all(
      ['a', 'a', 'a', 'b'].map(async (subject, number) => {
        await build(subject, request, entries, fillValues());
        done.push(`${subject}${number}`);
      }),
    );
    expect(done).toEqual(['a0', 'a1', 'b3', 'a2']);
  });
});
