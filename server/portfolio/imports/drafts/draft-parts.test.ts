import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { plainDraft } from '../../../../tests/support/imports/plain-draft.ts';
import type { Draft } from '../readers/draft.ts';
import { DraftPartsWriter, readDraftParts } from './draft-parts.ts';

const partSize = 1000;

/** In three-byte characters, long enough to outgrow the writer’s first buffer. */
const longNote = '€'.repeat(400);

async function write(drafts: readonly Draft[]) {
  const parts: string[] = [];
  const writer = new DraftPartsWriter((part) => parts.push(part));
  for (const draft of drafts) writer.add(draft);
  const digest = writer.finish();
  const read: Draft[] = [];
  for await (const some of readDraftParts(parts)) read.push(...some);
  return { parts, digest, read };
}

const hasValue = (value: unknown) =>
  value !== null && value !== false && !(Array.isArray(value) && value.length === 0);

/** The digest stored with files, which must never change: it covers the values of the drafts in property order. */
function digestOf(drafts: readonly Draft[]): string {
  const digest = createHash('sha256');
  for (let start = 0; start < drafts.length; start += partSize) {
    const contents = drafts
      .slice(start, start + partSize)
      .map(({ lines: _lines, ...content }) =>
        Object.fromEntries(Object.entries(content).filter(([, value]) => hasValue(value))),
      );
    digest.update(JSON.stringify(contents));
  }
  return digest.digest('base64url');
}

it.each([0, 1, partSize, 2 * partSize + 345])('%i drafts are read as they were written', async (count) => {
  const drafts = Array.from({ length: count }, (_, index) => ({
    ...plainDraft,
    note: index % 2 === 0 ? `${index}` : longNote,
    lines: [index],
  }));
  const { parts, digest, read } = await write(drafts);
  expect(parts).toHaveLength(Math.ceil(count / partSize));
  expect(read).toEqual(drafts);
  expect(digest).toBe(digestOf(drafts));
});

it('files that differ only in their line numbers have the same digest', async () => {
  const [one, other] = [[2], [7]].map((lines) => [{ ...plainDraft, lines }]);
  expect((await write(one!)).digest).toBe((await write(other!)).digest);
});

it('drafts with very many balances or lots fill more parts, with the same digest', async () => {
  const lots = Array.from({ length: 1000 }, () => ({ transactionId: 'h'.repeat(64), amount: '1' }));
  const drafts = Array.from({ length: 30 }, (_, line) => ({ ...plainDraft, lots, lines: [line] }));
  const { parts, digest, read } = await write(drafts);
  const sizes = parts.map((part) => inflateRawSync(Buffer.from(part, 'base64')).length);
  expect(Math.max(...sizes)).toBeLessThan(1.2 * 1024 * 1024);
  expect(sizes.length).toBeGreaterThan(2);
  expect(read).toEqual(drafts);
  expect(digest).toBe(digestOf(drafts));
});

it('every property is read as it was written', async () => {
  const leg = { ticker: 'BTC', name: 'Bitcoin', coinId: 'bitcoin', amount: '1' };
  const full: Draft = {
    ...{ type: 'transfer', kind: 'other', occurredAt: 1, monthFirst: 2, precision: 1000 },
    ...{ in: leg, out: leg, fee: { currency: 'EUR', amount: '1' }, value: { currency: 'EUR', amount: '2' } },
    ...{ wallet: 'a', toWallet: 'b', externalId: 'c', orderId: 'd', hash: 'e', address: 'f', note: 'g' },
    ...{ acquiredAt: 3, lots: [{ transactionId: 'h', amount: '1' }], isDateAssumed: true },
    ...{ balances: [{ ticker: 'BTC', amount: '1' }], lines: [1, 2] },
  };
  expect((await write([full, plainDraft])).read).toEqual([full, plainDraft]);
});
